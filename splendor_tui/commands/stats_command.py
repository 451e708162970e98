"""`splendor-tui stats`: what everybody has done in the games that are over."""

import argparse
import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING

from splendor_tui.commands import CommandError, Parser, add_assets_option, add_data_option, load_assets, open_games
from splendor_tui.words import N_

if TYPE_CHECKING:
    from splendor_tui.presentation.player_statistics import PlayerAccount

HELP = N_("show what each player has done in finished games, against whom, and how strong people are")


def configure(parser: Parser) -> None:
    """Add which games count, and the form of the answer."""
    parser.argument("--imported", action="store_true", about=N_("count imported games too"))
    parser.argument("--json", action="store_true", about=N_("answer with a JSON list for programs"))
    add_assets_option(parser)
    add_data_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the statistics and return 0."""
    from splendor_tui.presentation.player_statistics import player_accounts
    from splendor_tui.store import StoreError

    catalogue = load_assets(args)
    try:
        with open_games(args, to_read=True) as store:
            accounts = player_accounts(store, catalogue, with_imported=args.imported)
    except StoreError as error:
        raise CommandError(error) from error
    if args.json:
        print(json.dumps(list(map(_facts, accounts))))
        return 0
    if not accounts:
        print(N_("No finished games yet."))
    for account in accounts:
        first, *others = account.sentences()
        print(first, *(f"  {sentence}" for sentence in others), sep="\n")
    return 0


def _facts(account: "PlayerAccount") -> Mapping[str, object]:
    """What is known of a player; `ratings` are those after each game that counts, empty for computer players."""
    ratings = [
        {"finished": game.finished.isoformat(), "elo": game.rating.elo, "error": game.rating.error}
        for game in (account.person.games if account.person else ())
    ]
    return asdict(account.player) | {"ratings": ratings, "unrated": account.unrated}
