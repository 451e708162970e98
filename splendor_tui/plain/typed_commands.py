"""The commands of plain text: their words and their help, when each is available, and the parser of a typed line.

What follows a command, such as a card, is parsed by `typed_actions`. Each language has its own words. The English words
work in every language.
"""

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from enum import Enum
from typing import Final, TypeAlias

from splendor_tui.words import N_, NP_, Message, MessageError, either, enumerated, quoted
from splendor_tui.words.spelling import simplify

_MAX_SUGGESTIONS: Final = 3
_MIN_GROUPED: Final = 3
"""The short help lists rare commands on one line if there are at least this many."""
_ALL: Final = NP_("word to type", "all")


class Verb(Enum):
    """The commands, in the order of the help. `str()` of a command is its first word.

    `typed` holds all its words, `about` describes it, and `example` is a complete line.
    """

    TAKE = (
        NP_("words to type", "take"),
        N_("three colours, or two of one: w white, u blue, g green, r red, k black"),
        NP_("line to type", "take w u g"),
    )
    BUY = (
        NP_("words to type", "buy"),
        N_("a card; `buy d with 1 white 1 gold` sets the payment"),
        NP_("line to type", "buy d"),
    )
    RESERVE = (
        NP_("words to type", "reserve"),
        N_("a card; with t, g or b, the top card of the level 3, 2 or 1 deck"),
        NP_("line to type", "reserve d"),
    )
    RETURN = (NP_("words to type", "return"), N_("surplus tokens; * is gold"), NP_("line to type", "return w *"))
    NOBLE = (
        NP_("words to type", "noble"),
        N_("choose one of several nobles, by number or name"),
        NP_("line to type", "noble 1"),
    )
    PASS = (NP_("words to type", "pass"), N_("if nothing else is possible"))
    UNDO = (NP_("words to type", "undo back"), N_("undo the last action"))
    REDO = (NP_("words to type", "redo"), N_("redo the last undone action"))
    NEXT = (NP_("words to type", "next"), N_("continue"))
    HINT = (NP_("words to type", "hint advice"), N_("a good move, and why"))
    CAN = (NP_("words to type", "can affordable"), N_("what you can buy now; with a name, what that player can buy"))
    LOOK = (
        NP_("words to type", "look card"),
        N_("one card in full; its key alone does the same"),
        NP_("line to type", "look d"),
    )
    CARDS = (
        NP_("words to type", "cards"),
        N_("the cards on the table; `cards 2` only level 2, `cards blue` only the blue ones"),
    )
    ME = (NP_("words to type", "me hand"), N_("what you have"))
    RIVALS = (NP_("words to type", "rivals players others"), N_("what the others have; with a name, only that player"))
    NOBLES = (NP_("words to type", "nobles"), N_("the nobles and their requirements"))
    BANK = (NP_("words to type", "bank"), N_("the tokens in the bank"))
    TABLE = (NP_("words to type", "table status"), N_("everything: players, bank, nobles and cards"))
    CLOCK = (NP_("words to type", "clock time"), N_("your time left"))
    LOG = (NP_("words to type", "log history"), N_("the last ten events; `log all` for all of them"))
    RULES = (NP_("words to type", "rules"), N_("the rules of the game"))
    PAUSE = (NP_("words to type", "pause"), N_("hide the table and stop the clock"))
    RESIGN = (NP_("words to type", "resign"), N_("resign the game"))
    AGREE = (NP_("words to type", "agree"), N_("end the game now, if all agree"))
    READY = (NP_("words to type", "ready"), N_("show the table, or hand over"))
    CONTINUE = (NP_("words to type", "continue go"), N_("end the pause"))
    REMATCH = (NP_("words to type", "rematch again"), N_("play again with the same players"))
    TASK = (NP_("words to type", "task goal"), N_("the puzzle's task"))
    RETRY = (NP_("words to type", "retry restart"), N_("restart the puzzle"))
    SOLUTION = (NP_("words to type", "solution"), N_("a solution of the puzzle, step by step"))
    SAVE = (NP_("words to type", "save"), N_("save this task to your own puzzles"))
    PUZZLES = (NP_("words to type", "puzzles"), N_("all puzzles; with a name, that one; `puzzles daily` for today's"))
    NEW = (NP_("words to type", "new"), N_("start a new game"))
    LEARN = (NP_("words to type", "learn lesson"), N_("learn the game in ten minutes, or continue"))
    RESUME = (NP_("words to type", "resume"), N_("resume the last game, or the one with this id"))
    GAMES = (NP_("words to type", "games"), N_("the unfinished games, with their ids"))
    REVIEW = (
        NP_("words to type", "review"),
        N_("the turning points of the last finished game; `review all` for every turn"),
    )
    PRACTICE = (
        NP_("words to type", "practice practise mistakes"),
        N_("replay your mistakes in the last finished game and find better moves; with a name, that player's"),
    )
    STATS = (NP_("words to type", "stats statistics"), N_("finished games and ratings"))
    RENAME = (
        NP_("words to type", "rename"),
        N_("rename a player in the statistics, or merge two; `rename undo` undoes that"),
        NP_("line to type", "rename Ann = Anna"),
    )
    SETTINGS = (NP_("words to type", "settings"), N_("all settings; `settings match.target 21` changes one"))
    HELP = (NP_("words to type", "help commands ?"), N_("this list; `help buy` explains one command"))
    QUIT = (NP_("words to type", "quit exit bye"), N_("quit; the game is saved"))

    def __init__(self, typed: Message, about: Message, example: Message | None = None) -> None:
        self.typed = typed
        self.about = about
        self.example = example

    def __str__(self) -> str:
        return self.words[0]

    @property
    def words(self) -> tuple[str, ...]:
        """The command's words in the current language, main word first."""
        return tuple(self.typed.translated().split())

    @property
    def english(self) -> tuple[str, ...]:
        """The command's English words, which work in every language."""
        return tuple(self.typed.template.split())

    @property
    def line(self) -> str:
        """A complete line that runs the command."""
        return str(self) if self.example is None else self.example.translated()


