"""A proof agrees with an exhaustive search. In an attempt, good actions go on, and the rivals refute bad ones."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random

import pytest

from splendor_tui.puzzles.attempt import Attempt
from splendor_tui.puzzles.collection import Goal, Kind, Puzzle
from splendor_tui.puzzles.proof import Proof, TooLongError
from splendor_tui.rules.actions import Action, Buy, Reserve, ReserveTop
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.outcome import outcome
from splendor_tui.rules.payments import all_payments
from splendor_tui.rules.position import format_position
from splendor_tui.rules.state import Phase, State, new_game
from splendor_tui.rules.turn import advance, apply_action
from splendor_tui.rules.view import view
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


class Naive:
    """The interface of `Proof`, by simple exhaustive search with a cache of positions."""

    def __init__(self, goal: Goal) -> None:
        self._goal = goal
        self._known: dict[tuple[str, int], bool] = {}

    def solutions(self, state: State) -> set[Action]:
        """All first actions that force the goal."""
        return {action for action in every_action(state) if self._forced_after(state, action, self._goal.turns - 1)}

    def _forced(self, state: State, turns: int) -> bool:
        decided = self._decided(state, turns)
        if decided is not None:
            return decided
        key = format_position(state), turns
        if key not in self._known:
            mine = state.seat == self._goal.seat
            later = turns - (mine and state.phase is Phase.MAIN)
            forced = (self._forced_after(state, action, later) for action in every_action(state))
            self._known[key] = any(forced) if mine else all(forced)
        return self._known[key]

    def _decided(self, state: State, turns: int) -> bool | None:
        """Whether the goal is reached, or None if that depends on the next action."""
        goal = self._goal
        me, rivals = state.players[goal.seat], [one for seat, one in enumerate(state.players) if seat != goal.seat]
        over = state.phase is Phase.OVER
        last = over or (state.seat == goal.seat and state.phase is Phase.MAIN and turns == 0)
        match goal.kind:
            case Kind.WIN:
                if over:
                    end = outcome(state)
                    return end is not None and end.winners == (goal.seat,)
            case Kind.STOP:
                if any(rival.points >= state.options.target for rival in rivals):
                    return False
                if last:
                    return True
            case Kind.NOBLE:
                if goal.noble in me.nobles:
                    return True
            case Kind.POINTS:
                if me.points >= goal.points:
                    return True
        return False if last else None

    def _forced_after(self, state: State, action: Action, turns: int) -> bool:
        return all(self._forced(after, turns) for after in self._outcomes(state, action))

    def _outcomes(self, state: State, action: Action) -> Iterator[State]:
        for world in worlds(state, action):
            after = apply_action(world, action)
            if self._goal.kind is Kind.POINTS and after.phase in {Phase.MAIN, Phase.OVER}:
                after.phase, after.seat, after.final_round = Phase.MAIN, self._goal.seat, False
            yield after


def every_action(state: State) -> list[Action]:
    """The legal actions, with every payment."""
    actions: list[Action] = []
    for action in legal_actions(state):
        actions += all_payments(action.card, state.players[state.seat]) if isinstance(action, Buy) else [action]
    return actions


def worlds(state: State, action: Action) -> Iterator[State]:
    """The state with each card of the deck as the next one, if the action draws a card."""
    level = action.level if isinstance(action, ReserveTop) else 0
    if isinstance(action, Reserve | Buy) and action.card in state.grid:
        level = action.card.level
    deck = state.deck(level) if level else ()
    for card in deck or (None,):
        world = state.copy()
        if card is not None:
            others = tuple(other for other in deck if other is not card)
            decks = [(card, *others) if card.level == one else state.deck(one) for one in (1, 2, 3)]
            world.decks = (decks[0], decks[1], decks[2])
        yield world


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


# --- attempts ----------------------------------------------------------------------------------------------------------


def win_in_two() -> Puzzle:
    [state] = late_positions(card_set(CARDS), [32])
    goal = Goal(Kind.WIN, state.seat, 2)
    return Puzzle("one", 1, goal, view(state, state.seat), frozenset(Proof(goal, 10**6).solutions(state)), "")


def attempt(puzzle: Puzzle, seed: int = 1) -> Attempt:
    """An attempt against rivals who move at random."""
    return Attempt(puzzle, Random(seed), lambda seen, rng: rng.choice(legal_actions(seen)))


def test_following_the_proof_solves_the_puzzle_whatever_the_rivals_do() -> None:
    puzzle = win_in_two()
    for seed in range(20):
        tried = attempt(puzzle, seed)
        [first] = puzzle.solutions
        tried.play(first)
        while tried.solved is None:
            assert tried.state.seat == puzzle.goal.seat
            tried.play(tried.answer())
        assert tried.solved
        assert tried.plies[0].action == first


def test_wrong_action_is_refuted_by_the_rival() -> None:
    puzzle = win_in_two()
    wrong = [action for action in legal_actions(puzzle.view) if action not in puzzle.solutions]
    replies = 0
    for action in wrong:
        tried = attempt(puzzle)
        tried.play(action)
        assert tried.solved is False
        assert tried.plies[0].action == action
        replies += len(tried.plies) > 1
    assert replies > len(wrong) / 2
