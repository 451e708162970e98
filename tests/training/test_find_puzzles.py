"""The selection of puzzles from those that were found, and of positions for the long proof of a win in three turns."""

from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pydantic import ValidationError

from splendor_tui.puzzles.collection import Goal, Kind, load_puzzles, read_puzzles
from splendor_tui.puzzles.proof import Proof
from splendor_tui.rules.actions import Buy, Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.state import State, new_game
from splendor_tui.rules.view import determinize
from tests.puzzles.test_proof import CARDS, late_positions
from tests.rules.card_sets import card_set
from training import find_puzzles
from training.find_puzzles import MAX_SOLUTIONS, chosen, is_interesting, tasks, write
from training.puzzle_candidates import is_likely_won

NUMBERS = count(1)


def row(goal: str, turns: int, grade: int, ways: int) -> dict[str, Any]:
    solutions = ["take W U G", "take W U R", "take W U K"][:ways]
    position = (
        f"seat 0 main round 6 ply {next(NUMBERS)} viewer 0 / grid 1-05 1-09 1-13 1-02 2-05 2-09 2-11 2-20 3-01 3-07 3-12 3-18 / "
        "nobles charles-v mary-stuart machiavelli / W2 U1 *1 cards 1-12 1-17 reserved 2-07 / K3 cards 1-03 reserved 1-04"
    )
    return {"goal": goal, "turns": turns, "grade": grade, "position": position, "solutions": solutions, "origin": ""}


def test_games_give_one_puzzle_of_each_kind_and_grades_alternate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find_puzzles, "WANTED", {(Kind.WIN, 2): 3, (Kind.STOP, 1): 3})
    games = [
        [row("win", 2, 1, 2), row("stop", 1, 1, 1)],
        [row("win", 2, 1, 1)],
        [row("win", 2, 4, 3)],
        [row("win", 2, 1, 3), row("stop", 1, 5, 1)],
    ]
    taken = chosen(games)
    assert [(one["id"], one["grade"], len(one["solutions"])) for one in taken] == [
        ("win-2-01", 1, 1),
        ("win-2-02", 1, 2),
        ("win-2-03", 4, 3),
        ("stop-1-01", 1, 1),
        ("stop-1-02", 5, 1),
    ]


def test_existing_puzzle_keeps_its_id_and_positions_are_unique(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find_puzzles, "WANTED", {(Kind.WIN, 2): 3, (Kind.STOP, 1): 3})
    old, new = row("win", 2, 1, 1), row("win", 2, 4, 1)
    [kept] = chosen([[old]])
    same_position = {**old, "goal": "stop", "turns": 1}
    taken = chosen([[new, same_position]], [kept])
    assert [(one["id"], one["position"]) for one in taken] == [
        ("win-2-01", old["position"]),
        ("win-2-02", new["position"]),
    ]


def test_written_puzzles_can_be_loaded(catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find_puzzles, "WANTED", {(Kind.WIN, 2): 1})
    path = tmp_path / "puzzles.yaml"
    write(chosen([[row("win", 2, 1, 2)]]), path)
    collection = read_puzzles(path, catalogue)
    assert collection.problems == ()
    assert [puzzle.id for puzzle in collection.puzzles] == ["win-2-01"]
    with pytest.raises(ValidationError):
        write([row("win", 9, 1, 1)], path)


def test_task_has_the_fewest_possible_turns() -> None:
    for state in late_positions(card_set(CARDS), [29, 32, 44]):
        found = {goal.kind: (goal, ways) for goal, ways in tasks(state)}
        goal, ways = found[Kind.WIN]
        in_fewer = [Proof(Goal(Kind.WIN, state.seat, turns), 10**6).solutions(state) for turns in range(1, goal.turns)]
        assert not any(in_fewer)
        assert ways


def test_puzzle_solved_by_buying_the_most_points_is_dull() -> None:
    [state] = late_positions(card_set(CARDS), [32])
    purchases = [action for action in legal_actions(state) if isinstance(action, Buy)]
    best = max(purchases, key=lambda purchase: purchase.card.points)
    takes = [action for action in legal_actions(state) if isinstance(action, Take)]
    assert not is_interesting(state, [best])
    assert is_interesting(state, takes[:MAX_SOLUTIONS])
    assert not is_interesting(state, takes[: MAX_SOLUTIONS + 1])


def positions(catalogue: Catalogue, turns: int) -> list[State]:
    """The positions of the built-in two-player puzzles with a win in this many turns."""
    return [
        determinize(puzzle.view, Random(1))
        for puzzle in load_puzzles(catalogue).puzzles
        if (puzzle.goal.kind, puzzle.goal.turns, len(puzzle.view.players)) == (Kind.WIN, turns, 2)
    ]


def test_packaged_three_turn_wins_are_found_again(catalogue: Catalogue) -> None:
    found = positions(catalogue, 3)
    assert found
    assert all(is_likely_won(state, 3) for state in found)


def test_likely_two_turn_wins_are_proved(catalogue: Catalogue) -> None:
    likely = [state for state in positions(catalogue, 2) if is_likely_won(state, 2)]
    assert likely
    for state in likely[:3]:
        assert Proof(Goal(Kind.WIN, state.seat, 2), 10**6).solutions(state)


def test_opening_is_not_a_likely_win(catalogue: Catalogue) -> None:
    for players in (2, 3):
        assert not is_likely_won(new_game(catalogue, GameOptions(players), 1), 3)
