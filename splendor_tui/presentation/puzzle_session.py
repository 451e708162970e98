"""A task at a table, and puzzles as tasks: the try, what the player chooses, and what the table shows of it all."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Final

from splendor_tui.bots.levels import create_bot
from splendor_tui.bots.player import Budget
from splendor_tui.bots.reasons import reason
from splendor_tui.inputs.match_options import HUMAN, MatchRules, SeatOptions, make_options
from splendor_tui.match.controller import Controller
from splendor_tui.match.flow import Flow
from splendor_tui.match.log import LogKind, LogLine, Step, describe_step, log_step
from splendor_tui.match.match_journal import Journal
from splendor_tui.presentation.hint import slots_of, with_names
from splendor_tui.presentation.playback import Playback
from splendor_tui.presentation.player_session import PlayerSession
from splendor_tui.presentation.puzzle_words import (
    kind_told,
    other_ways,
    place_told,
    task,
    title,
    turns_left,
    why_not_solved,
)
from splendor_tui.presentation.selection import NOTHING
from splendor_tui.presentation.table_model import Phrase, ShownHint, Slot, Suggestion, TableModel
from splendor_tui.presentation.table_view import changes_since
from splendor_tui.puzzles.attempt import Attempt, Ply
from splendor_tui.puzzles.collection import Puzzle
from splendor_tui.puzzles.proof import TooLongError
from splendor_tui.rules.actions import Action
from splendor_tui.rules.state import MAIN, State
from splendor_tui.rules.view import View, view
from splendor_tui.words import N_, Message, in_one_row

_NAMES: Final = ("Ann", "Bo", "Cy", "Dee")
_RIVALS: Final = "merchant"
"""What the rivals do as long as it does not matter is what this level would."""
_TOLD: Final = frozenset({LogKind.TOOK, LogKind.BOUGHT, LogKind.RESERVED, LogKind.NOBLE, LogKind.PASSED})
_AT_ONCE: Final = Budget(1.0, lambda: False)


class TaskSession(ABC):
    """A task from the first try to the last. `labels` name the key of each place of the table.

    `session` builds up the choice in the position now. `hints` is how many hints were asked for in it: the first one names the
    kind of action, the second one lights up where it is. `answer` is what they point at.
    """

    def __init__(self, task_id: str, seat: int, names: Sequence[str], labels: Mapping[Slot, str]) -> None:
        self.id = task_id
        self.seat = seat
        self.names = tuple(names)
        self._labels = labels
        self.restart()

    # --- what a subclass says ------------------------------------------------------------------------------------------

    @abstractmethod
    def _begin(self) -> None:
        """Forget the try."""

    @property
    @abstractmethod
    def state(self) -> State:
        """The position now; what the solver cannot know in it is made up."""

    @property
    @abstractmethod
    def solved(self) -> bool | None:
        """Whether this try has solved it; None while it is open."""

    @property
    @abstractmethod
    def begun(self) -> bool:
        """Whether anything has been done in this try."""

    @property
    @abstractmethod
    def banner(self) -> Message:
        """The task in a few words."""

    @property
    @abstractmethod
    def task(self) -> Message:
        """The task."""

    @property
    @abstractmethod
    def verdict(self) -> Message | None:
        """How the try ended, or how it stands."""

    @property
    @abstractmethod
    def explanation(self) -> Sequence[Message]:
        """Why the try ended as it did."""

    @property
    @abstractmethod
    def waiting(self) -> Message:
        """What the table says while an action is judged."""

    @abstractmethod
    def _play(self, action: Action, cancelled: Callable[[], bool]) -> Message | None:
        """Judge an action; answers with a sentence if that is not possible."""

    @abstractmethod
    def _find_answer(self) -> Action | None:
        """An action that solves the task; None if it takes too long to find one."""

    @property
    def plies(self) -> Sequence[Ply]:
        """What everybody has done in this try."""
        return ()

    # --- what it has come to -------------------------------------------------------------------------------------------

    def label(self, labels: Mapping[Slot, str]) -> None:
        """The keys have changed."""
        self._labels = self.session.labels = labels

    def restart(self) -> None:
        """Begin another try."""
        self._begin()
        self._renew()

    def _renew(self) -> None:
        """The position has changed."""
        kinds = [HUMAN if seat == self.seat else _RIVALS for seat in range(len(self.names))]
        players = [SeatOptions(name=name, kind=kind) for name, kind in zip(self.names, kinds, strict=True)]
        options = make_options(players, MatchRules(target=self.state.options.target, open_reserves=True))
        controller = Controller(options, self.state, journal=Journal(), now=lambda: 0.0)
        controller.begin()
        self.session = PlayerSession(Flow(controller), self._labels, is_saved=True)
        self.hints = 0
        self.answer: Action | None = None

    @property
    def view(self) -> View:
        """What the solver knows now."""
        return view(self.state, self.seat)

    @property
    def log(self) -> tuple[LogLine, ...]:
        """What has been done in this try."""
        return tuple(line for ply in self.plies for line in self._told(ply))

    @property
    def news(self) -> tuple[LogLine, ...]:
        """What the others have done since the solver's last action."""
        plies = self.plies
        own = max((place for place, ply in enumerate(plies, start=1) if ply.seat == self.seat), default=0)
        return tuple(line for ply in plies[own:] for line in self._told(ply))

    def _told(self, ply: Ply) -> list[LogLine]:
        return log_step(describe_step(ply.before, ply.action, ply.after), self.names)

    @property
    def hint(self) -> Message | None:
        """The hint so far."""
        if self.answer is None or not self.hints:
            return None
        return kind_told(self.answer) if self.hints == 1 else place_told(self.answer)

    # --- what a player does --------------------------------------------------------------------------------------------

    def play(self, action: Action, cancelled: Callable[[], bool] = lambda: False) -> None:
        """Do this. It may take a second or two; the answer counts for nothing once `cancelled`. Raises IllegalActionError."""
        problem = self._play(action, cancelled)
        if problem is None:
            self._renew()
        else:
            self.session.message = problem

    def hint_on(self) -> None:
        """Give one hint more. It may take a second."""
        self.answer = self._find_answer()
        if self.answer is None:
            self.session.message = N_("It takes too long to find a hint here. Begin the puzzle again.")
        self.hints += 1

    # --- what is shown -------------------------------------------------------------------------------------------------

    def model(self) -> TableModel:
        """The table with the task above the log; the commands are for the screen to say."""
        model = self.session.model()
        if self.solved is None:
            said = [sentence for sentence in (self.hint, self.verdict) if sentence is not None][:1]
        else:
            said = [*self.explanation]
        # Which noble came may be why it is lost.
        said += [
            line.message if line.kind is LogKind.NOBLE else line.brief or line.message
            for line in self.news
            if line.kind in _TOLD and not self.solved
        ]
        lit = self.answer is not None and self.hints > 1 and self.session.selection == NOTHING
        return replace(
            model,
            kinds=(None,) * len(self.names),
            log=self.log,
            banner=self.banner,
            changes=changes_since(_steps(self.plies), self.seat, model.view),
            hint=ShownHint(self.task, _in_one_row(said)),
            lit=frozenset(slots_of(model.view, self.answer)) if lit and self.answer else frozenset(),
            prompt=(Phrase(self.verdict),) if self.solved is not None and self.verdict else model.prompt,
        )


