"""A proof is complete and correct: it agrees with an exhaustive search."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random

import pytest

from splendor_tui.puzzles.goal import Goal, Kind
from splendor_tui.puzzles.proof import Proof, TooLongError
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.state import GameOptions, Phase, State, new_game
from splendor_tui.rules.turn import advance
from tests.puzzles.naive import Naive
from tests.rules.card_sets import card_set

CARDS = """
    1 W 0 U1
    1 U 0 W2 K1
    1 G 1 R1
    1 R 0 W3
    1 K 1 G4
    1 W 2 R2
    2 U 2 R5
    2 U 2 W2 G1
    2 U 1 K3
    2 G 3 R4
    2 R 4 W9 U9
    3 K 5 G7
    3 K 3 W3 R1
    3 W 4 G5
    3 G 3 U4
    3 R 5 W2 K4
"""
TARGET = 6


def late_positions(cards: Catalogue, seeds: Iterable[int]) -> Iterator[State]:
    """Positions in which the seat to move, or its rival, is close to the target."""
    for seed in seeds:
        state, rng = new_game(cards, GameOptions(2, TARGET), seed), Random(seed)
        while state.phase is not Phase.OVER and state.ply < 60:
            if state.phase is Phase.MAIN and max(player.points for player in state.players) >= TARGET - 3:
                yield state.copy()
                break
            actions = legal_actions(state)
            costly = [action for action in actions if hasattr(action, "card")]
            advance(state, rng.choice(costly or actions))


def goals(state: State) -> Iterator[Goal]:
    """The possible goals of one turn in a position."""
    yield Goal(Kind.WIN, state.seat, 1)
    yield Goal(Kind.STOP, state.seat, 1)
    yield from (Goal(Kind.NOBLE, state.seat, 1, noble) for noble in state.nobles)
    yield Goal(Kind.POINTS, state.seat, 1, points=state.players[state.seat].points + 2)


def test_proof_of_one_turn_matches_exhaustive_search() -> None:
    solved = set()
    for state in late_positions(card_set(CARDS), range(40)):
        for goal in goals(state):
            found = Proof(goal, 10**6).solutions(state)
            assert set(found) == Naive(goal).solutions(state), (state.seat, goal)
            assert len(found) == len(set(found))
            if found:
                solved.add(goal.kind)
    assert solved == set(Kind)


@pytest.mark.parametrize(
    ("kind", "seeds"),
    [(Kind.WIN, (1, 29, 32)), (Kind.STOP, (2, 29, 32)), (Kind.NOBLE, (8, 9, 32)), (Kind.POINTS, (4, 3, 18))],
)
def test_proof_of_two_turns_matches_exhaustive_search(kind: Kind, seeds: Sequence[int]) -> None:
    solved = []
    for state in late_positions(card_set(CARDS), seeds):
        noble = state.nobles[0] if kind is Kind.NOBLE else None
        goal = Goal(kind, state.seat, 2, noble, state.players[state.seat].points + 4)
        found = Proof(goal, 10**6).solutions(state)
        assert set(found) == Naive(goal).solutions(state)
        solved.append(bool(found))
    assert solved == [False, True, True]


def test_overlong_proof_is_an_error(catalogue: Catalogue) -> None:
    state = new_game(catalogue, GameOptions(2), 1)
    with pytest.raises(TooLongError):
        Proof(Goal(Kind.POINTS, 0, 4, points=1), 1000).solutions(state)
