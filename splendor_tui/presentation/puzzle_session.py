"""A task at a table, and puzzles as tasks: the attempt, the player's choice, the model of the table, and the sentences."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import Final, assert_never

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
from splendor_tui.presentation.selection import NOTHING
from splendor_tui.presentation.table_model import Phrase, ShownHint, Slot, Suggestion, TableModel
from splendor_tui.presentation.table_view import changes_since
from splendor_tui.puzzles.attempt import Attempt, Ply
from splendor_tui.puzzles.collection import Puzzle
from splendor_tui.puzzles.goal import Goal, Kind
from splendor_tui.puzzles.proof import TooLongError
from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Forfeit, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.cards import Noble
from splendor_tui.rules.outcome import standings
from splendor_tui.rules.state import MAIN, OVER, State
from splendor_tui.rules.view import View, view
from splendor_tui.words import N_, NN_, NP_, Message, enumerated, in_one_row

_NAMES: Final = ("Ann", "Bo", "Cy", "Dee")
_RIVALS: Final = "merchant"
"""The level that moves for the rivals while their moves do not matter."""
_TOLD: Final = frozenset({LogKind.TOOK, LogKind.BOUGHT, LogKind.RESERVED, LogKind.NOBLE, LogKind.PASSED})
_AT_ONCE: Final = Budget(1.0, lambda: False)


class TaskSession(ABC):
    """A task, with any number of attempts. `labels` are the key labels of the places of the table.

    `session` builds up the choice in the current position. `hints` is the number of hints given in it: the first names the kind
    of action, the second lights up its place. `answer` is the action that they are about. `banner` is the task in a few words,
    `waiting` what the table shows while an action is judged.
    """

    banner: Message
    waiting: Message

    def __init__(self, task_id: str, seat: int, names: Sequence[str], labels: Mapping[Slot, str]) -> None:
        self.id = task_id
        self.seat = seat
        self.names = tuple(names)
        self._labels = labels
        self.restart()

    # --- defined by the kind of task ------------------------------------------------------------------------------------

    @abstractmethod
    def _begin(self) -> None:
        """Forget the attempt."""

    @property
    @abstractmethod
    def state(self) -> State:
        """The current position; what the solver cannot know in it is made up."""

    @property
    @abstractmethod
    def solved(self) -> bool | None:
        """Whether this attempt has solved the task; None while it is open."""

    @property
    @abstractmethod
    def begun(self) -> bool:
        """Whether anything has been done in this attempt."""

    @property
    @abstractmethod
    def task(self) -> Message:
        """The task as a sentence."""

    @property
    @abstractmethod
    def verdict(self) -> Message | None:
        """The result of the attempt, or how it is going."""

    @property
    @abstractmethod
    def explanation(self) -> Sequence[Message]:
        """The reasons for the result."""

    @abstractmethod
    def _play(self, action: Action, cancelled: Callable[[], bool]) -> Message | None:
        """Judge an action; returns why that is not possible, else None."""

    @abstractmethod
    def _find_answer(self) -> Action | None:
        """An action that solves the task; None if it takes too long to find."""

    @property
    def plies(self) -> Sequence[Ply]:
        """All actions of this attempt."""
        return ()

    # --- the attempt ---------------------------------------------------------------------------------------------------

    def label(self, labels: Mapping[Slot, str]) -> None:
        """Change the key labels."""
        self._labels = self.session.labels = labels

    def restart(self) -> None:
        """Begin another attempt."""
        self._begin()
        self._renew()

    def _renew(self) -> None:
        """Adapt to the current position."""
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
        """The solver's view."""
        return view(self.state, self.seat)

    @property
    def log(self) -> tuple[LogLine, ...]:
        """The log of this attempt."""
        return tuple(line for ply in self.plies for line in self._told(ply))

    @property
    def news(self) -> tuple[LogLine, ...]:
        """The log lines since the solver's last action."""
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
        return describe_kind(self.answer) if self.hints == 1 else describe_place(self.answer)

    def play(self, action: Action, cancelled: Callable[[], bool] = lambda: False) -> None:
        """Play an action. May take two seconds; has no effect once `cancelled`. Raises IllegalActionError."""
        problem = self._play(action, cancelled)
        if problem is None:
            self._renew()
        else:
            self.session.message = problem

    def hint_on(self) -> None:
        """Give one more hint. May take a second."""
        self.answer = self._find_answer()
        if self.answer is None:
            self.session.message = N_("Finding a hint takes too long here. Restart the puzzle.")
        self.hints += 1

    def model(self) -> TableModel:
        """The table, with the task as its hint. The screen adds the commands."""
        model = self.session.model()
        if self.solved is None:
            said = [sentence for sentence in (self.hint, self.verdict) if sentence is not None][:1]
        else:
            said = [*self.explanation]
        # The noble that visited may be the reason of the defeat.
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
            hint=ShownHint(self.task, (Suggestion((), None, in_one_row(said)),) if said else ()),
            lit=frozenset(slots_of(model.view, self.answer)) if lit and self.answer else frozenset(),
            prompt=(Phrase(self.verdict),) if self.solved is not None and self.verdict else model.prompt,
        )


