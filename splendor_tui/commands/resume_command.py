"""`splendor-tui resume [GAME]`: go on with a game."""

import argparse

from splendor_tui.commands import CommandError, Parser, add_assets_option, add_data_option, open_games
from splendor_tui.commands.play_command import at_the_terminal, play
from splendor_tui.words import N_, NP_

HELP = N_("resume the last game, or the one with this id")


def configure(parser: Parser) -> None:
    """Add which game."""
    parser.argument(
        "game",
        metavar=NP_("argument", "GAME"),
        nargs="?",
        about=N_("the id of a game, as the command {command} lists it", command="games"),
    )
    add_assets_option(parser)
    add_data_option(parser)


def run(args: argparse.Namespace) -> int:
    """Play, and return the exit code. Raises CommandError when there is no such game to go on with."""
    with at_the_terminal():
        game = _game(args)
        return play(args, lambda app: app.go_on(game))


def _game(args: argparse.Namespace) -> str:
    """The id of the game, seen to be one that can be played now."""
    from splendor_tui.store import StoreError

    try:
        with open_games(args) as store:
            game = store.load(args.game) if args.game is not None else store.latest_unfinished()
            if game is None:
                raise CommandError(N_("There is no game to resume; start one with {command}.", command="`new`"))
            if game.imported:
                raise CommandError(
                    N_(
                        "Game {game} was imported and can only be watched: {command}.",
                        game=game.id,
                        command=f"`replay {game.id}`",
                    )
                )
            store.claim(game.id).release()
            return game.id
    except StoreError as error:
        raise CommandError(error) from error
