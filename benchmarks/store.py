"""Benchmark saving games: `python -m benchmarks.store [FOLDER]`.

FOLDER, by default the current one, selects the disk. The benchmark deletes its files afterwards. The time for a ply is
mostly disk time and, on a busy machine, scheduling time. An equally durable insert without a store is therefore measured
too.
"""

import sqlite3
import sys
import tempfile
from contextlib import closing
from functools import partial
from pathlib import Path
from timeit import timeit

from splendor_tui.store import Store
from tests.store.stored import NOON, header, ply, result

GAMES = 200
PLIES = 70


seconds = partial(timeit, number=1)
"""The duration of a call, in seconds."""


def play(store: Store) -> list[float]:
    """Save one game. Returns the duration of each ply, in seconds."""
    game_id = store.create_game(header(), "{}", NOON)
    times = [seconds(partial(store.append, game_id, ply(number))) for number in range(1, PLIES + 1)]
    store.finish(game_id, result(15, 3), NOON)
    return times


def bare_inserts(folder: Path) -> list[float]:
    """The durations of the same number of inserts into a simple table, in seconds."""
    text = ply(1).model_dump_json()
    with closing(sqlite3.connect(folder / "bare.sqlite3", isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE entries (number INTEGER PRIMARY KEY, body TEXT)")
        insert = partial(connection.execute, "INSERT INTO entries (body) VALUES (?)", (text,))
        return [seconds(insert) for _ply in range(GAMES * PLIES)]


def show(what: str, times: list[float]) -> float:
    """Print the median, the 99th percentile and the maximum of these times. Returns the median."""
    times = sorted(times)
    median, p99 = (times[int(len(times) * part)] for part in (0.5, 0.99))
    print(f"{what:24} median {1000 * median:5.2f} ms, 99% {1000 * p99:5.2f} ms, most {1000 * times[-1]:5.1f} ms")
    return median


def main() -> None:
    """Print the measurements."""
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else ".") as name:
        folder = Path(name) / "games"
        with Store.open(folder) as store:
            stored = show("a ply", [took for _game in range(GAMES) for took in play(store)])
        bare = show("a bare insert", bare_inserts(Path(name)))
        print(f"{'ratio of the medians':24} {stored / bare:.2f}")
        print(f"{f'open, {GAMES} games':24} {1000 * seconds(lambda: Store.open(folder).close()):6.1f} ms")
        with Store.open(folder) as store:
            newest = store.games()[0].id
            print(f"{f'list, {GAMES} games':24} {1000 * seconds(store.games):6.1f} ms")
            print(f"{f'statistics, {GAMES} games':24} {1000 * seconds(store.statistics):6.1f} ms")
            print(f"{f'load, {PLIES} plies':24} {1000 * seconds(lambda: store.load(newest)):6.1f} ms")
        print(f"{f'file, {GAMES} games':24} {(folder / 'games.sqlite3').stat().st_size / 1e6:6.1f} MB")


if __name__ == "__main__":
    main()
