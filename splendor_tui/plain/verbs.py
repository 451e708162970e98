"""What can be typed: every command with its words and what it does, and which one a word means.

The words stand here alone, so that a language may have its own.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum
from typing import Final

from splendor_tui.words import N_, Message

_MOST_NEAR: Final = 3


@dataclass(frozen=True, slots=True)
class Usage:
    """`words` are what is typed for it, its name first; `example` is a whole line; `about` says what it does."""

    words: tuple[str, ...]
    about: Message
    example: str = ""

    @property
    def line(self) -> str:
        """A line that does it."""
        return self.example or self.words[0]


class Verb(Enum):
    """A command, in the order in which the help tells of them."""

    TAKE = Usage(("take",), N_("three colours or two alike, of w white, u blue, g green, r red, k black"), "take w u g")
    BUY = Usage(("buy",), N_("a card; `buy a with 1 white 1 gold` pays that"), "buy a")
    RESERVE = Usage(("reserve",), N_("a card; with t, g or b the top of a deck of level 3, 2 or 1"), "reserve a")
    RETURN = Usage(("return",), N_("tokens that are too many; the star is gold"), "return w *")
    NOBLE = Usage(("noble",), N_("choose one of several nobles, by number or name"), "noble 1")
    PASS = Usage(("pass",), N_("when nothing else can be done"))
    UNDO = Usage(("undo", "back"), N_("take back the last action"))
    REDO = Usage(("redo",), N_("play again what was taken back"))
    HINT = Usage(("hint", "advice"), N_("the three best actions, and why"))
    CAN = Usage(("can", "affordable"), N_("what you can buy now"))
    LOOK = Usage(("look", "card"), N_("one card in full; its key alone does the same"), "look a")
    CARDS = Usage(("cards",), N_("the cards on the table; with a level or a colour only those"), "cards 2")
    ME = Usage(("me", "hand"), N_("what you have"))
    RIVALS = Usage(("rivals", "players", "others"), N_("what the others have; with a name only that one"))
    NOBLES = Usage(("nobles",), N_("who asks for what"))
    BANK = Usage(("bank",), N_("the tokens that are left"))
    TABLE = Usage(("table", "status"), N_("all of it: players, bank, nobles and cards"))
    CLOCK = Usage(("clock", "time"), N_("the time that you have"))
    LOG = Usage(("log", "history"), N_("the last ten things that happened; `log all` for everything"))
    RULES = Usage(("rules",), N_("the rules of the game"))
    PAUSE = Usage(("pause",), N_("hide the table and stop the clock"))
    RESIGN = Usage(("resign",), N_("leave the game for good"))
    AGREE = Usage(("agree",), N_("end the game, if all agree and it leads nowhere"))
    READY = Usage(("ready",), N_("you are at the keyboard, or have seen enough"))
    CONTINUE = Usage(("continue", "go"), N_("end the pause"))
    REMATCH = Usage(("rematch", "again"), N_("deal again, to the same players"))
    NEW = Usage(("new",), N_("begin a new game"))
    RESUME = Usage(("resume",), N_("go on with the last game, or with the one of this id"))
    GAMES = Usage(("games",), N_("the games that are not over, with their ids"))
    HELP = Usage(("help", "commands", "?"), N_("this list; with a command only that one"), "help buy")
    QUIT = Usage(("quit", "exit", "bye"), N_("leave; the game is kept"))

    @property
    def words(self) -> tuple[str, ...]:
        """What is typed for it, its name first."""
        return self.value.words

    @property
    def name_typed(self) -> str:
        """The first of its words."""
        return self.words[0]


def meant(word: str, possible: Sequence[Verb]) -> Verb | None:
    """The command that a word stands for, whole or as the beginning of one only; those that are possible now come first."""
    typed = word.casefold()
    for verb in Verb:
        if typed in verb.words:
            return verb
    for verbs in (possible, Verb):
        begun = [verb for verb in verbs if _begins(verb, typed)]
        if begun:
            return begun[0] if len(begun) == 1 else None
    return None


def nearest(word: str, possible: Iterable[Verb]) -> list[str]:
    """The words of the commands that somebody may have meant: all that begin so, else those that are spelled alike."""
    typed = word.casefold()
    verbs = list(possible)
    begun = [next(word for word in verb.words if word.startswith(typed)) for verb in verbs if _begins(verb, typed)]
    return begun or list(dict.fromkeys(_alike(typed, verbs)))


def _begins(verb: Verb, typed: str) -> bool:
    return any(word.startswith(typed) for word in verb.words)


def _alike(typed: str, verbs: Iterable[Verb]) -> Iterator[str]:
    named = {word: verb.name_typed for verb in verbs for word in verb.words}
    return (named[word] for word in get_close_matches(typed, named, n=_MOST_NEAR))
