"""The selection of positions for the long proof of a win in three turns."""

from random import Random

from splendor_tui.puzzles.collection import Goal, Kind, load_puzzles
from splendor_tui.puzzles.proof import Proof
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.state import State, new_game
from splendor_tui.rules.view import determinize
from training.puzzle_candidates import is_likely_won


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
