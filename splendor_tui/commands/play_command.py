"""`splendor-tui play`, and `splendor-tui` alone: the game at this terminal."""

import argparse
import gc
import os
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from splendor_tui.commands import CommandError, Parser, add_assets_option, add_data_option, load_assets
from splendor_tui.words import N_, Message

if TYPE_CHECKING:
    from splendor_tui.inputs.match_options import MatchOptions
    from splendor_tui.match.services import Services
    from splendor_tui.plain.program import PlainProgram
    from splendor_tui.rules.state import State
    from splendor_tui.tui.app.app import SplendorApp

HELP = N_("start at the first screen; the same as no command at all")


class Program(Protocol):
    """What plays, on the screen or line by line, as far as a command tells it what to begin with."""

    def start_or_end(self, options: "MatchOptions", position: "State | None" = None) -> None:
        """Deal a new match, or begin it with a position; `play` raises MessageError where a computer player cannot play."""

    def go_on(self, game_id: str, stand_in: str | None = None) -> None:
        """Go on with a stored match; for an engine that nobody has named plays `stand_in`."""


def configure(parser: Parser) -> None:
    """Add how it is shown, with which cards, and where games are kept."""
    add_plain_option(parser)
    add_assets_option(parser)
    add_data_option(parser)


def run(args: argparse.Namespace) -> int:
    """Play, and return the exit code."""
    with at_the_terminal(args):
        return play(args)


def add_plain_option(parser: Parser) -> None:
    """Add `--plain`, which `at_the_terminal` reads."""
    parser.argument(
        "--plain",
        action="store_true",
        about=N_("line by line, for screen readers and scripts; by itself where no table can be drawn"),
    )


@contextmanager
def at_the_terminal(args: argparse.Namespace) -> Iterator[None]:
    """Look at the terminal before anything is done; `args.plain` is true from here on where no table can be drawn on it.

    Raises CommandError where lines cannot be read or written either.
    """
    from splendor_tui.tui.app.terminal_streams import NoTerminalError, check_terminal

    try:
        check_terminal(os.environ, sys.stdin, sys.stdout)
    except NoTerminalError:
        args.plain = True
    if not args.plain:
        with at_a_screen():
            yield
    elif sys.stdin is None or sys.__stdout__ is None:
        raise CommandError(N_("The game needs an input to read from and an output to write to; one of them is closed."))
    else:
        yield


@contextmanager
def at_a_screen() -> Iterator[None]:
    """Get to the first picture soon. Raises CommandError without a terminal.

    What is imported makes objects by the ten thousand, all to stay: looking through them for garbage takes a sixth of the
    start. The app lets the collector work again once it is painted.
    """
    from splendor_tui.tui.app.terminal_streams import NoTerminalError, check_terminal

    try:
        check_terminal(os.environ, sys.stdin, sys.stdout)
    except NoTerminalError as error:
        raise CommandError(error) from error
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def play(
    args: argparse.Namespace,
    begin: Callable[[Program], object] | None = None,
    commands: Collection[str] = (),
    notices: Sequence[Message] = (),
) -> int:
    """Play with these cards and games; `begin` is done first. To be called `at_the_terminal`.

    `commands` start engines that the command line has named. `notices` are told at the start.
    """
    return play_line_by_line(args, begin, commands, notices) if args.plain else show(args, begin, commands, notices)


def show(
    args: argparse.Namespace,
    begin: "Callable[[SplendorApp], object] | None" = None,
    commands: Collection[str] = (),
    notices: Sequence[Message] = (),
) -> int:
    """The same on the screen alone. To be called `at_a_screen`."""
    from splendor_tui.tui.app.start import play as run_app

    with _services(args, commands, notices) as services:
        return run_app(services, begin)


def play_line_by_line(
    args: argparse.Namespace,
    begin: "Callable[[PlainProgram], object] | None" = None,
    commands: Collection[str] = (),
    notices: Sequence[Message] = (),
) -> int:
    """The same line by line alone."""
    from splendor_tui.plain.program import play as run_plain

    with _services(args, commands, notices) as services:
        return run_plain(services, begin)


@contextmanager
def _services(args: argparse.Namespace, commands: Collection[str], notices: Sequence[Message]) -> "Iterator[Services]":
    from splendor_tui.match.services import open_services

    services = open_services(load_assets(args), os.environ, args.data)
    services.commands = frozenset(commands)
    services.notices += tuple(notices)
    try:
        yield services
    finally:
        if services.store is not None:
            services.store.close()
