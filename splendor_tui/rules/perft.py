"""Counts action sequences, to compare two implementations of the rules."""

from collections.abc import Iterator

from splendor_tui.rules.actions import Action
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.state import State
from splendor_tui.rules.turn import advance


def perft(state: State, depth: int) -> int:
    """The number of sequences of `depth` actions from this state. Games that end earlier are not counted.

    Every ply counts, including returns and choices of a noble. A purchase counts once, with its default payment.
    Forfeits are excluded.
    """
    if depth == 0:
        return 1
    actions = legal_actions(state)
    if depth == 1:
        return len(actions)
    return sum(perft(_after(state, action), depth - 1) for action in actions)


def divide(state: State, depth: int) -> Iterator[tuple[Action, int]]:
    """The `perft` count of each first action; `depth` is at least 1."""
    for action in legal_actions(state):
        yield action, perft(_after(state, action), depth - 1)


def _after(state: State, action: Action) -> State:
    after = state.copy()
    advance(after, action)
    return after
