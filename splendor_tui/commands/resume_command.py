"""`splendor-tui resume [GAME]`: resume a game."""

import argparse

from splendor_tui.commands import CommandError, Parser, add_game_argument, open_games
from splendor_tui.commands.play_command import add_play_options, at_the_terminal, play
from splendor_tui.words import N_, NP_

HELP = N_("resume the last game, or the one with this id")


def configure(parser: Parser) -> None:
    """Add the game and its engines."""
    from splendor_tui.bots.levels import LEVELS

    add_game_argument(parser, nargs="?")
    parser.argument(
        "--engine",
        metavar=NP_("argument", "COMMAND"),
        action="append",
        default=[],
        about=N_("start this engine if it has a seat; can be repeated"),
    )
    parser.argument(
        "--stand-in",
        metavar=NP_("argument", "LEVEL"),
        choices=LEVELS,
        about=N_("let this level replace engines that are not started"),
    )
    add_play_options(parser)


def run(args: argparse.Namespace) -> int:
    """Play, and return the exit code. Raises CommandError, StoreError."""
    with at_the_terminal(args):
        game = _game(args)
        return play(
            args,
            lambda app: app.go_on(game, args.stand_in),
            lambda program: program.go_on(game, args.stand_in),
            args.engine,
        )


def _game(args: argparse.Namespace) -> str:
    """The id of a game that can be resumed."""
    with open_games(args) as store:
        game = store.load(args.game) if args.game is not None else store.latest_unfinished()
        if game is None:
            raise CommandError(N_("No game to resume; start one with {command}.", command="`new`"))
        if game.imported:
            replay = f"`replay {game.id}`"
            raise CommandError(
                N_("Game {game} was imported and can only be watched: {command}.", game=game.id, command=replay)
            )
        store.claim(game.id).release()
        return game.id
