"""`splendor-tui delete GAME`: delete a saved game."""

import argparse
import sys

from splendor_tui.commands.argument_parser import CommandError, Parser
from splendor_tui.commands.shared_options import add_data_option, add_game_argument, open_games
from splendor_tui.words import N_, NP_, Message, listed


def configure(parser: Parser) -> None:
    """Add the arguments for the game, and the option to skip the question."""
    add_game_argument(parser)
    parser.flag("--yes", N_("do not ask"))
    add_data_option(parser)


def run(args: argparse.Namespace) -> int:
    """Delete the game and return 0, or 1 if the answer is no."""
    with open_games(args) as store:
        names = listed([player.name for player in store.load(args.game).header.players])
        if not (args.yes or _agreed(N_("Delete the game of {names} permanently? [y/N]", names=names))):
            print(N_("The game was not deleted."))
            return 1
        store.delete(args.game)
    return 0


def _agreed(question: Message) -> bool:
    if sys.stdin is None:
        raise CommandError(N_("Standard input is closed; use {option} to delete without asking.", option="--yes"))
    print(question, end=" ", flush=True)
    return sys.stdin.readline().strip().casefold() in (str(NP_("answer", "y")), str(NP_("answer", "yes")))
