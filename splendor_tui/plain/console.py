"""The lines that come in and go out, one at a time; no cursor is ever moved, no colour set."""

import asyncio
import os
import shutil
import sys
from collections.abc import Callable
from typing import Final

from splendor_tui.match.background import in_background
from splendor_tui.plain.speech import spoken
from splendor_tui.words import N_, Message

_READ_BYTES: Final = 4096
_MAX_LINE: Final = 400
_MIN_ROWS: Final = 60
"""So many empty lines hide what stood before, on a screen of any usual size."""


class EndOfInputError(Exception):
    """Nothing more will be typed."""


class Console:
    """Reads by `read`, which answers with a line or, at the end, None, and blocks unless `at_hand`; writes by `write`.

    `asks` tells whether somebody sits there who wants to see when a line is awaited. Every `look_seconds` whoever waits for one
    may look after the time.
    """

    def __init__(
        self,
        read: Callable[[], str | None],
        write: Callable[[str], object],
        *,
        asks: bool,
        look_seconds: float = 1.0,
        at_hand: Callable[[], bool] = lambda: False,
    ) -> None:
        self._read = read
        self._at_hand = at_hand
        self._write = write
        self._asks = asks
        self._look_seconds = look_seconds
        self._coming: asyncio.Task[str | None] | None = None

    def say(self, *sentences: Message | str) -> None:
        """Tell sentences, a line each."""
        if sentences:
            self._write("".join(f"{_printable(spoken(sentence))}\n" for sentence in sentences))

    def end_line(self) -> None:
        """Leave the line on which somebody was asked and has typed nothing."""
        if self._asks:
            self._write("\n")

    def scroll_away(self) -> None:
        """Push what was told before out of sight."""
        self._write("\n" * max(_MIN_ROWS, shutil.get_terminal_size().lines + 1))

    async def line(self, asked: str, moment: Callable[[], object]) -> str:
        """The next line that is typed. `moment` is called again and again until then, and may raise to end the wait.

        What is typed after that is the answer to the next call. Raises EndOfInputError.
        """
        if self._asks:
            self._write(f"{_printable(str(N_('{name}:', name=asked)))} ")
        # From a pipe a thread for each line costs more than the game.
        if self._coming is None and self._at_hand():
            await asyncio.sleep(0)  # to signals, and to whatever else has to be done
            typed = self._read()
        else:
            typed = await self._awaited(moment)
        if typed is None:
            raise EndOfInputError
        return typed

    async def _awaited(self, moment: Callable[[], object]) -> str | None:
        if self._coming is None:
            self._coming = asyncio.create_task(in_background(self._read))
        while not (await asyncio.wait({self._coming}, timeout=self._look_seconds))[0]:
            moment()
        typed, self._coming = self._coming.result(), None
        return typed


def standard_console() -> Console:
    """The console of the process."""
    typed = Typed(sys.stdin.fileno())
    asks = sys.stdin.isatty() and sys.stdout.isatty()
    return Console(typed.line, _print, asks=asks, at_hand=lambda: typed.at_hand)


def _print(text: str) -> None:
    print(text, end="", flush=True)


class Typed:
    """Lines from a descriptor. It takes no lock that the end of the program would have to wait for."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._left = b""
        self._ended = False

    @property
    def at_hand(self) -> bool:
        """Whether the next line was read already, or there is none, so that nobody waits for it."""
        return b"\n" in self._left or self._ended

    def line(self) -> str | None:
        """The next line without its end, cut where nobody types so much; None at the end, or when the terminal has gone."""
        while not self.at_hand:
            try:
                more = os.read(self._descriptor, _READ_BYTES)
            except OSError:
                more = b""
            self._ended = not more
            self._left = self._left[: _MAX_LINE * 4] + more  # of an endless line only the beginning is kept
        if not self._left:
            return None
        line, _end, self._left = self._left.partition(b"\n")
        return line.decode(errors="replace")[:_MAX_LINE]


def _printable(text: str) -> str:
    """Without anything that a terminal would take for a command."""
    return "".join(char if char.isprintable() or char == "\xa0" else " " for char in text)
