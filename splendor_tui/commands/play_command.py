"""`splendor-tui play`, and `splendor-tui` alone: the game at this terminal."""

import argparse
import gc
import os
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Protocol

from splendor_tui.commands import CommandError, Parser, add_folder_options, load_assets
from splendor_tui.words import N_, Message

if TYPE_CHECKING:
    from splendor_tui.inputs.match_options import MatchOptions
    from splendor_tui.match.services import Services
    from splendor_tui.plain.program import PlainProgram
    from splendor_tui.rules.state import State
    from splendor_tui.tui.app.app import SplendorApp

HELP = N_("start at the first screen (the default command)")


class Program(Protocol):
    """The screen or the plain text, seen from a command that chooses what to start with."""

    def start_or_end(self, options: "MatchOptions", position: "State | None" = None) -> None:
        """Start a match, from this position if there is one. `play` raises MessageError if a computer cannot play."""

    def go_on(self, game_id: str, stand_in: str | None = None) -> None:
        """Resume a saved match; the level `stand_in` replaces unavailable engines."""


def configure(parser: Parser) -> None:
    """Add the options of all commands that play."""
    add_play_options(parser)


def run(args: argparse.Namespace) -> int:
    """Play, and return the exit code."""
    with at_the_terminal(args):
        return play(args)


def add_play_options(parser: Parser) -> None:
    """Add `--plain`, which `at_the_terminal` reads, and the folders."""
    parser.argument(
        "--plain",
        action="store_true",
        about=N_("plain text, for screen readers and scripts; automatic if the terminal cannot draw a table"),
    )
    add_folder_options(parser)


@contextmanager
def at_the_terminal(args: argparse.Namespace) -> Iterator[None]:
    """Check the terminal first. If it cannot draw a table, set `args.plain`. Raises CommandError if it is closed."""
    from splendor_tui.tui.app.terminal_streams import NoTerminalError

    with ExitStack() as screen:
        if not args.plain:
            try:
                screen.enter_context(at_a_screen())
            except NoTerminalError:
                args.plain = True
        if args.plain and (sys.stdin is None or sys.__stdout__ is None):
            raise CommandError(N_("The game needs an open standard input and output."))
        yield


@contextmanager
def at_a_screen() -> Iterator[None]:
    """Start the screen quickly. Raises NoTerminalError.

    Imports create tens of thousands of permanent objects, and collecting garbage among them takes a sixth of the start. The
    app switches the collector on again after the first frame.
    """
    from splendor_tui.tui.app.terminal_streams import check_terminal

    check_terminal(os.environ, sys.stdin, sys.stdout)
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
    """Play, after `begin`. Call this `at_the_terminal`.

    `commands` are the engines named on the command line, `notices` are shown at the start.
    """
    return play_line_by_line(args, begin, commands, notices) if args.plain else show(args, begin, commands, notices)


def show(
    args: argparse.Namespace,
    begin: "Callable[[SplendorApp], object] | None" = None,
    commands: Collection[str] = (),
    notices: Sequence[Message] = (),
) -> int:
    """Play on the screen. Call this `at_a_screen`."""
    from splendor_tui.tui.app.start import play as run_app

    with _services(args, commands, notices) as services:
        return run_app(services, begin)


def play_line_by_line(
    args: argparse.Namespace,
    begin: "Callable[[PlainProgram], object] | None" = None,
    commands: Collection[str] = (),
    notices: Sequence[Message] = (),
) -> int:
    """Play in plain text."""
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
