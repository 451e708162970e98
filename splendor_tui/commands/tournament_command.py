"""`splendor-tui tournament`: plan a tournament, continue the last one, or print its standings."""

import argparse
from typing import TYPE_CHECKING

from splendor_tui.commands.argument_parser import CommandError, Parser
from splendor_tui.commands.new_command import add_rule, changed_rules
from splendor_tui.commands.play_command import add_play_options, play, terminal_services
from splendor_tui.commands.shared_options import open_games
from splendor_tui.inputs.match_options import parse_seats
from splendor_tui.match.services import Services
from splendor_tui.presentation.tournaments import (
    RULES_OF_GAMES,
    SYSTEM_CHOICES,
    TournamentSystem,
    begin_tournament,
    current_tournament,
    make_plan,
    read_system,
    replacement_notices,
)
from splendor_tui.words import N_, NP_

if TYPE_CHECKING:
    from splendor_tui.tui.app.app import SplendorApp


def configure(parser: Parser) -> None:
    """Add the arguments for the players, the system and the rules."""
    parser.argument(
        "--players",
        NP_("argument", "NAMES"),
        N_("three to eight players, written as for {command}; they begin a new tournament", command="new"),
    )
    for name, choice in {**SYSTEM_CHOICES, **RULES_OF_GAMES}.items():
        add_rule(parser, name, choice)
    parser.flag("--standings", N_("print the standings of the last tournament"))
    add_play_options(parser)


def run(args: argparse.Namespace) -> int:
    """Begin or continue a tournament, or print its standings. Returns the exit code. Raises MessageError."""
    if args.standings:
        with open_games(args, to_read=True) as store:
            tournament = current_tournament(store)
            if tournament is None:
                raise CommandError(N_("There is no tournament."))
            print(*tournament.sentences(), sep="\n")
        return 0
    with terminal_services(args) as services:
        if args.players is not None:
            _begin(services, args)
        return play(
            services, plain=args.plain, on_screen=_open_on_screen, as_text=lambda program: program.open_tournament()
        )


def _begin(services: Services, args: argparse.Namespace) -> None:
    if services.store is None:
        raise CommandError(N_("A tournament needs a save folder."))
    given = {name: value for name in SYSTEM_CHOICES if (value := getattr(args, name)) is not None}
    system = TournamentSystem().model_copy(update=read_system(given))
    rules = changed_rules(services.settings.match, args)
    plan = make_plan(parse_seats(args.players, services.settings.engines), system, rules, services.today())
    services.commands = frozenset(player.command for player in plan.players if player.command is not None)
    services.notices += (*replacement_notices(services.store),)
    begin_tournament(services.store, plan, services.rng)


def _open_on_screen(app: "SplendorApp") -> None:
    from splendor_tui.tui.screens.tournament_screen import open_tournament

    open_tournament(app)
