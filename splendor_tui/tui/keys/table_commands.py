"""What keys do in a match and after it: at the table, in a pause, between two players, and while a game is watched."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from splendor_tui.rules.cards import LEVELS
from splendor_tui.rules.gems import Colour
from splendor_tui.rules.state import COLUMNS, HAND_LIMIT, MAX_PLAYERS
from splendor_tui.tui.keys.key_commands import BACK, WALK, KeyCommand, KeyCommands, by_id
from splendor_tui.tui.keys.pace_commands import PACE
from splendor_tui.tui.keys.review_commands import REVIEW_GAME
from splendor_tui.words import N_, NP_, Message

_CARD_KEYS: Final = {1: "zxcv", 2: "asdf", 3: "qwer"}
_DECK_KEYS: Final = {1: "b", 2: "g", 3: "t"}


def card_id(level: int, column: int) -> str:
    """The id of the binding that chooses a card; columns count from 0."""
    return f"table.card-{level}-{column + 1}"


def deck_id(level: int) -> str:
    """The id of the binding that chooses the top of a deck."""
    return f"table.deck-{level}"


def pile_id(colour: Colour | None) -> str:
    """The id of the binding that picks a token; None is gold."""
    return "table.gold" if colour is None else f"table.{colour}"


def reserved_id(index: int) -> str:
    """The id of the binding that chooses a card of one's own hand; they count from 0."""
    return f"table.reserved-{index + 1}"


class _Wording(NamedTuple):
    """What `words`, `title` and `about` of a key command say."""

    words: Message
    title: Message
    about: Message


_GEMS: Final = {
    Colour.WHITE: _Wording(N_("a white gem"), N_("A white gem"), N_("Pick a white gem, or the noble of this number.")),
    Colour.BLUE: _Wording(N_("a blue gem"), N_("A blue gem"), N_("Pick a blue gem, or the noble of this number.")),
    Colour.GREEN: _Wording(N_("a green gem"), N_("A green gem"), N_("Pick a green gem, or the noble of this number.")),
    Colour.RED: _Wording(N_("a red gem"), N_("A red gem"), N_("Pick a red gem, or the noble of this number.")),
    Colour.BLACK: _Wording(N_("a black gem"), N_("A black gem"), N_("Pick a black gem, or the noble of this number.")),
}
_GOLD: Final = _Wording(N_("a gold"), N_("A gold"), N_("Pick a gold, when you return tokens."))


def _card(level: int, column: int) -> _Wording:
    return _Wording(
        N_("card {column} of level {level}", column=column + 1, level=level),
        N_("Card {column} of level {level}", column=column + 1, level=level),
        N_("Choose this card of level {level}.", level=level),
    )


def _deck(level: int) -> _Wording:
    return _Wording(
        N_("deck of level {level}", level=level),
        N_("Deck of level {level}", level=level),
        N_("Reserve the top card of the deck of level {level}, unseen.", level=level),
    )


def _reserved(number: int) -> _Wording:
    return _Wording(
        N_("reserved card {number}", number=number),
        N_("Reserved card {number}", number=number),
        N_("Choose a card that you have reserved."),
    )


def _slots() -> Iterable[KeyCommand]:
    for level in reversed(LEVELS):
        for column in range(COLUMNS):
            key = _CARD_KEYS[level][column]
            yield KeyCommand(card_id(level, column), key, f"card({level}, {column})", *_card(level, column), False)
    for level in reversed(LEVELS):
        yield KeyCommand(deck_id(level), _DECK_KEYS[level], f"deck({level})", *_deck(level), False)
    for colour, wording in _GEMS.items():
        yield KeyCommand(pile_id(colour), str(colour + 1), f"pile({int(colour)})", *wording, False)
    yield KeyCommand(pile_id(None), "6", "gold", *_GOLD, False)
    for index in range(HAND_LIMIT):
        yield KeyCommand(reserved_id(index), str(index + 7), f"reserved({index})", *_reserved(index + 1), False)


CURSOR: Final[KeyCommands] = (
    KeyCommand(
        "table.left", "left,h", "move('left')", N_("cursor left"), N_("Cursor left"), N_("Move the cursor."), False
    ),
    KeyCommand(
        "table.right", "right,l", "move('right')", N_("cursor right"), N_("Cursor right"), N_("Move the cursor."), False
    ),
    KeyCommand("table.up", "up,k", "move('up')", N_("cursor up"), N_("Cursor up"), N_("Move the cursor."), False),
    KeyCommand(
        "table.down", "down,j", "move('down')", N_("cursor down"), N_("Cursor down"), N_("Move the cursor."), False
    ),
)
LOG: Final = KeyCommand(
    "table.log", "m", "log", NP_("noun", "log"), NP_("noun", "Log"), N_("Read everything that has happened.")
)
INSPECT: Final = KeyCommand(
    "table.inspect",
    "i",
    "inspect",
    N_("players"),
    N_("Players"),
    N_("Look closely at what a player has: cards, nobles and tokens."),
)

