"""`splendor-tui stats`: print the statistics of each player."""

import argparse
import json
from collections.abc import Mapping
from typing import Final

from rich.cells import cell_len

from splendor_tui.commands.argument_parser import Parser
from splendor_tui.commands.shared_options import add_folder_options, load_assets, open_games
from splendor_tui.presentation.family_table import FamilyTable, differing_tables, family_tables
from splendor_tui.presentation.player_statistics import PlayerAccount, player_accounts
from splendor_tui.store import Averages, utc_now
from splendor_tui.words import N_

_COLUMNS: Final = 80


def configure(parser: Parser) -> None:
    """Add the options for the games to include and the format."""
    parser.flag("--imported", N_("count imported games too"))
    parser.flag("--json", N_("print a JSON list"))
    parser.flag("--table", N_("print who beat whom this evening, this month and ever"))
    add_folder_options(parser)


def run(args: argparse.Namespace) -> int:
    """Print the statistics and return 0."""
    catalogue = load_assets(args)
    with open_games(args, to_read=True) as store:
        if args.table:
            return _print_table(
                family_tables(store, utc_now(), catalogue, with_imported=args.imported), as_json=args.json
            )
        accounts = player_accounts(store, catalogue, with_imported=args.imported)
    if args.json:
        print(json.dumps(list(map(_facts, accounts))))
        return 0
    if not accounts:
        print(N_("No finished games yet."))
    for account in accounts:
        first, *others = account.sentences()
        print(first, *(f"  {sentence}" for sentence in others), sep="\n")
    return 0


def _print_table(tables: Mapping[str, FamilyTable], *, as_json: bool) -> int:
    """Print the tables and return 0."""
    if as_json:
        print(json.dumps({period: table.facts() for period, table in tables.items()}))
        return 0
    if not tables:
        print(N_("No finished games yet."))
    for table in differing_tables(tables):
        print(table.title, table.describe_wins(), *table.grids(cell_len, _COLUMNS), sep="\n")
        print(*table.sentences(utc_now()), *table.trend(), sep="\n")
    return 0


def _facts(account: PlayerAccount) -> Mapping[str, object]:
    """One player as a JSON object. `ratings` has one entry per rated game, and none for computers.

    The averages are null if the player has not played a game to the end.
    """
    ratings = [
        {"finished": game.finished.isoformat(), "elo": game.rating.elo, "error": game.rating.error}
        for game in (account.person.games if account.person else ())
    ]
    facts = account.player._asdict()
    averages: Averages | None = facts.pop("averages")
    facts |= averages._asdict() if averages else dict.fromkeys(Averages._fields)
    opponents = [opponent._asdict() for opponent in account.player.opponents]
    return facts | {
        "opponents": opponents,
        "ratings": ratings,
        "unrated": account.unrated.total(),
        "former_names": account.former,
    }
