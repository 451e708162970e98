"""A match as plain text: its steps, and the commands that the player types."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeVar

from splendor_tui.bots.levels import unknown_nobles_note
from splendor_tui.bots.player import ignore_report
from splendor_tui.inputs.match_options import MatchRules
from splendor_tui.match.adviser import advise, hint_seconds
from splendor_tui.match.background import in_background
from splendor_tui.match.computer_turns import play_computer, pondering, prepare_engines
from splendor_tui.match.controller import MatchPausedError, TimeOutError
from splendor_tui.match.hot_seat import HotSeat, Next
from splendor_tui.match.match_lifecycle import LiveMatch, shortcomings
from splendor_tui.match.pause_reasons import INTERRUPTIONS, PauseReason
from splendor_tui.match.services import Services
from splendor_tui.match.thinking_time import Thinking, thinking_seconds, thinks_long
from splendor_tui.plain import typed_commands
from splendor_tui.plain.announcer import Announcer
from splendor_tui.plain.command_loop import CommandLoop
from splendor_tui.plain.console import Console
from splendor_tui.plain.plain_puzzles import PlainPuzzles
from splendor_tui.plain.table_text import TableText
from splendor_tui.plain.typed_actions import read_action
from splendor_tui.plain.typed_commands import ACTIONS, BETWEEN_GAMES, TypedCommand, Verb
from splendor_tui.presentation.hint import adviser_name
from splendor_tui.presentation.match_session import MatchSession
from splendor_tui.presentation.rating_texts import current_names, latest_unrated
from splendor_tui.presentation.result import AGREEMENT, NOBODY_TO_AGREE, describe_resignation
from splendor_tui.review.practice import Practice
from splendor_tui.rules.actions import Action, Forfeit
from splendor_tui.rules.view import nobles_in_play
from splendor_tui.store import Help, StoreError
from splendor_tui.words import N_, NP_, Message, MessageError

ResultT = TypeVar("ResultT")
_YES: Final = NP_("answer", "yes")


class _ChangedError(Exception):
    """Raised while waiting for input or a computer, if a timeout or a pause changes the question."""


class PlainMatch(CommandLoop[TypedCommand]):
    """Plays a match at a console until a command leaves it. Each announcement is made once."""

    def __init__(self, live: LiveMatch, services: Services, console: Console) -> None:
        super().__init__(services, console)
        self._set_match(live)

    def _set_match(self, live: LiveMatch) -> None:
        """Switch to this match's table."""
        self._live, self._controller = live, live.controller
        self.hot_seat = HotSeat(live.controller)
        self._session = MatchSession(
            self.hot_seat, self._keys, is_saved=live.game_id is not None, engines=live.engine_names()
        )
        self._announcer = Announcer(live, self.hot_seat, self._console)
        self._last_step: tuple[Next | None, int, int | None] | None = None
        """The last step (None for a pause), with its ply and viewer. None if the next step must be announced."""

    async def play(self) -> TypedCommand:
        """Play until a command leaves the match. Leaving pauses it, which saves the clock. Raises EndOfInputError."""
        getting_ready = asyncio.create_task(prepare_engines(self._controller, self._live.bots))
        try:
            controller = self._controller
            self._console.say(*await in_background(partial(shortcomings, controller.options, controller.catalogue)))
            self._console.say(unknown_nobles_note(controller.catalogue, nobles_in_play(controller.view_for(None))))
            controller.begin()
            controller.resume(PauseReason.HIDDEN)
            self._announce_start()
            while True:
                with suppress(_ChangedError):
                    if (next_command := await self._step()) is not None:
                        return next_command
        finally:
            getting_ready.cancel()
            self._controller.pause(PauseReason.HIDDEN)

    def stop(self) -> None:
        """Pause before the process is suspended, so that the time until it continues is not charged."""
        self._controller.pause(PauseReason.SUSPENDED)

    async def _step(self) -> TypedCommand | None:
        """Run one step. Returns the command that leaves the match, if any."""
        possible: Sequence[Verb]
        if (reason := self._controller.interruption) is not None:
            if self._note_step(None):
                self._announcer.announce_pause(reason)
            possible = typed_commands.PAUSED_ON_TURN if self.hot_seat.to_move else typed_commands.PAUSED
            return await self._command(possible, N_("Paused"))
        viewer = self.hot_seat.viewer
        next_one = self.hot_seat.proceed()
        if next_one is Next.HUMAN and viewer not in (None, self.hot_seat.viewer) and self.hot_seat.has_hidden_card:
            self._console.scroll_away()  # the player changes without a hand-over screen
        if next_one is not Next.HAND_OVER:
            self._announcer.print_news()
        if next_one not in (Next.HAND_OVER, Next.DRAWN_CARD):
            self._announcer.announce_keys(self._keys)
        self._announcer.warn_if_not_saved()
        is_new = self._note_step(next_one)
        prompt: Message | str = self._name
        match next_one:
            case Next.COMPUTER:
                await self._play_computer()
                return None
            case Next.HUMAN:
                # Until a human has had a turn, the match may be left for a new one.
                has_played = any(step.seat in self.hot_seat.humans for step in self._controller.steps)
                possible = typed_commands.TURN if has_played else typed_commands.FIRST_TURN
                announce = self._announce_turn
            case Next.DRAWN_CARD:
                announce = partial(self._announcer.announce_drawn_card, self._table, self._keys)
                possible = typed_commands.DRAWN_CARD
            case Next.HAND_OVER:
                announce, possible = self._announcer.announce_hand_over, typed_commands.HAND_OVER
                prompt = self._name_next
            case Next.END:
                announce, possible, prompt = self._announce_end, typed_commands.OVER, N_("Next")
        if is_new:
            announce()
        ponders = next_one is Next.HUMAN and self._services.settings.ponder
        with pondering(self._controller, self._live.bots, self._services.rng, allowed=ponders):
            return await self._command(possible, prompt)

    @property
    def _name(self) -> str:
        return self._controller.names[self.hot_seat.seat]

    @property
    def _name_next(self) -> str:
        return self._controller.names[self._controller.seat]

    # --- announcements that differ in the lesson and the first game ------------------------------------------------------

    def _announce_start(self) -> None:
        self._announcer.announce_start()

    def _announce_turn(self) -> None:
        self._announcer.announce_turn(self._table, self._keys)

    def _announce_end(self) -> None:
        self._announcer.announce_end(self._closing_remark())

    def _closing_remark(self) -> Message | None:
        """If the game is not rated, explain why."""
        store = self._services.store
        if store is None or self._live.game_id is None or not self.hot_seat.humans:
            return None
        with suppress(StoreError):
            names = current_names(store, self._controller.names)
            return latest_unrated(store.results(), self._services.catalogue, names)
        return None

    # --- between steps --------------------------------------------------------------------------------------------------

    def _ask_again(self) -> None:
        self._announcer.ask_again()

    def _note_step(self, step: Next | None) -> bool:
        """Note the step (None means a pause). Returns whether it differs from the last one, and so must be announced."""
        now = (step, self._controller.ply, self.hot_seat.viewer)
        before, self._last_step = self._last_step, now
        return before != now

    # --- commands ------------------------------------------------------------------------------------------------------

    async def _run(self, verb: Verb, words: Sequence[str]) -> TypedCommand | None:
        match verb:
            case Verb.QUIT:
                risk = self._live.at_risk
                return (verb, words) if risk is None or await self._confirms(risk) else None
            case _ if verb in (Verb.REMATCH, *BETWEEN_GAMES):
                return verb, words
            case Verb.HINT:
                await self._hint()
            case Verb.RESIGN:
                if await self._confirms(describe_resignation(self._controller.names_in_play())):
                    self._end_early(partial(self._play, Forfeit()))
            case Verb.AGREE:
                if await self._all_agree():
                    self._end_early(lambda: self._controller.agree(self._controller.ply))
            case Verb.PAUSE:
                self._controller.pause(PauseReason.MENU)
            case Verb.CONTINUE:
                self._controller.resume(*INTERRUPTIONS)
            case Verb.READY:
                self._ready()
            case Verb.UNDO:
                self._change(self.hot_seat.undo)
            case Verb.REDO:
                self._change(self._controller.redo)
            case _ if verb in ACTIONS:
                self._change(lambda: self._play(read_action(verb, words, self._session.view, self._keys)))
            case _:
                return await super()._run(verb, words)
        return None

    @property
    def _table(self) -> TableText:
        return TableText(self._session, self._keys)

    @property
    def _match_rules(self) -> MatchRules:
        return self._controller.options

    @property
    def _game_to_review(self) -> str:
        if self._live.game_id is None:
            raise MessageError(N_("This game was not saved."))
        return self._live.game_id

    async def _practise(self, mistakes: Sequence[Practice]) -> None:
        await PlainPuzzles(self._services, self._console, mistakes).play()
        self._ask_again()

    def _play(self, action: Action) -> None:
        self._controller.submit(self._controller.seat, action, self._controller.ply)

    def _change(self, intent: Callable[[], object]) -> None:
        """Run an intent that changes the match. Raises MessageError if it is impossible."""
        with suppress(MatchPausedError):  # the pause announces the reason
            intent()
            self._last_step = None

    def _why_not(self, verb: Verb) -> Message:
        if self._possible is typed_commands.HAND_OVER:
            return N_("The table is hidden until {name} types {word}.", name=self._name_next, word=Verb.READY)
        if Verb.CONTINUE in self._possible:
            return N_("The game is paused. Type {word} to resume play.", word=Verb.CONTINUE)
        if self._possible is typed_commands.DRAWN_CARD:
            if self._controller.bot_to_move:
                return N_("First type {word} to continue.", word=Verb.READY)
            return N_("First type {word} to hand over.", word=Verb.READY)
        if verb in BETWEEN_GAMES:
            return N_(
                "{word} is not available during a game. Type {quit}, then start the program again.",
                word=verb,
                quit=Verb.QUIT,
            )
        return super()._why_not(verb)

    def _ready(self) -> None:
        """Handle `ready`: hide the drawn card, or seat the next player."""
        if self.hot_seat.shows_drawn_card:
            self.hot_seat.hide_drawn_card()
            self._console.scroll_away()
        else:
            self.hot_seat.seat_next_player()
            self._skip_news()

    def _skip_news(self) -> None:
        """Mark the log as read."""
        self._announcer.skip_news()
        self._last_step = None

    def _end_early(self, intent: Callable[[], object]) -> None:
        self._controller.resume(*INTERRUPTIONS)
        self._change(intent)

    async def _all_agree(self) -> bool:
        """Ask every human in play to agree, until one refuses."""
        names = self.hot_seat.agreeing
        self._console.say(AGREEMENT if names else NOBODY_TO_AGREE)
        for name in names:
            if not await self._says_yes(N_("{name}, type {yes} to agree.", name=name, yes=_YES)):
                return False
        return bool(names)

    async def _confirms(self, meaning: Message) -> bool:
        """Ask the player to confirm."""
        return await self._says_yes(meaning, N_("Type {yes} to confirm.", yes=_YES))

    async def _says_yes(self, *question: Message) -> bool:
        self._console.say(*question)
        return (await self._console.line(str(N_("Answer")), self._on_wait)).strip().casefold() == str(_YES).casefold()

    # --- computers and time --------------------------------------------------------------------------------------------

    async def _play_computer(self) -> None:
        """Let the computer move, announcing a long search."""
        controller, services = self._controller, self._services
        self._possible = ()
        thinking = Thinking(thinking_seconds(controller, services.settings), services.now)
        if thinks_long(controller):
            self._announcer.announce_thinking(self._name_next, thinking)
        try:
            await self._awaited(play_computer(controller, self._live.bots, services.rng, thinking, lambda: 0.0))
        except TimeOutError as late:
            self._console.say(late.message)

    async def _hint(self) -> None:
        """Print the adviser's best actions as lines to type."""
        seconds = hint_seconds(self._controller.clock, self._services.settings)
        thinking = Thinking(seconds, self._services.now)
        self._announcer.announce_thinking(adviser_name(), thinking)
        self._controller.note_help(Help.HINT)
        work = advise(self._live.adviser, self._session.view, self._services.rng, thinking, ignore_report)
        self._console.say(*self._table.hint(await self._awaited(work), thinking))

    async def _awaited(self, work: Coroutine[Any, Any, ResultT]) -> ResultT:
        """Await the work while the clock runs. Cancels it if the turn times out."""
        task = asyncio.create_task(work)
        try:
            while not (await asyncio.wait({task}, timeout=1.0))[0]:
                self._on_wait()
            return task.result()
        finally:
            task.cancel()

    def _on_wait(self) -> None:
        """Charge the elapsed time, once a second. Raises _ChangedError if the turn times out or the match is paused."""
        if self._controller.tick() is not None or (
            self._controller.interruption is not None and Verb.CONTINUE not in self._possible
        ):
            raise _ChangedError
        self._announcer.warn_if_not_saved()
        self._announcer.warn_of_time()
