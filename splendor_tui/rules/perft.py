"""Counting action sequences: a check by which two implementations of the rules find where they differ."""

from collections.abc import Iterator

from splendor_tui.rules.actions import Action
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.state import State
from splendor_tui.rules.turn import advance


def perft(state: State, depth: int) -> int:
    """How many sequences of `depth` actions start here; a sequence that meets the end of the game earlier is not counted.

    Every ply counts (a return of tokens and a choice of a noble are plies), a purchase counts once, with its default
    payment, and a forfeit is no part of it.
    """
    if depth == 0:
        return 1
    actions = legal_actions(state)
    if depth == 1:
        return len(actions)
    return sum(perft(_after(state, action), depth - 1) for action in actions)


def divide(state: State, depth: int) -> Iterator[tuple[Action, int]]:
    """`perft` of each first action apart; `depth` is at least 1."""
    for action in legal_actions(state):
        yield action, perft(_after(state, action), depth - 1)


def _after(state: State, action: Action) -> State:
    after = state.copy()
    advance(after, action)
    return after
