"""Measure the value of each seat: `python -m benchmarks.seats [--level LEVEL] [--games N] [--players N] [--nodes N]`.

Equal players play. The share of wins of each seat, and the most turns in a row that changed nothing but the bank, are
printed as the games go on. After an interruption, continue with `--first DEAL`.
"""

import argparse
import statistics
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Final

from splendor_tui.arena.entrants import Limit, parse_entrants
from splendor_tui.arena.fixtures import GameResult, fixtures
from splendor_tui.arena.headless_game import Arena
from splendor_tui.arena.parallel_matches import local_processes, playing
from splendor_tui.arena.tally import NORMAL_95
from splendor_tui.bots.levels import LEVELS
from splendor_tui.inputs.card_set import load_catalogue
from splendor_tui.inputs.house_rules import MatchRules
from splendor_tui.record import Record, parse_record
from splendor_tui.replay import replay
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.constants import MAX_PLAYERS, MIN_PLAYERS
from splendor_tui.rules.state import MAIN, Player

NO_TIME_LIMIT: Final = 600.0
STEP: Final = 50


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description="measure the value of each seat")
    parser.add_argument("--level", choices=LEVELS, default="grandmaster")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--players", type=int, choices=range(MIN_PLAYERS, MAX_PLAYERS + 1), default=MIN_PLAYERS)
    parser.add_argument(
        "--nodes", type=int, default=100, help="simulations for each move, 0 for as many as the level has"
    )
    parser.add_argument("--first", type=int, default=1, help="number of the first deal")
    parser.add_argument("--promos", action="store_true", help="the promo nobles may be dealt")
    parser.add_argument("--workers", type=int, default=1)
    args = parser.parse_args()
    entrants = parse_entrants([args.level] * args.players, Limit(NO_TIME_LIMIT, args.nodes or None))
    catalogue = load_catalogue()
    arena = Arena(catalogue, entrants, "seats", MatchRules(promo_nobles=args.promos), recorded=True)
    deals: list[tuple[GameResult, ...]] = []
    unchanged: Counter[int] = Counter()
    schedule = islice(fixtures([tuple(range(args.players))], args.games), args.first - 1, None)
    with local_processes(args.workers), playing(arena, schedule) as played:
        for one in played:
            deals.append(one.result.games)
            unchanged.update(turns_without_change(parse_record(text.encode()), catalogue) for text in one.records)
            if len(deals) % STEP == 0:
                report(deals, unchanged)
    report(deals, unchanged)


def turns_without_change(record: Record, catalogue: Catalogue) -> int:
    """The most turns in a row after which the player had the same tokens and cards as before."""
    most = turns = 0
    start = Player()
    for before, _action, after in replay(record, catalogue):
        seat = before.seat
        if before.phase is MAIN:
            start = before.players[seat]
        if after.seat != seat:
            turns = turns + 1 if possessions(start) == possessions(after.players[seat]) else 0
            most = max(most, turns)
    return most


def possessions(player: Player) -> tuple[object, ...]:
    """What a turn can change."""
    return player.gems, player.gold, player.cards, player.reserved


def report(deals: list[tuple[GameResult, ...]], unchanged: Counter[int]) -> None:
    """Print the shares so far, and how many games had how many turns in a row without a change."""
    longest = ", ".join(f"{games} x {turns}" for turns, games in sorted(unchanged.items(), reverse=True))
    print(
        f"{', '.join(shares(deals))} of {len(deals) * len(deals[0])} games; turns without change: {longest}", flush=True
    )


def shares(deals: list[tuple[GameResult, ...]]) -> Iterator[str]:
    """The share of wins of each seat in percent, with its 95% interval. The games of a deal are not independent."""
    for seat in range(len(deals[0])):
        wins = [100 * statistics.fmean(game.seats[seat].share for game in games) for games in deals]
        yield f"{statistics.fmean(wins):.1f} ± {NORMAL_95 * statistics.stdev(wins) / len(wins) ** 0.5:.1f}"


if __name__ == "__main__":
    main()
