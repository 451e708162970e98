"""Keys: the positions of the table's keys on every keyboard, labels of real keys, and no key with two meanings."""

from collections.abc import Sequence
from importlib import import_module
from pkgutil import iter_modules

import pytest
from textual.actions import parse

from splendor_tui.inputs.settings import Settings
from splendor_tui.presentation.commands import AT_TABLE, EVERYWHERE, IN_LESSON, REDO, UNDO
from splendor_tui.presentation.table_model import CardSlot, DeckSlot, PileSlot, ReservedSlot, Slot
from splendor_tui.rules.gems import Colour
from splendor_tui.tui import screens
from splendor_tui.tui.app.app import SplendorApp
from splendor_tui.tui.keys.commands_by_screen import COMMANDS_BY_SCREEN, SLOT_IDS, TABLE
from splendor_tui.tui.keys.keyboard_presets import PRESETS, changed_keys, clashes, key_label, slot_labels
from splendor_tui.tui.screens.base_screen import BaseScreen

SCREENS = {str(place): commands for place, commands in COMMANDS_BY_SCREEN}


def settings(**changes: object) -> Settings:
    return Settings().changed(**changes)


@pytest.mark.parametrize("keyboard", PRESETS)
def test_no_key_means_two_things_on_one_screen(keyboard: str) -> None:
    for screen, commands in SCREENS.items():
        assert clashes(settings(keyboard=keyboard), tuple({*commands, *EVERYWHERE})) == {}, screen


def kinds_of_screens() -> list[type[BaseScreen[object]]]:
    """Every screen class."""
    modules = [import_module(f"{screens.__name__}.{module.name}") for module in iter_modules(screens.__path__)]
    kinds = {kind for module in modules for kind in vars(module).values() if isinstance(kind, type)}
    return sorted((kind for kind in kinds if issubclass(kind, BaseScreen)), key=lambda kind: kind.__name__)


@pytest.mark.parametrize("kind", kinds_of_screens())
def test_every_key_of_a_screen_can_be_changed_and_runs_an_existing_action(kind: type[BaseScreen[object]]) -> None:
    listed = {action.id for actions in SCREENS.values() for action in actions}
    bound = {binding.id: binding for keys in kind._merged_bindings.key_to_bindings.values() for binding in keys}  # type: ignore[union-attr]  # noqa: SLF001
    for command in (*kind.KEY_COMMANDS, *EVERYWHERE):
        space, name, _arguments = parse(command.action)
        owner = SplendorApp if space == "app" else kind
        assert hasattr(owner, f"action_{name}"), command.id
        assert command in EVERYWHERE or (command.id in listed and bound[command.id].action == command.run)


def test_custom_key_that_is_already_used_is_reported() -> None:
    assert clashes(settings(keys={"table.undo": "q"}), TABLE) == {"q": [SLOT_IDS[CardSlot(3, 0)], "table.undo"]}


@pytest.mark.parametrize(
    ("keyboard", "rows", "others"),
    [
        ("qwerty", "qwer asdf zxcv", "123456 789"),
        ("azerty", "azer qsdf wxcv", "&é\"'(- è_ç"),
        ("qwertz", "qwer asdf yxcv", "123456 789"),
    ],
)
def test_card_keys_are_arranged_like_the_cards_and_no_digit_needs_shift(keyboard: str, rows: str, others: str) -> None:
    labels = slot_labels(settings(keyboard=keyboard), TABLE)

    def keys(slots: Sequence[Slot]) -> str:
        return "".join(labels[slot] for slot in slots)

    assert " ".join(keys([CardSlot(level, column) for column in range(4)]) for level in (3, 2, 1)) == rows
    assert keys([DeckSlot(level) for level in (3, 2, 1)]) == "tgb"
    piles, reserved = [PileSlot(colour) for colour in (*Colour, None)], [ReservedSlot(index) for index in range(3)]
    assert f"{keys(piles)} {keys(reserved)}" == others


def test_custom_keys_take_precedence_over_the_preset() -> None:
    mine = settings(keyboard="azerty", keys={SLOT_IDS[CardSlot(3, 0)]: "f5"})
    assert changed_keys(mine)[SLOT_IDS[CardSlot(3, 0)]] == "f5"
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
def test_keys_have_readable_labels(keys: str, label: str) -> None:
    assert key_label(keys) == label


def test_commands_of_a_screen_have_distinct_ids_and_descriptions() -> None:
    for screen, commands in SCREENS.items():
        assert len({command.id for command in commands}) == len(commands), screen
        listed = [str(one.about) for one in {*commands, *EVERYWHERE} if one.in_palette]
        assert len({*listed}) == len(listed), screen


def test_command_stays_the_same_on_a_screen_that_describes_it_differently() -> None:
    described = {command.id: command for command in IN_LESSON}["table.undo"]
    assert described.about != UNDO.about
    assert described == UNDO
    assert (described != UNDO) is False
    assert described in AT_TABLE
    assert UNDO != REDO
