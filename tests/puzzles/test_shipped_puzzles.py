"""The built-in puzzles are correct."""

from collections.abc import Sequence
from random import Random

import pytest

from splendor_tui.puzzles.collection import GRADES, Puzzle, load_puzzles
from splendor_tui.puzzles.goal import Kind
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.view import determinize
from training.check_puzzles import problem_of

MIN_PUZZLES = 60
SAMPLED = 12
"""One in this many puzzles is proved here. `make puzzles-check` proves all."""


@pytest.fixture(scope="module")
def shipped(catalogue: Catalogue) -> Sequence[Puzzle]:
    collection = load_puzzles(catalogue)
    assert collection.problems == ()
    return collection.puzzles


def test_there_are_enough_puzzles_of_every_grade_and_kind(shipped: Sequence[Puzzle]) -> None:
    assert len(shipped) >= MIN_PUZZLES
    assert {puzzle.grade for puzzle in shipped} == set(range(1, GRADES + 1))
    assert {puzzle.goal.kind for puzzle in shipped} == set(Kind)


def test_no_puzzle_appears_twice(shipped: Sequence[Puzzle]) -> None:
    assert len({(puzzle.view, puzzle.goal) for puzzle in shipped}) == len(shipped)


def test_sample_of_puzzles_is_provable_whatever_the_decks(shipped: Sequence[Puzzle]) -> None:
    for number, puzzle in enumerate(shipped[SAMPLED - 1 :: SAMPLED]):
        assert problem_of(puzzle, Random(number)) is None


def test_gold_and_bonus_of_the_drawing_action_count_for_the_drawn_card(shipped: Sequence[Puzzle]) -> None:
    """A reservation gives a gold, and a purchase a bonus. If a proof ignores them, it accepts a wrong action in this position."""
    [puzzle] = (one for one in shipped if one.id == "points-4-14")
    assert {problem_of(puzzle, Random(seed)) for seed in range(4)} == {None}


def test_incomplete_solutions_are_detected(shipped: Sequence[Puzzle]) -> None:
    puzzle = min(shipped, key=lambda one: (one.goal.turns, one.id))
    state = determinize(puzzle.view, Random(1))
    wrong = Puzzle(puzzle.id, puzzle.grade, puzzle.goal, puzzle.view, frozenset(), puzzle.origin)
    assert state.seat == puzzle.goal.seat
    assert problem_of(wrong, Random(1)) is not None
