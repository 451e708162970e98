"""The table of commands. Each one is a module, imported when it runs.

Its function `configure` adds the arguments to a parser. `run` runs the command, and returns the exit code or raises
MessageError.
"""

import importlib
import sys
from collections.abc import Mapping, Sequence
from typing import Final

from splendor_tui import __version__
from splendor_tui.commands.argument_parser import CommandError, Parser, columns, examples
from splendor_tui.commands.language_option import OPTION, known_languages
from splendor_tui.words import N_, NP_, Message, enumerated, quoted
from splendor_tui.words.languages import OF_THE_SYSTEM, languages

GROUPS: Final[Mapping[Message, Mapping[str, Message]]] = {
    N_("Play"): {
        "play": N_("start at the home screen (the default command)"),
        "learn": N_("learn the game by playing it, in about ten minutes"),
        "new": N_("start a new game now, with these options"),
        "tournament": N_("plan a tournament of three to eight players, or continue or print the last one"),
        "resume": N_("resume the last game, or the one with this id"),
        "puzzle": N_("solve puzzles taken from games between computer players"),
    },
    N_("Games"): {
        "games": N_("list saved games, most recently played first"),
        "replay": N_("replay a game on the table, or print it turn by turn"),
        "review": N_("review a game: the value of each turn, and better alternatives"),
        "stats": N_("show each player's finished games, opponents and rating"),
        "rename": N_("rename a player in the statistics, or merge two players"),
        "export": N_("write a game as a record, to a file or to the standard output"),
        "import": N_("check a record and save its game here"),
        "delete": N_("delete a game permanently, after asking"),
        "verify": N_("check a record against the rules, and print the standings"),
    },
    N_("Settings and cards"): {
        "settings": N_("show each setting and where it comes from, or check the settings file"),
        "check-assets": N_("check a set of cards and nobles"),
        "completion": N_("print the completion script for a shell"),
    },
    N_("Computer players"): {
        "arena": N_("play computers against each other and compare their strength"),
        "engine": N_("run a level as an engine, or check your own engine"),
    },
    N_("For other programs"): {
        "position": N_("print a position on one line: all of it after the game, only what is public before"),
        "perft": N_("count action sequences from published positions, to compare programs"),
    },
}
"""The commands by group. The module of `check-assets` is `check_assets_command.py`."""
DEFAULT_COMMAND: Final = "play"

_ABOUTS: Final = {name: about for group in GROUPS.values() for name, about in group.items()}
_EXAMPLES: Final = (
    ("", N_("start at the home screen")),
    ("--plain", N_("play line by line, for screen readers and simple terminals")),
    ("learn", N_("learn the game by playing it")),
    ("new --players Ann,Bo", N_("start a new game now")),
    ("resume", N_("resume the last game")),
    ("puzzle daily", N_("solve the puzzle of the day")),
    ("games", N_("list saved games and their ids")),
    ("export k7mq2wzt game.jsonl", N_("write a game to a file")),
    ("replay --text game.jsonl", N_("print a game turn by turn")),
    ("review k7mq2wzt", N_("review each turn of a game")),
    ("verify game.jsonl", N_("check that every action of a record is legal")),
    ("arena merchant journeyman", N_("let two computer players play a match")),
    ("check-assets my-cards", N_("check your own card set")),
    ("position k7mq2wzt 20", N_("print a position on one line")),
    ("perft --setup file-order-2", N_("count action sequences, to compare programs")),
    ("verify --help", N_("everything about one command")),
)


def check_text(arguments: Sequence[str], environ: Mapping[str, str]) -> None:
    """Raise CommandError if an argument or one of our environment variables is not UTF-8."""
    for argument in arguments:
        if not _is_text(argument):
            raise CommandError(N_("The argument {argument} is not UTF-8 text.", argument=ascii(argument)))
    for variable, text in environ.items():
        if variable.startswith("SPLENDOR_TUI_") and not _is_text(text):
            raise CommandError(
                N_("The variable {variable} is not UTF-8 text: {found}.", variable=variable, found=ascii(text))
            )


def _is_text(text: str) -> bool:
    """Whether Python decoded the text without surrogate escapes."""
    return not any("\ud800" <= char <= "\udfff" for char in text)


def help_parser(prog: str) -> Parser:
    """The top-level parser, with `--version` and a `--help` that lists all commands."""
    width = max(map(len, _ABOUTS))
    paragraphs = [columns(title, list(group.items()), width) for title, group in GROUPS.items()]
    paragraphs.append(examples([(f"{prog} {line}".rstrip(), about) for line, about in _EXAMPLES]))
    parser = Parser(
        prog,
        N_(
            "The board game Splendor for two to four players at one terminal.\nWith a screen reader, start {command}.",
            command=f"{prog} --plain",
        ),
        usage=f"{prog} [--help] [--version] [--lang {NP_('argument', 'LANGUAGE')}] [{NP_('argument', 'COMMAND')} …]",
        epilog="\n\n".join(paragraphs),
    )
    parser.flag("--version", N_("print the version"), action="version", version=f"splendor-tui {__version__}")
    parser.argument(
        OPTION,
        NP_("argument", "LANGUAGE"),
        N_("the language; can also follow a command: {known}", known=known_languages()),
        choices=(OF_THE_SYSTEM, *languages()),
    )
    return parser


def run_command(prog: str, name: str, arguments: Sequence[str]) -> int:
    """Run a command and return its exit code. Raises MessageError, for example for an unknown command."""
    if name not in _ABOUTS:
        raise CommandError(_no_such_command(name))
    command = importlib.import_module(f"{__package__}.{name.replace('-', '_')}_command")
    parser = Parser(f"{prog} {name}", _ABOUTS[name])
    command.configure(parser)
    # Otherwise `parse_intermixed_args` removes as many characters as "usage: " has, in every language.
    parser.usage = parser.format_usage().removeprefix(str(N_("usage: ")))
    args, unknown = parser.parse_known_intermixed_args(arguments)
    if (misplaced := next((one for one in unknown if one in _ABOUTS), None)) is not None:
        raise CommandError(N_("Options follow the command; see {help}", help=f"{prog} {misplaced} --help"))
    if unknown:
        parser.parse_intermixed_args(arguments)  # raises the error
    try:
        return int(command.run(args))
    except ValueError as error:
        from splendor_tui.record import RecordError

        if isinstance(error, RecordError):
            print(error, file=sys.stderr)
            return 1
        raise


def _no_such_command(name: str) -> Message:
    import difflib

    near = difflib.get_close_matches(name, _ABOUTS, n=1)
    if near:
        return N_("There is no command {name}; did you mean {near}?", name=quoted(name), near=near[0])
    return N_(
        "There is no command {name}; the commands are {names}.", name=quoted(name), names=enumerated(list(_ABOUTS))
    )
