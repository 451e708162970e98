"""A terminal driver that always restores the terminal and survives any input.

Textual's own driver leaves the terminal in raw mode when a signal ends the program, spins when the terminal goes away,
fails on invalid UTF-8, and starts application mode twice on SIGCONT after an external SIGSTOP.
"""

import _thread
import os
import selectors
import signal
import sys
import termios
import time
from codecs import getincrementaldecoder
from contextlib import suppress
from threading import Event
from types import FrameType
from typing import Any, Final

from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from splendor_tui.inputs.files import typed_encoding
from splendor_tui.tui.app.input_reader import InputReader
from splendor_tui.tui.app.terminal_writer import TerminalWriter
from splendor_tui.tui.keys.key_press import KeyPress
from splendor_tui.tui.look.glyphs import ASK_WIDTH

FATAL_SIGNALS: Final = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM)
LEAVE_SECONDS: Final = 0.7
"""Time for the app to exit after a signal, before the process is forced to end."""
_RESTORE_SECONDS: Final = 0.2
"""Time for the terminal to accept the sequences that restore it, before the process ends anyway."""
_POLL_SECONDS: Final = 0.1
_READ_BYTES: Final = 1024
_MAX_UNHANDLED: Final = 64
"""Reading pauses while more messages than this are waiting, so that a flood of input cannot exhaust memory.

A closed screen also stays in memory until the app has handled all messages before its last one.
"""
_LAG_SECONDS: Final = 0.01
_ASK_US_KEYS: Final = "\x1b[=4;2u"
_RENEW_KEYS: Final = "\x1b[=29;1u"
"""The same modes of kitty's keyboard protocol as at the start, without adding to its stack."""
_END_SCREEN: Final = "\x1b[0m\x1b[999H\n"
"""Begins a row below the table, for terminals without an alternate screen."""
_RESTORE_SCREEN: Final = (
    f"{_END_SCREEN}\x1b[?2004l\x1b[?7h\x1b[?2048l\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l"
    "\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"
).encode()
"""Resets paste mode, wrapping, size reports, mouse, keyboard, screen, cursor and focus, like `stop_application_mode`."""


