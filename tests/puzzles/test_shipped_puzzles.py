"""The puzzles that come with the game keep what they promise."""

from collections.abc import Sequence
from random import Random

import pytest

from splendor_tui.puzzles.collection import GRADES, Puzzle, load_puzzles
from splendor_tui.puzzles.goal import Kind
from splendor_tui.puzzles.proof import Proof
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.view import determinize
from training.check_puzzles import problem_of

LEAST = 60
SAMPLED = 7
"""Every so many puzzles one is proved here; `make puzzles-check` proves all."""


@pytest.fixture(scope="module")
def shipped(catalogue: Catalogue) -> Sequence[Puzzle]:
    collection = load_puzzles(catalogue)
    assert collection.problems == ()
    return collection.puzzles


def test_there_are_enough_of_every_grade_and_kind(shipped: Sequence[Puzzle]) -> None:
    assert len(shipped) >= LEAST
    assert {puzzle.grade for puzzle in shipped} == set(range(1, GRADES + 1))
    assert {puzzle.goal.kind for puzzle in shipped} == set(Kind)


def test_no_position_is_asked_twice(shipped: Sequence[Puzzle]) -> None:
    assert len({(puzzle.view, puzzle.goal) for puzzle in shipped}) == len(shipped)


def test_a_sample_of_them_is_proved_anew(shipped: Sequence[Puzzle]) -> None:
    for puzzle in shipped[::SAMPLED]:
        assert problem_of(puzzle) is None


def test_how_the_decks_lie_is_nothing_to_a_proof(shipped: Sequence[Puzzle]) -> None:
    for puzzle in shipped[3::SAMPLED]:
        orders = (determinize(puzzle.view, Random(seed)) for seed in (1, 2, 3))
        found = [set(Proof(puzzle.goal, 10**6).solutions(state)) for state in orders]
        assert found == [puzzle.solutions] * 3


def test_an_answer_that_is_not_all_of_it_is_seen(shipped: Sequence[Puzzle]) -> None:
    puzzle = min(shipped, key=lambda one: (one.goal.turns, one.id))
    state = determinize(puzzle.view, Random(1))
    wrong = Puzzle(puzzle.id, puzzle.grade, puzzle.goal, puzzle.view, frozenset(), puzzle.origin)
    assert state.seat == puzzle.goal.seat
    assert problem_of(wrong) is not None
