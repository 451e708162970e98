"""Benchmark saving games: `python -m benchmarks.store [FOLDER] [--other CHECKOUT]`.

FOLDER, by default the current one, selects the disk. The benchmark deletes its files afterwards. The time for a ply is
mostly disk time and, on a busy machine, scheduling time. An equally durable insert without a store is therefore measured
too, and with `--other` the same plies with another version of the program. The two take turns, game by game.
"""

import argparse
import json
import os
import sqlite3
import subprocess
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


def play_on_request(folder: Path) -> None:
    """Save a game for each line of input, and print the durations of its plies."""
    with Store.open(folder) as store:
        for _request in sys.stdin:
            print(json.dumps(play(store)), flush=True)


def play_in_turns(store: Store, checkout: Path, folder: Path) -> tuple[list[float], list[float]]:
    """The durations of all plies with this version and with the other one."""
    command = [sys.executable, __file__, str(folder), "--on-request"]
    environ = {**os.environ, "PYTHONPATH": str(checkout)}
    ours: list[float] = []
    theirs: list[float] = []
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environ, text=True) as other:  # noqa: S603 - this script
        assert other.stdin
        assert other.stdout
        for _game in range(GAMES):
            ours += play(store)
            print(file=other.stdin, flush=True)
            theirs += json.loads(other.stdout.readline())
        other.stdin.close()
    return ours, theirs


def bare_inserts(folder: Path) -> list[float]:
    """The durations of the same number of inserts into a simple table, in seconds."""
    text = ply(1).model_dump_json()

    def execute(statement: str, *values: str) -> None:
        with closing(sqlite3.connect(folder / "bare.sqlite3", isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous = EXTRA")
            connection.execute(statement, values)

    execute("CREATE TABLE entries (number INTEGER PRIMARY KEY, body TEXT)")
    insert = partial(execute, "INSERT INTO entries (body) VALUES (?)", text)
    return [seconds(insert) for _ply in range(GAMES * PLIES)]


def show(what: str, times: list[float]) -> float:
    """Print the median, the 99th percentile and the maximum of these times. Returns the median."""
    times = sorted(times)
    median, p99 = (times[int(len(times) * part)] for part in (0.5, 0.99))
    print(f"{what:24} median {1000 * median:5.2f} ms, 99% {1000 * p99:5.2f} ms, most {1000 * times[-1]:5.1f} ms")
    return median


def compare(what: str, ours: float, theirs: float) -> None:
    """Print the difference and the ratio of two medians."""
    print(f"{what:24} {1000 * (ours - theirs):+.2f} ms, {ours / theirs:.2f} times")


def main() -> None:
    """Print the measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", default=".", type=Path)
    parser.add_argument("--other", metavar="CHECKOUT", type=Path, help="another version of the program")
    parser.add_argument("--on-request", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.on_request:
        play_on_request(args.folder)
        return
    with tempfile.TemporaryDirectory(dir=args.folder) as name:
        folder = Path(name) / "games"
        with Store.open(folder) as store:
            if args.other:
                ours, theirs = play_in_turns(store, args.other.absolute(), Path(name) / "other")
                stored = show("a ply", ours)
                compare("compared to the other", stored, show("a ply of the other", theirs))
            else:
                stored = show("a ply", [took for _game in range(GAMES) for took in play(store)])
        compare("compared to the insert", stored, show("a bare insert", bare_inserts(Path(name))))
        print(f"{f'open, {GAMES} games':24} {1000 * seconds(lambda: Store.open(folder).close()):6.1f} ms")
        with Store.open(folder) as store:
            newest = store.games()[0].id
            print(f"{f'list, {GAMES} games':24} {1000 * seconds(store.games):6.1f} ms")
            print(f"{f'statistics, {GAMES} games':24} {1000 * seconds(store.statistics):6.1f} ms")
            print(f"{f'load, {PLIES} plies':24} {1000 * seconds(lambda: store.load(newest)):6.1f} ms")
        print(f"{f'file, {GAMES} games':24} {(folder / 'games.sqlite3').stat().st_size / 1e6:6.1f} MB")


if __name__ == "__main__":
    main()