class RobustDriver(LinuxDriver):
    """A Textual driver for terminals that may disappear, and for processes that may be suspended or ended.

    A fatal signal ends the program within a second, with exit code 128 plus the signal's number, unless the parent
    process ignored the signal. Nothing is saved at that point, because everything already is.
    """

    _app: Any  # a RobustApp, which imports this module

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        assert sys.__stdout__ is not None
        self._output = TerminalWriter(sys.__stdout__, self._terminal_gone)
        self._file = self._output  # type: ignore[assignment]  # anything with `write`, `flush` and `fileno`
        self._leaving = False
        self._sent = self._arrived = 0
        """Numbers of messages to the app. A message arrives when the event loop runs next."""
        self.listened = 0.0
        """How many seconds the program has waited for input: a clock that stops while it is busy."""
        for number in FATAL_SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._on_fatal_signal)

    @property
    def lags(self) -> bool:
        """Whether the terminal accepts output too slowly."""
        return self._output.lags

    def start_application_mode(self) -> None:
        """Take the terminal, and ask how wide it draws a symbol. The app gets the answer.

        In kitty's protocol, also ask for the keys at the same places of a US keyboard.
        """
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self.write(ASK_WIDTH + _ASK_US_KEYS)
        self._on_resize = signal.getsignal(signal.SIGWINCH)
        signal.signal(signal.SIGWINCH, self._on_window_change)

    def _on_window_change(self, number: int, frame: FrameType | None) -> None:
        """Also set the modes again: a program that attaches the session to another terminal only announces its size."""
        self._loop.call_soon_threadsafe(self._app.call_later, self.renew_modes)
        if callable(self._on_resize):
            self._on_resize(number, frame)

    def renew_modes(self) -> None:
        """Set all modes again. The terminal may be another one, as after attaching a session, or may have been reset."""
        self.write("\x1b[?1049h\x1b[?25l\x1b[?1004h" + _RENEW_KEYS)
        self._request_terminal_sync_mode_support()
        self._query_in_band_window_resize()
        self._enable_bracketed_paste()
        self._disable_line_wrap()
        self._enable_mouse_support()

    def stop_application_mode(self) -> None:
        """Restore the terminal."""
        self.write(_END_SCREEN)
        super().stop_application_mode()

    # --- ending --------------------------------------------------------------------------------------------------------

    @property
    def _holds_terminal(self) -> bool:
        """Whether the app is running and not suspended."""
        return self._writer_thread is not None and self._writer_thread.is_alive()

    def _on_fatal_signal(self, number: int, _frame: object) -> None:
        if self._holds_terminal:
            self._leave(128 + number)
        else:
            os._exit(128 + number)  # the terminal is restored, and another program may be using it

    def _terminal_gone(self) -> None:
        """Leave because the terminal is gone. Called from the reading and writing threads."""
        with suppress(RuntimeError):  # the app has ended in the meantime
            self._loop.call_soon_threadsafe(self._leave, 128 + signal.SIGHUP)

    def _leave(self, code: int) -> None:
        """Ask the app to exit, and end the process if it does not. Takes no locks, as a signal handler may call it."""
        if not self._leaving:
            self._leaving = True
            _thread.start_new_thread(self._force_exit, (code,))
            self._loop.call_soon_threadsafe(self._app.exit, code, code)

    def _force_exit(self, code: int) -> None:
        """End the process if it is still running after LEAVE_SECONDS."""
        time.sleep(LEAVE_SECONDS)
        if self._holds_terminal:
            with suppress(termios.error):
                if self.attrs_before is not None:
                    termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
            # The terminal may block output for a moment, for example during a resize.
            restored = Event()
            _thread.start_new_thread(self._restore_screen, (restored,))
            restored.wait(_RESTORE_SECONDS)
        os._exit(code)

    def _restore_screen(self, restored: Event) -> None:
        self._output.end()
        with suppress(OSError):
            os.write(self._output.fileno(), _RESTORE_SCREEN)
        restored.set()

    # --- suspension ---------------------------------------------------------------------------------------------------

    def _sigtstp_application(self, *_: object) -> None:
        """Suspend on SIGTSTP, after the app has hidden any secrets."""
        self._loop.call_soon_threadsafe(self._app.call_later, self._app.action_suspend_process)

    def stop_process(self) -> None:
        """Restore the terminal and stop the process. Returns once it has continued and set up the terminal again."""
        super()._sigtstp_application()

    def _sigcont_application(self, *_: object) -> None:
        if not self._holds_terminal:
            super()._sigcont_application()
        else:  # after SIGSTOP, another program may have written on the screen
            self._loop.call_soon_threadsafe(self._app.call_later, self._app.action_repaint)

    # --- reading -------------------------------------------------------------------------------------------------------

    def run_input_thread(self) -> None:
        """Read keys, clicks and pastes until stopped or until the terminal disconnects."""
        try:
            self._read_input()
        except Exception as error:  # noqa: BLE001 - nothing else would report errors of this thread
            self._app.call_later(self._app.fail, error)

    def _read_input(self) -> None:
        reader = InputReader()
        decoder = getincrementaldecoder(typed_encoding())(errors="replace")
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if self._app_lags():
                    time.sleep(_LAG_SECONDS)  # further input waits in the terminal
                    continue
                begun = time.monotonic()
                arrived = selector.select(_POLL_SECONDS)
                self.listened += min(time.monotonic() - begun, _POLL_SECONDS)
                if not arrived:
                    messages = reader.wait(_POLL_SECONDS)
                elif typed := self._read():
                    messages = reader.read(decoder.decode(typed))
                else:
                    self._terminal_gone()
                    return
                for message in messages:
                    while self._app_lags() and not self.exit_event.is_set():
                        time.sleep(_LAG_SECONDS)
                    if isinstance(message, KeyPress):
                        message.at = self.listened
                    self.process_message(message)

    def send_message(self, message: Message) -> None:
        """Send the app a message from the reading thread, and count it."""
        super().send_message(message)
        self._sent += 1
        self._loop.call_soon_threadsafe(self._count_arrival)

    def _count_arrival(self) -> None:
        self._arrived += 1

    def _app_lags(self) -> bool:
        """Whether too much input is still unhandled."""
        waiting: int = self._sent - self._arrived + self._app.message_queue_size
        if stack := self._app.screen_stack:
            screen, focused = stack[-1], stack[-1].focused
            waiting += screen.message_queue_size + (focused.message_queue_size if focused else 0)
        return waiting > _MAX_UNHANDLED

    def _read(self) -> bytes:
        """Read input. Returns no bytes once the terminal is gone."""
        try:
            return os.read(self.fileno, _READ_BYTES)
        except OSError:
            return b""
