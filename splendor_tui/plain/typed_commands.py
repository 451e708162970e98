"""The commands of plain text: their words and their help, when each is available, and the parser of a typed line.

What follows a command, such as a card, is parsed by `typed_actions`. Each language has its own words. The English words
work in every language.
"""

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from itertools import chain, dropwhile
from typing import Final, TypeAlias

from splendor_tui.inputs.house_rules import GOAL_EXAMPLES, OptionError
from splendor_tui.presentation import commands as c
from splendor_tui.presentation.commands import Command, Commands
from splendor_tui.presentation.series import named_goal
from splendor_tui.presentation.tournaments import Tournament
from splendor_tui.words import N_, NP_, Message, MessageError, either, enumerated, quoted
from splendor_tui.words.spelling import simplify

PLAY: Final = NP_("word to type", "play")
_MAX_SUGGESTIONS: Final = 3
_MIN_LIKENESS: Final = 0.6
"""The similarity of a word with a suggestion."""
_MIN_SIMILARITY: Final = 0.8
"""The similarity of a misspelt word with the right one."""
_WHOSE_TURN: Final = NP_("words that ask whose turn it is", "who whose turn")
ALL: Final = NP_("word to type", "all")


TypedCommand: TypeAlias = tuple[Command, Sequence[str]]
"""A command and the words after it."""


def _typed(*commands: Command) -> Commands:
    """Those of these commands that have words."""
    return tuple(command for command in commands if command.typed)


_ALWAYS: Final = _typed(*c.EVERYWHERE)
TURN: Final = (*(one for one in _typed(*c.AT_TABLE) if one != c.SHARE), c.RESIGN, c.AGREE, c.SETTINGS, *_ALWAYS)
FIRST_TURN: Final = (*TURN, c.NEW)
DRAWN_CARD: Final = (c.READY, c.UNDO, c.ME, c.LOOK, c.SCORE, c.AGAIN, c.HELP, c.QUIT)
LISTENING: Final = (c.READY, c.LAST, c.SCORE, c.AGAIN, c.SETTINGS, *_ALWAYS)
HAND_OVER: Final = (c.READY, c.SCORE, c.MENU, c.SETTINGS, c.AGREE, c.AGAIN, *_ALWAYS)
PAUSED: Final = (c.GO_ON, c.SCORE, c.SETTINGS, c.AGREE, c.AGAIN, *_ALWAYS)
PAUSED_ON_TURN: Final = (*PAUSED, c.RESIGN)
BETWEEN_GAMES: Final = (c.NEW, c.LEARN, c.RESUME, c.GAMES, c.PUZZLES, c.CHALLENGES, c.TOURNAMENT)
HOME: Final = (
    *BETWEEN_GAMES,
    c.REMATCH,
    c.SCORE,
    c.SHARE,
    c.REVIEW,
    c.PRACTISE,
    c.STATISTICS,
    c.RENAME_PLAYER,
    c.SETTINGS,
    c.AGAIN,
    *_ALWAYS,
)
_UNDO: Final = c.UNDO._replace(typed=NP_("words to type", "undo"))
"""Back, the other word, goes back to the previous question elsewhere; nobody reopens a finished game with it."""
OVER: Final = (_UNDO, c.RIVALS, c.TABLE, c.LOG, *HOME)
LESSON: Final = tuple(one for one in _typed(*c.IN_LESSON, *_ALWAYS) if one not in (c.NOBLE, c.PASS, c.MENU))
PUZZLE_LIST: Final = (c.PUZZLES, c.SCORE, c.AGAIN, *_ALWAYS)
PUZZLE_OPEN: Final = tuple(one for one in _typed(*c.IN_PUZZLE, *_ALWAYS) if one != c.SAVE_PUZZLE)
PUZZLE_DECIDED: Final = tuple(one for one in PUZZLE_OPEN if one not in (*c.ACTIONS, c.PUZZLE_HINT))
CHALLENGE_OPEN: Final = tuple(one for one in _typed(*c.IN_CHALLENGE, *_ALWAYS) if one != c.NEXT_STEP)
CHALLENGE_DECIDED: Final = (*(one for one in CHALLENGE_OPEN if one not in c.ACTIONS), c.NEXT_STEP)
CHALLENGE_OVER: Final = (*CHALLENGE_DECIDED, c.SHARE)