class PuzzleSession(TaskSession):
    """A puzzle: it is proved at once whether an action is good, and the others answer with what is hardest."""

    def __init__(self, puzzle: Puzzle, rng: Random, labels: Mapping[Slot, str]) -> None:
        self.puzzle = puzzle
        self._rng = rng
        seats = range(len(puzzle.view.players))
        others = [seat for seat in seats if seat != puzzle.goal.seat]
        named = dict(zip((puzzle.goal.seat, *others), _NAMES, strict=False))
        super().__init__(puzzle.id, puzzle.goal.seat, [named[seat] for seat in seats], labels)

    def _begin(self) -> None:
        self._attempt = Attempt(self.puzzle, self._rng, _reply)

    @property
    def state(self) -> State:
        """The position now."""
        return self._attempt.state

    @property
    def solved(self) -> bool | None:
        """Whether this try has solved it; None while it is open."""
        return self._attempt.solved

    @property
    def begun(self) -> bool:
        """Whether anything has been done in this try."""
        return bool(self._attempt.plies)

    @property
    def plies(self) -> Sequence[Ply]:
        """What everybody has done in this try."""
        return self._attempt.plies

    @property
    def banner(self) -> Message:
        """The task in a few words."""
        return N_("PUZZLE: {task}", task=title(self.puzzle.goal))

    @property
    def task(self) -> Message:
        """What is to be reached."""
        goal = self.puzzle.goal
        return task(goal, self.names[goal.seat], self.puzzle.view.options.target)

    @property
    def waiting(self) -> Message:
        """What the table says while the others answer."""
        return N_("The others think…")

    @property
    def verdict(self) -> Message | None:
        """That it is solved, or why not; before that how many turns are left once a turn was good."""
        attempt, goal = self._attempt, self.puzzle.goal
        match attempt.solved:
            case None if not attempt.plies or attempt.state.phase is not MAIN:
                return None
            case None:
                return turns_left(attempt.turns)
            case True:
                return N_("Solved!")
            case False:
                return why_not_solved(goal, attempt.state, attempt.turns, self.names)

    @property
    def explanation(self) -> Sequence[Message]:
        """What speaks for each turn of the solution, and whether another first action works."""
        if not self.solved:
            return ()
        own = [ply for ply in self.plies if ply.seat == self.seat and ply.before.phase is MAIN]
        told = [with_names(reason(view(ply.before, self.seat), ply.action), self.names) for ply in own]
        if len(told) > 1:
            told = [N_("{number}. {sentence}", number=number, sentence=one) for number, one in enumerate(told, start=1)]
        return [*told, other_ways(len(self.puzzle.solutions))]

    def _play(self, action: Action, _cancelled: Callable[[], bool]) -> Message | None:
        begun = self.begun
        try:
            self._attempt.play(action)
        except TooLongError:
            self.restart()
            if begun:
                return N_("It takes too long to see where that leads, so the puzzle begins again. Try something else.")
            return N_("It takes too long to see where that leads. Try something else.")
        return None

    def _find_answer(self) -> Action | None:
        try:
            return self._attempt.answer()
        except TooLongError:
            return None

    def solution(self) -> Playback:
        """A way to solve it, with what the others may do, to go through step by step; as far as it is soon found."""
        attempt = Attempt(self.puzzle, self._rng, _reply)
        with suppress(TooLongError):
            while attempt.solved is None:
                attempt.play(attempt.answer())
        seat = self.puzzle.goal.seat
        return Playback(
            names=self.names,
            kinds=(HUMAN,) * len(self.names),
            views=(self.puzzle.view, *(view(ply.after, seat) for ply in attempt.plies)),
            steps=_steps(attempt.plies),
            log=tuple(tuple(self._told(ply)) for ply in attempt.plies),
            over=False,
        )


def _steps(plies: Sequence[Ply]) -> tuple[Step, ...]:
    return tuple(describe_step(ply.before, ply.action, ply.after) for ply in plies)


def _in_one_row(sentences: Sequence[Message]) -> tuple[Suggestion, ...]:
    """Sentences one after the other: beneath the task there is little room."""
    return (Suggestion((), None, in_one_row(sentences)),) if sentences else ()


def _reply(seen: View, rng: Random) -> Action:
    return create_bot(_RIVALS).choose(seen, rng, _AT_ONCE)
