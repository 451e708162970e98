"""A puzzle at a table: what is said, what is shown, and what of it is secret."""

from pathlib import Path
from random import Random

import pytest

from splendor_tui.plain.place_keys import keys_of_places
from splendor_tui.presentation.puzzle_progress import PuzzleProgress
from splendor_tui.presentation.puzzle_session import PuzzleSession
from splendor_tui.presentation.puzzle_shelf import PuzzleShelf
from splendor_tui.presentation.puzzle_words import task, title
from splendor_tui.puzzles import collection
from splendor_tui.puzzles.collection import Puzzle, load_puzzles
from splendor_tui.puzzles.goal import Goal, Kind
from splendor_tui.rules.actions import Reserve
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import legal_actions
from tests.tui.opened_app import make_services

SCARCE = 12
"""So many words a task may have: it stands under the smallest table."""


def first(catalogue: Catalogue, kind: Kind, turns: int = 0) -> Puzzle:
    puzzles = load_puzzles(catalogue).puzzles
    return next(one for one in puzzles if one.goal.kind is kind and turns in {0, one.goal.turns})


def session_of(puzzle: Puzzle, seed: int = 1) -> PuzzleSession:
    return PuzzleSession(puzzle, Random(seed), keys_of_places("qwerty"))


@pytest.mark.parametrize("kind", Kind)
def test_a_task_is_one_short_sentence(catalogue: Catalogue, kind: Kind) -> None:
    goal = first(catalogue, kind).goal
    assert len(str(task(goal, "Ann", 15)).split()) <= SCARCE
    assert str(title(goal))


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_of_puzzle_is_solved_by_its_own_answers_and_says_so(catalogue: Catalogue, kind: Kind) -> None:
    session = session_of(first(catalogue, kind))
    while session.solved is None:
        session.hint_on()
        assert session.answer is not None
        session.play(session.answer)
    assert str(session.verdict) == "Solved!"


@pytest.mark.parametrize("kind", Kind)
def test_whoever_goes_wrong_is_told_why(catalogue: Catalogue, kind: Kind) -> None:
    puzzle = first(catalogue, kind)
    for action in legal_actions(puzzle.view)[:5]:
        session = session_of(puzzle)
        session.play(action)
        if action not in puzzle.solutions:
            assert session.solved is False
            assert str(session.verdict).startswith("Not solved: ")


def test_a_solution_ends_with_the_task_done(catalogue: Catalogue) -> None:
    puzzle = first(catalogue, Kind.WIN, 2)
    shown = session_of(puzzle).solution()
    assert shown.views[0] == puzzle.view
    assert puzzle.goal.seat in {step.seat for step in shown.steps}
    assert len(shown.views) == len(shown.log) + 1


def test_what_is_shown_does_not_depend_on_how_the_decks_lie(catalogue: Catalogue) -> None:
    puzzle = first(catalogue, Kind.STOP)
    wrong = next(one for one in legal_actions(puzzle.view) if isinstance(one, Reserve) and one not in puzzle.solutions)
    assert session_of(puzzle, 1).model() == session_of(puzzle, 2).model()
    for seed in (1, 2):
        session = session_of(puzzle, seed)
        session.play(wrong)
        hidden = [held for player in session.view.players for held in player.reserved if held.blind]
        assert all(held.card is None or session.view.viewer is not None for held in hidden)


def test_what_is_solved_is_kept_and_what_says_nothing_is_ignored(catalogue: Catalogue, tmp_path: Path) -> None:
    store = make_services(catalogue, tmp_path).store
    assert store is not None
    for item, state in {"gone": '{"solved":true}', "odd": "{", "not": '{"solved":false}', "new": '{"x":1}'}.items():
        store.progress.keep("puzzles", item, state)
    progress = PuzzleProgress(store)
    progress.load()
    assert progress.solved == {"gone"}
    assert progress.keep_solved("win-2-01") is None
    again = PuzzleProgress(store)
    again.load()
    assert again.solved == {"gone", "win-2-01"}


def test_without_a_store_it_is_said_that_nothing_is_kept() -> None:
    progress = PuzzleProgress(None)
    assert str(progress.keep_solved("win-2-01")) == "That is not kept: no place for it is known here."
    assert progress.solved == {"win-2-01"}


def test_a_damaged_file_is_told_and_leaves_an_empty_shelf(
    catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "puzzles.yaml").write_text("version: 9\npuzzles: []\n")
    monkeypatch.setattr(collection, "assets_folder", lambda: tmp_path)
    shelf = PuzzleShelf(make_services(catalogue))
    assert shelf.daily is None
    assert [str(problem) for problem in shelf.problems] == [
        "puzzles.yaml: This is version 9; this program knows version 1."
    ]


def test_the_next_puzzle_is_the_next_of_the_list_that_is_not_solved(catalogue: Catalogue) -> None:
    shelf = PuzzleShelf(make_services(catalogue))
    one, two, three = shelf.puzzles[:3]
    assert shelf.after(one) is two
    shelf.progress.keep_solved(two.id)
    assert shelf.after(one) is three
    for puzzle in shelf.puzzles:
        shelf.progress.keep_solved(puzzle.id)
    assert shelf.after(one) is two
    assert shelf.after(shelf.puzzles[-1]) is one


def test_a_goal_of_one_turn_says_so() -> None:
    assert str(task(Goal(Kind.WIN, 0, 1), "Ann", 15)) == "Ann, win with this turn."
