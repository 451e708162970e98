"""A puzzle at a table: its messages, its model and its secrets."""

import re
from pathlib import Path
from random import Random

import pytest

from splendor_tui.presentation import commands, puzzle_shelf
from splendor_tui.presentation.puzzle_session import PuzzleSession
from splendor_tui.presentation.puzzle_shelf import PuzzleProgress, PuzzleShelf, PuzzleState
from splendor_tui.presentation.table_model import DeckSlot
from splendor_tui.puzzles.attempt import Attempt
from splendor_tui.puzzles.collection import Goal, Kind, Puzzle, load_puzzles, read_puzzles
from splendor_tui.puzzles.proof import TooLongError
from splendor_tui.rules.actions import Action, Buy, Reserve, Return, Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.notation import parse_action
from splendor_tui.rules.position import parse_position
from splendor_tui.rules.view import View
from splendor_tui.store import Store
from tests.presentation.choosing import finish
from tests.tui.opened_app import make_services

MAX_WORDS = 12
"""Of a task, so that it fits under the smallest table."""


def first(catalogue: Catalogue, kind: Kind, turns: int = 0) -> Puzzle:
    puzzles = load_puzzles(catalogue).puzzles
    return next(one for one in puzzles if one.goal.kind is kind and turns in {0, one.goal.turns})


def session_of(puzzle: Puzzle, seed: int = 1) -> PuzzleSession:
    shelf = PuzzleShelf(make_services(puzzle.view.catalogue))
    return PuzzleSession(shelf, puzzle, Random(seed))


def play_answer(session: PuzzleSession) -> Action:
    finish(session.do(commands.PUZZLE_HINT))
    assert session.answer is not None
    answer = session.answer
    finish(session.play(answer))
    return answer


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_of_puzzle_is_solved_by_its_answers_and_only_by_them(catalogue: Catalogue, kind: Kind) -> None:
    puzzle = first(catalogue, kind)
    session = session_of(puzzle)
    assert len(str(session.task).split()) <= MAX_WORDS
    while session.solved is None:
        play_answer(session)
    solved = session
    assert str(solved.verdict) == "Solved!"
    told = list(map(str, session.explanation))
    assert re.match(r"(1\. )?(Buy|Take|Reserve) .*: .*\.", told[0])
    assert re.fullmatch(r"No other first move works\.|\d+ first moves work\.", told[-1])
    for action in legal_actions(puzzle.view)[:5]:
        session = session_of(puzzle)
        finish(session.play(action))
        if action not in puzzle.solutions:
            assert session.solved is False
            assert str(session.verdict).startswith("Not solved: ")
    if kind is Kind.WIN:
        session = session_of(puzzle._replace(goal=puzzle.goal._replace(turns=1)))
        assert str(session.task) == "Ann, win on this turn."
    if kind is Kind.POINTS:
        assert {step.seat for step in solved.steps} == {solved.seat}, "nobody else plays"


def test_next_puzzle_is_offered_once_before_and_after_the_solution(catalogue: Catalogue) -> None:
    session = session_of(first(catalogue, Kind.WIN, 1))
    for command in (commands.NEXT_PUZZLE, commands.CONFIRM):
        offers = [offer for offer in session.model().offers if offer.label == session.shelf.next_label]
        assert [offer.command for offer in offers] == [command]
        while session.solved is None:
            play_answer(session)


def test_hint_follows_the_last_moves_of_the_rivals(catalogue: Catalogue) -> None:
    session = session_of(first(catalogue, Kind.WIN, 3))
    play_answer(session)
    finish(session.do(commands.PUZZLE_HINT))
    shown = session.model().hint
    assert shown is not None
    assert re.fullmatch(r"Bo .*\. Hint: .*\.", str(shown.suggestions[0].sentence))


def test_wrong_turn_is_refuted_after_its_tokens_are_returned(catalogue: Catalogue) -> None:
    [puzzle] = [one for one in load_puzzles(catalogue).puzzles if one.id == "win-2-07"]
    session = session_of(puzzle)
    assert not session.explanation
    finish(session.play(parse_action("take W U R", catalogue)))
    assert session.solved is False
    assert [type(step.action) for step in session.steps[:2]] == [Take, Return]
    assert [step.seat == session.seat for step in session.steps] == [True, True, False]
    assert list(map(str, session.explanation)) == ["Returning other tokens would not have helped."]
    session.restart()
    finish(session.play(next(action for action in legal_actions(puzzle.view) if isinstance(action, Buy))))
    assert session.solved is False
    assert not session.explanation


