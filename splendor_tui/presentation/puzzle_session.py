"""A puzzle at a table, and its sentences."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from typing import Final

from splendor_tui.bots.levels import create_bot
from splendor_tui.bots.player import Budget
from splendor_tui.bots.reasons import reason
from splendor_tui.inputs.match_options import HUMAN
from splendor_tui.match.background import in_background
from splendor_tui.match.log import Step, log_step, make_step
from splendor_tui.match.services import Services
from splendor_tui.presentation.activity import Effect, Open
from splendor_tui.presentation.message_details import with_names
from splendor_tui.presentation.playback import Playback
from splendor_tui.presentation.practice_session import PracticeSession
from splendor_tui.presentation.puzzle_shelf import PuzzleShelf, Task, title
from splendor_tui.presentation.task_session import RIVALS, TaskSession
from splendor_tui.puzzles.attempt import Attempt
from splendor_tui.puzzles.collection import Kind, Puzzle
from splendor_tui.puzzles.proof import TooLongError
from splendor_tui.review.practice import Practice
from splendor_tui.rules.actions import Action, ChooseNoble, Return
from splendor_tui.rules.outcome import standings
from splendor_tui.rules.state import MAIN, OVER, State
from splendor_tui.rules.view import View, view
from splendor_tui.words import N_, NN_, Message

_NAMES: Final = ("Ann", "Bo", "Cy", "Dee")
_OF_NO_HELP: Final[Mapping[type[Action], Message]] = {
    Return: N_("Returning other tokens would not have helped."),
    ChooseNoble: N_("Choosing another noble would not have helped."),
}


def invented_names(players: int, solver: int) -> Sequence[str]:
    """Names for the players of a puzzle, in seat order. The seat `solver` always has the same name."""
    others = [seat for seat in range(players) if seat != solver]
    named = dict(zip((solver, *others), _NAMES, strict=False))
    return [named[seat] for seat in range(players)]


class PuzzleSession(TaskSession):
    """A puzzle. Each action is proved good or bad immediately, and the rivals refute a bad one."""

    waiting = N_("The others are thinking…")

    def __init__(self, shelf: PuzzleShelf, puzzle: Puzzle, rng: Random) -> None:
        self.puzzle = puzzle
        self.banner = N_("PUZZLE: {task}", task=title(puzzle.goal))
        self._rng = rng
        self._played: Action | None = None
        """The last action that the solver chose."""
        names = invented_names(len(puzzle.view.players), puzzle.goal.seat)
        super().__init__(shelf, puzzle, puzzle.goal.seat, names)

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
        goal, name = self.puzzle.goal, self.names[self.seat]
        match goal.kind:
            case Kind.WIN if goal.turns == 1:
                return N_("{name}, win on this turn.", name=name)
            case Kind.WIN:
                return NN_(
                    "{name}, win in {count} turn, whatever happens.",
                    "{name}, win in {count} turns, whatever happens.",
                    goal.turns,
                    name=name,
                )
            case Kind.STOP:
                return N_(
                    "{name}, keep every rival below {target} points until your next turn.",
                    name=name,
                    target=self.puzzle.view.options.target,
                )
            case Kind.NOBLE:
                return NN_(
                    "{name}, get {noble} in {count} turn, whatever happens.",
                    "{name}, get {noble} in {count} turns, whatever happens.",
                    goal.turns,
                    name=name,
                    noble=goal.noble,
                )
            case Kind.POINTS:
                return NN_(
                    "{name}, reach {points} points in {count} turn. Nobody else plays.",
                    "{name}, reach {points} points in {count} turns. Nobody else plays.",
                    goal.turns,
                    name=name,
                    points=goal.points,
                )

    @property
    def verdict(self) -> Message | None:
        """Whether the puzzle is solved, or why it is not. Until then, the turns left after each good turn."""
        attempt = self._attempt
        match attempt.solved:
            case None if not attempt.plies or attempt.state.phase is not MAIN:
                return None
            case None:
                turns = attempt.turns
                return NN_("Good so far: {count} turn left.", "Good so far: {count} turns left.", turns)
            case True:
                return N_("Solved!")
            case False:
                return self._why_not_solved()

    @property
    def explanation(self) -> Sequence[Message]:
        """The reason for each of the solver's turns, and the number of first moves that solve the puzzle.

        After a failure, there is no reason. If tokens or a noble were chosen without asking, a note says that others would
        not have helped.
        """
        own = [ply for ply in self._attempt.plies if ply.before.seat == self.seat]
        if not self.solved:
            last = own[-1].action if own else self._played
            if last is None or last == self._played:
                return ()
            return [note for kind, note in _OF_NO_HELP.items() if isinstance(last, kind)]
        turns = [ply for ply in own if ply.before.phase is MAIN]
        reasons = [with_names(reason(view(ply.before, self.seat), ply.action), self.names) for ply in turns]
        if len(reasons) > 1:
            reasons = [
                N_("{number}. {sentence}", number=number, sentence=one) for number, one in enumerate(reasons, start=1)
            ]
        return [*reasons, NN_("No other first move works.", "{count} first moves work.", len(self.puzzle.solutions))]

    def _why_not_solved(self) -> Message:
        """Explain why the attempt failed."""
        goal, state, turns = self.puzzle.goal, self._attempt.state, self._attempt.turns
        match goal.kind:
            case Kind.WIN if state.phase is OVER:
                return self._why_not_won(state)
            case Kind.WIN if turns:
                return N_("Not solved: a win in time can no longer be guaranteed.")
            case Kind.POINTS if turns:
                return N_("Not solved: {points} points can no longer be guaranteed.", points=goal.points)
            case Kind.WIN | Kind.POINTS:
                return NN_(
                    "Not solved: you have {count} point, and no turn is left.",
                    "Not solved: you have {count} points, and no turn is left.",
                    state.players[self.seat].points,
                )
            case Kind.STOP:
                rivals = [(player.points, name) for player, name in zip(state.players, self.names, strict=True)]
                del rivals[self.seat]
                points, rival = max(rivals, key=lambda pair: pair[0])
                return N_("Not solved: {rival} has {points} points.", rival=rival, points=points)
            case Kind.NOBLE:
                owner = next((seat for seat, player in enumerate(state.players) if goal.noble in player.nobles), None)
                if owner is not None:
                    return N_("Not solved: {noble} visited {rival}.", noble=goal.noble, rival=self.names[owner])
                if turns:
                    return N_("Not solved: {noble} can no longer be guaranteed in time.", noble=goal.noble)
                return N_("Not solved: {noble} has not visited you, and no turn is left.", noble=goal.noble)

    def _why_not_won(self, state: State) -> Message:
        first = next(place for place in standings(state) if place.rank == 1 and place.seat != self.seat)
        rival, points, mine = self.names[first.seat], first.points, state.players[self.seat]
        if points > mine.points:
            return N_("Not solved: {rival} wins with {points} points.", rival=rival, points=points)
        if first.cards < len(mine.cards):
            return N_("Not solved: {rival} has {points} points too, with fewer cards.", rival=rival, points=points)
        return N_("Not solved: {rival} has as many points and cards as you, so you share the win.", rival=rival)

    async def _judge(self, action: Action) -> Message | None:
        attempt = self._attempt.copy()
        try:
            await in_background(partial(attempt.play, action))
        except TooLongError:
            return self._restart_after_all()
        self._attempt, self._played = attempt, action
        return None

    def _restart_after_all(self) -> Message:
        """Restart because an action takes too long to judge, and say so."""
        has_begun = self.has_begun
        self.restart()
        if has_begun:
            return N_("That action takes too long to judge, so the puzzle restarts. Try something else.")
        return N_("That action takes too long to judge. Try something else.")

    def _find_answer(self) -> Action | None:
        try:
            return self._attempt.answer()
        except TooLongError:
            return None

    def _give_solution(self) -> Effect:
        return self._think(self._find_solution)

    async def _find_solution(self) -> Effect:
        """Replay a solution, and save that it was shown."""
        solution = await in_background(self.solution)
        return Open(solution, self.shelf.progress.save_shown(self.id))

    def solution(self) -> Playback:
        """A solution with possible replies. It is incomplete if the rest takes too long to find."""
        attempt = Attempt(self.puzzle, self._rng, _reply)
        with suppress(TooLongError):
            while attempt.solved is None:
                attempt.play(attempt.answer())
        return Playback(
            names=self.names,
            kinds=(HUMAN,) * len(self.names),
            views=(self.puzzle.view, *(view(ply.after, self.seat) for ply in attempt.plies)),
            log=tuple(tuple(log_step(step, self.names)) for step in _steps_of(attempt)),
            over=False,
            task=self.task,
        )


def _steps_of(attempt: Attempt) -> tuple[Step, ...]:
    return tuple(make_step(*ply) for ply in attempt.plies)


def _reply(seen: View, rng: Random) -> Action:
    return create_bot(RIVALS).choose(seen, rng, Budget(1.0, lambda: False))


def open_task(shelf: PuzzleShelf, task: Task, services: Services) -> TaskSession:
    """Begin a task of the shelf."""
    shelf.current = task
    if isinstance(task, Practice):
        return PracticeSession(shelf, task, services.rng, services.reviewer())
    return PuzzleSession(shelf, task, services.rng)
