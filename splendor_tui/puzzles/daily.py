"""The puzzle of the day."""

from collections.abc import Sequence
from datetime import date
from hashlib import sha256

from splendor_tui.puzzles.collection import Puzzle


def daily_puzzle(puzzles: Sequence[Puzzle], day: date) -> Puzzle | None:
    """The puzzle of a date, the same for everybody who has these puzzles; each has its day before one comes again.

    None where there are no puzzles.
    """
    shuffled = sorted(puzzles, key=lambda puzzle: sha256(puzzle.id.encode()).digest())
    return shuffled[day.toordinal() % len(shuffled)] if shuffled else None