def test_nothing_of_a_judgement_is_visible_before_it_is_complete(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = first(catalogue, Kind.STOP)
    session = session_of(puzzle)
    session.selection = wrong = next(one for one in legal_actions(puzzle.view) if one not in puzzle.solutions)
    during, play = [], Attempt.play

    def watched(attempt: Attempt, action: Action) -> None:
        play(attempt, action)
        during.append(session.model())

    monkeypatch.setattr(Attempt, "play", watched)
    thinking = session.play(wrong)
    session.pick(DeckSlot(1))
    assert session.selection == wrong, "a click does not choose meanwhile either"
    before = session.model()
    finish(thinking)
    assert during == [before]
    assert session.solved is False


def test_too_long_judgement_restarts_the_puzzle(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    session = session_of(first(catalogue, Kind.WIN, 2))
    play_answer(session)
    assert session.has_begun

    def too_long(_attempt: Attempt, _action: Action) -> None:
        raise TooLongError

    monkeypatch.setattr(Attempt, "play", too_long)
    for told in (
        "That action takes too long to judge, so the puzzle restarts. Try something else.",
        "That action takes too long to judge. Try something else.",
    ):
        finish(session.play(legal_actions(session.view)[0]))
        assert not session.has_begun
        assert str(session.message) == told


def test_solution_has_a_view_after_every_step(catalogue: Catalogue) -> None:
    puzzle = first(catalogue, Kind.WIN, 2)
    shown = session_of(puzzle).solution()
    assert shown.views[0] == puzzle.view
    assert puzzle.goal.seat in {seen.seat for seen in shown.views}
    assert len(shown.views) == len(shown.log) + 1


def test_display_does_not_depend_on_the_decks(catalogue: Catalogue) -> None:
    puzzle = first(catalogue, Kind.STOP)
    wrong = next(one for one in legal_actions(puzzle.view) if isinstance(one, Reserve) and one not in puzzle.solutions)
    assert session_of(puzzle, 1).model() == session_of(puzzle, 2).model()
    for seed in (1, 2):
        session = session_of(puzzle, seed)
        finish(session.play(wrong))
        hidden = [held for player in session.view.players for held in player.reserved if held.blind]
        assert all(held.card is None or session.view.viewer is not None for held in hidden)


def test_visit_of_a_noble_is_described_with_the_rivals_action(catalogue: Catalogue) -> None:
    """Bo, with 12 points, needs one red card for Henry VIII, and can buy it."""
    seen = parse_position(
        "seat 0 main round 9 ply 16 viewer 0 / grid 1-02 1-03 1-04 1-31 2-01 2-02 2-03 2-04 3-04 3-07 3-08 3-12 / "
        "nobles henry-viii machiavelli anne-of-brittany / W1 / W3 cards 3-18 3-19 3-14 1-34 1-35 1-25 1-27",
        catalogue,
    )
    assert isinstance(seen, View)
    session = session_of(Puzzle("noble", 1, Goal(Kind.STOP, 0, 1), seen, frozenset(), ""))
    finish(session.play(next(one for one in legal_actions(seen) if isinstance(one, Take))))
    assert str(session.verdict) == "Not solved: Bo has 15 points."
    shown = session.model().hint
    assert shown is not None
    assert "Henry VIII visited Bo." in str(shown.suggestions[0].sentence)
    assert shown.news == session.news[:2]


SOLVED = PuzzleState(solved=True)


def loaded(store: Store) -> PuzzleProgress:
    progress = PuzzleProgress(store)
    progress.load()
    return progress


def test_solved_puzzles_are_saved_and_invalid_rows_or_a_missing_folder_reported(store: Store) -> None:
    for item, state in {"gone": '{"solved":true}', "odd": "{", "not": '{"solved":false}', "new": '{"x":1}'}.items():
        store.progress.save("puzzles", item, state)
    progress = loaded(store)
    assert progress.state_of("gone") == SOLVED
    assert not any(progress.state_of(item).solved for item in ("odd", "not", "new", "unheard-of"))
    assert progress.save_solved("win-2-01") is None
    assert loaded(store).state_of("win-2-01") == SOLVED
    progress = PuzzleProgress(None)
    assert str(progress.save_solved("win-2-01")) == "Your result is not saved: there is no save folder."
    assert progress.state_of("win-2-01") == SOLVED


def test_puzzle_solved_after_the_solution_is_marked(store: Store) -> None:
    progress = PuzzleProgress(store)
    progress.save_shown("win-2-01")
    assert progress.state_of("win-2-01") == PuzzleState(solved=False, shown=True)
    progress.save_solved("win-2-01")
    progress.save_solved("win-2-02")
    progress.save_shown("win-2-02")
    for saved in (progress, loaded(store)):
        assert saved.state_of("win-2-01") == PuzzleState(solved=True, shown=True)
        assert saved.state_of("win-2-02") == SOLVED, "it was solved before"


def test_damaged_puzzle_file_is_reported(catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "puzzles.yaml").write_text("version: 9\ncatalogue: x\npuzzles: []\n")
    damaged = read_puzzles(tmp_path / "puzzles.yaml", catalogue)
    monkeypatch.setattr(puzzle_shelf, "load_puzzles", lambda _catalogue: damaged)
    shelf = PuzzleShelf(make_services(catalogue))
    assert shelf.daily is None
    assert [str(problem) for problem in shelf.problems] == [
        "puzzles.yaml: This is version 9; this program knows version 1."
    ]


def test_next_puzzle_is_the_next_unsolved_one(catalogue: Catalogue) -> None:
    shelf = PuzzleShelf(make_services(catalogue))
    one, two, three = shelf.puzzles[:3]
    assert shelf.after(one) is two
    assert shelf.daily not in {None, one}
    assert shelf.after(shelf.daily) is one, "the list begins with today's puzzle"
    shelf.progress.save_solved(two.id)
    assert shelf.after(one) is three
    for puzzle in shelf.puzzles:
        shelf.progress.save_solved(puzzle.id)
    assert shelf.after(one) is two
    assert shelf.after(shelf.puzzles[-1]) is one


def test_puzzle_is_named_by_its_type_and_number_and_found_by_every_spelling_and_by_its_id(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = load_puzzles(catalogue)
    added = known.puzzles[0]._replace(id="my-first-puzzle")
    monkeypatch.setattr(puzzle_shelf, "load_puzzles", lambda _cards: known._replace(puzzles=(*known.puzzles, added)))
    shelf = PuzzleShelf(make_services(catalogue))
    named = {str(shelf.name(task)): task.id for task in shelf.tasks}
    assert len(named) == len(shelf.tasks)
    assert (named["Win 10"], named["Points 1"]) == ("win-2-01", "points-4-01")
    assert named["my-first-puzzle"] == added.id
    for typed in ("Win 10", "win 10", "win-10", "WIN-2-01"):
        assert (found := shelf.find(typed)) is not None
        assert found.id == "win-2-01"
    assert shelf.find("win") is None
