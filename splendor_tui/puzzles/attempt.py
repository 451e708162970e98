"""An attempt to solve a puzzle."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Final, NamedTuple

from splendor_tui.puzzles.collection import Puzzle
from splendor_tui.puzzles.goal import Kind
from splendor_tui.puzzles.proof import Proof, skip_others
from splendor_tui.rules.actions import Action
from splendor_tui.rules.legality import check_action
from splendor_tui.rules.state import MAIN, State
from splendor_tui.rules.turn import advance
from splendor_tui.rules.view import View, determinize, view

_MAX_POSITIONS: Final = 150_000


class Ply(NamedTuple):
    """An action, and the state before and after it."""

    seat: int
    action: Action
    before: State
    after: State


@dataclass(slots=True)
class Attempt:
    """An attempt to solve a puzzle.

    `state` is the current position. The solver can start `turns` more turns. `plies` are all actions so far. `solved` is None
    until the puzzle is decided. After a failure, the rivals' last actions show the reason. `reply` chooses the rivals' actions
    if they do not affect the result. `rng` draws the cards.
    """

    puzzle: Puzzle
    rng: Random
    reply: Callable[[View, Random], Action]
    state: State = field(init=False)
    turns: int = field(init=False)
    plies: list[Ply] = field(init=False, default_factory=list)
    solved: bool | None = field(init=False, default=None)
    _proof: Proof = field(init=False)

    def __post_init__(self) -> None:
        self.state = determinize(self.puzzle.view, self.rng)
        self.turns = self.puzzle.goal.turns
        self._proof = Proof(self.puzzle.goal, _MAX_POSITIONS)

    def play(self, action: Action) -> None:
        """Play the action and the rivals' replies, until the solver's next turn or the end of the puzzle.

        Raises IllegalActionError, or TooLongError if proving the action takes too long.
        """
        check_action(self.state, action)
        turns = self.turns - (self.state.phase is MAIN)
        right = (not self.plies and action in self.puzzle.solutions) or self._proof.holds_after(
            self.state, action, turns
        )
        self.turns = turns
        self._apply(self.state if right else self._proof.worst(self.state, action, turns), action)
        # Show a failure only at the end of the turn, even if returned tokens or the choice of a noble caused it.
        while self.solved is None and (
            self.state.seat != self.puzzle.goal.seat or not (right or self.state.phase is MAIN)
        ):
            self._apply(*(self._any_reply() if right else self._proof.refutation(self.state, turns)))
        if not right:
            self.solved = False

    def answer(self) -> Action:
        """An action that still forces the goal. Raises TooLongError. Call it only while there is one."""
        if not self.plies:
            return min(self.puzzle.solutions, key=repr)
        return self._proof.good_action(self.state, self.turns)

    def _any_reply(self) -> tuple[State, Action]:
        return self.state, self.reply(view(self.state, self.state.seat), self.rng)

    def _apply(self, world: State, action: Action) -> None:
        """Apply the action in `world`, whose hidden cards may differ from those of the current state."""
        after = world.copy()
        advance(after, action)
        if self.puzzle.goal.kind is Kind.POINTS:
            skip_others(after, self.puzzle.goal.seat)
        self.plies.append(Ply(world.seat, action, world, after))
        self.state = after
        self.solved = self.puzzle.goal.verdict(after, self.turns)
