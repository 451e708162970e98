"""Measure the strength of a net: `python -m training.measure --players 2 --games 200 --simulations 0 100`.

Every game follows the rules, and the net sees only its seat's view. It plays alone against rivals of one kind. Each deal is
played once from each seat, and a tie counts as a share of a win.
"""

import argparse
import math
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

from joblib import Parallel, delayed

from splendor_tui.bots.learned.learned_policy import LearnedPolicy
from splendor_tui.bots.learned.net import load_net, shipped_net_path
from splendor_tui.bots.levels import create_bot
from splendor_tui.bots.player import Bot, Budget, Uniform
from splendor_tui.inputs.assets import load_catalogue
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.outcome import standings
from splendor_tui.rules.state import OVER, GameOptions, new_game
from splendor_tui.rules.turn import advance
from splendor_tui.rules.view import view

NO_TIME_LIMIT = Budget(seconds=600.0, cancelled=lambda: False, nodes=100_000)
MAX_PLIES = 1000  # a longer game is decided by its last position
RIVALS: dict[str, Callable[[], Bot]] = {"merchant": partial(create_bot, "merchant"), "uniform": Uniform}


def share_of_game(catalogue: Catalogue, bot: Bot, rival: Bot, players: int, seat: int, seed: int) -> float:
    """Play one game with the bot in this seat against copies of the rival. Returns the bot's share of the win."""
    state = new_game(catalogue, GameOptions(players), seed)
    rng = Random(seed)
    while state.phase is not OVER and state.ply < MAX_PLIES:
        mover = bot if state.seat == seat else rival
        advance(state, mover.choose(view(state, state.seat), rng, NO_TIME_LIMIT))
    winners = [standing.seat for standing in standings(state) if standing.rank == 1]
    return (seat in winners) / len(winners)


def _share_of_deals(path: Path, rival: str, players: int, simulations: int, deals: range) -> float:
    catalogue = load_catalogue()
    bot = LearnedPolicy(load_net(path, players, catalogue), catalogue, simulations)
    other = RIVALS[rival]()
    return sum(share_of_game(catalogue, bot, other, players, seat, seed) for seed in deals for seat in range(players))


def main() -> int:
    """Play the games, and print a line for each rival and search depth."""
    parser = argparse.ArgumentParser(prog="python -m training.measure", description=__doc__)
    parser.add_argument("--players", type=int, choices=(2, 3, 4), required=True)
    parser.add_argument("--net", type=Path, help="the file of a net (default: the packaged one)")
    parser.add_argument("--rivals", nargs="+", choices=RIVALS, default=list(RIVALS))
    parser.add_argument("--simulations", type=int, nargs="+", default=[0, 100], help="0 looks one turn ahead")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=-1)
    args = parser.parse_args()
    path = args.net or shipped_net_path(args.players)
    deals = args.games // args.players
    for rival in args.rivals:
        for simulations in args.simulations:
            start = time.perf_counter()
            parts = [range(first, min(first + 5, deals)) for first in range(0, deals, 5)]
            tasks = (delayed(_share_of_deals)(path, rival, args.players, simulations, part) for part in parts)
            share = sum(Parallel(n_jobs=args.jobs)(tasks)) / (deals * args.players)
            error = 1.96 * math.sqrt(share * (1 - share) / (deals * args.players))
            print(
                f"{simulations} simulations against {rival}: {100 * share:.1f} ± {100 * error:.1f}% of "
                f"{deals * args.players} games, {time.perf_counter() - start:.0f} s",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
