"""`splendor-tui stats`: what everybody has done in the games that are over."""

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING

from splendor_tui.commands import CommandError, add_data_option, open_games
from splendor_tui.words import _, ngettext

if TYPE_CHECKING:
    from splendor_tui.store import PlayerStatistics

HELP = _("tell what each player has done in the games that are over, and against whom")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add which games count, and the form of the answer."""
    parser.add_argument("--imported", action="store_true", help=_("count imported games too"))
    parser.add_argument("--json", action="store_true", help=_("answer with a JSON list for programs"))
    add_data_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the statistics and return 0."""
    from splendor_tui.store import StoreError

    try:
        with open_games(args) as store:
            players = store.statistics(with_imported=args.imported)
    except StoreError as error:
        raise CommandError(str(error)) from error
    if args.json:
        print(json.dumps([asdict(player) for player in players]))
    elif players:
        print("\n".join(line for player in players for line in _lines(player)))
    else:
        print(_("No game has been finished here yet."))
    return 0


def _lines(player: "PlayerStatistics") -> Iterator[str]:
    games = ngettext("{games} game", "{games} games", player.games).format(games=player.games)
    template = _(
        "{name} ({kind}): {games}, {wins} won; {points:.1f} points, {cards:.1f} cards, {turns:.1f} turns a game"
    )
    yield template.format(
        name=player.name,
        kind=player.kind,
        games=games,
        wins=player.wins,
        points=player.points,
        cards=player.cards,
        turns=player.turns,
    )
    for other in player.opponents:
        against = _("  against {name} ({kind}): {wins} won of {games}")
        yield against.format(name=other.name, kind=other.kind, wins=other.wins, games=other.games)
