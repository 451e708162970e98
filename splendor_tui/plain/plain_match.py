"""A match as plain text: announcements and commands."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from math import ceil
from typing import Any, Final, TypeVar

from splendor_tui.bots.player import ignore_report
from splendor_tui.inputs.match_options import MatchRules
from splendor_tui.match.adviser import advise, hint_seconds
from splendor_tui.match.background import in_background
from splendor_tui.match.computer_turns import play_computer, pondering, prepare_engines
from splendor_tui.match.controller import NO_AGREEMENT_YET, MatchPausedError, TimeOutError
from splendor_tui.match.hot_seat import HotSeat, Next
from splendor_tui.match.log import news_for, timed_out_seats
from splendor_tui.match.match_lifecycle import LiveMatch, shortcomings
from splendor_tui.match.pause_reasons import INTERRUPTIONS, PauseReason, describe_interruption
from splendor_tui.match.services import Services
from splendor_tui.match.thinking_time import Thinking, thinking_seconds, thinks_long
from splendor_tui.plain import typed_commands
from splendor_tui.plain.command_loop import CommandLoop
from splendor_tui.plain.console import Console
from splendor_tui.plain.plain_puzzles import PlainPuzzles
from splendor_tui.plain.table_text import TableText
from splendor_tui.plain.typed_actions import example_now, read_action
from splendor_tui.plain.typed_commands import ACTIONS, BETWEEN_GAMES, TypedCommand, Verb
from splendor_tui.presentation.hint import adviser_name
from splendor_tui.presentation.player_session import PlayerSession
from splendor_tui.presentation.rating_texts import latest_unrated
from splendor_tui.presentation.result import (
    AGREEMENT,
    describe_places,
    describe_resignation,
    ending_sentence,
    winners_sentence,
)
from splendor_tui.presentation.table_model import ReservedSlot
from splendor_tui.review.practice import Practice
from splendor_tui.rules.actions import Action, Forfeit
from splendor_tui.rules.state import Phase
from splendor_tui.rules.view import ReservedView
from splendor_tui.store import Help, StoreError
from splendor_tui.words import N_, NN_, NP_, Message, MessageError, either, listed

_LAST_SECONDS: Final = 10
ResultT = TypeVar("ResultT")


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
        self._session = PlayerSession(
            self.hot_seat, self._keys, is_saved=live.game_id is not None, engines=live.engine_names()
        )
        log, viewer = live.controller.log, self.hot_seat.viewer
        self._log_printed = len(log) - (0 if viewer is None else len(news_for(viewer, log)))
        """Number of log lines printed. A player who resumes a match also gets the lines since their last turn."""
        self._last_step: tuple[Next | None, int, int | None] | None = None
        """The last step (None for a pause), with its ply and viewer. None if the next step must be announced."""
        self._question: Message | None = None
        """The last question, repeated after an empty line."""
        self._hands: dict[int, Sequence[ReservedView]] = {}
        """Each viewer's reserved cards when their keys were last announced."""
        self._at_risk = False
        self._urgency = 0
        """The last warning: 0 for none, 1 for the time bank, 2 for the last seconds."""

    async def play(self) -> TypedCommand:
        """Play until a command leaves the match. Leaving pauses it, which saves the clock. Raises EndOfInputError."""
        getting_ready = asyncio.create_task(prepare_engines(self._controller, self._live.bots))
        try:
            controller = self._controller
            self._console.say(*await in_background(partial(shortcomings, controller.options, controller.catalogue)))
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
                self._announce_pause(reason)
            possible = typed_commands.PAUSED_ON_TURN if self.hot_seat.to_move else typed_commands.PAUSED
            return await self._command(possible, N_("Paused"))
        viewer = self.hot_seat.viewer
        next_one = self.hot_seat.proceed()
        if next_one is Next.HUMAN and viewer not in (None, self.hot_seat.viewer) and self.hot_seat.has_hidden_card:
            self._console.scroll_away()  # the player changes without a hand-over screen
        if next_one is not Next.HAND_OVER:
            self._print_news()
        if next_one not in (Next.HAND_OVER, Next.DRAWN_CARD):
            self._announce_keys()
        self._warn_if_not_saved()
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
                announce, possible = self._announce_drawn_card, typed_commands.DRAWN_CARD
            case Next.HAND_OVER:
                announce, possible, prompt = self._announce_hand_over, typed_commands.HAND_OVER, self._name_next
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

    # --- announcements -------------------------------------------------------------------------------------------------

    def _announce_start(self) -> None:
        """Announce the players and the target."""
        self._console.say(
            N_(
                "{names} play to {target} points. Type {table} for the table.",
                names=listed(self._controller.names),
                target=self._controller.options.target,
                table=Verb.TABLE,
            )
        )

    def _print_news(self) -> None:
        """Print the new log lines."""
        lines = self._controller.log
        self._console.say(*(line.message for line in lines[self._log_printed :]))
        self._log_printed = len(lines)

    def _announce_keys(self) -> None:
        """Announce the viewer's reserved cards whose keys have changed, for example after an earlier one was bought."""
        viewer = self.hot_seat.viewer
        if viewer is None:
            return
        hand = self._session.view.players[viewer].reserved
        before = self._hands.get(viewer, hand)
        self._hands[viewer] = hand
        for index, held in enumerate(hand):
            key = self._keys[ReservedSlot(index)]
            if held.blind and index >= len(before) and not self.hot_seat.shows_drawn_card:
                self._console.say(N_("You drew {card}. Its key is {key}.", card=held.card, key=key))
            elif held not in before[index : index + 1]:
                self._console.say(N_("Your card {key} is now {card}.", key=key, card=held.card))

    def _announce_turn(self) -> None:
        """Announce the player to move, and ask for an action."""
        table = self._table
        model = table.model
        if model.view.phase is not Phase.MAIN:
            self._question = model.prompt[0].message
            self._console.say(*(phrase.message for phrase in model.prompt))
            self._console.say(N_("For example: {example}.", example=example_now(model.view, self._keys)))
            return
        self._question = N_(
            "{name}, take, reserve or buy. Type {help} for the commands.", name=self._name, help=Verb.HELP
        )
        self._console.say(*table.new_cards(), table.turn(), *table.scores())
        if model.clock:
            self._console.say(*table.clock())

    def _announce_drawn_card(self) -> None:
        """Announce the drawn card to its owner."""
        self._console.say(self._table.model.prompt[0].message)
        self._announce_keys()
        if self._controller.bot_to_move:
            self._ask(N_("Type {word} to continue.", word=Verb.READY))
        else:
            self._ask(N_("Type {word} to hand over.", word=Verb.READY))

    def _announce_hand_over(self) -> None:
        """Hide everything, name the next player, and list the events since their last turn."""
        name = self._name_next
        self._console.scroll_away()
        self._console.say(N_("Pass to {name}.", name=name))
        self._console.say(*(line.message for line in news_for(self._controller.seat, self._controller.log)))
        self._ask(N_("{name}, type {word}.", name=name, word=Verb.READY))

    def _announce_pause(self, reason: PauseReason) -> None:
        """Hide everything, and give the reason for the pause."""
        self._console.scroll_away()
        with_clock = self._controller.clock is not None
        self._console.say(N_("Paused."), describe_interruption(reason, with_clock=with_clock))
        self._ask(N_("Type {word} to resume play.", word=Verb.CONTINUE))

    def _announce_end(self) -> None:
        """Announce the standings, and list the possible commands."""
        ended, names = self._controller.outcome, self._controller.names
        assert ended is not None
        self._console.say(
            N_("{winners}.", winners=winners_sentence([names[seat] for seat in ended.winners])),
            ending_sentence(ended.ending),
            *describe_places(ended.standings, names, timed_out_seats(self._controller.log)),
            self._closing_remark(),
        )
        words = (Verb.REVIEW, Verb.REMATCH, Verb.NEW, Verb.STATS, Verb.SETTINGS, Verb.TABLE, Verb.QUIT)
        self._ask(N_("Type {words}.", words=either(words)))

    def _closing_remark(self) -> Message | None:
        """If the game is not rated, explain why."""
        store = self._services.store
        if store is None or self._live.game_id is None or not self.hot_seat.humans:
            return None
        with suppress(StoreError):
            return latest_unrated(store.results(), self._services.catalogue, self._controller.names)
        return None

    def _announce_thinking(self, name: Message | str, thinking: Thinking) -> None:
        """Announce who is thinking, a player or the adviser, and the time limit."""
        self._console.say(
            NN_(
                "{name} thinks for up to {seconds:g} second.",
                "{name} thinks for up to {seconds:g} seconds.",
                ceil(thinking.seconds),
                name=name,
                seconds=thinking.seconds,
            )
        )

    def _warn_if_not_saved(self) -> None:
        """Warn once when saving fails, and report once when it works again."""
        risk = self._live.at_risk if self._controller.not_saved else None
        if (risk is not None) != self._at_risk:
            self._console.say(risk or N_("Everything is saved again."))
        self._at_risk = risk is not None

    def _warn_of_time(self) -> None:
        """Warn once per turn when the time bank starts to run, and once when only seconds are left."""
        clock = self._controller.clock
        if clock is None or not clock.running:
            return
        left = round(clock.turn_left + clock.banks[clock.seat])
        urgency = 2 if left <= _LAST_SECONDS else 0 if clock.turn_left else 1
        if urgency > self._urgency:
            self._console.say(NN_("{count} second left.", "{count} seconds left.", left))
        self._urgency = urgency

    def _ask(self, question: Message) -> None:
        self._question = question
        self._console.say(question)

    def _ask_again(self) -> None:
        self._console.say(self._question)

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
            case Verb.RESIGN | Verb.AGREE:
                await self._end_early(verb)
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
        self._log_printed = len(self._controller.log)
        self._last_step = None

    async def _end_early(self, verb: Verb) -> None:
        controller = self._controller
        if verb is Verb.RESIGN:
            meaning, intent = describe_resignation(controller.names_in_play()), partial(self._play, Forfeit())
        elif controller.agreement_offered:
            meaning, intent = AGREEMENT, partial(controller.agree, controller.ply)
        else:
            self._console.say(NO_AGREEMENT_YET)
            return
        if await self._confirms(meaning):
            controller.resume(*INTERRUPTIONS)
            self._change(intent)

    async def _confirms(self, meaning: Message) -> bool:
        """Ask the player to confirm."""
        yes = str(NP_("answer", "yes"))
        self._console.say(meaning, N_("Type {yes} to confirm.", yes=yes))
        return (await self._console.line(str(N_("Answer")), self._on_wait)).strip().casefold() == yes.casefold()

    # --- computers and time --------------------------------------------------------------------------------------------

    async def _play_computer(self) -> None:
        """Let the computer move, announcing a long search."""
        controller, services = self._controller, self._services
        self._possible = ()
        thinking = Thinking(thinking_seconds(controller, services.settings), services.now)
        if thinks_long(controller):
            self._announce_thinking(self._name_next, thinking)
        try:
            await self._awaited(play_computer(controller, self._live.bots, services.rng, thinking, lambda: 0.0))
        except TimeOutError as late:
            self._console.say(late.message)

    async def _hint(self) -> None:
        """Print the adviser's best actions as lines to type."""
        seconds = hint_seconds(self._controller.clock, self._services.settings)
        thinking = Thinking(seconds, self._services.now)
        self._announce_thinking(adviser_name(), thinking)
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
        self._warn_if_not_saved()
        self._warn_of_time()
