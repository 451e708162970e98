"""`splendor-tui learn`: the learning game."""

import argparse

from splendor_tui.commands import Parser, add_assets_option, add_data_option
from splendor_tui.commands.play_command import add_plain_option, at_the_terminal, play_line_by_line, show
from splendor_tui.words import N_

HELP = N_("learn the game by playing it, in about ten minutes")


def configure(parser: Parser) -> None:
    """Add how it is shown, and where it is kept how far the learner is."""
    add_plain_option(parser)
    add_assets_option(parser)
    add_data_option(parser)


def run(args: argparse.Namespace) -> int:
    """Play the learning game, and return the exit code."""
    with at_the_terminal(args):
        if args.plain:
            return play_line_by_line(args, lambda program: program.learn())
        from splendor_tui.tui.screens.lesson_screen import learn

        return show(args, learn)
