"""Benchmark the lists of games: `python -m benchmarks.lists [GAMES]...`, by default with 1,000 and 10,000 games.

Runs the real program in a pseudo-terminal. Times are processor times, so other processes hardly affect them.
"""

import sys
import tempfile
from datetime import timedelta
from pathlib import Path
from statistics import mean

from benchmarks.table import SIZES, Terminal, program
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
KEYS = 12


def fill(folder: Path, games: int) -> None:
    """Save finished games, each between Ann and one of 300 others."""
    with Store.open(folder) as store:
        for number in range(games):
            day = NOON + timedelta(hours=number)
            game_id = store.create_game(header("Ann", f"Player {number % 300}"), "{}", day)
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


def rest(terminal: Terminal) -> None:
    """Wait until the program is idle, because it is still reading games after the first frame."""
    before = spent(terminal)
    terminal.settle()
    while (now := spent(terminal)) > before:
        before = now
        terminal.settle()


def main() -> None:
    """Print the measurements."""
    for games in map(int, sys.argv[1:] or ("1000", "10000")):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            fill(folder, games)
            for size in SIZES:
                print(f"{games} games, {size[0]} x {size[1]}")
                for what, key in LISTS.items():
                    with program(["-m", "splendor_tui"], size, name) as terminal:
                        terminal.until(b"uit")
                        rest(terminal)
                        before = spent(terminal)
                        terminal.press(key)
                        rest(terminal)
                        opened = spent(terminal) - before
                        down = [pressed(terminal, b"\x1b[B") for _ in range(KEYS)]
                        ends = [pressed(terminal, end) for end in (b"\x1b[F", b"\x1b[H") * 3]
                    print(
                        f"  {what:12} open {opened:5.0f} ms, Down {mean(down):5.1f} ms, most {max(down):5.1f}; "
                        f"End and Home {mean(ends):5.1f} ms"
                    )


if __name__ == "__main__":
    main()
