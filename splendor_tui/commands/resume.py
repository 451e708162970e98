"""`splendor-tui resume [GAME]`: go on with a game."""

import argparse

from splendor_tui.commands import CommandError, add_assets_option, add_data_option, open_games
from splendor_tui.commands.play import at_the_terminal, play
from splendor_tui.words import _

HELP = _("go on with the game played last, or with the one of this id")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add which game."""
    parser.add_argument("game", metavar="GAME", nargs="?", help=_("the id of a game, as `games` lists it"))
    add_assets_option(parser)
    add_data_option(parser)


def run(args: argparse.Namespace) -> int:
    """Play, and return the exit code. Raises CommandError when there is no such game to go on with."""
    with at_the_terminal():
        game = _game(args)
        return play(args, lambda app: app.go_on(game))


def _game(args: argparse.Namespace) -> str:
    from splendor_tui.match.store import StoreError

    try:
        with open_games(args) as store:
            if args.game is not None:
                return store.load(args.game).id
            latest = store.latest_unfinished()
    except StoreError as error:
        raise CommandError(str(error)) from error
    if latest is None:
        raise CommandError(_("No game waits to be gone on with; start one with `new`."))
    return latest.id
