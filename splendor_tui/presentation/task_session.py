"""What the tasks at a table have in common: attempts, hints and the model. Puzzles and practice are tasks."""

from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from splendor_tui.match.background import in_background
from splendor_tui.match.log import LogKind, LogLine, Step, log_step, news_for
from splendor_tui.presentation import commands
from splendor_tui.presentation.activity import Activity, Effect, Open, Show
from splendor_tui.presentation.commands import Command
from splendor_tui.presentation.prompt import Choice
from splendor_tui.presentation.puzzle_shelf import PuzzleShelf, Task
from splendor_tui.presentation.selection import slots_of
from splendor_tui.presentation.table_model import Offer, Phrase, ShownHint, Slot, Suggestion, TableModel
from splendor_tui.review.practice import Practice
from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.legality import check_action
from splendor_tui.rules.state import Phase, State
from splendor_tui.rules.view import View, view
from splendor_tui.words import N_, NP_, Message, MessageError, in_one_row

TRY_AGAIN: Final = N_("try again")
MAX_HINTS: Final = 2
"""The number of hints before the solution."""
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


class TaskSession(Activity):
    """A task, with any number of attempts.

    `hints` is the number of hints given in this position: the first names the kind of action, the second highlights its
    slot. `answer` is the action they refer to. `banner` is the task in a few words. Without a table,
    `spoken_waiting` is printed instead of `waiting`. `opening` is a message that is shown until something is chosen.
    """

    banner: Message
    spoken_waiting: Message | None = None
    join = staticmethod(in_one_row)
    """Joins the sentences beside the task."""

    def __init__(self, shelf: PuzzleShelf, task: Task, seat: int, names: Sequence[str]) -> None:
        super().__init__()
        self.shelf = shelf
        self.id = task.id
        self.seat = seat
        self._task = task
        self._names = tuple(names)
        self.opening: Message | None = None
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
    async def _judge(self, action: Action) -> Message | None:
        """Judge a legal action in a thread, for up to two seconds. Publish the judgement, or explain why there is none."""

    @abstractmethod
    def _find_answer(self) -> Action | None:
        """An action that solves the task. None if the search takes too long."""

    @abstractmethod
    def _give_solution(self) -> Effect:
        """Show how the task is solved."""

    is_revealed = False
    """Whether the solution is shown on the table."""

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
    def turn(self) -> object:
        """Changes with each action and with the result of the attempt."""
        return self, self.view.ply, self.solved

    @property
    def unavailable(self) -> Collection[Command]:
        """The commands that are not on offer: saving and the next task, and those to play and help after the attempt."""
        tried = (
            ()
            if self.solved is None
            else (commands.RESERVE, commands.PAYMENT, commands.TRY_AGAIN, commands.PUZZLE_HINT)
        )
        offered = [offer.command for offer in self._offers(None)]
        return [one for one in (commands.SAVE_PUZZLE, commands.NEXT_PUZZLE, *tried) if one not in offered]

    @property
    def can_choose(self) -> bool:
        """Whether it is the solver's turn."""
        state = self.state
        return state.seat == self.seat and state.phase is not Phase.OVER

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

    # --- commands ------------------------------------------------------------------------------------------------------

    def do(self, command: Command) -> Effect:
        """Run a command. After the attempt, confirming goes to the next task or tries again."""
        decided = self.solved is not None
        match command:
            case commands.CONFIRM if self.solved and self.has_next:
                return self._open_next()
            case commands.TRY_AGAIN | commands.CONFIRM if decided or command == commands.TRY_AGAIN:
                self.restart()
            case commands.RESERVE if decided:
                pass
            case commands.PUZZLE_HINT if not decided and self.hints < MAX_HINTS:
                return self._think(self._give_hint)
            case commands.PUZZLE_HINT | commands.SOLUTION:
                return self._give_solution()
            case commands.NEXT_PUZZLE:
                return self._open_next()
            case commands.SAVE_PUZZLE:
                return self._save()
            case _:
                return super().do(command)
        return Show()

    def play(self, action: Action) -> Effect:
        """Judge an action and play the replies. Raises IllegalActionError."""
        check_action(self.state, action)

        async def judge() -> Effect:
            problem = await self._judge(action)
            if problem is None:
                self._renew()
            self.message = problem
            return Show(self.shelf.progress.save_solved(self.id) if self.solved else None)

        return self._think(judge, self.spoken_waiting)

    def pick(self, slot: Slot) -> None:
        """Add a slot to the choice, unless an action is being judged or the attempt is over."""
        if not self.is_thinking and self.solved is None:
            super().pick(slot)

    @property
    def picks_at_cursor(self) -> bool:
        """Whether confirming picks the slot under the cursor."""
        return self.solved is None and super().picks_at_cursor

    @property
    def has_next(self) -> bool:
        """Whether there is another task."""
        return len(self.shelf.tasks) > 1

    @property
    def unsaved(self) -> Practice | None:
        """The turn that can be added to the player's own puzzles, if any."""
        return None

    async def _give_hint(self) -> Effect:
        """Give one more hint. The second one highlights slots, so it clears the choice."""
        answer = await in_background(self._find_answer)
        if self.hints:
            self.clear()
        self.answer = answer
        if answer is None:
            self.message = N_("Finding a hint takes too long here. Restart the puzzle.")
        self.hints += 1
        return Show()

    def _open_next(self) -> Effect:
        if self.has_next:
            return Open(self.shelf.after(self._task))
        self.message = N_("There is no other mistake to practise.")
        return Show()

    def _save(self) -> Effect:
        """Add the turn to the player's own puzzles."""
        if self.unsaved is not None:
            try:
                self.message = self.shelf.save(self.unsaved)
            except MessageError as error:
                return Show(error.message)
        return Show()

    @property
    def _clear_leaves(self) -> bool:
        """Whether there is neither a choice nor a message to clear."""
        return self.is_thinking or (self.selection is None and self.message in {None, self.opening})

    # --- the table -----------------------------------------------------------------------------------------------------

    @property
    def confirm_label(self) -> Message | None:
        """The effect of the confirm key after the attempt. None to try again."""
        return self.shelf.next_label if self.solved and self.has_next else None

    def _offers(self, choice: Choice | None) -> Iterator[Offer]:
        decided, confirm = self.solved is not None, self.confirm_label
        if decided:
            about = self.shelf.next_about if confirm else commands.TRY_AGAIN.about
            yield Offer(commands.CONFIRM, confirm or TRY_AGAIN, primary=True, about=about)
        else:
            yield from (offer for offer in super()._offers(choice) if offer.primary)
        if self.has_begun and (confirm or not decided):
            yield Offer(commands.TRY_AGAIN)
        if not self.is_revealed:
            solves = decided or self.hints == MAX_HINTS
            solution = commands.SOLUTION.about if decided else None
            yield Offer(commands.PUZZLE_HINT, N_("solution") if solves else None, about=solution)
        yield Offer(commands.CLEAR_OR_LEAVE, None if self._clear_leaves else NP_("verb", "clear"))
        yield Offer(commands.HELP)
        if self.has_next and not self.solved:
            yield Offer(commands.NEXT_PUZZLE, self.shelf.next_label, about=self.shelf.next_about)
        if self.unsaved is not None:
            yield Offer(commands.SAVE_PUZZLE)
        if not decided:
            yield from map(Offer, (commands.LOG, commands.INSPECT))

    @property
    def _highlighted(self) -> tuple[Slot, ...]:
        """The slots that the second hint highlights while nothing is chosen."""
        if self.answer is None or self.hints < MAX_HINTS or self.selection is not None:
            return ()
        return tuple(slots_of(self.view, self.answer))

    @property
    def spotlight(self) -> Slot | None:
        """The slot that the second hint highlights."""
        return next(iter(self._highlighted), None)

    def _prompt(self, choice: Choice | None) -> tuple[Phrase, ...]:
        if self.is_thinking or self.solved is None:
            return super()._prompt(choice)
        first = self.message or self.verdict
        if self.solved and self.message is None and self.shelf.progress.state_of(self.id).shown:
            first = N_("Solved after seeing the solution.")
        assert first is not None
        return Phrase(first), Phrase(self.confirm_label or TRY_AGAIN, commands.CONFIRM)

    def model(self) -> TableModel:
        """The table, with the task in place of a hint."""
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
        return replace(
            model,
            open_reserves=True,  # they are part of the task
            banner=self.banner,
            hint=ShownHint(self.task, (Suggestion((), None, self.join(sentences)),) if sentences else (), news=news),
            lit=frozenset(self._highlighted),
        )
