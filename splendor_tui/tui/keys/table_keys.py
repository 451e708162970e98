"""Key commands of a match: table, lesson, pause, hand-over screen and end of the game."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from splendor_tui.presentation.pace import FASTER, HOLD, SLOWER, STEP
from splendor_tui.presentation.table_model import CardSlot, DeckSlot, PileSlot, ReservedSlot, Slot, slot_keys
from splendor_tui.rules.cards import LEVELS, ROMAN
from splendor_tui.rules.gems import Colour
from splendor_tui.rules.state import COLUMNS, HAND_LIMIT, MAX_PLAYERS
from splendor_tui.tui.keys.key_commands import BACK, PAGES, READ, WALK, KeyCommand, KeyCommands, by_id, closing
from splendor_tui.tui.keys.review_keys import REVIEW_GAME
from splendor_tui.words import N_, NP_, Message

SLOT_IDS: Final[Mapping[Slot, str]] = {
    **{CardSlot(level, column): f"table.card-{level}-{column + 1}" for level in LEVELS for column in range(COLUMNS)},
    **{DeckSlot(level): f"table.deck-{level}" for level in LEVELS},
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


def _slots() -> Iterable[KeyCommand]:
    for level in reversed(LEVELS):
        for column in range(COLUMNS):
            label = N_("level {level}, card {column}", column=column + 1, level=ROMAN[level])
            about = N_("Choose this level {level} card.", level=ROMAN[level])
            yield _slot(CardSlot(level, column), label, about)
    for level in reversed(LEVELS):
        label = N_("level {level} deck", level=ROMAN[level])
        about = N_("Reserve the top card of the level {level} deck, unseen.", level=ROMAN[level])
        yield _slot(DeckSlot(level), label, about)
    for colour, (label, about) in _GEMS.items():
        yield _slot(PileSlot(colour), label, about)
    yield _slot(PileSlot(None), N_("a gold"), N_("Pick a gold when returning tokens."))
    about = N_("Choose one of your reserved cards.")
    for index in range(HAND_LIMIT):
        label = N_("reserved card {number}", number=index + 1)
        yield _slot(ReservedSlot(index), label, about)


def _slot(slot: Slot, label: Message, about: Message) -> KeyCommand:
    return KeyCommand(SLOT_IDS[slot], _KEYS[slot], label, about, f"slot('{SLOT_IDS[slot]}')", False)


CURSOR: Final[KeyCommands] = (
    KeyCommand("table.left", "left,h", N_("cursor left"), N_("Move the cursor."), "cursor('left')", False),
    KeyCommand("table.right", "right,l", N_("cursor right"), N_("Move the cursor."), "cursor('right')", False),
    KeyCommand("table.up", "up,k", N_("cursor up"), N_("Move the cursor."), "cursor('up')", False),
    KeyCommand("table.down", "down,j", N_("cursor down"), N_("Move the cursor."), "cursor('down')", False),
)
LOG: Final = KeyCommand("table.log", "m", NP_("noun", "log"), N_("Read the full log."))
INSPECT: Final = KeyCommand("table.inspect", "i", N_("players"), N_("Inspect a player: cards, nobles and tokens."))

_ABOUT_WAITING: Final = N_("Pause or step computer players.")
_ABOUT_PACE: Final = N_("Change the pace of computer players.")
"""Shared by two commands, which the help shows in one row."""

# The first keys are for the key row, where a comma and a full stop look like punctuation.
PACE: Final[KeyCommands] = (
    KeyCommand(
        HOLD,
        "less_than_sign,comma",
        N_("pause computer players"),
        _ABOUT_WAITING,
        "hold",
        alone=N_("Pause or resume computer players."),
    ),
    KeyCommand(
        STEP,
        "greater_than_sign,full_stop,semicolon",
        N_("step"),
        _ABOUT_WAITING,
        "step",
        alone=N_("Play one computer move, then wait."),
    ),
    KeyCommand(SLOWER, "minus", N_("slower"), _ABOUT_PACE, "pace(1)", alone=N_("Slow down the computer players.")),
    KeyCommand(
        FASTER, "plus,equals_sign", N_("faster"), _ABOUT_PACE, "pace(-1)", alone=N_("Speed up the computer players.")
    ),
)
RULES_PANE: Final = KeyCommand(
    "table.rules-pane",
    "f4",
    N_("rules beside the table"),
    N_("Show or hide the rules beside the table, in a large window."),
    "app.rules_pane",
)
_ABOUT_UNDO: Final = N_("Undo the last action, or redo it.")
_ABOUT_COPIES: Final = N_("Copy the position, or the record of a finished game.")
COPY_POSITION: Final = KeyCommand(
    "table.copy-position",
    "ctrl+y",
    N_("copy position"),
    _ABOUT_COPIES,
    alone=N_("Copy the position as one line of text."),
)
COPY_RECORD: Final = KeyCommand(
    "table.copy-record", "ctrl+e", N_("copy record"), _ABOUT_COPIES, alone=N_("Copy the record of a finished game.")
)
UNDO: Final = KeyCommand("table.undo", "u", N_("undo"), _ABOUT_UNDO, alone=N_("Undo the last action."))
TABLE: Final[KeyCommands] = (
    *_slots(),
    *CURSOR,
    KeyCommand(
        "table.confirm",
        "enter",
        N_("confirm"),
        N_("Do what the prompt line says, or choose the item under the cursor."),
    ),
    KeyCommand("table.reserve", "space", NP_("verb", "reserve"), N_("Preview a reservation; press again to reserve.")),
    KeyCommand("table.payment", "p", N_("other payment"), N_("Show the next way to pay for the card.")),
    KeyCommand("table.clear", "backspace,escape", NP_("verb", "clear"), N_("Clear the choice.")),
    UNDO,
    KeyCommand("table.redo", "ctrl+r", N_("redo"), _ABOUT_UNDO, alone=N_("Redo the last undone action.")),
    KeyCommand("table.hint", "n", N_("hint"), N_("See the three best actions; press again to choose one.")),
    KeyCommand("table.answer-now", "y", N_("answer now"), N_("Make a thinking computer answer now.")),
    *PACE,
    LOG,
    RULES_PANE,
    INSPECT,
    COPY_POSITION,
    COPY_RECORD,
    KeyCommand("table.menu", "o", N_("menu"), N_("Pause and hide the table; resign, settings, quit.")),
)

TO_PLAY: Final = frozenset({"slot", "cursor", "reserve", "hint", "answer_now", "hold", "step", "pace"})
"""The names of the actions that are only useful during a game."""

_NEVER_IN_LESSONS: Final = {
    "table.redo",
    "table.answer-now",
    COPY_POSITION.id,
    COPY_RECORD.id,
    *(command.id for command in PACE),
}
_OTHERWISE: Final[KeyCommands] = (
    replace(
        by_id(TABLE, "table.confirm"),
        about=N_("Continue, do what the prompt line says, or choose the item under the cursor."),
    ),
    replace(
        by_id(TABLE, "table.hint"),
        label=N_("show me"),
        about=N_("Make the requested choice; you only need to confirm it."),
    ),
    replace(UNDO, label=N_("step back"), about=N_("Go back to the previous step."), alone=None),
    replace(
        by_id(TABLE, "table.menu"),
        label=N_("leave"),
        about=N_("Return to the home screen. You can resume the learning game at this step."),
    ),
)
"""Commands that have a different effect in the lesson."""

_HERE: Final = {command.id: command for command in _OTHERWISE}
LESSON: Final[KeyCommands] = tuple(
    _HERE.get(command.id, command) for command in TABLE if command.id not in _NEVER_IN_LESSONS
)

HAND_OVER: Final[KeyCommands] = (
    KeyCommand("hand-over.ready", "enter", N_("ready"), N_("Show the table to the next player.")),
    UNDO,
    by_id(TABLE, "table.menu"),
)


def _offer(choice: str, keys: str, label: Message, about: Message) -> KeyCommand:
    return KeyCommand(f"pause.{choice}", keys, label, about, f"pick('{choice}')")


_GO_ON: Final = _offer("go-on", "g", N_("resume"), N_("Return to the table."))
LEAVE_PAUSE: Final = replace(
    BACK,
    call="back",
    label=N_("cancel"),
    about=N_("Cancel a question; otherwise return to the table."),
    in_palette=False,
)
PAUSE: Final[KeyCommands] = (
    _GO_ON,
    LEAVE_PAUSE,
    replace(_GO_ON, id="table.menu", keys=by_id(TABLE, "table.menu").keys, in_palette=False),
    _offer("settings", "s", N_("settings"), N_("Colours, symbols, keys, and how computer players play.")),
    _offer("rules", "r", N_("rules"), N_("All the rules.")),
    _offer("resign", "x", N_("resign"), N_("The player to move resigns.")),
    _offer("agree", "a", N_("end by agreement"), N_("Everyone at the table agrees to end the game as it stands.")),
    _offer("home", "h", N_("leave"), N_("Return to the home screen, where you can resume the game.")),
    *WALK,
    *PAGES,
)

INSPECTION: Final[KeyCommands] = (
    KeyCommand("inspect.left", "left,h", N_("previous player"), N_("Inspect the previous player."), "turn(-1)", False),
    KeyCommand("inspect.right", "right,l", N_("next player"), N_("Inspect the next player."), "turn(1)", False),
    *(
        KeyCommand(
            f"inspect.seat-{seat + 1}",
            str(seat + 1),
            N_("player {number}", number=seat + 1),
            N_("Inspect the player with this number."),
            f"show({seat})",
            False,
        )
        for seat in range(MAX_PLAYERS)
    ),
    closing(INSPECT),
    BACK,
)
READ_LOG: Final[KeyCommands] = (*READ, closing(LOG))
READ_COPY: Final[KeyCommands] = (*READ, closing(COPY_POSITION), closing(COPY_RECORD))
REMATCH: Final = KeyCommand("game-over.rematch", "r", N_("rematch"), N_("Play again with the same players and rules."))
OPENING: Final = KeyCommand(
    "game-over.opening",
    "s",
    N_("who starts"),
    N_("Choose who starts the rematch: the next player, the one who came last, the same one, or a random one."),
)
_SEE_TABLE: Final = KeyCommand("game-over.table", "t", NP_("noun", "table"), N_("Look at the final table."))
WATCH_AGAIN: Final = KeyCommand(
    "game-over.replay", "p", NP_("noun", "replay"), N_("Watch the game again from the deal.")
)
EXPORT_RECORD: Final = KeyCommand(
    "game-over.export", "e", NP_("verb", "export"), N_("Write the game to a file, as a record.")
)
GO_HOME: Final = KeyCommand(
    "game-over.home", "escape,h", N_("leave"), N_("Return to the home screen. The game is saved.")
)
GAME_OVER: Final[KeyCommands] = (
    REMATCH,
    OPENING,
    REVIEW_GAME,
    _SEE_TABLE,
    WATCH_AGAIN,
    GO_HOME,
    EXPORT_RECORD,
    COPY_RECORD,
    LOG,
)
