"""`splendor-tui play`, and `splendor-tui` without a command: play at this terminal."""

import argparse
import gc
import os
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING

from splendor_tui.commands.argument_parser import CommandError, Parser
from splendor_tui.commands.shared_options import add_folder_options, load_assets
from splendor_tui.inputs.files import check_descriptors
from splendor_tui.words import N_, MessageError

if TYPE_CHECKING:
    from splendor_tui.match.match_lifecycle import LiveMatch
    from splendor_tui.match.services import Services
    from splendor_tui.plain.program import PlainProgram
    from splendor_tui.tui.app.app import SplendorApp


def configure(parser: Parser) -> None:
    """Add the options shared by all commands that start the game."""
    add_play_options(parser)


def run(args: argparse.Namespace) -> int:
    """Play. Returns the exit code."""
    with terminal_services(args) as services:
        return play(services, plain=args.plain)


def add_play_options(parser: Parser) -> None:
    """Add `--plain`, which `terminal_services` uses, and the options for the folders."""
    parser.flag(
        "--plain", N_("plain text, for screen readers and scripts; automatic if the terminal cannot draw a table")
    )
    add_folder_options(parser)


@contextmanager
def terminal_services(args: argparse.Namespace) -> "Iterator[Services]":
    """Check the terminal, then open all services. Set `args.plain` if the terminal cannot show a table or the settings say so.

    Raises CommandError if the standard streams are closed, AssetError, and OSError if too few files can be opened.
    """
    from splendor_tui.tui.app.terminal_writer import NoTerminalError

    check_descriptors()
    with ExitStack() as screen:
        if not args.plain:
            try:
                screen.enter_context(screen_startup())
            except NoTerminalError:
                args.plain = True
        if args.plain and (sys.stdin is None or sys.__stdout__ is None):
            raise CommandError(N_("The game needs an open standard input and output."))
        services = screen.enter_context(opened_services(args))
        if services.settings.plain:
            args.plain = True
            gc.enable()
        yield services


@contextmanager
def screen_startup() -> Iterator[None]:
    """Check the terminal, and disable garbage collection while the screen starts. Raises NoTerminalError.

    Imports create tens of thousands of permanent objects, and collecting garbage among them takes a sixth of the startup
    time. The app enables the garbage collector after the first frame.
    """
    from splendor_tui.tui.app.terminal_writer import check_terminal

    check_terminal(os.environ, sys.stdin, sys.stdout)
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@contextmanager
def opened_services(args: argparse.Namespace) -> "Iterator[Services]":
    """Open all services of the game. If the command then fails, print their problems, because no screen will show them."""
    from splendor_tui.match.services import open_services

    services = open_services(load_assets(args), os.environ, args.data)
    services.assets = args.assets and args.assets.absolute()
    try:
        yield services
    except MessageError:
        print("".join(f"{problem}\n" for problem in services.problems), end="", file=sys.stderr)
        raise
    finally:
        if services.store is not None:
            services.store.close()


def draw_saved_game(services: "Services", game_id: str) -> str:
    """The final table of a finished game as SVG. Raises StoreError and RecordError."""
    from splendor_tui.presentation.playback import playback
    from splendor_tui.tui.app.start import draw_final_table

    assert services.store is not None  # it has the game
    return draw_final_table(services, playback(services.store.export_record(game_id), services.catalogue))


def play(
    services: "Services",
    *,
    plain: bool = False,
    on_screen: "Callable[[SplendorApp], object] | None" = None,
    as_text: Callable[["PlainProgram"], Awaitable["LiveMatch | None"]] | None = None,
) -> int:
    """Play. Returns the exit code. `on_screen` or `as_text` replaces the home screen or prompt as the start."""
    if plain:
        from splendor_tui.plain.program import play as play_as_text

        services.draw = partial(draw_saved_game, services)
        return play_as_text(services, as_text)
    from splendor_tui.tui.app.start import play as play_on_screen

    return play_on_screen(services, on_screen)
