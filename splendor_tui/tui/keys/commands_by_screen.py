"""The key commands of each screen, and their bindings. The commands themselves are in `presentation.commands`."""

from collections.abc import Iterable, Mapping
from typing import Final

from textual.binding import Binding, BindingType

from splendor_tui.presentation import commands as c
from splendor_tui.presentation.commands import Command, Commands
from splendor_tui.presentation.table_model import TOP_DOWN, CardSlot, DeckSlot, PileSlot, ReservedSlot, Slot, slot_keys
from splendor_tui.rules.cards import ROMAN
from splendor_tui.rules.constants import COLUMNS, HAND_LIMIT
from splendor_tui.rules.gems import Colour
from splendor_tui.words import N_, Message

SLOT_IDS: Final[Mapping[Slot, str]] = {
    **{CardSlot(level, column): f"table.card-{level}-{column + 1}" for level in TOP_DOWN for column in range(COLUMNS)},
    **{DeckSlot(level): f"table.deck-{level}" for level in TOP_DOWN},
    **{PileSlot(colour): f"table.{colour}" for colour in Colour},
    PileSlot(None): "table.gold",
    **{ReservedSlot(index): f"table.reserved-{index + 1}" for index in range(HAND_LIMIT)},
}
"""The binding id of each slot that has a key."""
_KEYS: Final = {**slot_keys("qwerty"), PileSlot(None): "6"}
_GEMS: Final = {
    Colour.WHITE: (N_("a white gem"), N_("Pick a white gem, or the noble with this number.")),
    Colour.BLUE: (N_("a blue gem"), N_("Pick a blue gem, or the noble with this number.")),
    Colour.GREEN: (N_("a green gem"), N_("Pick a green gem, or the noble with this number.")),
    Colour.RED: (N_("a red gem"), N_("Pick a red gem, or the noble with this number.")),
    Colour.BLACK: (N_("a black gem"), N_("Pick a black gem, or the noble with this number.")),
}


def _texts(slot: Slot) -> tuple[Message, Message]:
    """The label and the description of the key of a slot."""
    match slot:
        case CardSlot(level, column):
            label = N_("level {level}, card {column}", column=column + 1, level=ROMAN[level])
            return label, N_("Choose this level {level} card.", level=ROMAN[level])
        case DeckSlot(level):
            about = N_("Reserve the top card of the level {level} deck, unseen.", level=ROMAN[level])
            return N_("level {level} deck", level=ROMAN[level]), about
        case ReservedSlot(index):
            label = N_("reserved card {number}", number=index + 1)
            return label, N_("Choose one of your reserved cards.")
        case PileSlot(Colour() as colour):
            return _GEMS[colour]
        case _:
            return N_("a gold"), N_("Pick a gold when returning tokens.")


SLOTS: Final = tuple(
    Command(command_id, _KEYS[slot], *_texts(slot), f"slot('{command_id}')", in_palette=False)
    for slot, command_id in SLOT_IDS.items()
)


def _with_slots(commands: Commands) -> Commands:
    """The keys of a table: those of its slots and of the cursor, and those of these commands that have any."""
    return (*SLOTS, *c.CURSOR, *(command for command in commands if command.keys))


TABLE: Final = _with_slots(c.AT_TABLE)
LESSON: Final = _with_slots(c.IN_LESSON)
PUZZLE: Final = _with_slots(c.IN_PUZZLE)
CHALLENGE: Final = _with_slots(c.IN_CHALLENGE)

COMMANDS_BY_SCREEN: Final[tuple[tuple[Message, Commands], ...]] = (
    (N_("At the table"), TABLE),
    (N_("Between two players"), c.AT_HAND_OVER),
    (N_("During a pause"), c.IN_PAUSE),
    (N_("Inspecting a player"), c.IN_INSPECTION),
    (N_("Reading the log"), c.IN_LOG),
    (N_("Reading a copy"), c.IN_COPIED_RESULT),
    (N_("After a game"), c.AFTER_GAME),
    (N_("Watching a game"), c.IN_REPLAY),
    (N_("Reading the standings"), c.IN_STANDINGS),
    (N_("Reviewing a game"), c.IN_REVIEW),
    (N_("On the home screen"), c.AT_HOME),
    (N_("Before a new game"), c.IN_NEW_GAME),
    (N_("In a tournament"), c.IN_TOURNAMENT),
    (N_("Puzzles"), c.IN_PUZZLES),
    (N_("Solving a puzzle"), PUZZLE),
    (N_("Challenges"), c.IN_CHALLENGES),
    (N_("In a challenge"), CHALLENGE),
    (N_("Saved games"), c.IN_GAMES),
    (N_("Statistics"), c.IN_STATISTICS),
    (N_("In the settings"), c.IN_SETTINGS),
    (N_("Changing keys"), c.IN_KEYS),
    (N_("Reading the rules"), c.IN_RULES),
    (N_("Reading the help"), c.IN_HELP),
    (N_("Everywhere"), c.EVERYWHERE),
)
"""The commands of each screen, by its name. A key never has two commands on the same screen.

The commands in the last entry work on every screen.
"""

_BY_ID: Final = {command.id: command for _place, commands in reversed(COMMANDS_BY_SCREEN) for command in commands}


def command_of(command_id: str) -> Command:
    """The command with this id, on the first screen that has it: the key that opened a screen closes it there."""
    return _BY_ID[command_id]


def bindings(commands: Iterable[Command]) -> list[BindingType]:
    """The BINDINGS of a screen or of the app. They have no descriptions, as the key hints are translated."""
    return [Binding(one.keys, one.run, show=False, priority=one.priority, id=one.id) for one in commands]
