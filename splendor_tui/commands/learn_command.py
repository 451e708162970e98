"""`splendor-tui learn`: play the learning game."""

import argparse
from typing import TYPE_CHECKING

from splendor_tui.commands.argument_parser import Parser
from splendor_tui.commands.play_command import add_play_options, play, terminal_services

if TYPE_CHECKING:
    from splendor_tui.tui.app.app import SplendorApp


def configure(parser: Parser) -> None:
    """Add the options shared by all commands that start the game."""
    add_play_options(parser)


def run(args: argparse.Namespace) -> int:
    """Play the learning game, and return the exit code."""
    with terminal_services(args) as services:
        return play(services, plain=args.plain, on_screen=_learn_on_screen, as_text=lambda program: program.learn())


def _learn_on_screen(app: "SplendorApp") -> None:
    from splendor_tui.tui.screens.lesson_screen import learn

    learn(app)
