"""What an app needs to survive signals, faults and being stopped, whatever it shows."""

import gc
from asyncio import InvalidStateError
from importlib.util import find_spec
from traceback import walk_tb
from typing import Final, Protocol, TypeVar, runtime_checkable

from textual.app import App, ScreenError
from textual.css.query import NoMatches
from textual.dom import NoScreen
from textual.driver import Driver
from textual.errors import NoWidget
from textual.notifications import Notify, SeverityLevel
from textual.screen import Screen
from textual.types import AnimationLevel, NoActiveAppError
from textual.widget import Widget
from textual.worker import NoActiveWorker, WorkerFailed, get_current_worker

from splendor_tui.tui.app.notice import Notice
from splendor_tui.tui.screens.game_screen import GameScreen

ResultT = TypeVar("ResultT")
NOTHING_THERE: Final = (NoMatches, NoScreen, NoWidget, ScreenError, InvalidStateError, NoActiveAppError)
"""What Textual raises where a widget looks for its parts, its screen or its app, and they have gone."""


@runtime_checkable
class StoppingDriver(Protocol):
    """A driver on a platform where a process can be stopped."""

    def stop_process(self) -> None:
        """Give the terminal back and stop; returns when the process goes on and holds the terminal again."""


@runtime_checkable
class MeasuringDriver(Protocol):
    """A driver that sees how long the terminal takes for what is written."""

    @property
    def lags(self) -> bool:
        """Whether the terminal does not keep up."""


class RobustApp(App[ResultT]):
    """Keeps a fault to itself: `fault` is what ended the app, and `saved` whether every screen says that nothing is lost by it.

    Whoever runs the app tells the player; Textual would print the locals of every frame, and with them what is secret.
    """

    fault: BaseException | None = None
    saved: bool = False

    @property
    def animation_level(self) -> AnimationLevel:
        """What may be shown on its way: nothing while the terminal does not keep up."""
        late = isinstance(self._driver, MeasuringDriver) and self._driver.lags
        return "none" if late else self._wanted_level

    @animation_level.setter
    def animation_level(self, level: AnimationLevel) -> None:
        self._wanted_level = level

    def get_driver_class(self) -> type[Driver]:
        """The driver that holds the terminal: our own where terminals are those of POSIX, else Textual's for the platform."""
        if find_spec("termios") is None:
            return super().get_driver_class()
        from splendor_tui.tui.app.terminal_driver import RobustDriver

        return RobustDriver

    def on_mount(self) -> None:
        """Freeze what the start has created, so that the garbage collector skips it, and let it work from now on."""
        if not gc.isenabled():
            self.call_after_refresh(_collect_from_now_on)  # after the first paint

    # --- faults --------------------------------------------------------------------------------------------------------

    def fail(self, error: Exception) -> None:
        """End the app because of a fault. The first one counts, as others may follow from it.

        Once the app is leaving there are none: screens that are being opened then are left without their parts.
        """
        if self.return_code is None:
            self.fault = (error.error or error) if isinstance(error, WorkerFailed) else error
            super()._handle_exception(error)  # first, as asking the screens may fail as well
            screens = [screen for screen in self.screen_stack if isinstance(screen, GameScreen)]
            self.saved = not any(screen.reason_to_stay() for screen in screens)

    def _handle_exception(self, error: Exception) -> None:
        """What Textual calls for every exception of a handler, a timer or a worker that nobody has caught.

        Keys, clicks and answers may reach a screen after it was closed, and find none of its parts: that is no fault.
        """
        cause = error.error if isinstance(error, WorkerFailed) else error
        if not (isinstance(cause, NOTHING_THERE) and self._raised_in_a_closed_screen(cause)):
            self.fail(error)

    def _raised_in_a_closed_screen(self, error: BaseException) -> bool:
        """Whether the widget that raised it, in a worker or in a handler, is in a screen that is closed or being closed."""
        try:
            node: object = get_current_worker().node
        except NoActiveWorker:  # the first call is that of the widget's own loop
            callers = (frame.f_locals.get("self") for frame, _line in walk_tb(error.__traceback__))
            node = next((caller for caller in callers if isinstance(caller, Widget)), None)
        if not isinstance(node, Widget):
            return False
        return not any(
            isinstance(one, Screen) and one in self.screen_stack and one.display for one in node.ancestors_with_self
        )

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = True,
    ) -> None:
        """Show a sentence for some seconds, which are Textual's where nothing is said of it. A late toast does no harm."""
        seconds = self.NOTIFICATION_TIMEOUT if timeout is None else timeout
        self.post_message(Notify(Notice(message, title, severity, seconds, markup)))

    def _fatal_error(self) -> None:
        self._close_messages_no_wait()

    def panic(self, *_renderables: object) -> None:
        """End without showing anything."""
        self._close_messages_no_wait()

    # --- being stopped -------------------------------------------------------------------------------------------------

    def action_suspend_process(self) -> None:
        """Stop until the shell lets it go on; those who subscribed to `app_suspend_signal` are told first."""
        if isinstance(self._driver, StoppingDriver):
            self.app_suspend_signal.publish(self)
            self._driver.stop_process()

    def repaint(self) -> None:
        """Redraw everything."""
        self.refresh(layout=True)


def _collect_from_now_on() -> None:
    gc.freeze()
    gc.enable()
