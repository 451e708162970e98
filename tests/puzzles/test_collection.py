"""The built-in puzzles are correct, and invalid puzzle files are reported."""

from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest

from splendor_tui.inputs.card_set import load_catalogue
from splendor_tui.presentation.puzzle_shelf import daily_puzzle
from splendor_tui.puzzles.collection import GRADES, Kind, Puzzle, load_puzzles, read_puzzles
from splendor_tui.rules.catalogue import Catalogue
from training.check_puzzles import problem_of

POSITION = (
    "seat 0 main round 6 ply 10 viewer 0 / grid 1-05 1-09 1-13 1-02 2-05 2-09 2-11 2-20 3-01 3-07 3-12 3-18 / "
    "nobles charles-v mary-stuart machiavelli / W2 U1 *1 cards 1-12 1-17 reserved 2-07 / K3 cards 1-03 reserved 1-04"
)
HEAD = f"version: 1\ncatalogue: {load_catalogue().digest}\npuzzles:\n"
GOOD = f"""{HEAD}
  - id: first
    grade: 2
    goal: win
    turns: 1
    position: {POSITION}
    solutions: [take W U G]
"""


def load(folder: Path, catalogue: Catalogue, text: str) -> tuple[int, str]:
    """The number of valid puzzles in a file, and the error messages for the others."""
    path = folder / "puzzles.yaml"
    path.write_text(text, encoding="utf-8")
    collection = read_puzzles(path, catalogue)
    return len(collection.puzzles), "\n".join(map(str, collection.problems))


@pytest.mark.parametrize(
    ("found", "instead", "sentence"),
    [
        ("goal: win", "goal: lose", "goal is 'lose'; allowed: 'win', 'stop', 'noble' or 'points'."),
        ("goal: win", "goal: noble", "A puzzle must name a noble if its goal is one, and must not otherwise."),
        ("goal: win", "goal: noble\n    noble: henry-viii", "There is no noble 'henry-viii' on the table."),
        ("seat 0 main", "seat 0 mein", "mein"),
        (" viewer 0", "", "The position must be the view of the seat to move, at the start of its turn."),
        ("reserved 1-04", "reserved ?1", "The position must not have a card that a rival reserved from a deck."),
        ("take W U G", "take W", "Take exactly 3 different colours"),
        ("    turns: 1\n", "", "turns is missing."),
        ("    turns: 1\n", '    turns: 1\n    origin: "a\\tb"\n', "origin is 'a\\tb'; allowed: at most 120 printable"),
    ],
)
def test_invalid_puzzle_is_skipped_with_a_reason(
    catalogue: Catalogue, tmp_path: Path, found: str, instead: str, sentence: str
) -> None:
    assert found in GOOD
    bad = GOOD.replace(found, instead).replace(HEAD, "").replace("id: first", "id: second")
    count, problems = load(tmp_path, catalogue, GOOD + bad)
    assert count == 1
    assert problems.startswith("puzzles.yaml, puzzle 2: ")
    assert sentence in problems


def test_first_of_two_puzzles_with_one_id_counts(catalogue: Catalogue, tmp_path: Path) -> None:
    twice = GOOD + GOOD.replace(HEAD, "")
    assert load(tmp_path, catalogue, twice) == (1, "puzzles.yaml, puzzle 2: Another puzzle has the id first.")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "puzzles.yaml: "),
        ("version: [", "puzzles.yaml, line 1: "),
        ("version: 2\ncatalogue: x\npuzzles: []", "puzzles.yaml: This is version 2; this program knows version 1."),
        (GOOD.replace(load_catalogue().digest, "0" * 16), "The built-in puzzles need the standard cards."),
    ],
)
def test_invalid_file_has_no_puzzles_and_a_reason(
    catalogue: Catalogue, tmp_path: Path, text: str, sentence: str
) -> None:
    count, problems = load(tmp_path, catalogue, text)
    assert count == 0
    assert problems.startswith(sentence)
    assert len(read_puzzles(tmp_path / "nowhere", catalogue).problems) == 1


# --- the puzzle of the day -------------------------------------------------------------------------------------------


DAY = date(2026, 11, 22)


def test_every_puzzle_has_its_day_before_one_repeats(catalogue: Catalogue) -> None:
    puzzles = load_puzzles(catalogue).puzzles
    days = [daily_puzzle(puzzles, DAY + timedelta(days)) for days in range(len(puzzles))]
    assert {puzzle.id for puzzle in days if puzzle} == {puzzle.id for puzzle in puzzles}


def test_daily_puzzle_is_the_same_for_everyone(catalogue: Catalogue) -> None:
    puzzles = [
        puzzle._replace(id=name) for puzzle, name in zip(load_puzzles(catalogue).puzzles, "abcdef", strict=False)
    ]
    assert daily_puzzle((), DAY) is None
    for order in (puzzles, puzzles[::-1]):
        days = [daily_puzzle(order, DAY + timedelta(days)) for days in range(len(order))]
        assert "".join(puzzle.id for puzzle in days if puzzle) == "eadfcb", "in every process"


# --- the built-in puzzles ----------------------------------------------------------------------------------------------


MIN_PUZZLES = 60
SAMPLED = 12
"""One in this many puzzles is proved here. `make puzzles-check` proves all."""


@pytest.fixture(scope="module")
def shipped(catalogue: Catalogue) -> Sequence[Puzzle]:
    collection = load_puzzles(catalogue)
    assert collection.problems == ()
    return collection.puzzles


def test_there_are_enough_different_puzzles_of_every_grade_and_kind(shipped: Sequence[Puzzle]) -> None:
    assert len(shipped) >= MIN_PUZZLES
    assert {puzzle.grade for puzzle in shipped} == set(range(1, GRADES + 1))
    assert {puzzle.goal.kind for puzzle in shipped} == set(Kind)
    assert len({(puzzle.view, puzzle.goal) for puzzle in shipped}) == len(shipped)


def test_sample_of_puzzles_is_provable_whatever_the_decks(shipped: Sequence[Puzzle]) -> None:
    for number, puzzle in enumerate(shipped[SAMPLED - 1 :: SAMPLED]):
        assert problem_of(puzzle, Random(number)) is None


def test_gold_and_bonus_of_the_drawing_action_count_for_the_drawn_card(shipped: Sequence[Puzzle]) -> None:
    """A proof that ignores them accepts a wrong action in this position, with these orders of the decks."""
    [puzzle] = (one for one in shipped if one.id == "points-4-14")
    assert {problem_of(puzzle, Random(seed)) for seed in (1, 3)} == {None}


def test_incomplete_solutions_are_detected(shipped: Sequence[Puzzle]) -> None:
    puzzle = min(shipped, key=lambda one: (one.goal.turns, one.id))
    assert problem_of(puzzle._replace(solutions=frozenset()), Random(1)) is not None
