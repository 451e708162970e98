"""The commands, one module each, with `HELP`, `configure` and `run`; and what they share.

A command is imported when it is run, and all of them for the list in `splendor-tui --help`.
"""

import argparse
import importlib
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, Protocol, cast

from splendor_tui import __version__
from splendor_tui.commands.language_option import OPTION, known_languages
from splendor_tui.commands.parser import CommandError, Parser
from splendor_tui.words import N_, NP_, Message, enumerated, quoted

if TYPE_CHECKING:
    from splendor_tui.inputs.settings import Settings
    from splendor_tui.record import Record
    from splendor_tui.rules.catalogue import Catalogue
    from splendor_tui.store import Store

__all__ = [
    "ALONE",
    "GROUPS",
    "CommandError",
    "Parser",
    "add_assets_option",
    "add_data_option",
    "add_game_argument",
    "add_record_argument",
    "check_text",
    "help_parser",
    "load_assets",
    "load_own_settings",
    "load_record",
    "open_games",
    "run_command",
]

GROUPS: Final[Mapping[Message, Sequence[str]]] = {
    N_("Play"): ("play", "learn", "new", "resume", "puzzle"),
    N_("Games"): ("games", "replay", "review", "stats", "export", "import", "delete", "verify"),
    N_("Your own game"): ("settings", "check-assets"),
    N_("Computer players"): ("arena", "engine"),
    N_("For other programs"): ("position", "perft"),
}
"""The commands by group; `check-assets` is the module `splendor_tui.commands.check_assets_command`."""
ALONE: Final = "play"
"""The command that is meant when none is named."""

_NAMES: Final = [name for names in GROUPS.values() for name in names]
_EXAMPLES: Final = (
    ("", N_("start at the first screen")),
    ("learn", N_("learn the game by playing it")),
    ("new --players Ann,Bo", N_("deal a new game at once")),
    ("resume", N_("resume the last game")),
    ("puzzle daily", N_("solve the puzzle of the day")),
    ("games", N_("the games that were played here, and their ids")),
    ("export k7mq2wzt game.jsonl", N_("write a game to a file, for others or to keep")),
    ("replay --text game.jsonl", N_("read a game turn by turn")),
    ("review k7mq2wzt", N_("see what each turn of a game was worth")),
    ("verify game.jsonl", N_("replay a recorded game and see that every action was legal")),
    ("arena merchant journeyman", N_("let two computer players play a match")),
    ("check-assets my-cards", N_("see what is wrong with a set of cards of your own")),
    ("position k7mq2wzt 20", N_("a position of a game in one line")),
    ("perft --setup file-order-2", N_("count action sequences, to compare programs")),
    ("verify --help", N_("everything about one command")),
)


class Command(Protocol):
    """What a module of a command has."""

    HELP: Message

    def configure(self, parser: Parser) -> None:
        """Add its arguments."""

    def run(self, args: argparse.Namespace) -> int:
        """Do it and return the exit code. Raises CommandError."""


def check_text(arguments: Sequence[str], environ: Mapping[str, str]) -> None:
    """Raise CommandError for an argument, or a variable of the program, that is not UTF-8 text."""
    for argument in arguments:
        if not _is_text(argument):
            raise CommandError(N_("The argument {argument} is not UTF-8 text.", argument=ascii(argument)))
    for variable, text in environ.items():
        if variable.startswith("SPLENDOR_TUI_") and not _is_text(text):
            raise CommandError(
                N_("The variable {variable} is not UTF-8 text: {found}.", variable=variable, found=ascii(text))
            )


def _is_text(text: str) -> bool:
    """Whether no byte of it had to be escaped when Python read it."""
    return not any("\ud800" <= char <= "\udfff" for char in text)


def help_parser(prog: str) -> Parser:
    """What stands above all commands: `--help` with a list of them, and `--version`."""
    width = max(map(len, _NAMES))
    paragraphs = [
        _columns(group, [(name, _load(name).HELP) for name in names], width) for group, names in GROUPS.items()
    ]
    paragraphs.append(examples([(f"{prog} {line}".rstrip(), about) for line, about in _EXAMPLES]))
    parser = Parser(
        prog,
        N_("The board game Splendor for two to four people at one terminal."),
        usage=f"{prog} [--help] [--version] [--lang {NP_('argument', 'LANGUAGE')}] [{NP_('argument', 'COMMAND')} …]",
        epilog="\n\n".join(paragraphs),
    )
    parser.argument(
        "--version", action="version", version=f"splendor-tui {__version__}", about=N_("say which version this is")
    )
    parser.argument(
        OPTION,
        metavar=NP_("argument", "LANGUAGE"),
        about=N_("the language to speak, also after a command: {known}", known=known_languages()),
    )
    return parser


