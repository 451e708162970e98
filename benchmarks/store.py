"""What it costs to keep games: `python -m benchmarks.store [FOLDER]`.

FOLDER, the present one by default, says which disk is measured; what is written there is removed again.
"""

import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from splendor_tui.match.store import Store
from tests.match.stored import NOON, header, ply, result

GAMES = 200
PLIES = 70


def seconds(work: Callable[[], object]) -> float:
    """How long the work takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def play(store: Store) -> list[float]:
    """Store one game; how long each ply took, in seconds."""
    game_id = store.create_game(header(), "{}", NOON)
    times = [seconds(partial(store.append, game_id, ply(number))) for number in range(1, PLIES + 1)]
    store.finish(game_id, result(15, 3), NOON)
    return times


def main() -> None:
    """Print the figures."""
    where = sys.argv[1] if len(sys.argv) > 1 else "."
    with tempfile.TemporaryDirectory(dir=where) as name:
        folder = Path(name)
        with Store.open(folder) as store:
            times = sorted(time for _game in range(GAMES) for time in play(store))
        median, p99 = (times[int(len(times) * part)] for part in (0.5, 0.99))
        print(
            f"one ply, durable        median {1000 * median:.2f} ms, 99 % {1000 * p99:.2f} ms, most {1000 * times[-1]:.2f} ms"
        )
        print(f"open, {GAMES} games         {1000 * seconds(lambda: Store.open(folder).close()):6.1f} ms")
        with Store.open(folder) as store:
            newest = store.games()[0].id
            print(f"list, {GAMES} games         {1000 * seconds(store.games):6.1f} ms")
            print(f"statistics, {GAMES} games   {1000 * seconds(store.statistics):6.1f} ms")
            print(f"load, {PLIES} plies          {1000 * seconds(lambda: store.load(newest)):6.1f} ms")
        print(f"file, {GAMES} games         {sum(file.stat().st_size for file in folder.iterdir()) / 1e6:6.1f} MB")


if __name__ == "__main__":
    main()
