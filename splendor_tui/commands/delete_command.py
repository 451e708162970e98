"""`splendor-tui delete GAME`: a game is kept no longer."""

import argparse
import sys

from splendor_tui.commands import CommandError, add_data_option, open_games
from splendor_tui.words import _

HELP = _("delete a game for good, after asking")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add which game, and whether to ask."""
    parser.add_argument("game", metavar="GAME", help=_("the id of the game, as the command games lists it"))
    parser.add_argument("--yes", action="store_true", help=_("do not ask"))
    add_data_option(parser)


def run(args: argparse.Namespace) -> int:
    """Delete the game and return 0; or leave it, as the answer was no, and return 1."""
    from splendor_tui.store import StoreError

    try:
        with open_games(args) as store:
            names = ", ".join(player.name for player in store.load(args.game).header.players)
            if not (args.yes or _agreed(_("Delete the game of {names} for good? [y/N] ").format(names=names))):
                print(_("The game is kept."))
                return 1
            store.delete(args.game)
    except StoreError as error:
        raise CommandError(str(error)) from error
    return 0


def _agreed(question: str) -> bool:
    if sys.stdin is None:
        raise CommandError(
            _("Nobody can be asked, as the standard input is closed; say --yes to delete without asking.")
        )
    print(question, end="", flush=True)
    return sys.stdin.readline().strip().casefold() in (_("y"), _("yes"))
