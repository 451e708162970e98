"""Tasks at a table: puzzles, and turns of past games to improve."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Final

from splendor_tui.bots.levels import STRONGEST_LEVEL, create_bot, get_level
from splendor_tui.bots.player import Budget, TurnAdvisor
from splendor_tui.bots.reasons import reason
from splendor_tui.inputs.match_options import HUMAN, MatchRules, SeatOptions, make_options
from splendor_tui.match.controller import Controller
from splendor_tui.match.flow import Flow
from splendor_tui.match.log import LogKind, LogLine, Step, log_step, make_step
from splendor_tui.match.match_journal import Journal
from splendor_tui.presentation.message_details import with_keys, with_names
from splendor_tui.presentation.playback import Playback
from splendor_tui.presentation.player_session import PlayerSession
from splendor_tui.presentation.player_table import table_of
from splendor_tui.presentation.selection import slots_of
from splendor_tui.presentation.table_model import Changes, Phrase, ShownHint, Slot, Suggestion, TableModel
from splendor_tui.puzzles.collection import Goal, Kind, Puzzle
from splendor_tui.puzzles.proof import Attempt, TooLongError
from splendor_tui.review.game_review import ReviewError, is_about_as_good
from splendor_tui.review.practice import Practice
from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.gems import Tokens
from splendor_tui.rules.legality import check_action
from splendor_tui.rules.outcome import standings
from splendor_tui.rules.state import MAIN, OVER, State
from splendor_tui.rules.turn import apply_action
from splendor_tui.rules.view import View, determinize, view
from splendor_tui.words import N_, NN_, NP_, Message, enumerated, in_lines, in_one_row
from splendor_tui.words.percent import percent, percent_between, whole_percent

RIVALS: Final = "merchant"
"""The level that moves for the rivals when their moves do not matter."""
_NAMES: Final = ("Ann", "Bo", "Cy", "Dee")
_SHOWN_KINDS: Final = frozenset({LogKind.TOOK, LogKind.BOUGHT, LogKind.RESERVED, LogKind.NOBLE, LogKind.PASSED})
_HINTS: Final[Mapping[type[Action], tuple[Message, Message]]] = {
    Buy: (N_("Hint: buy a card."), N_("Hint: it is the highlighted card.")),
    Reserve: (N_("Hint: reserve a face-up card."), N_("Hint: it is the highlighted card.")),
    ReserveTop: (N_("Hint: reserve the top card of a deck."), N_("Hint: it is the highlighted deck.")),
    Take: (N_("Hint: take gems."), N_("Hint: the right ones are highlighted in the bank.")),
    Return: (
        N_("Hint: think about which tokens you can spare."),
        N_("Hint: the right ones are highlighted in the bank."),
    ),
    ChooseNoble: (N_("Hint: one of these nobles is the right one."), N_("Hint: it is highlighted.")),
    Pass: (N_("Hint: there is nothing to choose; continue."), N_("Hint: it is highlighted.")),
}
"""The two hints for each kind of action: the kind, then the slot, which the table highlights."""


class TaskSession(ABC):
    """A task, with any number of attempts. `labels` are the key labels of the table's slots.

    `session` holds the choice in the current position. `hints` is the number of hints given in this position: the
    first names the kind of action, the second highlights its slot. `answer` is the action they refer to. `banner` is
    the task in a few words. `waiting` is displayed while an action is judged.
    """

    banner: Message
    waiting: Message
    join = staticmethod(in_one_row)
    """Joins the sentences beside the task."""

    def __init__(self, task_id: str, seat: int, names: Sequence[str], labels: Mapping[Slot, str]) -> None:
        self.id = task_id
        self.seat = seat
        self.names = tuple(names)
        self._labels = labels
        self.restart()

    # --- defined by the kind of task ------------------------------------------------------------------------------------

    @abstractmethod
    def _begin(self) -> None:
        """Start a new attempt."""

    @property
    @abstractmethod
    def state(self) -> State:
        """The current position, with hidden cards filled in at random."""

    @property
    @abstractmethod
    def solved(self) -> bool | None:
        """Whether the attempt has solved the task. None while it is undecided."""

    @property
    @abstractmethod
    def task(self) -> Message:
        """The task in a sentence."""

    @property
    @abstractmethod
    def verdict(self) -> Message | None:
        """The result of the attempt, or its progress."""

    @property
    @abstractmethod
    def explanation(self) -> Sequence[Message]:
        """The reasons for the result."""

    @abstractmethod
    def _play(self, action: Action, cancelled: Callable[[], bool]) -> Message | None:
        """Judge an action. Returns an error message if that is impossible."""

    @abstractmethod
    def _find_answer(self) -> Action | None:
        """An action that solves the task. None if the search takes too long."""

    @property
    def steps(self) -> Sequence[Step]:
        """All actions of the attempt."""
        return ()

    @property
    def has_begun(self) -> bool:
        """Whether the attempt has an action."""
        return bool(self.steps) or self.solved is not None

    # --- the attempt ---------------------------------------------------------------------------------------------------

    def label(self, labels: Mapping[Slot, str]) -> None:
        """Change the key labels."""
        self._labels = self.session.labels = labels

    def restart(self) -> None:
        """Start another attempt."""
        self._begin()
        self._renew()

    def _renew(self) -> None:
        """Reset the session and the hints for the current position."""
        kinds = [HUMAN if seat == self.seat else RIVALS for seat in range(len(self.names))]
        players = [SeatOptions(name=name, kind=kind) for name, kind in zip(self.names, kinds, strict=True)]
        options = make_options(players, MatchRules(target=self.state.options.target, open_reserves=True))
        controller = Controller(options, self.state, journal=Journal(), now=lambda: 0.0)
        controller.begin()
        self.session = PlayerSession(Flow(controller), self._labels, is_saved=True)
        self.session.kinds = (None,) * len(self.names)  # the stand-ins are not the rivals of the game
        self.hints = 0
        self.answer: Action | None = None

    @property
    def view(self) -> View:
        """The solver's view."""
        return view(self.state, self.seat)

    @property
    def log(self) -> tuple[LogLine, ...]:
        """The log of the attempt."""
        return self._log_lines(self.steps)

    @property
    def news(self) -> tuple[LogLine, ...]:
        """The log lines since the solver's last action."""
        own = max((place for place, step in enumerate(self.steps, start=1) if step.seat == self.seat), default=0)
        return self._log_lines(self.steps[own:])

    def _log_lines(self, steps: Sequence[Step]) -> tuple[LogLine, ...]:
        return tuple(line for step in steps for line in log_step(step, self.names))

    @property
    def hint(self) -> Message | None:
        """The current hint."""
        return None if self.answer is None else _HINTS[type(self.answer)][self.hints > 1]

    def play(self, action: Action, cancelled: Callable[[], bool] = lambda: False) -> None:
        """Play an action.

        May take two seconds. A practice attempt does not count if `cancelled` returns True in the meantime. Raises
        IllegalActionError.
        """
        problem = self._play(action, cancelled)
        if problem is None:
            self._renew()
        else:
            self.session.message = problem

    def give_hint(self) -> None:
        """Give one more hint. May take a second."""
        self.answer = self._find_answer()
        if self.answer is None:
            self.session.message = N_("Finding a hint takes too long here. Restart the puzzle.")
        self.hints += 1

    def model(self) -> TableModel:
        """The table, with the task in place of a hint. The screen adds the commands."""
        model = table_of(self.session)
        sentences = [*filter(None, [self.hint or self.verdict])] if self.solved is None else [*self.explanation]
        news = tuple(line for line in self.news if line.kind in _SHOWN_KINDS and not self.solved)
        # The noble that visited may have caused the defeat.
        sentences += [line.message if line.kind is LogKind.NOBLE else line.brief or line.message for line in news]
        decided = self.solved is not None and self.session.message is None
        shown = self.answer if self.hints > 1 and self.session.selection is None else None
        return replace(
            model,
            log=self.log,
            banner=self.banner,
            changes=Changes.since(self.steps, self.seat, model.view),
            hint=ShownHint(self.task, (Suggestion((), None, self.join(sentences)),) if sentences else (), news=news),
            lit=frozenset(slots_of(model.view, shown) if shown else ()),
            prompt=(Phrase(self.verdict),) if decided and self.verdict else model.prompt,
        )


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
    return create_bot(RIVALS).choose(seen, rng, Budget(1.0, lambda: False))


