"""`splendor-tui resume [GAME]`: resume a saved game."""

import argparse
from contextlib import suppress

from splendor_tui.bots.levels import LEVELS, level_id
from splendor_tui.commands.argument_parser import CommandError, Parser
from splendor_tui.commands.play_command import add_play_options, play, terminal_services
from splendor_tui.commands.shared_options import add_game_argument
from splendor_tui.inputs.card_set import load_catalogue
from splendor_tui.match.match_lifecycle import check_cards, command_line
from splendor_tui.match.services import Services
from splendor_tui.presentation.series import current_series, is_unfinished
from splendor_tui.store import Store
from splendor_tui.words import N_, NP_, Message, MessageError


def configure(parser: Parser) -> None:
    """Add the arguments for the game and its engines."""
    add_game_argument(parser, nargs="?")
    parser.argument(
        "--engine",
        NP_("argument", "COMMAND"),
        N_("start this engine if it has a seat; can be repeated"),
        action="append",
        default=[],
    )
    parser.argument(
        "--stand-in",
        NP_("argument", "LEVEL"),
        N_("let this level replace engines that are not started"),
        choices=LEVELS,
        type=level_id,
    )
    add_play_options(parser)


def run(args: argparse.Namespace) -> int:
    """Resume the game. Returns the exit code. Raises CommandError, StoreError."""
    with terminal_services(args) as services:
        services.commands = frozenset(args.engine)
        game = _game(args.game, services, plain=args.plain)
        return play(
            services,
            plain=args.plain,
            on_screen=lambda app: app.matches.resume(game, args.stand_in),
            as_text=lambda program: program.resume_game(game, args.stand_in),
        )


def _game(game_id: str | None, services: Services, *, plain: bool) -> str:
    """The id of the game to resume. Without `--assets`, its cards are used. Raises CommandError, StoreError, MatchError."""
    store = services.store
    if store is None:
        raise CommandError(services.no_game_to_resume)
    if game_id is None and (latest := store.latest_unfinished()):
        game_id = latest.id
    if game_id is None:
        raise CommandError(_nothing_to_resume(services, store, plain=plain))
    game = store.load(game_id)
    if game.imported:
        replay = f"`replay {game.id}`"
        raise CommandError(
            N_("Game {game} was imported and can only be watched: {command}.", game=game.id, command=replay)
        )
    if services.assets is None and (folder := store.assets(game_id)):
        with suppress(MessageError):  # then `check_cards` says why
            services.catalogue, services.assets = load_catalogue(folder), folder
    check_cards(store, services.catalogue, game)
    store.claim(game.id).release()
    return game.id


def _nothing_to_resume(services: Services, store: Store, *, plain: bool) -> Message:
    """Say how to start a game, and describe the first series that home continues, with the command. Raises StoreError."""
    nothing = N_("No game to resume; start one with {command}.", command="`new`")
    series = next(filter(is_unfinished, current_series(store)), None)
    if series is None:
        return nothing
    go_on = f"`{command_line(services, plain=plain)}`"
    return N_(
        "{nothing} {score} To continue it, start {command}.", nothing=nothing, score=series.sentence(), command=go_on
    )