TypedCommand: TypeAlias = tuple[Verb, Sequence[str]]
"""A command and the words after it."""


def find_verb(word: str, possible: Sequence[Verb]) -> Verb | None:
    """The command with this word or unique abbreviation, preferring available commands."""
    typed = simplify(word)
    for verb in Verb:
        if typed in map(simplify, verb.words):
            return verb
    for verb in Verb:
        if typed in verb.english:
            return verb
    for verbs in (possible, Verb):
        begun = [verb for verb in verbs if _words_starting_with(verb, typed)]
        if begun:
            return begun[0] if len(begun) == 1 else None
    return None


def _suggest_words(word: str, verbs: Sequence[Verb]) -> list[str]:
    """The commands that start with the word, otherwise similar ones."""
    typed = simplify(word)
    if begun := [words[0] for verb in verbs if (words := _words_starting_with(verb, typed))]:
        return begun
    named = {simplify(word): str(verb) for verb in verbs for word in verb.words}
    return list(dict.fromkeys(named[word] for word in get_close_matches(typed, named, n=_MAX_SUGGESTIONS)))


def _words_starting_with(verb: Verb, typed: str) -> list[str]:
    """The command's words in the current language that start with this text."""
    return [word for word in verb.words if simplify(word).startswith(typed)]


ACTIONS: Final = (Verb.TAKE, Verb.BUY, Verb.RESERVE, Verb.RETURN, Verb.NOBLE, Verb.PASS)
_INFORMATION: Final = (Verb.CAN, Verb.LOOK, Verb.CARDS, Verb.ME, Verb.RIVALS, Verb.NOBLES, Verb.BANK, Verb.TABLE)
_ALWAYS: Final = (Verb.RULES, Verb.HELP, Verb.QUIT)

TURN: Final = (
    *(*ACTIONS, *_INFORMATION, Verb.CLOCK, Verb.LOG, Verb.UNDO, Verb.REDO, Verb.HINT),
    *(Verb.PAUSE, Verb.SETTINGS, Verb.RESIGN, Verb.AGREE, *_ALWAYS),
)
FIRST_TURN: Final = (*TURN, Verb.NEW)
DRAWN_CARD: Final = (Verb.READY, Verb.UNDO, Verb.ME, Verb.HELP, Verb.QUIT)
HAND_OVER: Final = (Verb.READY, Verb.PAUSE, Verb.SETTINGS, Verb.AGREE, *_ALWAYS)
PAUSED: Final = (Verb.CONTINUE, Verb.SETTINGS, Verb.AGREE, *_ALWAYS)
PAUSED_ON_TURN: Final = (*PAUSED, Verb.RESIGN)
BETWEEN_GAMES: Final = (Verb.NEW, Verb.LEARN, Verb.RESUME, Verb.GAMES, Verb.PUZZLES)
_LOOKUPS: Final = (Verb.REVIEW, Verb.PRACTICE, Verb.STATS, Verb.RENAME, Verb.SETTINGS)
OVER: Final = (Verb.REMATCH, *BETWEEN_GAMES, *_LOOKUPS, Verb.UNDO, Verb.RIVALS, Verb.TABLE, Verb.LOG, *_ALWAYS)
HOME: Final = (*BETWEEN_GAMES, *_LOOKUPS, *_ALWAYS)

