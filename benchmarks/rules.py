"""Benchmark the rules: `python -m benchmarks.rules [SECONDS]`.

Every measurement is for uniformly random play on one core. A turn includes returns and the choice of a noble; a game
includes its deal. Compare results only within one run on an idle machine.
"""

import subprocess
import sys
import time
import timeit
import tracemalloc
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from random import Random

from splendor_tui.inputs.card_set import load_catalogue
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.state import MAIN, new_game
from splendor_tui.rules.turn import advance, apply_action
from tests.oracle import splendor
from tests.rules.comparison import twin

WARM_UP_GAMES = 1500
ROUNDS = 5


def trusted_game(catalogue: Catalogue, players: int, rng: Random) -> int:
    """Play a game as bots do, with `advance` and `legal_actions`. Returns the number of turns."""
    state = new_game(catalogue, GameOptions(players), rng.getrandbits(64))
    pick, turns = rng.random, 0
    while actions := legal_actions(state):
        turns += state.phase is MAIN
        advance(state, actions[int(pick() * len(actions))])
    return turns


def checked_game(catalogue: Catalogue, players: int, rng: Random) -> int:
    """Play a game as the table does, with a check and a new state for each action. Returns the number of turns."""
    state = new_game(catalogue, GameOptions(players), rng.getrandbits(64))
    pick, turns = rng.random, 0
    while actions := legal_actions(state):
        turns += state.phase is MAIN
        state = apply_action(state, actions[int(pick() * len(actions))])
    return turns


def oracle_game(catalogue: Catalogue, players: int, rng: Random) -> int:
    """Play a game with the second, naive implementation of the rules. Returns the number of turns."""
    game = twin(new_game(catalogue, GameOptions(players), rng.getrandbits(64)))
    turns = 0
    while lines := sorted(splendor.legal_actions(game)):
        turns += game.phase == "main"
        game = splendor.apply(game, rng.choice(lines))
    return turns


def rate(
    play: Callable[[Catalogue, int, Random], int], catalogue: Catalogue, players: int, seconds: float
) -> tuple[float, float]:
    """The best number of games and of turns per second in several rounds.

    The best is used because other processes can only slow a round down.
    """
    best = (0.0, 0.0)
    for number in range(ROUNDS):
        rng = Random(number)
        games = turns = 0
        start = time.perf_counter()
        while (elapsed := time.perf_counter() - start) < seconds / ROUNDS:
            turns += play(catalogue, players, rng)
            games += 1
        best = max(best, (games / elapsed, turns / elapsed))
    return best


def copy_cost(catalogue: Catalogue, players: int) -> float:
    """The time to copy a state from the middle of a game, in microseconds."""
    state = new_game(catalogue, GameOptions(players), 1)
    rng = Random(1)
    for _ply in range(15 * players):
        actions = legal_actions(state)
        advance(state, actions[int(rng.random() * len(actions))])
    return min(timeit.repeat(state.copy, number=20_000, repeat=ROUNDS)) / 20_000 * 1e6


def import_cost() -> float:
    """The extra time, in milliseconds, that Python takes to start if it imports the rules. The best of several starts."""
    rules = "import splendor_tui.rules.turn, splendor_tui.rules.view, splendor_tui.rules.notation"
    starts = [partial(subprocess.run, [sys.executable, "-c", program], check=True) for program in (rules, "pass")]
    with_rules, bare = (min(timeit.repeat(start, number=1, repeat=ROUNDS)) for start in starts)
    return 1000 * (with_rules - bare)


def memory_cost() -> tuple[float, float]:
    """Bytes per state, and megabytes used by the catalogue and all tables after a thousand games. Run it in a new interpreter."""
    tracemalloc.start()
    catalogue, rng = load_catalogue(), Random(2)
    for _game in range(1000):
        trusted_game(catalogue, 2, rng)
    tables = tracemalloc.get_traced_memory()[0] / 1e6
    state = new_game(catalogue, GameOptions(2), 1)
    before = tracemalloc.get_traced_memory()[0]
    copies = [state.copy() for _copy in range(1000)]
    each = (tracemalloc.get_traced_memory()[0] - before) / len(copies)
    tracemalloc.stop()
    return each, tables


def main() -> None:
    """Print the table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    catalogue = load_catalogue()
    start = time.perf_counter()
    rng = Random(0)
    cold_turns = sum(trusted_game(catalogue, 2, rng) for _game in range(100))
    cold = cold_turns / (time.perf_counter() - start)
    for _game in range(WARM_UP_GAMES):
        trusted_game(catalogue, 2 + _game % 3, rng)
    print(f"{'players':>8} {'path':>9} {'games/s':>9} {'turns/s':>9} {'x oracle':>9}")
    for players in (2, 3, 4):
        oracle_games, oracle_turns = rate(oracle_game, catalogue, players, seconds)
        for name, play in (("trusted", trusted_game), ("checked", checked_game)):
            games, turns = rate(play, catalogue, players, seconds)
            print(f"{players:>8} {name:>9} {games:>9,.0f} {turns:>9,.0f} {turns / oracle_turns:>9.0f}")
        print(f"{players:>8} {'oracle':>9} {oracle_games:>9,.1f} {oracle_turns:>9,.0f} {1:>9}")
    print(f"first 100 games, tables still empty: {cold:,.0f} turns/s")
    print(f"copying a state: {copy_cost(catalogue, 2):.2f} µs with 2 players, {copy_cost(catalogue, 4):.2f} µs with 4")
    print(f"importing the rules: {import_cost():.0f} ms")
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as fresh:
        each, tables = fresh.submit(memory_cost).result()
    print(f"memory: {each:,.0f} bytes a state, {tables:.1f} MB of tables after 1,000 games")


if __name__ == "__main__":
    main()
