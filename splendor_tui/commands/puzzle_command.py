"""`splendor-tui puzzle [ID]`: the puzzles, or one of them."""

import argparse

from splendor_tui.commands import CommandError, Parser, load_assets
from splendor_tui.commands.play_command import add_play_options, at_the_terminal, play_line_by_line, show
from splendor_tui.words import N_, NP_, quoted

HELP = N_("solve puzzles from games of computer players")


def configure(parser: Parser) -> None:
    """Add which puzzle."""
    parser.argument(
        "puzzle",
        metavar=NP_("argument", "ID"),
        nargs="?",
        about=N_("the puzzle's name, as the list shows it, or {daily} for today's", daily="daily"),
    )
    add_play_options(parser)


def run(args: argparse.Namespace) -> int:
    """Play, and return the exit code. Raises CommandError if there is no such puzzle."""
    with at_the_terminal(args):
        if args.puzzle is not None:
            _check(args)
        if args.plain:
            return play_line_by_line(args, lambda program: program.solve(args.puzzle))
        return _show(args)


def _show(args: argparse.Namespace) -> int:
    from splendor_tui.tui.screens.puzzles_screen import PuzzlesScreen

    return show(args, lambda app: app.push_screen(PuzzlesScreen(args.puzzle)))


def _check(args: argparse.Namespace) -> None:
    from splendor_tui.presentation.puzzle_session import name_of
    from splendor_tui.presentation.puzzle_shelf import DAILY
    from splendor_tui.puzzles.collection import load_puzzles

    collection = load_puzzles(load_assets(args))
    if args.puzzle not in {one for puzzle in collection.puzzles for one in (puzzle.id, str(name_of(puzzle.id)))} | {
        DAILY
    }:
        raise CommandError(
            N_("There is no puzzle {id}. {command} lists them.", id=quoted(args.puzzle), command="`puzzle`")
        )
