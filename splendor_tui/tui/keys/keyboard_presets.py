"""Keyboard presets, custom keys, and key labels.

In every preset, the card keys are arranged like the cards on the table.
"""

import re
from collections.abc import Mapping
from typing import Final

from textual.keys import format_key, key_to_character

from splendor_tui.inputs.settings import Settings
from splendor_tui.presentation.commands import EVERYWHERE, SIT_EARLIER, SIT_LATER, Commands
from splendor_tui.presentation.table_model import PILES, PileSlot, ReservedSlot, Slot, slot_keys
from splendor_tui.rules.constants import HAND_LIMIT
from splendor_tui.tui.keys.commands_by_screen import COMMANDS_BY_SCREEN, SLOT_IDS, command_of
from splendor_tui.words import N_, NP_, Message, listed, quoted

# Digits need Shift on a French keyboard, so the unshifted characters of the digit keys also count as digits.
_FRENCH_DIGITS: Final = (
    "ampersand",
    "é",
    "quotation_mark",
    "apostrophe",
    "left_parenthesis",
    "minus",
    "è",
    "underscore",
    "ç",
)
_FRENCH_ZERO: Final = "à"


def _moved_cards(keyboard: str) -> dict[str, str]:
    usual = slot_keys("qwerty")
    return {SLOT_IDS[slot]: key for slot, key in slot_keys(keyboard).items() if key != usual[slot]}


_AZERTY: Final = {
    **_moved_cards("azerty"),
    **{SLOT_IDS[PileSlot(colour)]: f"{_FRENCH_DIGITS[place]},{place + 1}" for place, colour in enumerate(PILES)},
    **{SLOT_IDS[ReservedSlot(index)]: f"{_FRENCH_DIGITS[index + 6]},{index + 7}" for index in range(HAND_LIMIT)},
    "table.slower": "right_parenthesis",
    "table.faster": "equals_sign,plus",
    SIT_EARLIER.id: f"left_parenthesis,{SIT_EARLIER.keys}",
    SIT_LATER.id: f"right_parenthesis,{SIT_LATER.keys}",
}
_QWERTZ: Final = {**_moved_cards("qwertz"), "table.answer-now": "z"}
PRESETS: Final[Mapping[str, Mapping[str, str]]] = {"qwerty": {}, "azerty": _AZERTY, "qwertz": _QWERTZ}

_FUNCTION_KEY: Final = re.compile("f[0-9]{1,2}")
_NAMES: Final = {
    "enter": NP_("key", "Enter"),
    "space": NP_("key", "Space"),
    "backspace": NP_("key", "Bksp"),
    "escape": NP_("key", "Esc"),
    "pageup": NP_("key", "PgUp"),
    "pagedown": NP_("key", "PgDn"),
    "home": NP_("key", "Home"),
    "end": NP_("key", "End"),
    "left": NP_("key", "Left"),
    "right": NP_("key", "Right"),
    "up": NP_("key", "Up"),
    "down": NP_("key", "Down"),
    "delete": NP_("key", "Del"),
    "insert": NP_("key", "Ins"),
    "tab": NP_("key", "Tab"),
    "ctrl": NP_("key", "ctrl"),
    "shift": NP_("key", "shift"),
    "question_mark": "?",  # Textual would look it up in a table of all characters, of 0.7 MB
}


def changed_keys(settings: Settings) -> dict[str, str]:
    """The keys that differ from the defaults, by binding id, for `App.set_keymap`."""
    return {**PRESETS[settings.keyboard], **settings.keys}


def keys_of(settings: Settings, actions: Commands) -> dict[str, str]:
    """Map the id of each of these commands to its current keys, separated by commas."""
    changed = changed_keys(settings)
    return {action.id: changed.get(action.id, action.keys) for action in actions}


def key_label(keys: str) -> str:
    """The label of the first of several keys: `q`, `?`, `Enter`, `ctrl+r`."""
    first = keys.split(",", maxsplit=1)[0]
    return "+".join(map(_key_name, first.split("+")))


def _key_name(key: str) -> str:
    if name := _NAMES.get(key):
        return str(name)
    if _FUNCTION_KEY.fullmatch(key):
        return key.upper()
    return key_to_character(key) or format_key(key)


def digits_by_character(settings: Settings) -> dict[str, str]:
    """Map each character that is accepted as a digit to that digit."""
    digits = {str(digit): str(digit) for digit in range(10)}
    if settings.keyboard == "azerty":
        digits |= {_key_name(key): str(digit) for digit, key in enumerate((_FRENCH_ZERO, *_FRENCH_DIGITS))}
    return digits


def slot_labels(settings: Settings, actions: Commands) -> dict[Slot, str]:
    """The key label of each slot of the table."""
    keys = keys_of(settings, actions)
    return {slot: key_label(keys[command_id]) for slot, command_id in SLOT_IDS.items()}


def clashes(settings: Settings, actions: Commands) -> dict[str, list[str]]:
    """Map each key that several of these commands share to the ids of these commands."""
    keys = keys_of(settings, actions)
    taken: dict[str, list[str]] = {}
    for action in actions:
        for key in keys[action.id].split(","):
            taken.setdefault(key, []).append(action.id)
    return {key: ids for key, ids in taken.items() if len(ids) > 1}


def shared_key(settings: Settings, changed: str | None = None) -> Message | None:
    """Name a key that has several commands on the same screen, and these commands.

    If `changed` is a command, only its keys count, and only the other commands are named.
    """
    for place, commands in COMMANDS_BY_SCREEN:
        for key, ids in clashes(settings, tuple(dict.fromkeys((*commands, *EVERYWHERE)))).items():
            others = [quoted(str(command_of(one).label)) for one in ids if one != changed]
            if others and (changed is None or changed in ids):
                return N_(
                    "{place}: {key} is used for {other}.",
                    place=place,
                    key=key_label(key),
                    other=listed(others),
                )
    return None