class PuzzleSession(TaskSession):
    """A puzzle: each action is proved good or bad at once, and the rivals reply with the hardest move."""

    waiting = N_("The others think…")

    def __init__(self, puzzle: Puzzle, rng: Random, labels: Mapping[Slot, str]) -> None:
        self.puzzle = puzzle
        self.banner = N_("PUZZLE: {task}", task=title(puzzle.goal))
        self._rng = rng
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
        """Whether this attempt has solved it; None while it is open."""
        return self._attempt.solved

    @property
    def begun(self) -> bool:
        """Whether anything has been done in this attempt."""
        return bool(self._attempt.plies)

    @property
    def plies(self) -> Sequence[Ply]:
        """All actions of this attempt."""
        return self._attempt.plies

    @property
    def task(self) -> Message:
        """The goal of the puzzle."""
        goal = self.puzzle.goal
        return task(goal, self.names[goal.seat], self.puzzle.view.options.target)

    @property
    def verdict(self) -> Message | None:
        """Whether and why it is solved or not; before that, the number of turns left after a good turn."""
        attempt, goal = self._attempt, self.puzzle.goal
        match attempt.solved:
            case None if not attempt.plies or attempt.state.phase is not MAIN:
                return None
            case None:
                turns = attempt.turns
                return NN_("Good so far: {count} turn is left.", "Good so far: {count} turns are left.", turns)
            case True:
                return N_("Solved!")
            case False:
                return why_not_solved(goal, attempt.state, attempt.turns, self.names)

    @property
    def explanation(self) -> Sequence[Message]:
        """The reason for each turn of the solution, and how many first actions work."""
        if not self.solved:
            return ()
        own = [ply for ply in self.plies if ply.seat == self.seat and ply.before.phase is MAIN]
        told = [with_names(reason(view(ply.before, self.seat), ply.action), self.names) for ply in own]
        if len(told) > 1:
            told = [N_("{number}. {sentence}", number=number, sentence=one) for number, one in enumerate(told, start=1)]
        return [*told, NN_("No other first move works.", "{count} first moves work.", len(self.puzzle.solutions))]

    def _play(self, action: Action, _cancelled: Callable[[], bool]) -> Message | None:
        begun = self.begun
        try:
            self._attempt.play(action)
        except TooLongError:
            self.restart()
            if begun:
                return N_("Judging that takes too long, so the puzzle restarts. Try something else.")
            return N_("Judging that takes too long. Try something else.")
        return None

    def _find_answer(self) -> Action | None:
        try:
            return self._attempt.answer()
        except TooLongError:
            return None

    def solution(self) -> Playback:
        """A solution with possible replies, step by step; it ends early if the rest takes too long to find."""
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


def _reply(seen: View, rng: Random) -> Action:
    return create_bot(_RIVALS).choose(seen, rng, _AT_ONCE)


# --- sentences ---------------------------------------------------------------------------------------------------------

_PUZZLE_NAMES: Final[Mapping[str, Callable[[str], Message]]] = MappingProxyType(
    {
        "win": lambda number: NP_("name of a puzzle", "win-{number}", number=number),
        "stop": lambda number: NP_("name of a puzzle", "stop-{number}", number=number),
        "noble": lambda number: NP_("name of a puzzle", "noble-{number}", number=number),
        "points": lambda number: NP_("name of a puzzle", "points-{number}", number=number),
    }
)


def name_of(puzzle_id: str) -> Message:
    """The name of a puzzle: in English, its id."""
    kind, _dash, number = puzzle_id.partition("-")
    return _PUZZLE_NAMES[kind](number) if kind in _PUZZLE_NAMES else enumerated([puzzle_id])


def title(goal: Goal) -> Message:
    """The task in a few words, for a list."""
    match goal.kind:
        case Kind.WIN:
            return NN_("Win in {count} turn", "Win in {count} turns", goal.turns)
        case Kind.STOP:
            return N_("Stop every rival from winning")
        case Kind.NOBLE:
            return NN_("Get {noble} in {count} turn", "Get {noble} in {count} turns", goal.turns, noble=goal.noble)
        case Kind.POINTS:
            return NN_(
                "Have {points} points in {count} turn",
                "Have {points} points in {count} turns",
                goal.turns,
                points=goal.points,
            )
        case _ as never:
            assert_never(never)


def common_title(goal: Goal) -> Message:
    """The kind of task in a few words, for a list that groups the puzzles."""
    match goal.kind:
        case Kind.NOBLE:
            return NN_("Get a noble in {count} turn", "Get a noble in {count} turns", goal.turns)
        case Kind.POINTS:
            return NN_("Score points in {count} turn", "Score points in {count} turns", goal.turns)
        case _:
            return title(goal)


