"""Reads and runs the commands of a table: actions, and questions about it."""

import asyncio
from abc import abstractmethod
from collections.abc import Coroutine, Iterator, Sequence
from typing import Any, TypeVar

from splendor_tui.match.services import Services
from splendor_tui.plain.command_loop import CommandLoop, ResultT
from splendor_tui.plain.table_text import TableText
from splendor_tui.plain.typed_actions import Keys, TypingError, example_now, read_action
from splendor_tui.presentation import commands
from splendor_tui.presentation.activity import Activity, Effect, Leave, Think
from splendor_tui.presentation.commands import Command
from splendor_tui.presentation.message_details import with_keys
from splendor_tui.presentation.table_model import slot_keys
from splendor_tui.rules.actions import Action
from splendor_tui.rules.errors import IllegalActionError
from splendor_tui.rules.state import Phase
from splendor_tui.words import N_, Message, MessageError

WorkT = TypeVar("WorkT")


class TableLoop(CommandLoop[ResultT]):
    """Passes actions and commands to an activity, does its slow work, and answers questions about its table."""

    @property
    @abstractmethod
    def _activity(self) -> Activity:
        """What is played."""

    @property
    def _keys(self) -> Keys:
        """The keys of the places of the table, on the current keyboard."""
        return slot_keys(self._services.settings.keyboard)

    @property
    def _table(self) -> TableText:
        """The current table with its current keys."""
        self._activity.labels = self._keys
        return TableText(self._activity, self._keys)

    async def _run(self, verb: Command, words: Sequence[str]) -> ResultT | None:
        match verb:
            case _ if verb in commands.ACTIONS:
                before = self._activity.view
                await self._play(read_action(verb, words, before, self._keys))
                if self._activity.view.ply == before.ply:
                    self._say_what_is_due()
            case _ if verb.call == "do":
                await self._carry_out(self._activity.do(verb))
            case commands.NUMBERS:
                self._console.say(*_numbers(self._services, words))
            case _ if verb in (*commands.QUESTIONS, commands.CLOCK, commands.LOG) and verb != commands.AGAIN:
                self._console.say(*self._table.answer(verb, words))
            case _:
                return await super()._run(verb, words)
        return None

    def _say_what_is_due(self) -> None:
        """After an impossible action, give an example of the one that is due first, if any."""
        if self._activity.view.phase in (Phase.RETURN_GEMS, Phase.CHOOSE_NOBLE):
            self._console.say(N_("For example: {example}.", example=example_now(self._activity.view, self._keys)))

    async def _play(self, action: Action) -> None:
        """Play an action. Raises IllegalActionError."""
        await self._carry_out(self._activity.play(action))

    async def _finish(self, effect: Effect) -> Effect:
        """Do the slow work of an effect. Returns the effect of its result."""
        while isinstance(effect, Think):
            self._console.say(effect.waiting)
            effect = await self._awaited(effect.work())
        return effect

    async def _carry_out(self, effect: Effect) -> Effect:
        """Do the slow work of an effect, and print the message and the problem. Returns the effect of the work."""
        effect = await self._finish(effect)
        message, self._activity.message = self._activity.message, None
        if message is not None:
            self._say_with_keys(message)
        if not isinstance(effect, Think | Leave):
            self._console.say(effect.problem)
        return effect

    async def _awaited(self, work: Coroutine[Any, Any, WorkT]) -> WorkT:
        """Await the work while the clock runs. Cancels it if the turn times out."""
        task = asyncio.create_task(work)
        try:
            while not (await asyncio.wait({task}, timeout=1.0))[0]:
                self._on_wait()
            return task.result()
        finally:
            task.cancel()

    def _implied_by(self, line: str) -> Command | None:
        is_place = commands.LOOK in self._possible and self._table.is_place(line)
        return commands.LOOK if is_place else super()._implied_by(line)

    def _explain(self, error: MessageError) -> None:
        if isinstance(error, TypingError | IllegalActionError):
            self._say_with_keys(error.message)
            if isinstance(error, IllegalActionError):
                self._say_what_is_due()
        else:
            super()._explain(error)

    def _say_with_keys(self, message: Message) -> None:
        """Print a message, with the keys of the cards that it names."""
        self._console.say(with_keys(message, self._table.view, self._keys))


def _numbers(services: Services, words: Sequence[str]) -> Iterator[Message | None]:
    """Show or hide the numbers of cards. Without a word, the other state. Raises SettingsError."""
    wanted = words[0] if words else str(not services.settings.numbers)
    yield services.change_settings(services.settings.with_text("numbers", wanted, commands.NUMBERS.label))
    yield N_("Cards have their numbers.") if services.settings.numbers else N_("Cards have no numbers.")
