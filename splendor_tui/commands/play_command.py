"""`splendor-tui play`, and `splendor-tui` alone: the game at this terminal."""

import argparse
import gc
import os
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from splendor_tui.commands import CommandError, Parser, add_assets_option, add_data_option, load_assets
from splendor_tui.words import N_

if TYPE_CHECKING:
    from splendor_tui.tui.app.app import SplendorApp

HELP = N_("start at the first screen; the same as no command at all")


def configure(parser: Parser) -> None:
    """Add with which cards, and where games are kept."""
    add_assets_option(parser)
    add_data_option(parser)


def run(args: argparse.Namespace) -> int:
    """Play, and return the exit code."""
    with at_the_terminal():
        return play(args)


@contextmanager
def at_the_terminal() -> Iterator[None]:
    """Look at the terminal before anything is done, and get to the first picture soon. Raises CommandError without a terminal.

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
    begin: "Callable[[SplendorApp], object] | None" = None,
    commands: Collection[str] = (),
) -> int:
    """Run the app with these cards and games; `begin` is done once it runs. To be called `at_the_terminal`.

    `commands` start engines that the command line has named.
    """
    from splendor_tui.match.services import open_services
    from splendor_tui.tui.app.start import play as run_app

    services = open_services(load_assets(args), os.environ, args.data)
    services.commands = frozenset(commands)
    return run_app(services, begin)
