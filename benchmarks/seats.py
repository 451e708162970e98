"""Measure the value of each seat: `python -m benchmarks.seats [--games N] [--players N] [--nodes N] [--promos]`.

Equal Grandmasters play; the share of wins of each seat is printed as the games go on. After an interruption, continue
with `--first DEAL`.
"""

import argparse
import statistics
from collections.abc import Iterator
from itertools import islice
from typing import Final

from splendor_tui.arena.entrants import Limit, parse_entrants
from splendor_tui.arena.fixtures import GameResult, fixtures
from splendor_tui.arena.headless_game import Arena
from splendor_tui.arena.parallel_matches import local_processes, playing
from splendor_tui.arena.tally import NORMAL_95
from splendor_tui.inputs.card_set import load_catalogue
from splendor_tui.inputs.house_rules import MatchRules
from splendor_tui.rules.constants import MAX_PLAYERS, MIN_PLAYERS

NO_TIME_LIMIT: Final = 600.0
STEP: Final = 50


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description="measure the value of each seat")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--players", type=int, choices=range(MIN_PLAYERS, MAX_PLAYERS + 1), default=MIN_PLAYERS)
    parser.add_argument("--nodes", type=int, default=100, help="simulations for each move")
    parser.add_argument("--first", type=int, default=1, help="number of the first deal")
    parser.add_argument("--promos", action="store_true", help="the promo nobles may be dealt")
    parser.add_argument("--workers", type=int, default=1)
    args = parser.parse_args()
    entrants = parse_entrants(["grandmaster"] * args.players, Limit(NO_TIME_LIMIT, args.nodes))
    arena = Arena(load_catalogue(), entrants, "seats", MatchRules(promo_nobles=args.promos))
    deals: list[tuple[GameResult, ...]] = []
    schedule = islice(fixtures([tuple(range(args.players))], args.games), args.first - 1, None)
    with local_processes(args.workers), playing(arena, schedule) as played:
        for one in played:
            deals.append(one.result.games)
            if len(deals) % STEP == 0:
                report(deals)
    report(deals)


def report(deals: list[tuple[GameResult, ...]]) -> None:
    """Print the shares so far."""
    print(", ".join(shares(deals)), f"of {len(deals) * len(deals[0])} games", flush=True)


def shares(deals: list[tuple[GameResult, ...]]) -> Iterator[str]:
    """The share of wins of each seat in percent, with its 95% interval. The games of a deal are not independent."""
    for seat in range(len(deals[0])):
        wins = [100 * statistics.fmean(game.seats[seat].share for game in games) for games in deals]
        yield f"{statistics.fmean(wins):.1f} ± {NORMAL_95 * statistics.stdev(wins) / len(wins) ** 0.5:.1f}"


if __name__ == "__main__":
    main()
