"""A match as plain text: its steps, and the commands that the player types."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from splendor_tui.bots.levels import unknown_nobles_note
from splendor_tui.inputs.house_rules import MatchRules
from splendor_tui.match.background import in_background
from splendor_tui.match.computer_turns import pondering, prepare_engines
from splendor_tui.match.controller import Controller
from splendor_tui.match.hot_seat import HotSeat
from splendor_tui.match.match_lifecycle import shortcomings
from splendor_tui.match.pause_reasons import PauseReason
from splendor_tui.match.services import Services
from splendor_tui.plain import typed_commands
from splendor_tui.plain.announcer import Announcer
from splendor_tui.plain.command_loop import YES
from splendor_tui.plain.console import Console
from splendor_tui.plain.plain_review import REVIEWING, PlainReview
from splendor_tui.plain.table_loop import TableLoop
from splendor_tui.plain.typed_commands import BETWEEN_GAMES, TypedCommand, is_all, next_table, no_rematch, typed_goal
from splendor_tui.presentation import commands
from splendor_tui.presentation.activity import Effect, Open, Proceed, Think
from splendor_tui.presentation.commands import Command
from splendor_tui.presentation.match_session import MatchSession, Page
from splendor_tui.presentation.rating_texts import current_names, latest_unrated
from splendor_tui.presentation.result import NOBODY_TO_AGREE, describe_agreement, describe_resignation
from splendor_tui.presentation.series import series_won
from splendor_tui.rules.view import nobles_in_play
from splendor_tui.store import StoreError
from splendor_tui.words import N_, Message, MessageError

_WITH_QUESTIONS: Final = (commands.NEW, commands.LEARN, commands.PUZZLES, commands.CHALLENGES)
"""Commands with questions of their own, after which that of the result is repeated."""


class _ChangedError(Exception):
    """Raised while waiting for input or a computer, if a timeout or a pause changes the question."""


class PlainMatch(TableLoop[TypedCommand]):
    """Shows a `MatchSession` line by line until a command leaves the match. Each announcement is made once."""

    def __init__(self, session: MatchSession, services: Services, console: Console) -> None:
        super().__init__(services, console)
        self._session = session
        session.is_paced = False
        self._reviews = PlainReview(services, console)
        self._started: int | None = None
        """The ply at which a player has started their clock."""
        self._last_question: tuple[Sequence[Command], int, int | None] | None = None
        """The commands of the last question, with its ply and viewer. None if the next question must be announced."""
        self._left_for: Command | None = None
        """The command that left the match."""
        self._sit_down()

    def _sit_down(self) -> None:
        """Announce the events at the session's current table from now on."""
        self._announcer = Announcer(self._session, self._console, lambda: self._keys)
        self._last_question = None

    @property
    def _activity(self) -> MatchSession:
        return self._session

    @property
    def hot_seat(self) -> HotSeat:
        """The players at the keyboard."""
        return self._session.hot_seat

    @property
    def _controller(self) -> Controller:
        return self._session.controller

    async def play(self) -> TypedCommand:
        """Play until a command leaves the match. Leaving pauses it, which saves the clock. Raises EndOfInputError.

        Another call returns to the result.
        """
        getting_ready = asyncio.create_task(prepare_engines(self._controller, self._session.live.bots))
        try:
            self._controller.begin()
            self._controller.resume(PauseReason.HIDDEN)
            if self._left_for is None:
                await self._introduce()
            elif self._left_for in _WITH_QUESTIONS:
                self._ask_again()
            while True:
                with suppress(_ChangedError):
                    if (next_command := await self._step()) is not None:
                        self._left_for, _words = next_command
                        return next_command
        finally:
            getting_ready.cancel()
            self._controller.pause(PauseReason.HIDDEN)

    async def _introduce(self) -> None:
        controller = self._controller
        self._console.say(*await in_background(partial(shortcomings, controller.options, controller.catalogue)))
        self._console.say(unknown_nobles_note(controller.catalogue, nobles_in_play(controller.view_for(None))))
        self._announce_start()

    def stop(self) -> None:
        """Pause before the process is suspended, so that the time until it continues is not charged."""
        self._controller.pause(PauseReason.SUSPENDED)

    async def _step(self) -> TypedCommand | None:
        """Run one step. Returns the command that leaves the match, if any."""
        possible: Sequence[Command]
        session, hot_seat = self._session, self.hot_seat
        if (reason := self._controller.interruption) is not None:
            possible = typed_commands.PAUSED_ON_TURN if hot_seat.to_move else typed_commands.PAUSED
            if self._is_new(possible):
                self._announcer.announce_pause(reason)
            return await self._command(possible, N_("Paused"))
        viewer = hot_seat.viewer
        effect = session.proceed()
        if viewer not in (None, hot_seat.viewer) and hot_seat.to_move and hot_seat.has_hidden_card:
            self._console.scroll_away()  # the player changes without a hand-over screen
        if effect != Open(Page.HAND_OVER):
            self._announcer.print_news()
            if not hot_seat.shows_drawn_card:
                self._announcer.announce_keys()
        self._console.say(session.saving_report())
        prompt: Message | str = self._controller.names[hot_seat.seat]
        match effect:
            case Think():
                await self._play_computer(effect)
                return None
            case Open(Page.HAND_OVER):
                announce, possible = self._announcer.announce_hand_over, typed_commands.HAND_OVER
                prompt = self._name_next
            case Open(Page.STANDINGS):
                announce, possible, prompt = self._announce_end, typed_commands.OVER, N_("Next")
            case _ if hot_seat.shows_drawn_card:
                announce = partial(self._announcer.announce_drawn_card, self._table)
                possible = typed_commands.DRAWN_CARD
            case _ if self._waits_for_player:
                self._controller.pause(PauseReason.LISTENING)
                announce, possible = self._announce_turn_without_clock, typed_commands.LISTENING
            case _:
                # Until a human has had a turn, the match may be left for a new one.
                has_played = any(step.seat in hot_seat.humans for step in self._controller.steps)
                announce, possible = (
                    self._announce_turn,
                    typed_commands.TURN if has_played else typed_commands.FIRST_TURN,
                )
        is_announced = self._started == self._controller.ply and self._last_question is not None
        if self._is_new(possible) and not is_announced:
            announce()
        ponders = self._services.settings.ponder and possible in (typed_commands.TURN, typed_commands.FIRST_TURN)
        with pondering(self._controller, session.live.bots, self._services.rng, allowed=ponders):
            return await self._command(possible, prompt)

    @property
    def _waits_for_player(self) -> bool:
        """Whether the player to move starts the clock."""
        controller = self._controller
        begins = not controller.steps or controller.steps[-1].seat != controller.seat
        on_demand = self._services.settings.clock_on_demand and controller.clock is not None
        return on_demand and begins and self._started != controller.ply

    def _announce_turn_without_clock(self) -> None:
        self._announce_turn()
        self._announcer.ask_to_start_clock()

    async def _play_computer(self, effect: Think) -> None:
        """Let the computer move."""
        self._possible, self._last_question = (), None
        await self._carry_out(effect)

    @property
    def _name_next(self) -> str:
        return self._controller.names[self._controller.seat]

    def _is_new(self, possible: Sequence[Command]) -> bool:
        """Note the commands of a question. Returns whether it differs from the last one, and so must be announced."""
        before, self._last_question = self._last_question, (possible, self._controller.ply, self.hot_seat.viewer)
        return before != self._last_question

    def _ask_again(self) -> None:
        self._announcer.ask_again()

    # --- announcements that differ in the lesson and the first game ------------------------------------------------------

    def _announce_start(self) -> None:
        self._announcer.announce_start()
        self._console.say(*self._table.series())

    def _announce_turn(self) -> None:
        self._announcer.announce_turn(self._table)

    def _announce_end(self) -> None:
        tournament = self._session.tournament
        self._announcer.announce_end(
            self._session.length,
            *self._table.series(),
            self._series_won(),
            self._closing_remark(),
            *(next_table(tournament) if tournament else ()),
            has_rematch=tournament is None,
        )

    def _series_won(self, *, undecided: bool = False) -> Message | None:
        """How many series the players have won, after the last game of one or, if asked, in an `undecided` one."""
        store = self._services.store
        with suppress(StoreError):
            return series_won(store, self._session.series, undecided=undecided) if store else None
        return None

    def _change_goal(self, goal: str) -> None:
        """Change the goal of the series. Raises MessageError if there is none."""
        if self._session.tournament:
            raise MessageError(N_("A tournament has no goal."))
        self._session.change_goal(goal)
        if self._session.series is None:
            raise MessageError(N_("This game was not saved."))
        self._console.say(self._session.series.sentence())

    def _closing_remark(self) -> Message | None:
        """If the game is not rated, explain why."""
        store = self._services.store
        if store is None or self._session.live.game_id is None or not self.hot_seat.humans:
            return None
        with suppress(StoreError):
            names = current_names(store, self._controller.names)
            return latest_unrated(store.results(), self._services.catalogue, names)
        return None

    # --- commands ------------------------------------------------------------------------------------------------------

    async def _run(self, verb: Command, words: Sequence[str]) -> TypedCommand | None:
        session = self._session
        match verb:
            case commands.QUIT:
                risk = session.live.at_risk
                return (verb, words) if risk is None or await self._confirms(risk) else None
            case commands.REMATCH if session.tournament:
                raise MessageError(no_rematch(session.tournament))
            case commands.REMATCH if words:
                session.change_goal(typed_goal(verb, words))
                return verb, words
            case _ if verb in (commands.REMATCH, *BETWEEN_GAMES):
                return verb, words
            case _ if verb in REVIEWING:
                await self._reviews.run(verb, self._game_to_review, words)
                if verb is commands.PRACTISE:
                    self._ask_again()
            case commands.SCORE if words and not _is_tournament(" ".join(words)):
                self._change_goal(typed_goal(verb, words))
            case commands.SCORE if session.is_over:
                self._say_series()
            case commands.SCORE:
                self._console.say(*self._table.answer(verb, words), self._series_won(undecided=True))
            case commands.HINT:
                await self._carry_out(session.do(commands.HINT))
                if session.hint is not None:
                    everything, is_unsure = is_all(words), session.hint.is_hurried
                    self._console.say(*self._table.hint(all_of_it=everything, with_heading=everything or is_unsure))
                    session.drop_advice()
            case commands.RESIGN if not await self._confirms(describe_resignation(self._controller.names_in_play())):
                pass
            case commands.AGREE if not await self._all_agree():
                pass
            case commands.READY if PauseReason.LISTENING in self._controller.pauses:
                self._started = self._controller.ply
                self._controller.resume(PauseReason.LISTENING)
                self._console.say(*self._table.clock())
            case commands.READY:
                showed_card = self.hot_seat.shows_drawn_card
                await self._carry_out(session.do(commands.READY))
                if showed_card:
                    self._console.scroll_away()
                else:
                    self._announcer.skip_news()
            case commands.UNDO:
                await self._carry_out(session.undo())
            case _:
                return await super()._run(verb, words)
        return None

    async def _carry_out(self, effect: Effect) -> Effect:
        effect = await super()._carry_out(effect)
        if isinstance(effect, Proceed):
            self._last_question = None
        return effect

    @property
    def _match_rules(self) -> MatchRules:
        return self._controller.options

    @property
    def _game_to_review(self) -> str:
        """The id of the game. Raises MessageError if it is not saved."""
        if self._session.live.game_id is None:
            raise MessageError(N_("This game was not saved."))
        return self._session.live.game_id

    def _implied_by(self, line: str) -> Command | None:
        in_tournament = self._session.tournament is not None and commands.TOURNAMENT not in self._possible
        if in_tournament and _is_tournament(line):
            return commands.SCORE
        return super()._implied_by(line)

    def _why_not(self, verb: Command) -> Message:
        if self._possible is typed_commands.HAND_OVER:
            return N_("The table is hidden until {name} types {word}.", name=self._name_next, word=commands.READY)
        if commands.GO_ON in self._possible:
            return N_("The game is paused. Type {word} to resume play.", word=commands.GO_ON)
        if self._possible is typed_commands.LISTENING:
            return N_("First type {word} to start your clock.", word=commands.READY)
        if self._possible is typed_commands.DRAWN_CARD:
            if self._controller.bot_to_move:
                return N_("First type {word} to continue.", word=commands.READY)
            return N_("First type {word} to hand over.", word=commands.READY)
        if verb in typed_commands.HOME:
            return N_(
                "{word} is not available during a game. Type {quit}, then start the program again.",
                word=verb,
                quit=commands.QUIT,
            )
        return super()._why_not(verb)

    async def _all_agree(self) -> bool:
        """Ask every human in play to agree, until one refuses."""
        names, table, has_computers = self.hot_seat.agreeing, self._controller, self.hot_seat.has_computers
        meaning = describe_agreement(table.view_for(None), table.names, with_computers=has_computers)
        self._console.say(None if names else NOBODY_TO_AGREE)
        for name in names:
            if not await self._says_yes(meaning, N_("{name}, type {yes} to agree.", name=name, yes=YES)):
                return False
        return bool(names)

    def _on_wait(self) -> None:
        """Charge the elapsed time, once a second. Raises _ChangedError if the turn times out or the match is paused."""
        effect = self._session.tick()
        if isinstance(effect, Proceed) or (effect is not None and commands.GO_ON not in self._possible):
            raise _ChangedError
        self._console.say(self._session.saving_report())
        self._announcer.warn_of_time()


def _is_tournament(line: str) -> bool:
    """Whether a line is the word for a tournament, which asks for the score during its games."""
    return typed_commands.is_command(line, commands.TOURNAMENT)
