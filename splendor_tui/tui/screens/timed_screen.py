"""The part of the table's screen that minds the time: pauses, what hides the table, and the clock."""

from abc import abstractmethod
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.screen import Screen

from splendor_tui.match.controller import INTERRUPTIONS, PauseReason, TimeOutError, describe_interruption
from splendor_tui.match.live_match import LiveMatch
from splendor_tui.rules.actions import Action, Forfeit
from splendor_tui.tui.screens.advised_screen import AdvisedScreen
from splendor_tui.tui.screens.game_screen import GameScreen

if TYPE_CHECKING:
    from splendor_tui.tui.screens.pause_screen import PauseChoice


class TimedScreen(AdvisedScreen):
    """Lets the match stand still while its table cannot be seen, and the clock run while it can."""

    def __init__(self, live: LiveMatch) -> None:
        super().__init__(live)
        self._controller = live.controller
        self._warned = False
        self._rung = -1
        """The last ply at which the bell rang for the time."""

    @abstractmethod
    def proceed(self) -> None:
        """Go on with whoever is next."""

    @abstractmethod
    def do(self, intent: Callable[[], object]) -> None:
        """Submit an action and continue, or say why it is not possible."""

    @abstractmethod
    def play(self, action: Action | None) -> None:
        """Play an action; without one, show what was said instead."""

    @abstractmethod
    def leave(self) -> None:
        """Go home, where the match can be continued."""

    def watch_table(self) -> None:
        """Follow the time, and whether the table can be seen."""
        self.set_interval(1, self.charge_time)
        self.app.app_suspend_signal.subscribe(self, self._stopped, immediate=True)
        self.app.screen_change_signal.subscribe(self, self._covered, immediate=True)
        self._covered(self.app.screen)

    def stop_watching(self) -> None:
        """Let the match stand still; the signals would keep the screen and its match alive for ever."""
        self.app.app_suspend_signal.unsubscribe(self)
        self.app.screen_change_signal.unsubscribe(self)
        self._controller.pause(PauseReason.HIDDEN)

    def action_menu(self) -> None:
        """Pause."""
        self._controller.pause(PauseReason.MENU)
        self.ask_whether_they_are_there()

    def ask_whether_they_are_there(self) -> None:
        """Show the pause where the match waits for the players to say that they are there."""
        from splendor_tui.tui.screens.pause_screen import PauseChoice, PauseScreen

        reason = self._controller.interruption
        if reason is None or self._hidden:
            return
        offers = [PauseChoice.GO_ON]
        if self.flow.to_move:
            offers.append(PauseChoice.RESIGN)
            if self._controller.agreement_offered:
                offers.append(PauseChoice.AGREE)
        offers += [PauseChoice.SETTINGS, PauseChoice.RULES, PauseChoice.HOME]
        self.app.push_screen(
            PauseScreen(describe_interruption(reason), tuple(offers), self._controller.names_in_play()), self._paused
        )

    def _paused(self, choice: "PauseChoice | None") -> None:
        from splendor_tui.tui.screens.pause_screen import PauseChoice

        self._controller.resume(*INTERRUPTIONS)
        match choice:
            case PauseChoice.RESIGN:
                self.play(Forfeit())
            case PauseChoice.AGREE:
                self.do(partial(self._controller.agree, self._controller.ply))
            case PauseChoice.HOME:
                self.leave()
            case _:
                pass

    def _stopped(self, _app: App[object]) -> None:
        """The program is being suspended: afterwards the table is hidden, and no time has been charged."""
        if not self._hidden:
            self._controller.pause(PauseReason.SUSPENDED)
            self.ask_whether_they_are_there()

    def _covered(self, _shown: Screen[Any]) -> None:
        """Another screen is shown: time runs while the table can be seen."""
        change = self._controller.pause if self._hidden else self._controller.resume
        change(PauseReason.HIDDEN)

    @property
    def _hidden(self) -> bool:
        """Whether a screen above hides the table; not one where one may look while one thinks."""
        stack = self.app.screen_stack
        above = stack[stack.index(self) + 1 :] if self in stack else ()
        return self not in stack or any(isinstance(screen, GameScreen) and screen.STOPS_CLOCK for screen in above)

    def charge_time(self) -> None:
        """Charge the time that has passed, and show it; called once a second."""
        if self._controller.tick() is not None:
            self.time_is_up()
        else:
            self.ask_whether_they_are_there()
            model = self.model()
            self.table.show_status(model)
            if model.clock and model.clock.urgent:
                self._ring()
            self.warn_if_not_saved()

    def _ring(self) -> None:
        """Ring once for an action that a person has little time for, if that is wanted."""
        controller = self._controller
        ring = self.services.settings.bell and not controller.is_bot(controller.seat) and not controller.pauses
        if ring and self._rung != controller.ply:
            self._rung = controller.ply
            self.app.bell()

    def time_is_up(self, late: TimeOutError | None = None) -> None:
        """Go on after the clock made a player leave; `late` says what they wanted to do just then."""
        self.workers.cancel_group(self, "bots")
        self.game.close_above(self)
        self.proceed()
        if late is not None:
            self.game.say(late.message, wrong=True)

    def warn_if_not_saved(self) -> None:
        """Tell once why something is not saved; the banner stands as long as it is so."""
        problem = self._controller.not_saved
        if not self._warned and problem and (reason := self.reason_to_stay()):
            self.game.say(reason, wrong=True)
        self._warned = bool(problem)
