"""`splendor-tui resume [GAME]`: go on with a game."""

import argparse

from splendor_tui.commands import CommandError, Parser, add_assets_option, add_data_option, open_games
from splendor_tui.commands.play_command import add_plain_option, at_the_terminal, play
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
    parser.argument(
        "--engine",
        metavar=NP_("argument", "COMMAND"),
        action="append",
        default=[],
        about=N_("start this engine where it sits at the table; may be given several times"),
    )
    parser.argument(
        "--stand-in",
        metavar=NP_("argument", "LEVEL"),
        about=N_("let this level of computer player play for engines that are not started"),
    )
    add_plain_option(parser)
    add_assets_option(parser)
    add_data_option(parser)


def run(args: argparse.Namespace) -> int:
    """Play, and return the exit code. Raises CommandError when there is no such game to go on with."""
    with at_the_terminal(args):
        _check_level(args.stand_in)
        game = _game(args)
        return play(args, lambda program: program.go_on(game, args.stand_in), args.engine)


def _check_level(level: str | None) -> None:
    from splendor_tui.bots.levels import UnknownLevelError, level_name

    try:
        if level is not None:
            level_name(level)
    except UnknownLevelError as error:
        raise CommandError(error) from error


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
