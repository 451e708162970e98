"""Keys: the picture of the table on every keyboard, labels that can be pressed, and no key that means two things."""

from importlib import import_module
from pkgutil import iter_modules

import pytest

from splendor_tui.inputs.settings import Settings
from splendor_tui.presentation.table_model import CardSlot, DeckSlot, PileSlot, ReservedSlot
from splendor_tui.tui import screens
from splendor_tui.tui.keys.commands_by_screen import PLACES
from splendor_tui.tui.keys.key_commands import EVERYWHERE, KeyCommands, by_id
from splendor_tui.tui.keys.keymap import PRESETS, changed_keys, clashes, key_label, keys_of, slot_labels
from splendor_tui.tui.keys.table_commands import TABLE, card_id
from splendor_tui.tui.screens.game_screen import GameScreen
from splendor_tui.words.current_language import speak

SCREENS = {str(place): commands for place, commands in PLACES}


def settings(**changes: object) -> Settings:
    return Settings().changed(**changes)


@pytest.mark.parametrize("keyboard", PRESETS)
@pytest.mark.parametrize("screen", SCREENS)
def test_no_key_means_two_things_on_one_screen(keyboard: str, screen: str) -> None:
    assert clashes(settings(keyboard=keyboard), tuple({*SCREENS[screen], *EVERYWHERE})) == {}


def test_the_keys_of_every_screen_can_be_changed() -> None:
    listed = {action.id for actions in SCREENS.values() for action in actions}
    for module in iter_modules(screens.__path__):
        for kind in vars(import_module(f"{screens.__name__}.{module.name}")).values():
            if isinstance(kind, type) and issubclass(kind, GameScreen):
                assert {command.id for command in kind.KEY_COMMANDS} <= listed, kind


def test_a_key_of_ones_own_that_is_taken_is_told() -> None:
    assert clashes(settings(keys={"table.undo": "q"}), TABLE) == {"q": [card_id(3, 0), "table.undo"]}


@pytest.mark.parametrize(
    ("keyboard", "rows"), [("qwerty", "qwer asdf zxcv"), ("azerty", "azer qsdf wxcv"), ("qwertz", "qwer asdf yxcv")]
)
def test_the_card_keys_lie_on_the_keyboard_as_the_cards_on_the_table(keyboard: str, rows: str) -> None:
    labels = slot_labels(settings(keyboard=keyboard), TABLE)
    shown = ["".join(labels[CardSlot(level, column)] for column in range(4)) for level in (3, 2, 1)]
    assert " ".join(shown) == rows
    assert [labels[DeckSlot(level)] for level in (3, 2, 1)] == list("tgb")


def test_a_french_keyboard_needs_no_shift_for_gems_and_reserved_cards() -> None:
    labels = slot_labels(settings(keyboard="azerty"), TABLE)
    assert [labels[PileSlot(colour)] for colour in (0, 1, 2, 3, 4, None)] == list("&é\"'(-")  # type: ignore[arg-type]
    assert [labels[ReservedSlot(index)] for index in range(3)] == list("è_ç")


def test_keys_of_ones_own_win_over_the_preset() -> None:
    mine = settings(keyboard="azerty", keys={card_id(3, 0): "f5"})
    assert changed_keys(mine)[card_id(3, 0)] == "f5"
    assert slot_labels(mine, TABLE)[CardSlot(3, 0)] == "F5"


@pytest.mark.parametrize(
    ("keys", "label"),
    [
        ("q", "q"),
        ("question_mark,f1", "?"),
        ("enter", "Enter"),
        ("ctrl+r", "ctrl+r"),
        ("left,h", "Left"),
        ("plus", "+"),
    ],
)
def test_a_key_is_written_as_people_know_it(keys: str, label: str) -> None:
    assert key_label(keys) == label


@pytest.mark.parametrize("actions", SCREENS.values(), ids=SCREENS)
def test_every_action_says_what_it_does(actions: KeyCommands) -> None:
    assert len({action.id for action in actions}) == len(actions)
    for action in actions:
        assert str(action.title).casefold() == str(action.words).casefold()
        assert str(action.title)[0].isupper()
        assert str(action.about).endswith(".")
        assert by_id(actions, action.id) is action
        assert keys_of(Settings(), actions)[action.id] == action.keys


@pytest.mark.parametrize("actions", SCREENS.values(), ids=SCREENS)
def test_no_two_commands_of_a_palette_are_described_alike(actions: KeyCommands) -> None:
    listed = [str(action.alone or action.about) for action in {*actions, *EVERYWHERE} if action.in_palette]
    assert len({*listed}) == len(listed)


def test_another_language_keeps_the_keys() -> None:
    speak("fr")
    assert changed_keys(Settings()) == PRESETS["qwerty"]