TYPED: Final = tuple(dict.fromkeys((*FIRST_TURN, *HAND_OVER, *PAUSED, *LESSON, *_typed(*c.IN_PUZZLE), *OVER)))
"""All typed commands."""
_TO_PLAY: Final = (*c.ACTIONS, c.UNDO, c.REDO, c.HINT, c.PUZZLE_HINT, c.NEXT_STEP)
_ASKING: Final = NP_("commands", "Ask")
_TELLING: Final = (
    *(one for one in c.QUESTIONS if one is not c.NUMBERS),
    *(c.CLOCK, c.LOG, c.TASK, c.GAMES, c.STATISTICS, c.RULES, c.HELP),
)
"""The commands that change nothing."""
_WITHOUT_WORDS: Final = (
    *(c.QUIT, c.LEARN, c.NEW, c.GAMES, c.SOLUTION, c.TRY_AGAIN, c.UNDO, c.REDO, c.MENU, c.READY, c.GO_ON, c.RESIGN),
    *(c.AGREE, c.ME, c.NOBLES, c.BANK, c.LAST, c.AGAIN, c.CLOCK),
)
"""The commands after which nothing else is typed."""
RARE: Final = (
    c.RETURN,
    c.NOBLE,
    c.PASS,
    c.REDO,
    c.NOBLES,
    c.BANK,
    c.CLOCK,
    c.LOG,
    c.NUMBERS,
    c.MENU,
    c.RESIGN,
    c.AGREE,
)
"""Commands that the short help names last, because they are rare or prompted for."""


def find_verb(word: str, possible: Sequence[Command]) -> Command | None:
    """The command with this word or unique abbreviation, preferring available commands."""
    typed, others = simplify(word), [command for command in TYPED if command not in possible]
    known = (*possible, *others)
    translated = (command for command in known if typed in map(simplify, command.words))
    english = (command for command in known if typed in command.english)
    if (found := next(chain(translated, english), None)) is not None:
        return found
    for some in (possible, others):
        begun = [command for command in some if _words_starting_with(command, typed)]
        if begun:
            return begun[0] if len(begun) == 1 else None
    return None


def _suggest_words(word: str, verbs: Sequence[Command]) -> list[str]:
    """The commands that start with the word, otherwise similar ones."""
    typed = simplify(word)
    if begun := [words[0] for verb in verbs if (words := _words_starting_with(verb, typed))]:
        return begun
    return _similar_words(word, verbs, _MIN_LIKENESS)


def _similar_words(word: str, verbs: Sequence[Command], cutoff: float) -> list[str]:
    named = {simplify(word): str(verb) for verb in verbs for word in verb.words}
    found = get_close_matches(simplify(word), named, _MAX_SUGGESTIONS, cutoff)
    return list(dict.fromkeys(named[word] for word in found))


def _words_starting_with(verb: Command, typed: str) -> list[str]:
    """The command's words in the current language that start with this text."""
    return [word for word in verb.words if simplify(word).startswith(typed)]


def help_lines(words: Sequence[str], possible: Sequence[Command]) -> Iterator[Message]:
    """List the commands, or describe all of them or a single one."""
    if words and not is_all(words) and (verb := find_verb(words[0], possible)) is not None:
        yield _full_usage(verb)
        return
    if is_all(words):
        yield from map(_full_usage, possible)
        yield N_("Commands are case-insensitive and can be shortened.")
        return
    common = [verb for verb in possible if verb not in RARE and verb is not c.HELP]
    to_play = [verb for verb in common if verb in _TO_PLAY]
    to_ask = [verb for verb in common if verb in c.QUESTIONS]
    others = [verb for verb in possible if verb in RARE or verb not in (*to_play, *to_ask, c.HELP)]
    title = NP_("commands", "Also") if to_play else NP_("commands", "Commands")
    for about, verbs in ((None, to_play), (_ASKING, to_ask), (title, others)):
        if verbs:
            lines = enumerated([str(verb) if verb in RARE else verb.line for verb in verbs])
            yield N_("{about}: {lines}.", about=about, lines=lines) if about else N_("{sentence}.", sentence=lines)
    one = f"{c.HELP} {next(iter(to_play or possible))}"
    yield N_("Type {one} or {all} for more.", one=one, all=NP_("line to type", "help all"))


def _usage(verb: Command) -> Message:
    return N_("{line}: {about}", line=verb.line, about=verb.typing or verb.about)


def _full_usage(verb: Command) -> Message:
    """Describe a command, including its synonyms."""
    if len(verb.words) == 1:
        return _usage(verb)
    others = enumerated(verb.words[1:])
    return N_("{line}, also {words}: {about}", line=verb.line, words=others, about=verb.typing or verb.about)


def next_table(tournament: Tournament) -> Iterator[Message]:
    """Describe the next tables of a tournament, and how to play or resume the first one."""
    line = f"{c.TOURNAMENT} {PLAY}"
    yield from tournament.next_sentences()
    if tournament.unfinished is not None:
        yield N_("Type {line} to resume the unfinished game.", line=line)
    elif not tournament.is_over:
        yield N_("Type {line} to play the next table.", line=line)


def no_rematch(tournament: Tournament) -> Message:
    """Why there is no rematch after a game of this tournament, and how to continue."""
    if tournament.is_over:
        return N_(
            "The tournament is over. Type {line} for another one, or type {new} for a game.",
            line=c.TOURNAMENT.line,
            new=c.NEW,
        )
    return N_("A tournament is running. Type {line} for its next game.", line=f"{c.TOURNAMENT} {PLAY}")