TABLE: Final[KeyCommands] = (
    *_slots(),
    *CURSOR,
    KeyCommand(
        "table.confirm",
        "enter",
        "confirm",
        N_("confirm"),
        N_("Confirm"),
        N_("Do what the prompt line says, or choose what the cursor is on."),
    ),
    KeyCommand(
        "table.reserve",
        "space",
        "reserve",
        NP_("verb", "reserve"),
        NP_("verb", "Reserve"),
        N_("See what reserving the card brings; once more to reserve it."),
    ),
    KeyCommand(
        "table.payment",
        "p",
        "payment",
        N_("other payment"),
        N_("Other payment"),
        N_("Show the next way to pay for the card."),
    ),
    KeyCommand(
        "table.clear",
        "backspace,escape",
        "clear",
        NP_("verb", "clear"),
        NP_("verb", "Clear"),
        N_("Drop what is chosen so far."),
    ),
    KeyCommand("table.undo", "u", "undo", N_("undo"), N_("Undo"), N_("Take back the last action.")),
    KeyCommand("table.redo", "ctrl+r", "redo", N_("redo"), N_("Redo"), N_("Redo what was taken back.")),
    KeyCommand(
        "table.hint",
        "n",
        "hint",
        N_("hint"),
        N_("Hint"),
        N_("See the Grandmaster's three best actions; again to choose one."),
    ),
    KeyCommand(
        "table.answer-now",
        "y",
        "answer_now",
        N_("answer now"),
        N_("Answer now"),
        N_("Let whoever is thinking answer at once."),
    ),
    *PACE,
    LOG,
    INSPECT,
    KeyCommand(
        "table.menu",
        "o",
        "menu",
        N_("menu"),
        N_("Menu"),
        N_("Pause, with the table hidden; resign, settings and leaving."),
    ),
)

HAND_OVER: Final[KeyCommands] = (
    KeyCommand("hand-over.ready", "enter", "ready", N_("ready"), N_("Ready"), N_("Show the table to the next player.")),
    by_id(TABLE, "table.undo"),
)


def _offer(choice: str, keys: str, words: Message, title: Message, about: Message) -> KeyCommand:
    return KeyCommand(f"pause.{choice}", keys, f"pick('{choice}')", words, title, about)


PAUSE: Final[KeyCommands] = (
    _offer("go-on", "g,escape,backspace", N_("go on"), N_("Go on"), N_("Back to the table.")),
    _offer("settings", "s", N_("settings"), N_("Settings"), N_("Colours, signs, keys, and how computer players play.")),
    _offer("rules", "r", N_("rules"), N_("Rules"), N_("The whole game on one page.")),
    _offer("resign", "x", N_("resign"), N_("Resign"), N_("The player to move leaves the game for good.")),
    _offer(
        "agree",
        "a",
        N_("end by agreement"),
        N_("End by agreement"),
        N_("All at the table agree to end the game as it stands."),
    ),
    _offer(
        "home",
        "h",
        N_("leave"),
        N_("Leave"),
        N_("Back to the first screen. A game is kept from its first action on, and can be resumed there."),
    ),
    *WALK,
)

LOOK: Final[KeyCommands] = (
    KeyCommand(
        "inspect.left",
        "left,h",
        "turn(-1)",
        N_("player before"),
        N_("Player before"),
        N_("Look at the player of the seat before."),
        False,
    ),
    KeyCommand(
        "inspect.right",
        "right,l",
        "turn(1)",
        N_("next player"),
        N_("Next player"),
        N_("Look at the player of the next seat."),
        False,
    ),
    *(
        KeyCommand(
            f"inspect.seat-{seat + 1}",
            str(seat + 1),
            f"show({seat})",
            N_("player {number}", number=seat + 1),
            N_("Player {number}", number=seat + 1),
            N_("Look at the player with this number."),
            False,
        )
        for seat in range(MAX_PLAYERS)
    ),
    BACK,
)
REMATCH: Final = KeyCommand(
    "game-over.rematch",
    "r",
    "rematch",
    N_("rematch"),
    N_("Rematch"),
    N_("Deal again, to the same players by the same rules."),
)
OPENING: Final = KeyCommand(
    "game-over.opening",
    "s",
    "opening",
    N_("who starts"),
    N_("Who starts"),
    N_("Choose who starts the rematch: the next player, whoever came last, the same again, or by lot."),
)
SEE_TABLE: Final = KeyCommand(
    "game-over.table",
    "t",
    "table",
    NP_("noun", "table"),
    NP_("noun", "Table"),
    N_("Look at the table as it was left."),
)
WATCH_AGAIN: Final = KeyCommand(
    "game-over.replay",
    "p",
    "replay",
    NP_("noun", "replay"),
    NP_("noun", "Replay"),
    N_("Watch the game again from the deal."),
)
EXPORT_RECORD: Final = KeyCommand(
    "game-over.export",
    "e",
    "export",
    NP_("verb", "export"),
    NP_("verb", "Export"),
    N_("Write the game to a file, as a record."),
)
GO_HOME: Final = KeyCommand(
    "game-over.home", "escape,h", "home", N_("leave"), N_("Leave"), N_("Back to the first screen. The game is kept.")
)
GAME_OVER: Final[KeyCommands] = (REMATCH, OPENING, REVIEW_GAME, SEE_TABLE, WATCH_AGAIN, GO_HOME, EXPORT_RECORD, LOG)
