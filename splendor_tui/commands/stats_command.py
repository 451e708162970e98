"""`splendor-tui stats`: what everybody has done in the games that are over."""

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING

from splendor_tui.commands import CommandError, Parser, add_data_option, open_games
from splendor_tui.words import N_, NN_, Message

if TYPE_CHECKING:
    from splendor_tui.store import PlayerStatistics

HELP = N_("show what each player has done in finished games, and against whom")


def configure(parser: Parser) -> None:
    """Add which games count, and the form of the answer."""
    parser.argument("--imported", action="store_true", about=N_("count imported games too"))
    parser.argument("--json", action="store_true", about=N_("answer with a JSON list for programs"))
    add_data_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the statistics and return 0."""
    from splendor_tui.store import StoreError

    try:
        with open_games(args) as store:
            players = store.statistics(with_imported=args.imported)
    except StoreError as error:
        raise CommandError(error) from error
    if args.json:
        print(json.dumps([asdict(player) for player in players]))
    elif players:
        print("\n".join(line for player in players for line in _lines(player)))
    else:
        print(N_("No game has been finished here yet."))
    return 0


def _lines(player: "PlayerStatistics") -> Iterator[str]:
    yield str(_games_of(player))
    for other in player.opponents:
        against = N_(
            "against {name} ({kind}): {wins} won of {games}",
            name=other.name,
            kind=other.kind,
            wins=other.wins,
            games=other.games,
        )
        yield f"  {against}"


def _games_of(player: "PlayerStatistics") -> Message:
    return NN_(
        "{name} ({kind}): {count} game, {wins} won; {points:.1f} points, {cards:.1f} cards, {turns:.1f} turns a game",
        "{name} ({kind}): {count} games, {wins} won; {points:.1f} points, {cards:.1f} cards, {turns:.1f} turns a game",
        player.games,
        name=player.name,
        kind=player.kind,
        wins=player.wins,
        points=player.points,
        cards=player.cards,
        turns=player.turns,
    )
