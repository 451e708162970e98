"""A puzzle at a table: the try, what the person at the keyboard chooses, and what the table shows of it all."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Final

from splendor_tui.bots.levels import create_bot
from splendor_tui.bots.player import Budget
from splendor_tui.inputs.match_options import HUMAN, MatchRules, SeatOptions, make_options
from splendor_tui.match.controller import Controller
from splendor_tui.match.flow import Flow
from splendor_tui.match.log import LogKind, LogLine, Step, describe_step, log_step
from splendor_tui.match.match_journal import Journal
from splendor_tui.presentation.hint import slots_of
from splendor_tui.presentation.playback import Playback
from splendor_tui.presentation.player_session import PlayerSession
from splendor_tui.presentation.puzzle_words import kind_told, place_told, task, title, turns_left, why_not_solved
from splendor_tui.presentation.selection import NOTHING
from splendor_tui.presentation.table_model import Phrase, ShownHint, Slot, Suggestion, TableModel
from splendor_tui.presentation.table_view import changes_since
from splendor_tui.puzzles.attempt import Attempt, Ply
from splendor_tui.puzzles.collection import Puzzle
from splendor_tui.puzzles.proof import TooLongError
from splendor_tui.rules.actions import Action
from splendor_tui.rules.state import MAIN
from splendor_tui.rules.view import View, view
from splendor_tui.words import N_, Message, in_one_row

_NAMES: Final = ("Ann", "Bo", "Cy", "Dee")
_RIVALS: Final = "merchant"
"""What the rivals do as long as it does not matter is what this level would."""
_TOLD: Final = frozenset({LogKind.TOOK, LogKind.BOUGHT, LogKind.RESERVED, LogKind.NOBLE, LogKind.PASSED})
_AT_ONCE: Final = Budget(1.0, lambda: False)


class PuzzleSession:
    """A puzzle from the first try to the last. `labels` name the key of each place of the table.

    `session` builds up the choice in the position now. `hints` is how many hints were asked for in it: the first one names the
    kind of action, the second one lights up where it is. `answer` is what they point at.
    """

    def __init__(self, puzzle: Puzzle, rng: Random, labels: Mapping[Slot, str]) -> None:
        self.puzzle = puzzle
        self._labels = labels
        self._rng = rng
        seats = range(len(puzzle.view.players))
        others = [seat for seat in seats if seat != puzzle.goal.seat]
        named = dict(zip((puzzle.goal.seat, *others), _NAMES, strict=False))
        self.names = tuple(named[seat] for seat in seats)
        self.restart()

    def label(self, labels: Mapping[Slot, str]) -> None:
        """The keys have changed."""
        self._labels = self.session.labels = labels

    def restart(self) -> None:
        """Begin another try."""
        self._attempt = Attempt(self.puzzle, self._rng, _reply)
        self._renew()

    def _renew(self) -> None:
        """The position has changed."""
        goal, state = self.puzzle.goal, self._attempt.state
        kinds = [HUMAN if seat == goal.seat else _RIVALS for seat in range(len(self.names))]
        players = [SeatOptions(name=name, kind=kind) for name, kind in zip(self.names, kinds, strict=True)]
        options = make_options(players, MatchRules(target=state.options.target, open_reserves=True))
        controller = Controller(options, state, journal=Journal(), now=lambda: 0.0)
        controller.begin()
        self.session = PlayerSession(Flow(controller), self._labels, kept=True)
        self.hints = 0
        self.answer: Action | None = None

    # --- what it has come to -------------------------------------------------------------------------------------------

    @property
    def solved(self) -> bool | None:
        """Whether this try has solved it; None while it is open."""
        return self._attempt.solved

    @property
    def view(self) -> View:
        """What the solver knows now."""
        return view(self._attempt.state, self.puzzle.goal.seat)

    @property
    def begun(self) -> bool:
        """Whether anything has been done in this try."""
        return bool(self._attempt.plies)

    @property
    def log(self) -> tuple[LogLine, ...]:
        """What has been done in this try."""
        return tuple(line for ply in self._attempt.plies for line in self._told(ply))

    @property
    def news(self) -> tuple[LogLine, ...]:
        """What the others have done since the solver's last action."""
        return tuple(line for ply in self._by_others() for line in self._told(ply))

    def _by_others(self) -> Sequence[Ply]:
        """The plies since the solver's last one."""
        plies, seat = self._attempt.plies, self.puzzle.goal.seat
        own = max((place for place, ply in enumerate(plies, start=1) if ply.seat == seat), default=0)
        return plies[own:]

    def _told(self, ply: Ply) -> list[LogLine]:
        return log_step(describe_step(ply.before, ply.action, ply.after), self.names)

    @property
    def task(self) -> Message:
        """What is to be reached."""
        goal = self.puzzle.goal
        return task(goal, self.names[goal.seat], self.puzzle.view.options.target)

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
    def hint(self) -> Message | None:
        """The hint so far."""
        if self.answer is None or not self.hints:
            return None
        return kind_told(self.answer) if self.hints == 1 else place_told(self.answer)

    # --- what a person does --------------------------------------------------------------------------------------------

    def play(self, action: Action) -> None:
        """Do this, and let the others answer. It may take a second or two; where it would take longer, the try begins again.

        Raises IllegalActionError.
        """
        begun = self.begun
        try:
            self._attempt.play(action)
        except TooLongError:
            self.restart()
            self.session.said = (
                N_("It takes too long to see where that leads, so the puzzle begins again. Try something else.")
                if begun
                else N_("It takes too long to see where that leads. Try something else.")
            )
        else:
            self._renew()

    def hint_on(self) -> None:
        """Give one hint more. It may take a second."""
        try:
            self.answer = self._attempt.answer()
        except TooLongError:
            self.session.said = N_("It takes too long to find a hint here. Begin the puzzle again.")
        self.hints += 1

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

    # --- what is shown -------------------------------------------------------------------------------------------------

    def model(self) -> TableModel:
        """The table with the task above the log; the commands are for the screen to say."""
        model = self.session.model()
        said = [sentence for sentence in (self.hint, self.verdict) if sentence is not None and self.solved is None][:1]
        # Which noble came may be why it is lost.
        said += [
            line.message if line.kind is LogKind.NOBLE else line.brief or line.message
            for line in self.news
            if line.kind in _TOLD
        ]
        lit = self.answer is not None and self.hints > 1 and self.session.selection == NOTHING
        return replace(
            model,
            kinds=(None,) * len(self.names),
            log=self.log,
            banner=N_("PUZZLE: {task}", task=title(self.puzzle.goal)),
            changes=changes_since(_steps(self._attempt.plies), self.puzzle.goal.seat, model.view),
            hint=ShownHint(self.task, _in_one_row(said)),
            lit=frozenset(slots_of(model.view, self.answer)) if lit and self.answer else frozenset(),
            prompt=(Phrase(self.verdict),) if self.solved is not None and self.verdict else model.prompt,
        )


def _steps(plies: Sequence[Ply]) -> tuple[Step, ...]:
    return tuple(describe_step(ply.before, ply.action, ply.after) for ply in plies)


def _in_one_row(sentences: Sequence[Message]) -> tuple[Suggestion, ...]:
    """Sentences one after the other: beneath the task there is little room."""
    return (Suggestion((), None, in_one_row(sentences)),) if sentences else ()


def _reply(seen: View, rng: Random) -> Action:
    return create_bot(_RIVALS).choose(seen, rng, _AT_ONCE)