LESSON: Final = (
    *(Verb.TAKE, Verb.BUY, Verb.RESERVE, Verb.RETURN, Verb.NEXT, Verb.UNDO, Verb.HINT),
    *(*_INFORMATION, Verb.LOG, *_ALWAYS),
)

PUZZLE_LIST: Final = (Verb.PUZZLES, *_ALWAYS)
PUZZLE_DECIDED: Final = (*_INFORMATION, Verb.TASK, Verb.RETRY, Verb.SOLUTION, Verb.NEXT, *_ALWAYS)
PUZZLE_OPEN: Final = (*ACTIONS, Verb.HINT, *PUZZLE_DECIDED)

RARE: Final = (
    *(Verb.RETURN, Verb.NOBLE, Verb.PASS, Verb.REDO, Verb.NOBLES, Verb.BANK, Verb.CLOCK, Verb.LOG),
    *(Verb.PAUSE, Verb.RESIGN, Verb.AGREE),
)
"""Commands that the short help only lists, because they are rare or prompted for."""


def help_lines(words: Sequence[str], possible: Sequence[Verb]) -> Iterator[Message]:
    """Describe the common commands, all commands, or a single command."""
    if words and not is_all(words) and (verb := find_verb(words[0], possible)) is not None:
        yield _full_usage(verb)
        return
    verbs = [verb for verb in Verb if verb in possible]
    if is_all(words):
        yield from map(_full_usage, verbs)
        yield N_("Commands are case-insensitive and can be shortened.")
        return
    rare = [verb for verb in verbs if verb in RARE]
    if len(rare) < _MIN_GROUPED:
        rare = []
    yield from (_usage(verb) for verb in verbs if verb not in rare)
    if rare:
        yield N_(
            "Also: {words}. Type {line} to see what they do.",
            words=enumerated(rare),
            line=NP_("line to type", "help all"),
        )


def _usage(verb: Verb) -> Message:
    return N_("{line}: {about}.", line=verb.line, about=verb.about)


def _full_usage(verb: Verb) -> Message:
    """Describe a command, including its synonyms."""
    if len(verb.words) == 1:
        return _usage(verb)
    others = enumerated(verb.words[1:])
    return N_("{line}, also {words}: {about}.", line=verb.line, words=others, about=verb.about)


def is_all(words: Sequence[str]) -> bool:
    """Whether the first word is `all`."""
    return bool(words) and simplify(words[0]) in (simplify(_ALL.translated()), _ALL.template)


_AS_PRINTED: Final = re.compile(r"(?:[0-9]+\.\s+)?(.*?)(?:,?\s+[0-9]+\s*%)?(?:\s*:.*)?\.?")
"""A line as a hint prints it: number, line to type, chance of winning, and reason."""


def split(line: str) -> list[str]:
    """Split a line into words at spaces and commas. A line copied from a hint works as printed."""
    found = _AS_PRINTED.fullmatch(line.strip())
    return (found[1] if found else line).replace(",", " ").split()


def parse_command(words: Sequence[str], possible: Sequence[Verb]) -> TypedCommand:
    """Parse a command, whether or not it is available now. Raises MessageError, which suggests similar commands."""
    word = words[0]
    verb = find_verb(word, possible)
    if verb is not None:
        return verb, words[1:]
    typed = quoted(word)
    if near := _suggest_words(word, possible):
        raise MessageError(N_("I do not understand {word}. Did you mean {near}?", word=typed, near=either(near)))
    raise MessageError(N_("I do not understand {word}. Type {help} for the commands.", word=typed, help=Verb.HELP))
