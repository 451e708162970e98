"""Benchmark the lists of games: `python -m benchmarks.lists [GAMES]...`, by default with 1,000 and 10,000 games.

Runs the real program in a pseudo-terminal. Times are processor times of the main thread, so other processes and the reading
threads hardly affect them. The time to open a list is that until the first frame, then that until nothing more follows.
"""

import sys
import tempfile
from collections.abc import Mapping, Sequence
from datetime import timedelta
from math import inf
from pathlib import Path
from statistics import mean

from benchmarks.table import SIZES, Terminal, program
from splendor_tui.presentation.listed_games import SORT_ORDERS
from splendor_tui.store import Store
from tests.store.stored import NOON, header, ply, result

LISTS = {
    "saved games": b"g",
    "statistics": b"s",
    "puzzles": b"p",
    "settings": b"o",
    "new game": b"n",
    "commands": b"\x10",
    "themes": b"\x1bOR",
}
MORE_KEYS: Mapping[str, Mapping[str, Sequence[bytes]]] = {
    "saved games": {
        "search": [b"/", *(bytes([letter]) for letter in b"player 12"), *[b"\x7f"] * 3, b"\x1b"],
        "sort": [b"s"] * len(SORT_ORDERS),  # the series is the first game again
        "series": [b"\x1b[H", b"\r", b"\x1b"],
    },
    "statistics": {"sort": [b"s"] * 8, "table": [b"t", b"\x1b"], "rating": [b"\r", b"\x1b"]},
}
"""Keys that are pressed in a list, by name."""
KEYS = 12
IDLE_MILLISECONDS = 3
"""The processor time of an idle program between two looks at it."""
_IN_SERIES = 10
"""One of this many games belongs to a series."""


def fill(folder: Path, games: int) -> None:
    """Save finished games, each between Ann and one of 300 others. Every tenth game belongs to a series."""
    first = ""
    with Store.open(folder) as store:
        for number in range(games):
            day = NOON + timedelta(hours=number)
            options = f'{{"first_game":"{first}"}}' if first and number % _IN_SERIES == _IN_SERIES - 1 else "{}"
            game_id = store.create_game(header("Ann", f"Player {number % 300}"), options, day)
            first = first or game_id
            store.append(game_id, ply(1))
            store.finish(game_id, result(15, number % 16), day)


def spent(terminal: Terminal) -> float:
    """The processor time of the program's main thread, in milliseconds."""
    return int(Path(f"/proc/{terminal.pid}/schedstat").read_text().split()[0]) / 1e6


def pressed(terminal: Terminal, keys: bytes) -> float:
    """The processor time for a key press, in milliseconds."""
    before = spent(terminal)
    terminal.press(keys)
    return spent(terminal) - before


def finished(terminal: Terminal, keys: bytes) -> float:
    """The processor time for a key press and everything that follows, in milliseconds."""
    before = spent(terminal)
    terminal.press(keys)
    rest(terminal)
    return spent(terminal) - before


def rest(terminal: Terminal) -> None:
    """Wait until all threads of the program are idle, because it is still reading games after the first frame."""
    tasks, before, now = Path(f"/proc/{terminal.pid}/task"), 0.0, inf
    while abs(now - before) > IDLE_MILLISECONDS:
        terminal.settle()
        before, now = now, sum(int(task.read_text().split()[0]) for task in tasks.glob("*/schedstat")) / 1e6


def measure(folder: str, size: tuple[int, int]) -> None:
    """Print the times of every list, with the games in this folder."""
    for what, key in LISTS.items():
        with program(["-m", "splendor_tui"], size, folder) as terminal:
            terminal.until(b"uit")
            rest(terminal)
            before = spent(terminal)
            first = pressed(terminal, key)
            rest(terminal)
            opened = spent(terminal) - before
            down = [pressed(terminal, b"\x1b[B") for _ in range(KEYS)]
            ends = [pressed(terminal, end) for end in (b"\x1b[F", b"\x1b[H") * 3]
            more = {name: [finished(terminal, key) for key in keys] for name, keys in MORE_KEYS.get(what, {}).items()}
            back = pressed(terminal, b"\x1b")
        print(
            f"  {what:12} open {first:4.0f}, {opened:4.0f} ms, Down {mean(down):4.1f} ms, most {max(down):4.1f}; "
            f"End and Home {mean(ends):4.1f} ms; back {back:4.1f} ms"
        )
        for name, times in more.items():
            print(f"    {name:10} {' '.join(f'{each:.0f}' for each in times)} ms")


def main() -> None:
    """Print the measurements."""
    for games in map(int, sys.argv[1:] or ("1000", "10000")):
        with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:  # a disk would take ten minutes
            fill(Path(folder), games)
            for size in SIZES:
                print(f"{games} games, {size[0]} x {size[1]}")
                measure(folder, size)


if __name__ == "__main__":
    main()
