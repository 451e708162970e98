"""The terminal: a check that it can show a table, and a writer that survives its disappearance."""

import os
import select
import time
from collections.abc import Callable, Mapping
from typing import Final, TextIO

from splendor_tui.words import N_, MessageError
from splendor_tui.words.spelling import SPELLED_IN_PLACE

LAG_SECONDS: Final = 0.05
"""A terminal is slow if a single write takes longer than this."""


def is_served(environ: Mapping[str, str]) -> bool:
    """Whether textual-serve runs the program for a browser. It speaks to the program through pipes."""
    return environ.get("TEXTUAL_DRIVER") == "textual.drivers.web_driver:WebDriver"


class NoTerminalError(MessageError):
    """Raised if there is no suitable terminal. The message says what is needed."""


def check_terminal(environ: Mapping[str, str], *streams: TextIO | None) -> None:
    """Raise NoTerminalError unless every stream is a terminal with cursor addressing, or a browser shows the table."""
    if is_served(environ):
        return
    if not all(stream is not None and stream.isatty() for stream in streams):
        raise NoTerminalError(
            N_("The table needs an interactive terminal; other commands work without one, see --help.")
        )
    if environ.get("TERM", "") in ("", "dumb", "unknown"):
        raise NoTerminalError(
            N_(
                "This terminal (TERM={term}) cannot draw the table; use another one, or set TERM correctly.",
                term=environ.get("TERM", ""),
            )
        )


class TerminalWriter:
    """Writes to a terminal and never raises. If the terminal disappears, calls `lost` and drops all output.

    Characters that the terminal's encoding lacks are spelled, or replaced with question marks, which keeps the width of rows.
    """

    def __init__(self, stream: TextIO, lost: Callable[[], None]) -> None:
        self._descriptor = stream.fileno()
        self._encoding = stream.encoding
        self._lost = lost
        self._gone = False
        self._begun: float | None = None
        """When the current write began. None between writes."""
        self._took = 0.0

    @property
    def lags(self) -> bool:
        """Whether the terminal is slow, judging by the current or last write."""
        begun = self._begun  # read once, as another thread writes it
        return (self._took if begun is None else time.monotonic() - begun) > LAG_SECONDS

    def fileno(self) -> int:
        """The terminal's file descriptor."""
        return self._descriptor

    def write(self, text: str) -> None:
        """Write everything. Blocks while the terminal does not accept output."""
        begun = self._begun = time.monotonic()
        left = b"" if self._gone else text.encode(self._encoding, SPELLED_IN_PLACE)
        while left:
            try:
                left = left[os.write(self._descriptor, left) :]
            except BlockingIOError:  # another process has made the shared terminal non-blocking
                select.select([], [self._descriptor], [])
            except OSError:
                self._gone = True
                self._lost()
                break
        self._took, self._begun = time.monotonic() - begun, None

    def end(self) -> None:
        """Drop all further output."""
        self._gone = True

    def flush(self) -> None:
        """Do nothing, as output is not buffered."""
