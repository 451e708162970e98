"""All that a player can do with a key: the one registry that feeds bindings, key hints, command palette, help and settings."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from textual.binding import Binding, BindingType

from splendor_tui.rules.cards import LEVELS
from splendor_tui.rules.gems import Colour
from splendor_tui.rules.state import COLUMNS, HAND_LIMIT
from splendor_tui.words import _


@dataclass(frozen=True, slots=True)
class KeyCommand:
    """Something that a screen, or the app, can do.

    `id` names its binding in the settings, `keys` are the keys of a qwerty keyboard as Textual names them, `run` is the Textual
    action. `words` name it in key hints and in the palette, `about` tells in a sentence what it does. The palette lists it
    unless it only makes sense as a key.
    """

    id: str
    keys: str
    run: str
    words: str
    about: str
    in_palette: bool = True
    priority: bool = False

    def binding(self) -> Binding:
        """The action as Textual binds it."""
        return Binding(self.keys, self.run, self.words, show=False, priority=self.priority, id=self.id)


Actions: TypeAlias = tuple[KeyCommand, ...]


def bindings(actions: Iterable[KeyCommand]) -> list[BindingType]:
    """What a screen or the app has for BINDINGS."""
    return [action.binding() for action in actions]


def by_id(actions: Iterable[KeyCommand], action_id: str) -> KeyCommand:
    """The action of this id; raises KeyError when it is not among them."""
    return {action.id: action for action in actions}[action_id]


EVERYWHERE: Final[Actions] = (
    KeyCommand(
        "app.help", "question_mark,f1", "app.help", _("help"), _("Tell which keys do what on the screen that is shown.")
    ),
    KeyCommand("app.rules", "f2", "app.rules", _("rules"), _("Show the rules of the game on one screen.")),
    KeyCommand(
        "app.palette",
        "ctrl+p",
        "app.command_palette",
        _("commands"),
        _("Find anything that can be done here by its name."),
        in_palette=False,
        priority=True,
    ),
    KeyCommand(
        "app.theme", "f3", "app.change_theme", _("theme"), _("Choose another look; it is shown while you choose.")
    ),
    KeyCommand(
        "app.suspend",
        "ctrl+z",
        "app.suspend_process",
        _("stop"),
        _("Stop the program and go to the shell, with the table hidden; `fg` there goes on."),
        priority=True,
    ),
    KeyCommand(
        "app.quit",
        "ctrl+q",
        "app.leave",
        _("quit"),
        _("Leave the program; a game that is played is saved."),
        priority=True,
    ),
)
BACK: Final = KeyCommand("screen.back", "escape,backspace", "app.back", _("back"), _("Go back to where you were."))

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
