"""A match as plain text."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeVar

from splendor_tui.bots.player import unheard
from splendor_tui.match.background import in_background
from splendor_tui.match.controller import (
    INTERRUPTIONS,
    MatchError,
    MatchPausedError,
    NoAgreementYetError,
    PauseReason,
    TimeOutError,
)
from splendor_tui.match.flow import Flow, Next
from splendor_tui.match.live_match import LiveMatch, shortcomings
from splendor_tui.match.services import Services
from splendor_tui.match.thinking import (
    Thinking,
    advise,
    get_ready,
    hint_seconds,
    play_computer,
    pondering,
    thinking_seconds,
    thinks_long,
)
from splendor_tui.plain.announcer import Announcer
from splendor_tui.plain.answers import Answers
from splendor_tui.plain.command_loop import CommandLoop
from splendor_tui.plain.console import Console
from splendor_tui.plain.typed_actions import TypingError, read_action, typed_with_name
from splendor_tui.plain.verbs import (
    ACTIONS,
    BETWEEN_GAMES,
    CURTAIN,
    DRAWN,
    FIRST_TURN,
    OVER,
    PAUSED,
    TURN,
    TypedCommand,
    Verb,
)
from splendor_tui.presentation.hint import AskedHint, the_adviser
from splendor_tui.presentation.player_session import PlayerSession
from splendor_tui.presentation.strength import latest_unrated
from splendor_tui.rules.actions import Action, Forfeit
from splendor_tui.rules.errors import IllegalActionError
from splendor_tui.store import StoreError
from splendor_tui.words import N_, NP_, Message, MessageError

_NOT_SAVED: Final = N_("This game was not saved.")
ResultT = TypeVar("ResultT")


class _ChangedError(Exception):
    """The clock or the system changed the question while the program waited."""


class PlainMatch(CommandLoop[TypedCommand]):
    """Plays a match with the humans at a console until they leave it, with a command for what comes next."""

    def __init__(self, live: LiveMatch, services: Services, console: Console) -> None:
        super().__init__(services, console)
        self._sit_down(live)

    def _sit_down(self, live: LiveMatch) -> None:
        """Use the table of this match."""
        self._live, self._controller = live, live.controller
        self.flow = Flow(live.controller)
        self._session = PlayerSession(
            self.flow, self._keys, is_saved=live.game_id is not None, engines=live.engine_names()
        )
        self._announcer = Announcer(live, self._session, self._console, self._keys)

    async def play(self) -> TypedCommand:
        """Play until a command leaves the match. Raises EndOfInputError; everything is saved then too."""
        getting_ready = asyncio.create_task(get_ready(self._controller, self._live.bots))
        try:
            controller = self._controller
            self._console.say(*await in_background(partial(shortcomings, controller.options, controller.catalogue)))
            self._controller.begin()
            self._controller.resume(PauseReason.HIDDEN)
            self._announce_start()
            while True:
                with suppress(_ChangedError):
                    if (next_command := await self._go_on()) is not None:
                        return next_command
        finally:
            getting_ready.cancel()
            self._controller.pause(PauseReason.HIDDEN)

    def stop(self) -> None:
        """Pause before the process is suspended, so that no time is charged."""
        self._controller.pause(PauseReason.SUSPENDED)

    async def _go_on(self) -> TypedCommand | None:
        """Run one step. Returns the command that leaves the match."""
        if self._controller.interruption is not None:
            self._announcer.pause(self._controller.interruption)
            return await self._command(PAUSED, N_("Paused"), self._charge_time)
        viewer = self.flow.viewer
        next_one = self.flow.proceed()
        if next_one is Next.HUMAN and viewer not in (None, self.flow.viewer):
            self._announcer.hide_secrets_of_others()
        if next_one is not Next.HAND_OVER:
            self._announcer.news()
        if next_one not in (Next.HAND_OVER, Next.DRAWN_CARD):
            self._announcer.hand()
        self._announcer.warn_if_not_saved()
        match next_one:
            case Next.HUMAN:
                self._announce_turn()
                services = self._services
                with pondering(self._controller, self._live.bots, services.rng, allowed=services.settings.ponder):
                    return await self._command(
                        TURN if self._has_played() else FIRST_TURN, self._name, self._charge_time
                    )
            case Next.COMPUTER:
                await self._play_computer()
            case Next.DRAWN_CARD:
                self._announcer.drawn()
                return await self._command(DRAWN, self._name, self._charge_time)
            case Next.HAND_OVER:
                self._announcer.handover()
                return await self._command(CURTAIN, self._name_next, self._charge_time)
            case Next.END:
                self._announce_end()
                return await self._command(OVER, N_("Next"), self._charge_time)
        return None

    def _announce_start(self) -> None:
        self._announcer.beginning()

    def _announce_turn(self) -> None:
        self._announcer.turn()

    def _announce_end(self) -> None:
        self._announcer.end(*self._unrated())

    def _unrated(self) -> Iterator[Message]:
        """The reason why the game is not rated, if relevant."""
        store = self._services.store
        if (
            store is None
            or self._live.game_id is None
            or all(player.is_bot for player in self._controller.options.players)
        ):
            return
        with suppress(StoreError):
            if sentence := latest_unrated(store.results(), self._controller.names):
                yield sentence

    @property
    def _name(self) -> str:
        return self._controller.names[self.flow.seat]

    # --- commands ------------------------------------------------------------------------------------------------------

    async def _run(self, verb: Verb, words: Sequence[str]) -> TypedCommand | None:
        match verb:
            case Verb.QUIT:
                risk = self._live.at_risk
                return (verb, words) if risk is None or await self._sure(risk) else None
            case Verb.PRACTICE if self._live.game_id is None:
                self._console.say(_NOT_SAVED)
            case _ if verb in (Verb.REMATCH, Verb.PRACTICE, *BETWEEN_GAMES):
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
                self._try(self.flow.undo)
            case Verb.REDO:
                self._try(self._controller.redo)
            case _ if verb in ACTIONS:
                self._try(lambda: self._play(read_action(verb, words, self._session.view, self._keys)))
            case _:
                return await super()._run(verb, words)
        return None

    @property
    def _answers(self) -> Answers:
        return Answers(self._session, self._keys)

    @property
    def _game_to_review(self) -> str:
        if self._live.game_id is None:
            raise MessageError(_NOT_SAVED)
        return self._live.game_id

    def _ask_again(self) -> None:
        self._announcer.ask_again()

    def _play(self, action: Action) -> None:
        self._controller.submit(self._controller.seat, action, self._controller.ply)

    def _try(self, intent: Callable[[], object]) -> None:
        """Run it, or explain why it is impossible."""
        try:
            intent()
        except MatchPausedError:
            return  # the pause says why
        except (TypingError, IllegalActionError, TimeOutError, MatchError) as error:
            self._refuse(error)
            return
        self._announcer.announce_again()

    def _why_not(self, verb: Verb) -> Message:
        if self._possible is CURTAIN:
            return N_("The table is hidden until {name} types {word}.", name=self._name_next, word=Verb.READY)
        if self._possible is PAUSED:
            return N_("The game is paused. Type {word} to resume play.", word=Verb.CONTINUE)
        if self._possible is DRAWN:
            if self._controller.is_bot(self._controller.seat):
                return N_("First type {word} to continue.", word=Verb.READY)
            return N_("First type {word} to hand over.", word=Verb.READY)
        if verb in BETWEEN_GAMES:
            return N_(
                "{word} is not possible during a game. Type {quit}, then start the program again.",
                word=verb,
                quit=Verb.QUIT,
            )
        return super()._why_not(verb)

    def _has_played(self) -> bool:
        """Whether a human has had a turn; before that, the match can be left for a new one."""
        return any(step.seat in self.flow.humans for step in self._controller.steps)

    @property
    def _name_next(self) -> str:
        return self._controller.names[self._controller.seat]

    # --- between turns -------------------------------------------------------------------------------------------------

    def _ready(self) -> None:
        """The player has seen the drawn card, or has come to the keyboard."""
        if self.flow.shows_drawn_card:
            self.flow.hide_drawn_card()
            self._console.scroll_away()
        else:
            self.flow.seat_next()
            self._announcer.seat_taken()

    async def _end_early(self, verb: Verb) -> None:
        if not self.flow.to_move:
            self._console.say(self._why_not(verb))
            return
        controller = self._controller
        name, *others = controller.names_in_play()
        intent: Callable[[], object] = partial(self._play, Forfeit())
        if verb is Verb.AGREE:
            if not controller.agreement_offered:
                self._refuse(NoAgreementYetError())
                return
            meaning = N_("The game ends now, and the current points decide.")
            intent = partial(controller.agree, controller.ply)
        elif len(others) == 1:
            meaning = N_("{name} resigns, and {other} wins.", name=name, other=others[0])
        else:
            meaning = N_("{name} resigns and comes last.", name=name)
        if await self._sure(meaning):
            self._controller.resume(*INTERRUPTIONS)
            self._try(intent)

    async def _sure(self, meaning: Message) -> bool:
        """Ask the player. Returns whether the answer is yes."""
        yes = str(NP_("answer", "yes"))
        self._console.say(meaning, N_("Type {yes} to confirm.", yes=yes))
        return (await self._console.line(str(N_("Answer")), self._charge_time)).strip().casefold() == yes.casefold()

    # --- computers and time --------------------------------------------------------------------------------------------

    async def _play_computer(self) -> None:
        """Let the computer move, announcing a long search."""
        controller, services = self._controller, self._services
        self._possible = ()
        thinking = Thinking(thinking_seconds(controller, services.settings), services.now)
        if thinks_long(controller):
            self._announcer.thinking(controller.names[controller.seat], thinking)
        try:
            await self._awaited(play_computer(self._controller, self._live.bots, services.rng, thinking, lambda: 0.0))
        except TimeOutError as late:
            self._console.say(late.message)

    async def _hint(self) -> None:
        """Print the adviser's three best actions as lines to type."""
        seconds = hint_seconds(self._controller.clock, self._services.settings)
        thinking = Thinking(seconds, self._services.now)
        self._announcer.thinking(the_adviser(), thinking)
        view = self._session.view
        self._controller.note_help()
        advice = await self._awaited(advise(self._live.adviser, view, self._services.rng, thinking, unheard))
        self._session.hint = AskedHint(self.flow.seat, thinking, advice, complete=True)
        typed = [typed_with_name(choice.action, view, self._keys) for choice in advice.choices]
        self._console.say(*self._answers.hint(typed))
        self._session.hint = None

    async def _awaited(self, work: Coroutine[Any, Any, ResultT]) -> ResultT:
        """The result of the work, while the clock runs; cancelled if the turn times out."""
        task = asyncio.create_task(work)
        try:
            while not (await asyncio.wait({task}, timeout=1.0))[0]:
                self._charge_time()
            return task.result()
        finally:
            task.cancel()

    def _charge_time(self) -> None:
        """Charge the elapsed time; called once a second. Raises _ChangedError if that changes the question."""
        if self._controller.tick() is not None or (
            self._controller.interruption is not None and self._possible is not PAUSED
        ):
            raise _ChangedError
        self._announcer.warn_if_not_saved()
        self._announcer.warn_of_time()
