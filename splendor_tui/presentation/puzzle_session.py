"""Puzzles: the rivals reply, and each action is proved good or bad."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Final

from splendor_tui.bots.levels import create_bot
from splendor_tui.bots.player import Budget
from splendor_tui.bots.reasons import reason
from splendor_tui.inputs.match_options import HUMAN
from splendor_tui.match.log import Step, log_step, make_step
from splendor_tui.presentation.message_details import with_names
from splendor_tui.presentation.playback import Playback
from splendor_tui.presentation.puzzle_texts import task, title, why_not_solved
from splendor_tui.presentation.table_model import Slot
from splendor_tui.presentation.task_session import RIVALS, TaskSession
from splendor_tui.puzzles.attempt import Attempt
from splendor_tui.puzzles.collection import Puzzle
from splendor_tui.puzzles.proof import TooLongError
from splendor_tui.rules.actions import Action, Return
from splendor_tui.rules.state import MAIN, State
from splendor_tui.rules.view import View, view
from splendor_tui.words import N_, NN_, Message

_NAMES: Final = ("Ann", "Bo", "Cy", "Dee")
_AT_ONCE: Final = Budget(1.0, lambda: False)


class PuzzleSession(TaskSession):
    """A puzzle. Each action is proved good or bad immediately, and the rivals refute a bad one."""

    waiting = N_("The others are thinking…")

    def __init__(self, puzzle: Puzzle, rng: Random, labels: Mapping[Slot, str]) -> None:
        self.puzzle = puzzle
        self.banner = N_("PUZZLE: {task}", task=title(puzzle.goal))
        self._rng = rng
        self._played: Action | None = None
        """The last action that the solver chose."""
        seats = range(len(puzzle.view.players))
        others = [seat for seat in seats if seat != puzzle.goal.seat]
        named = dict(zip((puzzle.goal.seat, *others), _NAMES, strict=False))
        super().__init__(puzzle.id, puzzle.goal.seat, [named[seat] for seat in seats], labels)

    def _begin(self) -> None:
        self._attempt = Attempt(self.puzzle, self._rng, _reply)

    @property
    def state(self) -> State:
        """The current position."""
        return self._attempt.state

    @property
    def solved(self) -> bool | None:
        """Whether the attempt has solved the puzzle. None while it is undecided."""
        return self._attempt.solved

    @property
    def steps(self) -> Sequence[Step]:
        """All actions of the attempt."""
        return _steps_of(self._attempt)

    @property
    def task(self) -> Message:
        """The puzzle's goal."""
        goal = self.puzzle.goal
        return task(goal, self.names[goal.seat], self.puzzle.view.options.target)

    @property
    def verdict(self) -> Message | None:
        """Whether the puzzle is solved, or why it is not. Until then, the turns left after each good turn."""
        attempt, goal = self._attempt, self.puzzle.goal
        match attempt.solved:
            case None if not attempt.plies or attempt.state.phase is not MAIN:
                return None
            case None:
                turns = attempt.turns
                return NN_("Good so far: {count} turn left.", "Good so far: {count} turns left.", turns)
            case True:
                return N_("Solved!")
            case False:
                return why_not_solved(goal, attempt.state, attempt.turns, self.names)

    @property
    def explanation(self) -> Sequence[Message]:
        """The reason for each of the solver's turns, and the number of first moves that solve the puzzle.

        After a failure, only a note if tokens were returned without asking, because the choice did not matter.
        """
        own = [ply for ply in self._attempt.plies if ply.seat == self.seat]
        if not self.solved:
            last = own[-1].action if own else None
            not_asked = isinstance(last, Return) and last != self._played
            return [N_("Returning other tokens would not have helped.")] if not_asked else ()
        turns = [ply for ply in own if ply.before.phase is MAIN]
        reasons = [with_names(reason(view(ply.before, self.seat), ply.action), self.names) for ply in turns]
        if len(reasons) > 1:
            reasons = [
                N_("{number}. {sentence}", number=number, sentence=one) for number, one in enumerate(reasons, start=1)
            ]
        return [*reasons, NN_("No other first move works.", "{count} first moves work.", len(self.puzzle.solutions))]

    def _play(self, action: Action, _cancelled: Callable[[], bool]) -> Message | None:
        has_begun, self._played = self.has_begun, action
        try:
            self._attempt.play(action)
        except TooLongError:
            self.restart()
            if has_begun:
                return N_("That action takes too long to judge, so the puzzle restarts. Try something else.")
            return N_("That action takes too long to judge. Try something else.")
        return None

    def _find_answer(self) -> Action | None:
        try:
            return self._attempt.answer()
        except TooLongError:
            return None

    def solution(self) -> Playback:
        """A solution with possible replies. It is incomplete if the rest takes too long to find."""
        attempt = Attempt(self.puzzle, self._rng, _reply)
        with suppress(TooLongError):
            while attempt.solved is None:
                attempt.play(attempt.answer())
        steps = _steps_of(attempt)
        return Playback(
            names=self.names,
            kinds=(HUMAN,) * len(self.names),
            views=(self.puzzle.view, *(view(ply.after, self.seat) for ply in attempt.plies)),
            steps=steps,
            log=tuple(tuple(log_step(step, self.names)) for step in steps),
            over=False,
            task=self.task,
        )


def _steps_of(attempt: Attempt) -> tuple[Step, ...]:
    return tuple(make_step(ply.before, ply.action, ply.after) for ply in attempt.plies)


def _reply(seen: View, rng: Random) -> Action:
    return create_bot(RIVALS).choose(seen, rng, _AT_ONCE)
