"""The commands, one module each, with `HELP`, `configure` and `run`; and what they share.

A command is imported when it is run, and all of them for the list in `splendor-tui --help`.
"""

import argparse
import importlib
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, Protocol, TypeAlias, cast

from splendor_tui import __version__
from splendor_tui.words import _

if TYPE_CHECKING:
    from splendor_tui.rules.catalogue import Catalogue
    from splendor_tui.store import Store

Groups: TypeAlias = Mapping[str, Sequence[str]]


class CommandError(Exception):
    """Something that a command cannot be asked or cannot do; `str()` is a sentence for the player. Exit code 2."""


class Command(Protocol):
    """What a module of a command has."""

    HELP: str

    def configure(self, parser: argparse.ArgumentParser) -> None:
        """Add its arguments."""

    def run(self, args: argparse.Namespace) -> int:
        """Do it and return the exit code. Raises CommandError."""


class Parser(argparse.ArgumentParser):
    """Takes no abbreviated options, and raises CommandError for wrong arguments."""

    def __init__(self, prog: str, description: str, usage: str | None = None, epilog: str | None = None) -> None:
        super().__init__(
            prog, usage, description, epilog, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
        )

    def error(self, message: str) -> NoReturn:
        """Raise CommandError."""
        raise CommandError(_("{message}; see {prog} --help").format(message=message, prog=self.prog))


def help_parser(prog: str, groups: Groups) -> Parser:
    """What stands above all commands: `--help` with a list of them, and `--version`."""
    width = max(map(len, _names(groups)))
    paragraphs = []
    for group, names in groups.items():
        lines = [f"  {name:{width}}  {_load(name).HELP}" for name in names]
        paragraphs.append("\n".join([f"{_(group)}:", *lines]))
    examples = _(
        "Examples:\n"
        "  {prog}                             start at the first screen\n"
        "  {prog} new --players Ann,Bo        deal a new game at once\n"
        "  {prog} resume                      go on with the game played last\n"
        "  {prog} games                       the games that were played here, and their ids\n"
        "  {prog} export k7mq2wzt game.jsonl  write a game to a file, for others or to keep\n"
        "  {prog} replay --text game.jsonl    read a game turn by turn\n"
        "  {prog} verify game.jsonl           replay a recorded game and see that every ply was legal\n"
        "  {prog} check-assets my-cards       see what is wrong with a set of cards of your own\n"
        "  {prog} perft --setup file-order-2  count action sequences, to compare programs\n"
        "  {prog} verify --help               everything about one command"
    )
    parser = Parser(
        prog,
        _("The board game Splendor for two to four people at one terminal."),
        usage=_("{prog} [--help] [--version] [COMMAND …]").format(prog=prog),
        epilog="\n\n".join([*paragraphs, examples.format(prog=prog)]),
    )
    parser.add_argument("--version", action="version", version=f"splendor-tui {__version__}")
    return parser


def run_command(prog: str, name: str, arguments: Sequence[str], groups: Groups) -> int:
    """Run the command of this name and return its exit code. Raises CommandError, also when there is no such command."""
    if name not in _names(groups):
        raise CommandError(_no_such_command(name, _names(groups)))
    command = _load(name)
    parser = Parser(f"{prog} {name}", command.HELP)
    command.configure(parser)
    return command.run(parser.parse_args(arguments))


def add_assets_option(parser: argparse.ArgumentParser) -> None:
    """Add `--assets DIR`, which `load_assets` reads."""
    parser.add_argument(
        "--assets",
        metavar="DIR",
        type=Path,
        help=_("a folder with cards.yaml and nobles.yaml to use instead of the printed game's"),
    )


def load_assets(args: argparse.Namespace) -> "Catalogue":
    """The cards and nobles that `--assets` asks for. Raises CommandError when they cannot be played with."""
    from splendor_tui.inputs.assets import AssetError, load_catalogue

    try:
        return load_catalogue(args.assets)
    except AssetError as error:
        raise CommandError(str(error)) from error


def add_data_option(parser: argparse.ArgumentParser) -> None:
    """Add `--data DIR`, which `open_games` reads."""
    parser.add_argument(
        "--data", metavar="DIR", type=Path, help=_("the folder of the games to use instead of your own")
    )


def open_games(args: argparse.Namespace) -> "Store":
    """The games in the folder that `--data` names, or in the player's own. Raises CommandError when it cannot be used."""
    from splendor_tui.store import Store, StoreError
    from splendor_tui.store.locations import NoPlaceError, data_dir

    try:
        return Store.open(data_dir(os.environ, args.data))
    except (NoPlaceError, StoreError) as error:
        raise CommandError(str(error)) from error


def _names(groups: Groups) -> list[str]:
    return [name for names in groups.values() for name in names]


def _no_such_command(name: str, names: Sequence[str]) -> str:
    import difflib

    near = difflib.get_close_matches(name, names, n=1)
    if near:
        return _("There is no command {name!r}; did you mean {near}?").format(name=name, near=near[0])
    return _("There is no command {name!r}; there are {names}.").format(name=name, names=", ".join(names))


def _load(name: str) -> Command:
    module = f"{name.replace('-', '_')}_command"
    return cast("Command", importlib.import_module(f"splendor_tui.commands.{module}"))
