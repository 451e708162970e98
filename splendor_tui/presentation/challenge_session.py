"""The base of all challenges at a table."""

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

from splendor_tui.presentation import commands
from splendor_tui.presentation.activity import Activity, Effect, Show
from splendor_tui.presentation.commands import Command
from splendor_tui.presentation.prompt import Choice
from splendor_tui.presentation.table_model import Offer, Phrase, ShownHint, Suggestion, TableModel
from splendor_tui.words import NP_, Message, in_lines


class ChallengeSession(Activity):
    """A challenge for one player.

    `waiting` is displayed while something is computed. `scored` saves the score so far, and returns the reason if that
    fails: whoever leaves early keeps it.
    """

    waiting: Message
    scored: Callable[[int], Message | None] = staticmethod(lambda _score: None)

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
    def report(self) -> Sequence[Message]:
        """The result of the last action, if any. A front end without a table prints it once."""

    @property
    def next_label(self) -> Message | None:
        """The effect of the confirm key if nothing can be chosen. None while the player may choose."""
        return None

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
        return Show() if command in self.unavailable else super().do(command)

    def _prompt(self, choice: Choice | None) -> tuple[Phrase, ...]:
        if self.is_thinking:
            return (Phrase(self.waiting),)
        if self.next_label is not None:
            return (Phrase(self.next_label, commands.CONFIRM),)
        return super()._prompt(choice)

    def _offers(self, choice: Choice | None) -> Iterator[Offer]:
        if self.next_label is not None:
            yield Offer(commands.CONFIRM, self.next_label, primary=True)
        yield from (offer for offer in super()._offers(choice) if offer.primary)
        yield Offer(commands.CLEAR_OR_LEAVE, None if self._clear_leaves else NP_("verb", "clear"))
        yield Offer(commands.HELP)

    def model(self) -> TableModel:
        """The table, with the task in place of a hint."""
        sentences = self.report
        said = (Suggestion((), None, in_lines(sentences)),) if sentences else ()
        return replace(super().model(), banner=self.banner, open_reserves=True, hint=ShownHint(self.task, said))
