"""The puzzle of the day."""

from datetime import date, timedelta

from splendor_tui.puzzles.collection import daily_puzzle, load_puzzles
from splendor_tui.rules.catalogue import Catalogue

DAY = date(2026, 11, 22)


def test_every_puzzle_has_its_day_before_one_comes_again(catalogue: Catalogue) -> None:
    puzzles = load_puzzles(catalogue).puzzles
    days = [daily_puzzle(puzzles, DAY + timedelta(days)) for days in range(len(puzzles))]
    assert {puzzle.id for puzzle in days if puzzle} == {puzzle.id for puzzle in puzzles}


def test_it_is_the_same_for_everybody_on_that_date(catalogue: Catalogue) -> None:
    puzzles = load_puzzles(catalogue).puzzles
    assert daily_puzzle(puzzles, DAY) == daily_puzzle(puzzles[::-1], DAY)


def test_without_puzzles_there_is_none() -> None:
    assert daily_puzzle((), DAY) is None
