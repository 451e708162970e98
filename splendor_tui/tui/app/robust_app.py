"""A base class for apps that survive signals, suspension, errors and stray clicks."""

import gc
import os
from asyncio import InvalidStateError, get_running_loop
from importlib.util import find_spec
from time import time
from traceback import walk_tb
from typing import Any, ClassVar, Final, TypeVar

from rich.console import RenderableType
from textual.app import App, ScreenError
from textual.css.query import NoMatches
from textual.dom import NoScreen
from textual.driver import Driver
from textual.errors import NoWidget
from textual.events import Event, InputEvent, Key, MouseDown, MouseUp, Resize
from textual.notifications import Notification, SeverityLevel
from textual.screen import Screen
from textual.types import AnimationLevel, NoActiveAppError
from textual.widget import Widget
from textual.worker import NoActiveWorker, WorkerFailed, get_current_worker

from splendor_tui.match import background
from splendor_tui.tui.app.terminal_picture import TerminalPicture
from splendor_tui.tui.app.terminal_writer import is_served
from splendor_tui.tui.keys.key_press import ALT, names_of, without_alt
from splendor_tui.tui.screens.base_screen import BaseScreen
from splendor_tui.tui.widgets.key_row import KeyRow
from splendor_tui.tui.widgets.text_field import Field
from splendor_tui.words import Message

ResultT = TypeVar("ResultT")
_MISSING_NODE_ERRORS: Final = (NoMatches, NoScreen, NoWidget, ScreenError, InvalidStateError, NoActiveAppError)
"""The exceptions that Textual raises when a removed widget looks up a child, its screen or its app."""


_MAX_DELAYS: Final = 4
MIN_SECONDS: Final = 0.5
READ_SECONDS: Final = 2.0
"""The time to read a short sentence."""


class Notice(Notification):
    """A notification whose time left is always positive.

    Textual sets a timer to the time left when it creates the toast. A negative time would count down forever and hang
    the program. If the time ran out before the timer started, the toast would never disappear.
    """

    @property
    def time_left(self) -> float:
        """Seconds until the toast disappears."""
        return max(MIN_SECONDS, super().time_left)

    @property
    def has_expired(self) -> bool:
        """Whether it is too late to show the toast."""
        return super().time_left <= 0

    @property
    def was_visible(self) -> bool:
        """Whether the toast has been visible long enough to be read."""
        return self.timeout - super().time_left >= READ_SECONDS


