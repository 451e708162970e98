"""Compare what two versions write to the terminal: `python -m benchmarks.output CHECKOUT [RUNS]`.

CHECKOUT is the folder of the other version, such as a worktree of 1.0.0. Both play the same game, in turns, in one run.
Only the ratios are meaningful: below 1, this version is better.
"""

import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Final

import splendor_tui
from benchmarks.table import ARROWS, Drawn, play, program

SIZES: Final = ((80, 24), (120, 40))
COLOURS: Final = {"true colour": {"COLORTERM": "truecolor"}, "256 colours": {"COLORTERM": ""}}
_FIRST_SECONDS: Final = 2.0
"""Once there is no output for this long, the first screen is complete."""


def played(checkout: Path, size: tuple[int, int], colours: dict[str, str]) -> dict[str, list[Drawn]]:
    """Play some turns with the version in this folder. Returns what it wrote, by occasion."""
    arguments = ["-P", "-m", "splendor_tui", "new", "--players", "Ann,Bo", "--seed", "7"]
    with (
        tempfile.TemporaryDirectory() as folder,
        program(arguments, size, folder, more={"PYTHONPATH": str(checkout), **colours}) as table,
    ):
        first = table.settle(_FIRST_SECONDS)
        moves = [table.press(arrow) for arrow in ARROWS * 5]
        return {"first screen": [first], "cursor move": moves, "ply": play(table)}


def compare(size: tuple[int, int], colours: str, other: Path, runs: int) -> None:
    """Print the medians of both versions and their ratio."""
    print(f"{size[0]} x {size[1]}, {colours}")
    ours = Path(splendor_tui.__file__).parents[1]
    games = [[played(checkout, size, COLOURS[colours]) for checkout in (other, ours)] for _run in range(runs)]
    for occasion in games[0][0]:
        before, now = ([one for pair in games for one in pair[version][occasion]] for version in range(len(games[0])))
        written = [median(one.written for one in drawn) for drawn in (before, now)]
        seconds = [median(one.seconds for one in drawn) for drawn in (before, now)]
        print(
            f"  {occasion:14} {written[0]:6.0f} -> {written[1]:5.0f} bytes: {written[1] / written[0]:.2f} x; "
            f"{1000 * seconds[0]:6.1f} -> {1000 * seconds[1]:6.1f} ms: {seconds[1] / seconds[0]:.2f} x"
        )


def main() -> None:
    """Print the comparison at each size and colour depth."""
    if len(sys.argv) < 2:
        sys.exit(str(__doc__))
    other, runs = Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 3
    for size in SIZES:
        for colours in COLOURS:
            compare(size, colours, other, runs)


if __name__ == "__main__":
    main()
