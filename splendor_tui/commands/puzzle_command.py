"""`splendor-tui puzzle [ID]`: play the puzzles, or one of them."""

import argparse
from functools import partial
from typing import TYPE_CHECKING

from splendor_tui.commands.argument_parser import CommandError, Parser
from splendor_tui.commands.play_command import add_play_options, play, terminal_services
from splendor_tui.match.services import Services
from splendor_tui.presentation.puzzle_shelf import DAILY, PuzzleShelf
from splendor_tui.words import N_, NP_, quoted

if TYPE_CHECKING:
    from splendor_tui.tui.app.app import SplendorApp


def configure(parser: Parser) -> None:
    """Add the argument for the puzzle."""
    parser.argument(
        "puzzle",
        NP_("argument", "ID"),
        N_("the puzzle's name as shown in the list, or {daily} for today's", daily="daily"),
        nargs="?",
    )
    add_play_options(parser)


def run(args: argparse.Namespace) -> int:
    """Play the puzzles. Returns the exit code. Raises CommandError for an unknown puzzle."""
    with terminal_services(args) as services:
        if args.puzzle is not None:
            _check(args.puzzle, services)
        return play(
            services,
            plain=args.plain,
            on_screen=partial(_solve_on_screen, args.puzzle),
            as_text=lambda program: program.solve(args.puzzle),
        )


def _solve_on_screen(puzzle_id: str | None, app: "SplendorApp") -> None:
    from splendor_tui.tui.screens.puzzles_screen import PuzzlesScreen

    app.push_screen(PuzzlesScreen(puzzle_id))


def _check(puzzle: str, services: Services) -> None:
    if puzzle != DAILY and PuzzleShelf(services).find(puzzle) is None:
        raise CommandError(N_("There is no puzzle {id}. {command} lists them.", id=quoted(puzzle), command="`puzzle`"))