class RobustApp(App[ResultT]):
    """An app that records errors. `fault` is the error that ended the app. `saved` means that no screen lost data.

    The caller of `run` reports the error. Textual would print the local variables of every frame, including secrets.
    """

    fault: BaseException | None = None
    saved: bool = False
    clicked_again: bool = False
    """Whether the last two clicks were in the same row, with no key between them."""
    double_clicked: bool = False
    """Whether this was a double click."""
    _pressed_row: int | None = None
    _notice: Notice | None = None
    _input_at = 0.0
    """When the last key or mouse button was pressed, comparable with `Notification.raised_at`."""
    farewell: Message | None = None
    """What to print after the player has quit, if anything."""
    COLLECT_AFTER_SECONDS: ClassVar[float] = 1.0
    """The time from the end of a screen until garbage is collected, if no key or mouse button is pressed meanwhile."""
    _will_collect = False
    _ended_at = 0.0
    """When the last screen ended. Other tasks still refer to it for a moment."""

    def __init__(self) -> None:
        super().__init__()
        self._picture = TerminalPicture()

    @property
    def animation_level(self) -> AnimationLevel:
        """The allowed animations: none while the terminal is slow. Only our own driver measures that."""
        return "none" if getattr(self._driver, "lags", False) else self._wanted_level

    @animation_level.setter
    def animation_level(self, level: AnimationLevel) -> None:
        self._wanted_level = level

    def get_driver_class(self) -> type[Driver]:
        """Our own driver on POSIX terminals, else Textual's for the platform or for a browser."""
        if find_spec("termios") is None or is_served(os.environ):
            return super().get_driver_class()
        from splendor_tui.tui.app.terminal_driver import RobustDriver

        return RobustDriver

    def on_mount(self) -> None:
        """Remove old notices after every change of screens, and enable the garbage collector."""
        self.screen_change_signal.subscribe(self, self._clear_earlier_notifications, immediate=True)
        self.collect_soon()

    # --- clicks and keys ------------------------------------------------------------------------------------------------

    async def on_event(self, event: Event) -> None:
        """Ignore input during the exit, and all mouse buttons but the left one.

        Unlike in Textual, a release without a press is not a click.

        A key releases the key hint that the pointer held in its place. It also removes all toasts, if none is an error and
        all have been visible long enough to be read.
        """
        is_late = isinstance(event, InputEvent) and self.return_code is not None
        if is_late or (isinstance(event, MouseDown | MouseUp) and event.button > 1):
            return
        if isinstance(event, MouseDown) and not event.is_forwarded:
            passed, self._input_at = time() - self._input_at, time()
            self.clicked_again, self._pressed_row = event.y == self._pressed_row, event.y
            self.double_clicked = self.clicked_again and passed <= self.CLICK_CHAIN_TIME_THRESHOLD
        is_release = isinstance(event, MouseUp) and not event.is_forwarded
        if isinstance(event, Key) and not event.is_forwarded:
            self.clicked_again, self.double_clicked, self._pressed_row = False, False, None
            self._input_at = time()
            notices = tuple(self._notifications)
            if all(isinstance(one, Notice) and one.was_visible and one.severity != "error" for one in notices):
                self.clear_notifications()
            for row in self.screen.query(KeyRow):
                row.release_hint()
            for key in self._keys_meant(event):
                await super().on_event(key)
            return
        await super().on_event(event)
        if is_release:
            self.screen.suppress_click()

    def _keys_meant(self, event: Key) -> tuple[Key, ...]:
        """The key, or what it stands for if it has no command: the same key of a US keyboard, or Escape and a key for alt.

        Only for keys with modifiers. Others may be for a text field that opens before they arrive there.
        """
        if "+" in event.key and event.key not in (bound := self.active_bindings):
            event.key = next((name for name in names_of(event) if name in bound), event.key)
            if event.key.startswith(ALT) and event.key not in bound:
                return without_alt(event)
        return (event,)

    # --- errors --------------------------------------------------------------------------------------------------------

    def fail(self, error: Exception) -> None:
        """End the app after an error. Only the first error counts, as it may cause others.

        Errors during the exit are ignored, as screens that open then are incomplete.
        """
        if self.return_code is None:
            self.fault = (error.error or error) if isinstance(error, WorkerFailed) else error
            super()._handle_exception(error)  # first, because the screens may fail too
            screens = [screen for screen in self.screen_stack if isinstance(screen, BaseScreen)]
            self.saved = not any(screen.quit_warning() for screen in screens)

    def _handle_exception(self, error: Exception) -> None:
        """Handle an uncaught exception from a handler, timer or worker.

        Keys, clicks and replies may reach a screen that has just closed. The resulting exceptions are ignored.
        """
        cause = error.error if isinstance(error, WorkerFailed) else error
        if not (isinstance(cause, _MISSING_NODE_ERRORS) and self._raised_in_a_closed_screen(cause)):
            self.fail(error)

    def _raised_in_a_closed_screen(self, error: BaseException) -> bool:
        """Whether the exception came from a widget of a screen that is closed or closing."""
        try:
            node: object = get_current_worker().node
        except NoActiveWorker:  # the first widget in the traceback is the one that handled the message
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
        """Show a `Notice`, which always expires. Does nothing if the last one is identical and still visible."""
        last, seconds = self._notice, self.NOTIFICATION_TIMEOUT if timeout is None else timeout
        if last is None or last not in self._notifications or (last.message, last.severity) != (message, severity):
            self._notice = Notice(message, title, severity, seconds, markup)
            self._notifications.add(self._notice)  # not by a message, so that the next call finds it
            self._refresh_notifications()

    def _refresh_notifications(self) -> None:
        """Show the notifications. Without any, Textual would lay out and draw every new screen again."""
        if self._notifications or self.screen.query("Toast"):
            super()._refresh_notifications()

    def clear_notifications(self) -> None:
        """Remove all notifications. An identical one may then be shown again."""
        self._notice = None
        super().clear_notifications()

    def _clear_earlier_notifications(self, _screen: Screen[Any]) -> None:
        """Remove the notifications of the previous screen: all from before the last input, except unread errors.

        A later one may belong to the change of screens.
        """
        for notice in tuple(self._notifications):
            is_unread_error = isinstance(notice, Notice) and notice.severity == "error" and not notice.was_visible
            if notice.raised_at < self._input_at and not is_unread_error:
                self._unnotify(notice)

    def _fatal_error(self) -> None:
        self._close_messages_no_wait()

    def panic(self, *_renderables: object) -> None:
        """Exit without output."""
        self._close_messages_no_wait()

    # --- suspension ---------------------------------------------------------------------------------------------------

    def action_suspend_process(self) -> None:
        """Suspend the process if the driver can. Subscribers of `app_suspend_signal` are notified first."""
        if stop := getattr(self._driver, "stop_process", None):
            self.app_suspend_signal.publish(self)
            stop()

    # --- output -------------------------------------------------------------------------------------------------------

    def forget_picture(self) -> None:
        """Write the next frame completely, also what the terminal should still show."""
        self._picture.forget()

    def repaint(self) -> None:
        """Draw everything again."""
        self.forget_picture()
        self.refresh()

    def on_resize(self, _event: Resize) -> None:
        """Draw everything again, because a resized terminal may have lost any part of it."""
        self.repaint()

    def action_repaint(self) -> None:
        """Draw everything again, and set the modes of a terminal that may be another one now."""
        if renew := getattr(self._driver, "renew_modes", None):
            renew()
        self.repaint()

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Write only the cells that change, and put the terminal's cursor where a screen reader should read.

        Textual has no public method for what it writes.
        """
        if isinstance(screen, BaseScreen) and not isinstance(screen.focused, Field):
            self.cursor_position = screen.place_to_read
        super()._display(screen, self._picture.update(renderable))

    # --- garbage ------------------------------------------------------------------------------------------------------

    def collect_soon(self) -> None:
        """Collect garbage once the player pauses, because a key might have to wait for it.

        The widgets of a closed screen refer to each other, so that only the garbage collector frees them. By itself, it
        would do so after millions of new objects, and between two keys. Someone who never pauses does not stop it. What a
        thread is reading would only delay it.
        """
        self._ended_at = time()
        if not self._will_collect:
            self._will_collect = True
            get_running_loop().call_later(self.COLLECT_AFTER_SECONDS, self._collect, _MAX_DELAYS)

    def _collect(self, delays: int) -> None:
        quiet = time() - max(self._input_at, self._ended_at)
        if delays and (quiet < self.COLLECT_AFTER_SECONDS or background.is_running()):
            get_running_loop().call_later(self.COLLECT_AFTER_SECONDS, self._collect, delays - 1)
            return
        self._will_collect = False
        if gc.isenabled():
            gc.collect()
        else:  # The program has just started: whatever exists is needed until the end.
            gc.freeze()
            gc.enable()
