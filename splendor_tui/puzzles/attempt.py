"""Somebody's try at a puzzle, ply by ply."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Final, NamedTuple

from splendor_tui.puzzles.collection import Puzzle
from splendor_tui.puzzles.goal import Kind
from splendor_tui.puzzles.proof import Proof, let_watch
from splendor_tui.rules.actions import Action
from splendor_tui.rules.legality import check_action
from splendor_tui.rules.state import MAIN, State
from splendor_tui.rules.turn import advance
from splendor_tui.rules.view import View, determinize, view

_MOST_POSITIONS: Final = 150_000


class Ply(NamedTuple):
    """Who did what, and the state before and after it."""

    seat: int
    action: Action
    before: State
    after: State


@dataclass(slots=True)
class Attempt:
    """A puzzle while it is played.

    `state` is the position now, with `turns` that the solver is yet to begin, and `plies` is what everybody has done so far.
    `solved` is None until it is decided; where it is lost, what the rivals did last shows why. `reply` chooses what rivals do as
    long as it does not matter. The cards come in the order that `rng` brings.
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
        self._proof = Proof(self.puzzle.goal, _MOST_POSITIONS)

    def play(self, action: Action) -> None:
        """Do this, and let the rivals answer until it is the solver's turn again, or all is decided.

        Raises IllegalActionError, and TooLongError where it cannot be told in reasonable time whether the action is good.
        """
        check_action(self.state, action)
        turns = self.turns - (self.state.phase is MAIN)
        good = (not self.plies and action in self.puzzle.solutions) or self._proof.holds_after(
            self.state, action, turns
        )
        self.turns = turns
        self._apply(self.state if good else self._proof.worst(self.state, action, turns), action)
        # What is lost shows why only when the turn has ended, whatever is returned and whichever noble comes.
        while self.solved is None and (
            self.state.seat != self.puzzle.goal.seat or not (good or self.state.phase is MAIN)
        ):
            self._apply(*(self._any_reply() if good else self._proof.refutation(self.state, turns)))
        if not good:
            self.solved = False

    def answer(self) -> Action:
        """An action with which the task can still be forced, while nothing is lost. Raises TooLongError."""
        if not self.plies:
            return min(self.puzzle.solutions, key=repr)
        return self._proof.good_action(self.state, self.turns)

    def _any_reply(self) -> tuple[State, Action]:
        return self.state, self.reply(view(self.state, self.state.seat), self.rng)

    def _apply(self, world: State, action: Action) -> None:
        """Let this happen in a state that is like the one now, but for what is hidden."""
        after = world.copy()
        advance(after, action)
        if self.puzzle.goal.kind is Kind.POINTS:
            let_watch(after, self.puzzle.goal.seat)
        self.plies.append(Ply(world.seat, action, world, after))
        self.state = after
        self.solved = self.puzzle.goal.verdict(after, self.turns)
