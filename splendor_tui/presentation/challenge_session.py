"""The base of all challenges at a table."""

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from splendor_tui.inputs.strict_models import Strict
from splendor_tui.match.log import LogLine, Step, log_step, make_step
from splendor_tui.presentation import commands
from splendor_tui.presentation.activity import Activity, Effect, Leave, Show
from splendor_tui.presentation.commands import Command
from splendor_tui.presentation.prompt import Choice
from splendor_tui.presentation.puzzle_session import invented_names
from splendor_tui.presentation.table_model import Offer, Phrase, ShownHint, Suggestion, TableModel
from splendor_tui.rules.actions import Action
from splendor_tui.rules.notation import format_action, parse_action
from splendor_tui.rules.state import State
from splendor_tui.rules.turn import apply_action
from splendor_tui.rules.view import View, view
from splendor_tui.words import N_, NP_, Message, in_lines, in_one_row


class Attempt(Strict):
    """A saved attempt: the score so far, if there is one, and what was played. It continues unless it is `over`."""

    score: int | None
    moves: Annotated[tuple[str, ...], Field(strict=False)] = ()
    over: bool = True


class ChallengeSession(Activity):
    """A challenge for one player, who may leave it and continue on the same day.

    `moves` are what was played so far, as `restore` reads it. `saved` saves an attempt, and returns the reason if that
    fails. `player` is the name, or an invented one. `targets` describe the scores to beat. `compare` describes by how much a
    score beats them, if it does.
    """

    compare: Callable[[int], Message | None] = staticmethod(lambda _score: None)
    saved: Callable[[Attempt], Message | None] = staticmethod(lambda _attempt: None)

    def __init__(self) -> None:
        super().__init__()
        self.moves: list[str] = []
        self.player = invented_names(1, 0)[0]
        self.targets: Sequence[Message] = ()

    @property
    @abstractmethod
    def score(self) -> int | None:
        """The score so far. None if there is none yet."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether the attempt is over."""

    def record(self, move: str) -> Message | None:
        """Add a move, and save the attempt. Returns the reason if that fails."""
        self.moves.append(move)
        return self.saved(Attempt(score=self.score, moves=tuple(self.moves), over=self.over))

    def restore(self, moves: Sequence[str]) -> None:
        """Continue an attempt. Raises ValueError if it does not fit, for example because the cards have changed."""
        for move in moves:
            self.play(parse_action(move, self.view.catalogue))

    @property
    @abstractmethod
    def banner(self) -> Message:
        """The challenge in a few words."""

    @property
    @abstractmethod
    def task(self) -> Message:
        """What to do, in a sentence."""

    @property
    @abstractmethod
    def standing(self) -> Message:
        """The score so far, in a sentence."""

    @property
    @abstractmethod
    def report(self) -> Sequence[Message]:
        """The result of the last action, if any. A front end without a table prints it once."""

    @property
    def comparison(self) -> Message | None:
        """By how much the attempt beats today's best one of the others, if it is over and does."""
        return None if not self.over or self.is_thinking or self.score is None else self.compare(self.score)

    @property
    def news(self) -> Sequence[Message]:
        """The events since the player's last action. A front end without a table prints the log instead."""
        return ()

    @property
    def next_label(self) -> Message | None:
        """The effect of the confirm key if nothing can be chosen. None while the player may choose."""
        return N_("finish") if self.over else None

    @property
    def can_choose(self) -> bool:
        """Whether an action is expected."""
        return self.next_label is None and not self.is_thinking

    @property
    def picks_at_cursor(self) -> bool:
        """Whether confirming picks the slot under the cursor."""
        return self.can_choose and super().picks_at_cursor

    @property
    def unavailable(self) -> Collection[Command]:
        """The commands that only act on a choice, if nothing can be chosen."""
        return () if self.can_choose else (commands.RESERVE, commands.PAYMENT)

    def do(self, command: Command) -> Effect:
        """Run a command. Those that are unavailable only show the table again."""
        if command == commands.CONFIRM and self.next_label is not None and not self.is_thinking:
            return self.go_on()
        return Show() if command in self.unavailable else super().do(command)

    def go_on(self) -> Effect:
        """Do what `next_label` says."""
        return Leave()

    def _prompt(self, choice: Choice | None) -> tuple[Phrase, ...]:
        if self.next_label is not None and not self.is_thinking:
            return (Phrase(self.next_label, commands.CONFIRM),)
        return super()._prompt(choice)

    def _offers(self, choice: Choice | None) -> Iterator[Offer]:
        if self.next_label is not None:
            yield Offer(commands.CONFIRM, self.next_label, primary=True)
        yield from (offer for offer in super()._offers(choice) if offer.primary)
        yield Offer(commands.CLEAR_OR_LEAVE, None if self._clear_leaves else NP_("verb", "clear"))
        yield Offer(commands.HELP)

    def model(self) -> TableModel:
        """The table, with the task and the scores to beat in place of a hint."""
        sentences = [*self.report, *filter(None, [self.comparison]), *self.news]
        said = (Suggestion((), None, in_lines(sentences)),) if sentences else ()
        heading = in_one_row([self.task, *self.targets])
        return replace(super().model(), banner=self.banner, open_reserves=True, hint=ShownHint(heading, said))


class GameSession(ChallengeSession):
    """A challenge that consists of games with a log. The player has the first seat."""

    def deal(self, state: State) -> None:
        """Begin a game."""
        self._state = state
        self._steps: list[Step] = []
        self._log: list[LogLine] = []

    @property
    def view(self) -> View:
        """The table as the player sees it."""
        return view(self._state, 0)

    @property
    def steps(self) -> Sequence[Step]:
        """The actions of this game."""
        return self._steps

    @property
    def log(self) -> Sequence[LogLine]:
        """The log of this game."""
        return self._log

    def apply(self, action: Action) -> Message | None:
        """Play an action of any player. Returns the reason if it is not saved. Raises IllegalActionError."""
        after = apply_action(self._state, action)
        step = make_step(self._state, action, after)
        self._log += log_step(step, self.names, earlier=reversed(self._steps))
        self._steps.append(step)
        self._state = after
        self.clear()
        return self.record(format_action(action))
