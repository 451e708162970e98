"""What can be typed: every command with its words and what it does, and which one a word means.

Each language has words of its own; the English ones are understood in every language.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum
from typing import Final

from splendor_tui.presentation.word_search import plainly
from splendor_tui.words import N_, NP_, Message

_MOST_NEAR: Final = 3


@dataclass(frozen=True, slots=True)
class Usage:
    """`typed` are the words for it, its name first; `example` is a whole line; `about` says what it does."""

    typed: Message
    about: Message
    example: Message | None = None

    @property
    def words(self) -> tuple[str, ...]:
        """What is typed for it in the language in force, its name first."""
        return tuple(self.typed.translated().split())

    @property
    def english(self) -> tuple[str, ...]:
        """What is typed for it in any language."""
        return tuple(self.typed.template.split())

    @property
    def line(self) -> str:
        """A line that does it."""
        return self.words[0] if self.example is None else self.example.translated()


class Verb(Enum):
    """A command, in the order in which the help tells of them."""

    TAKE = Usage(
        NP_("words to type", "take"),
        N_("three colours, or two alike, of w white, u blue, g green, r red, k black"),
        NP_("line to type", "take w u g"),
    )
    BUY = Usage(
        NP_("words to type", "buy"), N_("a card; `buy d with 1 white 1 gold` pays that"), NP_("line to type", "buy d")
    )
    RESERVE = Usage(
        NP_("words to type", "reserve"),
        N_("a card; with t, g or b, the top of a deck of level 3, 2 or 1"),
        NP_("line to type", "reserve d"),
    )
    RETURN = Usage(
        NP_("words to type", "return"),
        N_("surplus tokens; the star is gold"),
        NP_("line to type", "return w *"),
    )
    NOBLE = Usage(
        NP_("words to type", "noble"),
        N_("choose one of several nobles, by number or name"),
        NP_("line to type", "noble 1"),
    )
    PASS = Usage(NP_("words to type", "pass"), N_("when nothing else can be done"))
    UNDO = Usage(NP_("words to type", "undo back"), N_("take back the last action"))
    REDO = Usage(NP_("words to type", "redo"), N_("redo what was taken back"))
    NEXT = Usage(NP_("words to type", "next"), N_("go on to what comes next"))
    HINT = Usage(NP_("words to type", "hint advice"), N_("what would be good to do, and why"))
    CAN = Usage(NP_("words to type", "can affordable"), N_("what you can buy now; with a name, what that player can"))
    LOOK = Usage(
        NP_("words to type", "look card"),
        N_("one card in full; its key alone does the same"),
        NP_("line to type", "look d"),
    )
    CARDS = Usage(
        NP_("words to type", "cards"),
        N_("the cards on the table; `cards 2` only level 2, `cards blue` only the blue ones"),
    )
    ME = Usage(NP_("words to type", "me hand"), N_("what you have"))
    RIVALS = Usage(
        NP_("words to type", "rivals players others"), N_("what the others have; with a name, only that one")
    )
    NOBLES = Usage(NP_("words to type", "nobles"), N_("who asks for what"))
    BANK = Usage(NP_("words to type", "bank"), N_("the tokens that are left"))
    TABLE = Usage(NP_("words to type", "table status"), N_("all of it: players, bank, nobles and cards"))
    CLOCK = Usage(NP_("words to type", "clock time"), N_("the time that you have"))
    LOG = Usage(NP_("words to type", "log history"), N_("the last ten things that happened; `log all` for everything"))
    RULES = Usage(NP_("words to type", "rules"), N_("the rules of the game"))
    PAUSE = Usage(NP_("words to type", "pause"), N_("hide the table and stop the clock"))
    RESIGN = Usage(NP_("words to type", "resign"), N_("leave the game for good"))
    AGREE = Usage(NP_("words to type", "agree"), N_("end the game, if all agree and it leads nowhere"))
    READY = Usage(NP_("words to type", "ready"), N_("you are at the keyboard, or have seen enough"))
    CONTINUE = Usage(NP_("words to type", "continue go"), N_("end the pause"))
    REMATCH = Usage(NP_("words to type", "rematch again"), N_("deal again, to the same players"))
    TASK = Usage(NP_("words to type", "task goal"), N_("what the puzzle asks"))
    RETRY = Usage(NP_("words to type", "retry restart"), N_("begin the puzzle again"))
    SOLUTION = Usage(NP_("words to type", "solution"), N_("a solution of the puzzle, step by step"))
    PUZZLES = Usage(
        NP_("words to type", "puzzles"), N_("all puzzles; with a name, that one; `puzzles daily` for today's")
    )
    NEW = Usage(NP_("words to type", "new"), N_("begin a new game"))
    LEARN = Usage(NP_("words to type", "learn lesson"), N_("learn the game in ten minutes, or go on learning it"))
    RESUME = Usage(NP_("words to type", "resume"), N_("go on with the last game, or with the one of this id"))
    GAMES = Usage(NP_("words to type", "games"), N_("the games that are not over, with their ids"))
    REVIEW = Usage(
        NP_("words to type", "review"), N_("where the last game turned; `review all` tells what every turn was worth")
    )
    STATS = Usage(NP_("words to type", "stats statistics"), N_("the finished games, and how strong people are"))
    SETTINGS = Usage(NP_("words to type", "settings"), N_("every setting; `settings match.target 21` changes that one"))
    HELP = Usage(NP_("words to type", "help commands ?"), N_("this list; `help buy` explains only that command"))
    QUIT = Usage(NP_("words to type", "quit exit bye"), N_("leave; an unfinished game is saved"))

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
    typed = plainly(word)
    for verb in Verb:
        if typed in map(plainly, verb.words):
            return verb
    for verb in Verb:
        if typed in verb.value.english:
            return verb
    for verbs in (possible, Verb):
        begun = [verb for verb in verbs if _begun(verb, typed)]
        if begun:
            return begun[0] if len(begun) == 1 else None
    return None


def nearest(word: str, possible: Iterable[Verb]) -> list[str]:
    """The words of the commands that somebody may have meant: all that begin so, else those that are spelled alike."""
    typed = plainly(word)
    verbs = list(possible)
    begun = [words[0] for verb in verbs if (words := _begun(verb, typed))]
    return begun or list(dict.fromkeys(_alike(typed, verbs)))


def _begun(verb: Verb, typed: str) -> list[str]:
    """The words of a command that begin so; only those of the language in force."""
    return [word for word in verb.words if plainly(word).startswith(typed)]


def _alike(typed: str, verbs: Iterable[Verb]) -> Iterator[str]:
    named = {plainly(word): verb.name_typed for verb in verbs for word in verb.words}
    return (named[word] for word in get_close_matches(typed, named, n=_MOST_NEAR))