def is_command(word: str, verb: Command) -> bool:
    """Whether the word is exactly one of the command's. Anything else could be a name or an answer."""
    return simplify(word) in (*map(simplify, verb.words), *verb.english)


def only_tells(words: Sequence[str]) -> bool:
    """Whether a line begins with the word of a command that changes nothing. A goal after `score` changes the series."""
    verb = next((one for one in _TELLING if words and is_command(words[0], one)), None)
    return verb is not None and (verb is not c.SCORE or len(words) == 1)


def is_all(words: Sequence[str]) -> bool:
    """Whether the first word is `all`."""
    return is_named(words, ALL)


def is_named(words: Sequence[str], name: Message) -> bool:
    """Whether the first word is this one, in English or the current language."""
    return bool(words) and simplify(words[0]) in (simplify(name.translated()), name.template)


def completed(words: Sequence[str], *names: Message) -> Message | None:
    """The name that the first word is or begins, None without words. Raises MessageError for any other word."""
    if not words:
        return None
    typed = simplify(words[0])
    found = [name for name in names if any(one.startswith(typed) for one in (simplify(str(name)), name.template))]
    if len(found) == 1:
        return found[0]
    raise did_you_mean(words[0], names)


def did_you_mean(typed: str, near: Sequence[object]) -> MessageError:
    """The refusal of what somebody typed, with what is possible."""
    return MessageError(N_("I do not understand {word}. Did you mean {near}?", word=quoted(typed), near=either(near)))


def typed_goal(verb: Command, words: Sequence[str]) -> str:
    """The goal of a series after a command that also works alone. Raises MessageError for any other words."""
    try:
        return named_goal(words)
    except OptionError as error:
        sentence = N_("Type {verb} alone, or with a goal such as {first} or {best}, or with {open}.")
        raise MessageError(sentence.filled_in(verb=verb, **GOAL_EXAMPLES)) from error


_AS_PRINTED: Final = re.compile(r"(?:[0-9]+\.\s+)?(.*?)(?:,?\s+[0-9]+\s*%)?(?:\s*:.*)?\.?")
"""A line as a hint prints it: number, line to type, chance of winning, and reason."""
_IN_QUOTES: Final = re.compile(r"""['"`‘“«](.*)['"`’”»]""")


def split(line: str) -> list[str]:
    """Split a line into words at spaces and commas. A line copied from a hint works as printed, also in quotes."""
    line = _IN_QUOTES.sub(r"\1", line.strip())
    found = _AS_PRINTED.fullmatch(line)
    return (found[1] if found else line).replace(",", " ").split()


def parse_command(words: Sequence[str], possible: Sequence[Command]) -> TypedCommand:
    """Parse a command, whether or not it is available now. Raises MessageError, which suggests similar commands."""
    word = words[0]
    verb = find_verb(word, possible)
    if verb in _WITHOUT_WORDS and len(words) > 1 and not is_command(word, verb):
        verb = None  # in French, `le` and `qui` begin sentences, but also other commands
    is_clear = verb is not None and (verb is not c.WHAT_IF or _is_what_if(words))
    if not is_clear and (named := _named_in(words, possible)):
        raise MessageError(N_("Did you mean {near}?", near=either(named)))
    if verb is not None:
        return verb, words[1:]
    if near := _suggest_words(word, possible):
        raise did_you_mean(word, near)
    raise MessageError(N_("I do not understand {word}. Type {help} for the commands.", word=quoted(word), help=c.HELP))


def without_what_if(words: Sequence[str]) -> Sequence[str]:
    """What follows `what if`."""
    return [*dropwhile(lambda word: is_command(word, c.WHAT_IF), words)]


def _is_what_if(words: Sequence[str]) -> bool:
    """Whether a line that begins with `what` asks what an action would do."""
    rest = without_what_if(words[1:])
    return len(rest) < len(words) - 1 or not rest or find_verb(rest[0], c.ACTIONS) in c.ACTIONS


def _named_in(words: Sequence[str], possible: Sequence[Command]) -> Sequence[Command]:
    """The commands that a sentence names, above all those that only tell something. None after a misspelt command."""
    others = [verb for verb in possible if verb is not c.WHAT_IF]
    if _similar_words(words[0], others, _MIN_SIMILARITY):
        return ()
    typed = re.findall(r"\w+", simplify(" ".join(words)))
    asks_for_turn = any(word in typed for word in simplify(_WHOSE_TURN.translated()).split())
    named = [
        verb for verb in others if any(is_command(word, verb) for word in typed) or (verb is c.TABLE and asks_for_turn)
    ]
    telling = [verb for verb in named if verb in (*_TELLING, c.HINT, c.PUZZLE_HINT)]
    found = [verb for verb in telling if verb is not c.ME] or telling or named  # `give me the score`
    return found if len(found) <= _MAX_SUGGESTIONS else ()
