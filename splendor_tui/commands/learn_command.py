"""`splendor-tui learn`: the learning game."""

import argparse

from splendor_tui.commands import Parser
from splendor_tui.commands.play_command import add_play_options, at_the_terminal, play_line_by_line, show
from splendor_tui.words import N_

HELP = N_("learn the game by playing it, in about ten minutes")


def configure(parser: Parser) -> None:
    """Add the options of all commands that play."""
    add_play_options(parser)


def run(args: argparse.Namespace) -> int:
    """Play the learning game, and return the exit code."""
    with at_the_terminal(args):
        if args.plain:
            return play_line_by_line(args, lambda program: program.learn())
        from splendor_tui.tui.screens.lesson_screen import learn

        return show(args, learn)