def run_command(prog: str, name: str, arguments: Sequence[str]) -> int:
    """Run the command of this name and return its exit code. Raises CommandError, also when there is no such command."""
    if name not in _NAMES:
        raise CommandError(_no_such_command(name))
    command = _load(name)
    parser = Parser(f"{prog} {name}", command.HELP)
    command.configure(parser)
    return command.run(parser.parse_intermixed_args(arguments))


def examples(rows: Sequence[tuple[str, Message]]) -> str:
    """The paragraph of a help text that shows what can be typed, and beside it what that does."""
    return _columns(N_("Examples"), rows, max(len(typed) for typed, _about in rows))


def add_game_argument(parser: Parser) -> None:
    """Add the id of a game."""
    parser.argument(
        "game",
        metavar=NP_("argument", "GAME"),
        about=N_("the id of the game, as the command {command} lists it", command="games"),
    )


def add_record_argument(parser: Parser) -> None:
    """Add a game that is kept here or a record, which `load_record` reads."""
    parser.argument(
        "game", metavar=NP_("argument", "GAME|FILE"), about=N_("the id of a game that is kept here, or a record")
    )


def load_record(args: argparse.Namespace) -> "Record":
    """The game that the argument names, as a record. Raises CommandError for the file or the store, RecordError for the text."""
    from splendor_tui.inputs.files import FileError
    from splendor_tui.record import read_record
    from splendor_tui.store import StoreError

    path = Path(args.game)
    try:
        if path.exists():
            return read_record(path)
        with open_games(args, to_read=True) as store:
            return store.export_record(args.game)
    except (FileError, StoreError) as error:
        raise CommandError(error) from error


def folder(name: str) -> Path:
    """The folder that an argument names. Raises CommandError for an empty name, which would mean the present one."""
    if not name:
        raise CommandError(N_("The name of a folder is empty; give one, or leave the option out."))
    return Path(name)


def add_assets_option(parser: Parser) -> None:
    """Add `--assets DIR`, which `load_assets` reads."""
    parser.argument(
        "--assets",
        metavar=NP_("argument", "DIR"),
        type=folder,
        about=N_(
            "a folder with {cards} and {nobles} to use instead of the printed game's",
            cards="cards.yaml",
            nobles="nobles.yaml",
        ),
    )


def load_assets(args: argparse.Namespace) -> "Catalogue":
    """The cards and nobles that `--assets` asks for. Raises CommandError when they cannot be played with."""
    from splendor_tui.inputs.assets import AssetError, load_catalogue

    try:
        return load_catalogue(args.assets)
    except AssetError as error:
        raise CommandError(error) from error


def load_own_settings() -> "Settings":
    """The player's settings; the usual ones where nobody knows of any."""
    from splendor_tui.inputs.locations import NoPlaceError, config_dir
    from splendor_tui.inputs.settings import load_settings

    try:
        folder = config_dir(os.environ)
    except NoPlaceError:
        folder = None
    return load_settings(os.environ, folder).settings


def add_data_option(parser: Parser) -> None:
    """Add `--data DIR`, which `open_games` reads."""
    parser.argument(
        "--data",
        metavar=NP_("argument", "DIR"),
        type=folder,
        about=N_("use the games in this folder instead of your own; your settings stay the same"),
    )


@contextmanager
def open_games(args: argparse.Namespace, *, to_read: bool = False) -> "Iterator[Store]":
    """The games in the folder that `--data` names, or in the player's own. Raises CommandError when it cannot be used.

    Where nothing can be written, `to_read` opens a copy, as SQLite writes even to read.
    """
    from splendor_tui.inputs.locations import NoPlaceError, data_dir
    from splendor_tui.store import Store, StoreError, StoreFault
    from splendor_tui.store.database import copy_games

    with ExitStack() as until_read:
        try:
            folder = data_dir(os.environ, args.data)
            try:
                store = Store.open(folder)
            except StoreError as error:
                if not to_read or error.fault is not StoreFault.READ_ONLY:
                    raise
                copy = Path(until_read.enter_context(TemporaryDirectory()))
                copy_games(folder, copy)
                store = Store.open(copy)
        except (NoPlaceError, StoreError) as error:
            raise CommandError(error) from error
        with store:
            yield store


def _columns(title: Message, rows: Sequence[tuple[str, Message]], width: int) -> str:
    lines = [f"  {typed:{width}}  {about}" for typed, about in rows]
    return "\n".join([str(N_("{title}:", title=title)), *lines])


def _no_such_command(name: str) -> Message:
    import difflib

    near = difflib.get_close_matches(name, _NAMES, n=1)
    if near:
        return N_("There is no command {name}; did you mean {near}?", name=quoted(name), near=near[0])
    return N_("There is no command {name}; there are {names}.", name=quoted(name), names=enumerated(_NAMES))


def _load(name: str) -> Command:
    module = f"{name.replace('-', '_')}_command"
    return cast("Command", importlib.import_module(f"splendor_tui.commands.{module}"))