class PracticeSession(TaskSession):
    """A turn to improve. `earlier` is the log before the turn. The search of the review also judges each attempt."""

    banner = N_("PRACTICE: find a better move")
    waiting = N_("The {level} is judging it…", level=get_level(STRONGEST_LEVEL).name)
    join = staticmethod(in_lines)

    def __init__(
        self,
        practice: Practice,
        rng: Random,
        labels: Mapping[Slot, str],
        adviser: TurnAdvisor,
        earlier: Sequence[LogLine] = (),
    ) -> None:
        self.practice = practice
        self._earlier = tuple(earlier)
        self._adviser = adviser
        self._state = determinize(practice.view, rng)
        self._tried: tuple[Action, float] | None = None
        self.is_revealed = False
        """Whether the best action is shown."""
        super().__init__(practice.id, practice.view.seat, practice.names, labels)

    def _begin(self) -> None:
        self._tried, self.is_revealed = None, False

    @property
    def state(self) -> State:
        """The position before the turn, even after an attempt, because the next cards of the decks are unknown."""
        return self._state

    @property
    def log(self) -> tuple[LogLine, ...]:
        """The log of the game before the turn."""
        return self._earlier

    @property
    def solved(self) -> bool | None:
        """Whether the last attempt was about as good as the best action. None before the first attempt."""
        if self._tried is None:
            return None
        return is_about_as_good(self._tried[1], self.practice.chance_better)

    @property
    def task(self) -> Message:
        """The turn played, and how much it gave away."""
        practice, before = self.practice, self._state
        lines: list[LogLine] = []
        for action in practice.played:
            after = apply_action(before, action)
            lines += log_step(make_step(before, action, after), self.names)[:1]
            before = after
        return N_(
            "{played} This gave away {loss}. What is better?",
            played=in_one_row([line.brief or line.message for line in lines]),
            loss=percent_between(practice.chance_played, practice.chance_better),
        )

    @property
    def verdict(self) -> Message | None:
        """The chance of winning after the attempt, compared with the action played and the best one."""
        if self._tried is None:
            return None
        action, chance = self._tried
        known = {
            "chance": percent(chance),
            "played": percent(self.practice.chance_played),
            "best": percent(self.practice.chance_better),
        }
        if self.solved:
            return N_("Solved! {chance} to win, instead of {played}.", **known)
        if action == self.practice.played[0] and len(self.practice.played) == 1:
            return N_("That was the move played: {chance} to win. {best} is possible.", **known)
        if is_about_as_good(chance, self.practice.chance_played):
            if whole_percent(chance) > whole_percent(self.practice.chance_played):
                return N_("Better: {chance} to win, instead of {played}. But {best} is possible.", **known)
            return N_("Not better: {chance} to win, {played} for the move played. {best} is possible.", **known)
        return N_("Worse: {chance} to win, {played} for the move played. {best} is possible.", **known)

    @property
    def explanation(self) -> Sequence[Message]:
        """The reasons for the attempt, and for the best action once the task is solved or the answer revealed."""
        if self._tried is None:
            return ()
        action, _chance = self._tried
        reasons = [N_("Your move: {reason}", reason=with_names(reason(self.practice.view, action), self.names))]
        if self.is_revealed or (self.solved and action != self.practice.better):
            reasons.append(self._better_payment(action) or self.best)
        return reasons

    @property
    def hint(self) -> Message | None:
        """The current hint. The revealed action names the keys of its cards, which are still on the table."""
        if not self.is_revealed:
            return super().hint
        return with_keys(self.best, self.practice.view, self.session.labels)

    def reveal(self) -> None:
        """Show the best action until the next attempt."""
        self.is_revealed = True

    @property
    def best(self) -> Message:
        """The best action found, with its reasons."""
        practice = self.practice
        return N_(
            "Best found ({chance}): {reason}",
            chance=percent(practice.chance_better),
            reason=with_names(reason(practice.view, practice.better), self.names),
        )

    def _better_payment(self, action: Action) -> Message | None:
        """The best payment, if the action buys the right card."""
        better = self.practice.better
        if not (isinstance(action, Buy) and isinstance(better, Buy) and action.card is better.card):
            return None
        tokens, chance = Tokens(better.gems, better.gold), percent(self.practice.chance_better)
        return N_("Best found ({chance}): pay {tokens}.", chance=chance, tokens=tokens)

    def _play(self, action: Action, cancelled: Callable[[], bool]) -> Message | None:
        from splendor_tui.bots.learned.net import NetError, load_shipped_net  # numpy is slow to import

        check_action(self._state, action)
        try:
            # Without the net, chances are unknown.
            load_shipped_net(len(self.names), self._state.catalogue)
            practice = self.practice.judged_by(self._adviser, cancelled)
            chance = practice.chance(self._adviser, action, cancelled)
        except (NetError, ReviewError) as error:
            return error.message
        if not cancelled():
            self.practice, self._tried = practice, (action, chance)
        return None

    def _find_answer(self) -> Action | None:
        return self.practice.better