def task(goal: Goal, name: str, target: int) -> Message:
    """The task as the table shows it throughout; `name` is the solver's."""
    match goal.kind:
        case Kind.WIN if goal.turns == 1:
            return N_("{name}, win on this turn.", name=name)
        case Kind.WIN:
            return NN_(
                "{name}, win in {count} turn, whatever comes.",
                "{name}, win in {count} turns, whatever comes.",
                goal.turns,
                name=name,
            )
        case Kind.STOP:
            return N_(
                "{name}, keep every rival below {target} points until your next turn.",
                name=name,
                target=target,
            )
        case Kind.NOBLE:
            return NN_(
                "{name}, get {noble} in {count} turn, whatever comes.",
                "{name}, get {noble} in {count} turns, whatever comes.",
                goal.turns,
                name=name,
                noble=goal.noble,
            )
        case Kind.POINTS:
            return NN_(
                "{name}, have {points} points after {count} turn. Nobody else plays.",
                "{name}, have {points} points after {count} turns. Nobody else plays.",
                goal.turns,
                name=name,
                points=goal.points,
            )
        case _ as never:
            assert_never(never)


def describe_kind(action: Action) -> Message:
    """The first hint: the kind of action."""
    match action:
        case Buy():
            return N_("Hint: one way is to buy a card.")
        case Reserve():
            return N_("Hint: one way is to reserve a face-up card.")
        case ReserveTop():
            return N_("Hint: one way is to reserve the top card of a deck.")
        case Take():
            return N_("Hint: one way is to take gems.")
        case Return():
            return N_("Hint: think which tokens you can do without.")
        case ChooseNoble():
            return N_("Hint: one of these nobles is the right one.")
        case Pass() | Forfeit():
            return N_("Hint: you can only continue.")
        case _ as never:
            assert_never(never)


def describe_place(action: Action) -> Message:
    """The second hint: the place, which the table lights up."""
    match action:
        case Buy() | Reserve():
            return N_("Hint: it is the highlighted card.")
        case ReserveTop():
            return N_("Hint: it is the highlighted deck.")
        case Take() | Return():
            return N_("Hint: they are highlighted in the bank.")
        case ChooseNoble() | Pass() | Forfeit():
            return N_("Hint: it is highlighted.")
        case _ as never:
            assert_never(never)


def why_not_solved(goal: Goal, state: State, turns: int, names: Sequence[str]) -> Message:
    """Why an attempt failed: `state` is the position at its end, `turns` the number of turns left."""
    match goal.kind:
        case Kind.WIN:
            return _why_not_won(goal, state, turns, names)
        case Kind.STOP:
            most = max(
                (seat for seat in range(len(names)) if seat != goal.seat), key=lambda seat: state.players[seat].points
            )
            return N_("Not solved: {rival} has {points} points.", rival=names[most], points=state.players[most].points)
        case Kind.NOBLE:
            return _why_without_noble(goal.noble, state, turns, names)
        case Kind.POINTS:
            points = state.players[goal.seat].points
            if turns:
                return N_("Not solved: {points} points can no longer be guaranteed.", points=goal.points)
            return NN_(
                "Not solved: you have {count} point, and no turn is left.",
                "Not solved: you have {count} points, and no turn is left.",
                points,
            )
        case _ as never:
            assert_never(never)


def _why_not_won(goal: Goal, state: State, turns: int, names: Sequence[str]) -> Message:
    if state.phase is not OVER:
        if turns:
            return N_("Not solved: a win in time can no longer be guaranteed.")
        points = state.players[goal.seat].points
        return NN_(
            "Not solved: you have {count} point, and no turn is left.",
            "Not solved: you have {count} points, and no turn is left.",
            points,
        )
    first = next(place for place in standings(state) if place.rank == 1 and place.seat != goal.seat)
    rival, points, mine = names[first.seat], first.points, state.players[goal.seat]
    if points > mine.points:
        return N_("Not solved: {rival} wins with {points} points.", rival=rival, points=points)
    if first.cards < len(mine.cards):
        return N_("Not solved: {rival} has {points} points too, with fewer cards.", rival=rival, points=points)
    return N_("Not solved: {rival} has as many points and cards as you, so you share the win.", rival=rival)


def _why_without_noble(noble: Noble | None, state: State, turns: int, names: Sequence[str]) -> Message:
    owner = next((seat for seat, player in enumerate(state.players) if noble in player.nobles), None)
    if owner is not None:
        return N_("Not solved: {noble} visited {rival}.", noble=noble, rival=names[owner])
    if turns:
        return N_("Not solved: {noble} can no longer be guaranteed in time.", noble=noble)
    return N_("Not solved: {noble} has not visited you, and no turn is left.", noble=noble)
