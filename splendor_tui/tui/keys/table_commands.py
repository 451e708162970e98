"""What keys do in a match and after it: at the table, in a pause, between two players, and while a game is watched."""

from collections.abc import Iterable
from typing import Final

from splendor_tui.rules.cards import LEVELS
from splendor_tui.rules.gems import Colour
from splendor_tui.rules.state import COLUMNS, HAND_LIMIT, MAX_PLAYERS
from splendor_tui.tui.keys.key_commands import BACK, WALK, Actions, KeyCommand
from splendor_tui.words import _

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


def _slots() -> Iterable[KeyCommand]:
    for level in reversed(LEVELS):
        about = _("Choose this card of level {level}.").format(level=level)
        for column in range(COLUMNS):
            words = _("card {column} of level {level}").format(column=column + 1, level=level)
            yield KeyCommand(
                card_id(level, column), _CARD_KEYS[level][column], f"card({level}, {column})", words, about, False
            )
    for level in reversed(LEVELS):
        words = _("deck of level {level}").format(level=level)
        about = _("Reserve the top card of the deck of level {level}, unseen.").format(level=level)
        yield KeyCommand(deck_id(level), _DECK_KEYS[level], f"deck({level})", words, about, False)
    for colour in Colour:
        words = _("a {colour} gem").format(colour=_(str(colour)))
        about = _("Pick a {colour} gem, or the noble of this number.").format(colour=_(str(colour)))
        yield KeyCommand(pile_id(colour), str(colour + 1), f"pile({int(colour)})", words, about, False)
    yield KeyCommand(pile_id(None), "6", "gold", _("a gold"), _("Pick a gold, when you return tokens."), False)
    for index in range(HAND_LIMIT):
        words = _("reserved card {number}").format(number=index + 1)
        about = _("Choose a card that you have reserved.")
        yield KeyCommand(reserved_id(index), str(index + 7), f"reserved({index})", words, about, False)


CURSOR: Final[Actions] = (
    KeyCommand("table.left", "left,h", "move('left')", _("cursor left"), _("Move the cursor."), False),
    KeyCommand("table.right", "right,l", "move('right')", _("cursor right"), _("Move the cursor."), False),
    KeyCommand("table.up", "up,k", "move('up')", _("cursor up"), _("Move the cursor."), False),
    KeyCommand("table.down", "down,j", "move('down')", _("cursor down"), _("Move the cursor."), False),
)
LOG: Final = KeyCommand("table.log", "m", "log", _("log"), _("Read everything that has happened."))
INSPECT: Final = KeyCommand(
    "table.inspect", "i", "inspect", _("inspect"), _("Look closely at what a player has: cards, nobles and tokens.")
)

TABLE: Final[Actions] = (
    *_slots(),
    *CURSOR,
    KeyCommand(
        "table.confirm",
        "enter",
        "confirm",
        _("confirm"),
        _("Do what the prompt line says; with nothing chosen, choose what the cursor is on."),
    ),
    KeyCommand("table.reserve", "space", "reserve", _("reserve"), _("Reserve the chosen card.")),
    KeyCommand("table.payment", "p", "payment", _("other payment"), _("Show the next way to pay for the card.")),
    KeyCommand("table.clear", "backspace,escape", "clear", _("clear"), _("Drop what is chosen so far.")),
    KeyCommand("table.undo", "u", "undo", _("undo"), _("Take back the last action.")),
    KeyCommand("table.redo", "ctrl+r", "redo", _("redo"), _("Play again what was taken back.")),
    KeyCommand("table.hint", "n", "hint", _("hint"), _("Ask what a merchant would do here, and why.")),
    LOG,
    INSPECT,
    KeyCommand(
        "table.menu",
        "o",
        "menu",
        _("menu"),
        _("Pause: the table is hidden and the clock stands still. Resign, settings and leaving are here too."),
    ),
)