_PUZZLE_NAMES: Final = {
    "win": NP_("name of a puzzle", "win-{number}"),
    "stop": NP_("name of a puzzle", "stop-{number}"),
    "noble": NP_("name of a puzzle", "noble-{number}"),
    "points": NP_("name of a puzzle", "points-{number}"),
}


def name_of(puzzle_id: str) -> Message:
    """The name of a puzzle. In English, this is its id."""
    kind, _dash, number = puzzle_id.partition("-")
    return _PUZZLE_NAMES[kind].filled_in(number=number) if kind in _PUZZLE_NAMES else enumerated([puzzle_id])


def title(goal: Goal) -> Message:
    """Describe the task briefly, for a list."""
    match goal.kind:
        case Kind.WIN:
            return NN_("Win in {count} turn", "Win in {count} turns", goal.turns)
        case Kind.STOP:
            return N_("Stop every rival from winning")
        case Kind.NOBLE:
            return NN_("Get {noble} in {count} turn", "Get {noble} in {count} turns", goal.turns, noble=goal.noble)
        case Kind.POINTS:
            return NN_(
                "Reach {points} points in {count} turn",
                "Reach {points} points in {count} turns",
                goal.turns,
                points=goal.points,
            )


def common_title(goal: Goal) -> Message:
    """Describe the kind of task briefly, for a list that groups puzzles."""
    match goal.kind:
        case Kind.NOBLE:
            return NN_("Get a noble in {count} turn", "Get a noble in {count} turns", goal.turns)
        case Kind.POINTS:
            return NN_("Score points in {count} turn", "Score points in {count} turns", goal.turns)
        case _:
            return title(goal)
