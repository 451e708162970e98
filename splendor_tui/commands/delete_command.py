"""`splendor-tui delete GAME`: a game is kept no longer."""

import argparse
import sys

from splendor_tui.commands import CommandError, Parser, add_data_option, add_game_argument, open_games
from splendor_tui.words import N_, NP_, Message, listed

HELP = N_("delete a game for good, after asking")


def configure(parser: Parser) -> None:
    """Add which game, and whether to ask."""
    add_game_argument(parser)
    parser.argument("--yes", action="store_true", about=N_("do not ask"))
    add_data_option(parser)


def run(args: argparse.Namespace) -> int:
    """Delete the game and return 0; or leave it, as the answer was no, and return 1."""
    from splendor_tui.store import StoreError

    try:
        with open_games(args) as store:
            names = listed([player.name for player in store.load(args.game).header.players])
            if not (args.yes or _agreed(N_("Delete the game of {names} for good? [y/N]", names=names))):
                print(N_("The game is kept."))
                return 1
            store.delete(args.game)
    except StoreError as error:
        raise CommandError(error) from error
    return 0


def _agreed(question: Message) -> bool:
    if sys.stdin is None:
        raise CommandError(
            N_(
                "Nobody can be asked, as the standard input is closed; use {option} to delete without asking.",
                option="--yes",
            )
        )
    print(question, end=" ", flush=True)
    return sys.stdin.readline().strip().casefold() in (str(NP_("answer", "y")), str(NP_("answer", "yes")))
