"""An attempt to solve a puzzle, judged by proofs."""

from collections.abc import Callable
from copy import copy
from random import Random
from typing import Final

from splendor_tui.puzzles.collection import Puzzle
from splendor_tui.puzzles.proof import Proof, after_action
from splendor_tui.rules.actions import Action
from splendor_tui.rules.state import MAIN, State
from splendor_tui.rules.turn import Ply
from splendor_tui.rules.view import View, determinize, view

_MAX_POSITIONS: Final = 150_000


class Attempt:
    """An attempt to solve a puzzle.

    `state` is the current position. The solver can start `turns` more turns. `plies` are all actions so far. `solved` is None
    until the puzzle is decided. After a failure, the rivals' last actions show the reason. `reply` chooses the rivals' actions
    if they do not affect the result. `rng` draws the cards.
    """

    def __init__(self, puzzle: Puzzle, rng: Random, reply: Callable[[View, Random], Action]) -> None:
        self.state = determinize(puzzle.view, rng)
        self.turns = puzzle.goal.turns
        self.plies: list[Ply] = []
        self.solved: bool | None = None
        self._puzzle = puzzle
        self._rng = rng
        self._reply = reply
        self._proof = Proof(puzzle.goal, _MAX_POSITIONS)

    def copy(self) -> "Attempt":
        """An independent attempt at the same point. Both share the proofs found so far."""
        other = copy(self)
        other.plies = [*self.plies]
        return other

    def play(self, action: Action) -> None:
        """Play the legal action and the rivals' replies, until the solver's next turn or the end of the puzzle.

        Raises TooLongError if proving the action takes too long.
        """
        turns = self.turns - (self.state.phase is MAIN)
        right = (not self.plies and action in self._puzzle.solutions) or self._proof.holds_after(
            self.state, action, turns
        )
        self.turns = turns
        self._apply(self.state if right else self._proof.worst(self.state, action, turns), action)
        # Show a failure only at the end of the turn, even if returned tokens or the choice of a noble caused it.
        while self.solved is None and (
            self.state.seat != self._puzzle.goal.seat or not (right or self.state.phase is MAIN)
        ):
            if right:
                self._apply(self.state, self._reply(view(self.state, self.state.seat), self._rng))
            else:
                self._apply(*self._proof.refutation(self.state, turns))
        if not right:
            self.solved = False

    def answer(self) -> Action:
        """An action that still forces the goal. Raises TooLongError. Call it only while there is one."""
        if not self.plies:
            return min(self._puzzle.solutions, key=repr)
        return self._proof.good_action(self.state, self.turns)

    def _apply(self, world: State, action: Action) -> None:
        """Apply the action in `world`, whose hidden cards may differ from those of the current state."""
        self.state = after_action(world, action, self._puzzle.goal)
        self.plies.append(Ply(world, action, self.state))
        self.solved = self._puzzle.goal.verdict(self.state, self.turns)