REPLAY: Final[Actions] = (
    KeyCommand("replay.next", "right,l,space", "step(1)", _("next"), _("Go on by one action.")),
    KeyCommand("replay.previous", "left,h", "step(-1)", _("previous"), _("Go back by one action.")),
    KeyCommand("replay.next-round", "down,j,pagedown", "skip(1)", _("next round"), _("Go to the next round.")),
    KeyCommand("replay.last-round", "up,k,pageup", "skip(-1)", _("round before"), _("Go to the round before.")),
    KeyCommand("replay.start", "home", "start", _("start"), _("Go to the deal.")),
    KeyCommand("replay.end", "end", "end", _("end"), _("Go to the end of the game.")),
    *(
        KeyCommand(
            f"replay.digit-{digit}",
            str(digit),
            f"digit({digit})",
            _("round {digit}…").format(digit=digit),
            _("Type the number of a round, then confirm it to go there."),
            False,
        )
        for digit in range(10)
    ),
    KeyCommand(
        "replay.play",
        "p,enter",
        "play",
        _("play"),
        _("Let the game run by itself, or stop it; after a number, go to that round."),
    ),
    KeyCommand("replay.faster", "plus", "pace(-1)", _("faster"), _("Let it run faster.")),
    KeyCommand("replay.slower", "minus", "pace(1)", _("slower"), _("Let it run slower.")),
    LOG,
    INSPECT,
    BACK,
)

HAND_OVER: Final[Actions] = (
    KeyCommand("hand-over.ready", "enter", "ready", _("ready"), _("Show the table to the next player.")),
)


def _offer(choice: str, keys: str, words: str, about: str) -> KeyCommand:
    return KeyCommand(f"pause.{choice}", keys, f"pick('{choice}')", words, about)


PAUSE: Final[Actions] = (
    _offer("go-on", "g,escape,backspace", _("go on"), _("Back to the table.")),
    _offer("settings", "s", _("settings"), _("Colours, signs, keys, and how fast bots play.")),
    _offer("rules", "r", _("rules"), _("The whole game on one page.")),
    _offer("resign", "x", _("resign"), _("The player to move leaves the game for good.")),
    _offer(
        "agree",
        "a",
        _("end by agreement"),
        _("Nobody has bought or reserved for a long time: all agree to end the game as it stands."),
    ),
    _offer("home", "h", _("leave"), _("To the start. The game is kept, and can be gone on with there.")),
    *WALK,
)

LOOK: Final[Actions] = (
    KeyCommand(
        "inspect.left", "left,h", "turn(-1)", _("player before"), _("Look at the player of the seat before."), False
    ),
    KeyCommand(
        "inspect.right", "right,l", "turn(1)", _("next player"), _("Look at the player of the next seat."), False
    ),
    *(
        KeyCommand(
            f"inspect.seat-{seat + 1}",
            str(seat + 1),
            f"show({seat})",
            _("player {number}").format(number=seat + 1),
            _("Look at the player with this number."),
            False,
        )
        for seat in range(MAX_PLAYERS)
    ),
    BACK,
)
READ: Final[Actions] = (
    KeyCommand("log.up", "up,k", "rows(-1)", _("earlier"), _("Go back by a row."), False),
    KeyCommand("log.down", "down,j", "rows(1)", _("later"), _("Go on by a row."), False),
    KeyCommand("log.page-up", "pageup,b", "pages(-1)", _("page back"), _("Go back by a page."), False),
    KeyCommand("log.page-down", "pagedown,space", "pages(1)", _("page on"), _("Go on by a page."), False),
    KeyCommand("log.first", "home", "first", _("beginning"), _("Go to the beginning of the match."), False),
    KeyCommand("log.last", "end", "last", _("end"), _("Go to what happened last."), False),
    BACK,
)

REMATCH: Final = KeyCommand(
    "game-over.rematch", "r", "rematch", _("rematch"), _("Deal again, to the same players by the same rules.")
)
REVIEW: Final = KeyCommand("game-over.table", "t", "review", _("table"), _("Look at the table as it was left."))
WATCH_AGAIN: Final = KeyCommand(
    "game-over.replay", "p", "replay", _("replay"), _("Watch the game again from the deal.")
)
EXPORT_RECORD: Final = KeyCommand(
    "game-over.export", "e", "export", _("export"), _("Write the game to a file, as a record.")
)
GO_HOME: Final = KeyCommand("game-over.home", "h,escape", "home", _("leave"), _("To the start. The game is kept."))
GAME_OVER: Final[Actions] = (REMATCH, REVIEW, LOG, WATCH_AGAIN, EXPORT_RECORD, GO_HOME)
