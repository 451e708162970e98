"""The terminal driver: always restores the terminal, and survives any input.

Textual's own driver leaves the terminal raw when a signal ends the program, runs a busy loop when the terminal
disappears, fails on bytes that are not UTF-8, and starts twice when continued without having stopped itself.
"""

import _thread
import os
import selectors
import signal
import sys
import termios
import time
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator
from contextlib import suppress
from threading import Event
from typing import Any, Final, Protocol, cast

from textual._xterm_parser import XTermParser
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Key, Resize
from textual.keys import Keys
from textual.message import Message
from textual.messages import InBandWindowResize

from splendor_tui.tui.app.terminal_streams import Outlet, PasteFilter

ENDINGS: Final = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM)
LEAVE_SECONDS: Final = 0.7
"""So long the app may take to leave after a signal; then the process ends as it is."""
_GIVE_BACK_SECONDS: Final = 0.2
"""How long the terminal may take nothing before the process ends without giving it back."""
_LOOK_SECONDS: Final = 0.1
_READ_BYTES: Final = 1024
_MAX_WAITING: Final = 64
"""Messages that may wait to be handled before more is read, so that no flood of keys fills the memory."""
_LAG_SECONDS: Final = 0.01
_GIVE_BACK: Final = (
    b"\x1b[?2004l\x1b[?7h\x1b[?2048l\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"
)
"""Paste, wrapping, size reports, mouse, keyboard, screen, cursor and focus as they were; what `stop_application_mode` writes."""


class GuardedApp(Protocol):
    """The driver's requirements for the app, beyond Textual's."""

    def fail(self, error: Exception) -> None:
        """Exit because of a fault."""

    def repaint(self) -> None:
        """Redraw everything."""


class _Parser(XTermParser):
    """Textual's parser, which fails on numbers that no terminal sends; such sequences are ignored.

    A driver cannot be given another parser, and an exception loses the rest of the input. Upstream knows of similar
    sequences: https://github.com/Textualize/textual/issues/6573.
    """

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[Key]:
        try:
            return list(super()._sequence_to_key_events(sequence, alt))
        except (ArithmeticError, ValueError):
            return [Key(Keys.Ignore, sequence)]

    def parse_mouse_code(self, code: str) -> Message | None:
        """The event of a mouse sequence."""
        try:
            return super().parse_mouse_code(code)
        except (ArithmeticError, ValueError):
            return None

    def feed(self, data: str) -> Iterator[Message]:
        """The events of the input, except sizes: the system signals the true one."""
        for message in super().feed(data):
            if isinstance(message, Resize):
                self.mouse_pixels = False
            elif not isinstance(message, InBandWindowResize):
                yield message


class RobustDriver(LinuxDriver):
    """A Textual driver for a terminal that may disappear and a process that may be stopped or ended.

    A fatal signal ends the program within a second, with exit code 128 plus the signal's number, unless the parent
    process had it ignored. Nothing is saved then: everything already is.
    """

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        assert sys.__stdout__ is not None
        self._outlet = Outlet(sys.__stdout__, self._terminal_gone)
        self._file = self._outlet  # type: ignore[assignment]  # whatever has `write`, `flush` and `fileno`
        self._leaving = False
        for number in ENDINGS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._told_to_end)

    @property
    def _guarded_app(self) -> "GuardedApp":
        return cast("GuardedApp", self._app)

    @property
    def lags(self) -> bool:
        """Whether the terminal is too slow for the output."""
        return self._outlet.lags

    # --- ending --------------------------------------------------------------------------------------------------------

    @property
    def _holds_terminal(self) -> bool:
        """False before the start, while suspended, and after the end."""
        return self._writer_thread is not None and self._writer_thread.is_alive()

    def _told_to_end(self, number: int, _frame: object) -> None:
        if self._holds_terminal:
            self._leave(128 + number)
        else:
            os._exit(128 + number)  # the terminal is restored, and may belong to another program now

    def _terminal_gone(self) -> None:
        """Called by the reading and writing threads."""
        with suppress(RuntimeError):  # the app has ended in the meantime
            self._loop.call_soon_threadsafe(self._leave, 128 + signal.SIGHUP)

    def _leave(self, code: int) -> None:
        """Ask the app to exit, and enforce it. May be called from a signal handler, so it takes no locks."""
        if not self._leaving:
            self._leaving = True
            _thread.start_new_thread(self._leave_anyhow, (code,))
            self._loop.call_soon_threadsafe(self._app.exit, code, code)

    def _leave_anyhow(self, code: int) -> None:
        """Kill the process if it still runs after a moment."""
        time.sleep(LEAVE_SECONDS)
        if self._holds_terminal:
            with suppress(termios.error):
                if self.attrs_before is not None:
                    termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
            # The terminal may accept no output for a moment, as during a resize.
            given_back = Event()
            _thread.start_new_thread(self._give_back, (given_back,))
            given_back.wait(_GIVE_BACK_SECONDS)
        os._exit(code)

    def _give_back(self, given_back: Event) -> None:
        self._outlet.end()
        with suppress(OSError):
            os.write(self._outlet.fileno(), _GIVE_BACK)
        given_back.set()

    # --- suspension ---------------------------------------------------------------------------------------------------

    def _sigtstp_application(self, *_: object) -> None:
        """Stop on SIGTSTP, once the app has hidden any secrets."""
        self._loop.call_soon_threadsafe(self._app.call_later, self._app.action_suspend_process)

    def stop_process(self) -> None:
        """Restore the terminal and stop. Returns when the process continues and holds the terminal again."""
        super()._sigtstp_application()

    def _sigcont_application(self, *_: object) -> None:
        if not self._holds_terminal:
            super()._sigcont_application()
        else:  # stopped without notice; another program may have written over the screen
            self._loop.call_soon_threadsafe(self._app.call_later, self._guarded_app.repaint)

    # --- reading -------------------------------------------------------------------------------------------------------

    def run_input_thread(self) -> None:
        """Read keys, clicks and pastes until stopped or until the terminal is gone."""
        try:
            self._read_until_told()
        except Exception as error:  # noqa: BLE001 - a thread has nobody above it
            self._app.call_later(self._guarded_app.fail, error)

    def _read_until_told(self) -> None:
        parser = _Parser(self._debug)
        decoder = getincrementaldecoder("utf-8")(errors="replace")
        pastes = PasteFilter()
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if self._app_lags():
                    time.sleep(_LAG_SECONDS)  # further input waits in the terminal
                elif selector.select(_LOOK_SECONDS):
                    typed = self._read()
                    if not typed:
                        self._terminal_gone()
                        return
                    text = pastes.passed(decoder.decode(typed))
                    # An empty text, as from half a character, would mean the end of the input to the parser.
                    for message in parser.feed(text) if text else ():
                        self.process_message(message)
                for message in parser.tick():
                    self.process_message(message)

    def _app_lags(self) -> bool:
        """Whether the app still has unhandled input."""
        waiting = self._app.message_queue_size
        if stack := self._app.screen_stack:
            screen, focused = stack[-1], stack[-1].focused
            waiting += screen.message_queue_size + (focused.message_queue_size if focused else 0)
        return waiting > _MAX_WAITING

    def _read(self) -> bytes:
        """The input; empty once the terminal is gone."""
        try:
            return os.read(self.fileno, _READ_BYTES)
        except OSError:
            return b""
