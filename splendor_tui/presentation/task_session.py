"""What the tasks at a table have in common: attempts, hints and the model. Puzzles and practice are tasks."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from splendor_tui.match.log import LogKind, LogLine, Step, log_step, news_for
from splendor_tui.presentation.player_session import PlayerSession
from splendor_tui.presentation.prompt import Choice
from splendor_tui.presentation.selection import slots_of
from splendor_tui.presentation.table_model import Offer, Phrase, ShownHint, Slot, Suggestion, TableModel
from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.state import Phase, State
from splendor_tui.rules.view import View, view
from splendor_tui.words import N_, Message, in_one_row

RIVALS: Final = "merchant"
"""The level that moves for the rivals when their moves do not matter."""
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


class TaskSession(PlayerSession):
    """A task, with any number of attempts.

    `hints` is the number of hints given in this position: the
    first names the kind of action, the second highlights its slot. `answer` is the action they refer to. `banner` is
    the task in a few words. `waiting` is displayed while an action is judged.
    """

    banner: Message
    waiting: Message
    join = staticmethod(in_one_row)
    """Joins the sentences beside the task."""

    def __init__(self, task_id: str, seat: int, names: Sequence[str], labels: Mapping[Slot, str]) -> None:
        super().__init__(labels)
        self.id = task_id
        self.seat = seat
        self._names = tuple(names)
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
    def _judge(self, action: Action, cancelled: Callable[[], bool]) -> Callable[[], Message | None]:
        """Judge an action without changing the session. Raises IllegalActionError.

        Returns a function that publishes the judgement. Its result is an error message if there is none.
        """

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

    def restart(self) -> None:
        """Start another attempt."""
        self._begin()
        self._renew()

    def _renew(self) -> None:
        """Reset the choice and the hints for the current position."""
        self.clear()
        self.hints = 0
        self.answer: Action | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, in seat order."""
        return self._names

    @property
    def view(self) -> View:
        """The solver's view."""
        return view(self.state, self.seat)

    @property
    def can_choose(self) -> bool:
        """Whether it is the solver's turn."""
        state = self.state
        return state.seat == self.seat and state.phase is not Phase.OVER

    def _offers(self, choice: Choice | None) -> Iterator[Offer]:
        """Yield the available commands, most useful first."""
        yield from super()._offers(choice)
        yield from map(Offer, ("table.log", "table.inspect"))

    @property
    def log(self) -> tuple[LogLine, ...]:
        """The log of the attempt."""
        return self._attempt_log()

    @property
    def news(self) -> Sequence[LogLine]:
        """The log lines of the attempt since the solver's last action."""
        return news_for(self.seat, self._attempt_log())

    def _attempt_log(self) -> tuple[LogLine, ...]:
        return tuple(line for step in self.steps for line in log_step(step, self.names))

    @property
    def hint(self) -> Message | None:
        """The current hint."""
        return None if self.answer is None else _HINTS[type(self.answer)][self.hints > 1]

    def judge(self, action: Action, cancelled: Callable[[], bool]) -> Callable[[], None]:
        """Judge an action without changing the session, so that another thread can do it. Raises IllegalActionError.

        May take two seconds. Returns a function that publishes the result in one step.
        """
        published = self._judge(action, cancelled)

        def publish() -> None:
            problem = published()
            if problem is None:
                self._renew()
            self.message = problem

        return publish

    def search_hint(self, _cancelled: Callable[[], bool]) -> Callable[[], None]:
        """Look for an answer, like `judge`. May take a second. The function that it returns gives one more hint.

        The second hint highlights cards, so it clears the choice.
        """
        answer = self._find_answer()

        def publish() -> None:
            if self.hints:
                self.clear()
            self.answer = answer
            if answer is None:
                self.message = N_("Finding a hint takes too long here. Restart the puzzle.")
            self.hints += 1

        return publish

    def play(self, action: Action) -> None:
        """Judge an action, and publish the result. Raises IllegalActionError."""
        self.judge(action, lambda: False)()

    def give_hint(self) -> None:
        """Give one more hint."""
        self.search_hint(lambda: False)()

    def model(self) -> TableModel:
        """The table, with the task in place of a hint. The screen adds the commands."""
        model = super().model()
        news = tuple(line for line in self.news if line.kind in _SHOWN_KINDS and not self.solved)
        # A noble gets its full sentence, because its visit may have caused the defeat.
        moves = [line.message if line.kind is LogKind.NOBLE else line.brief or line.message for line in news]
        if self.solved is not None:
            sentences = [*self.explanation, *moves]
        elif self.hint is not None:
            sentences = [*moves, self.hint]
        else:
            sentences = [*filter(None, [self.verdict]), *moves]
        decided = self.solved is not None and self.message is None
        shown = self.answer if self.hints > 1 and self.selection is None else None
        return replace(
            model,
            log=self.log,
            open_reserves=True,  # they are part of the task
            over=self.state.phase is Phase.OVER,
            banner=self.banner,
            hint=ShownHint(self.task, (Suggestion((), None, self.join(sentences)),) if sentences else (), news=news),
            lit=frozenset(slots_of(model.view, shown) if shown else ()),
            prompt=(Phrase(self.verdict),) if decided and self.verdict else model.prompt,
        )
