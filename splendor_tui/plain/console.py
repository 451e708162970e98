"""Lines of input and output, without cursor movements or colours."""

import asyncio
import os
import shutil
import sys
from collections.abc import Callable
from typing import Final

from splendor_tui.match.background import in_background
from splendor_tui.plain.table_text import to_speech
from splendor_tui.words import N_, Message

_READ_BYTES: Final = 4096
_MAX_LINE: Final = 400
_MIN_ROWS: Final = 60
"""Empty lines that hide earlier text on any usual screen."""


class EndOfInputError(Exception):
    """Raised at the end of the input."""


class Console:
    """`read` returns a line, or None at the end, and blocks unless `is_ready`.

    If `interactive`, prints prompts for a player at a terminal. A waiting caller can check the clock every `look_seconds`.
    """

    def __init__(
        self,
        read: Callable[[], str | None],
        write: Callable[[str], object],
        *,
        interactive: bool,
        look_seconds: float = 1.0,
        is_ready: Callable[[], bool] = lambda: False,
    ) -> None:
        self._read = read
        self._is_ready = is_ready
        self._write = write
        self._interactive = interactive
        self._look_seconds = look_seconds
        self._pending: asyncio.Task[str | None] | None = None

    def say(self, *sentences: Message | str) -> None:
        """Print each sentence on a line."""
        if sentences:
            self._write("".join(f"{_printable(to_speech(sentence))}\n" for sentence in sentences))

    def end_line(self) -> None:
        """End the line of an unanswered prompt."""
        if self._interactive:
            self._write("\n")

    def scroll_away(self) -> None:
        """Scroll earlier text out of sight."""
        self._write("\n" * max(_MIN_ROWS, shutil.get_terminal_size().lines + 1))

    async def line(self, prompt: str, on_wait: Callable[[], object]) -> str:
        """The next line. `on_wait` is called regularly and may raise to stop waiting; the next call then gets the line.

        Raises EndOfInputError.
        """
        if self._interactive:
            self._write(f"{_printable(str(N_('{name}:', name=prompt)))} ")
        # From a pipe, a thread for each line would take longer than the game.
        if self._pending is None and self._is_ready():
            await asyncio.sleep(0)  # for signals and other tasks
            typed = self._read()
        else:
            typed = await self._awaited(on_wait)
        if typed is None:
            raise EndOfInputError
        return typed

    async def _awaited(self, on_wait: Callable[[], object]) -> str | None:
        if self._pending is None:
            self._pending = asyncio.create_task(in_background(self._read))
        while not (await asyncio.wait({self._pending}, timeout=self._look_seconds))[0]:
            on_wait()
        typed, self._pending = self._pending.result(), None
        return typed


def standard_console() -> Console:
    """The console of standard input and output."""
    reader = LineReader(sys.stdin.fileno())
    interactive = sys.stdin.isatty() and sys.stdout.isatty()
    return Console(reader.line, _print, interactive=interactive, is_ready=lambda: reader.is_ready)


def _print(text: str) -> None:
    print(text, end="", flush=True)


class LineReader:
    """Lines from a descriptor, without a lock that could delay the exit."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._left = b""
        self._ended = False

    @property
    def is_ready(self) -> bool:
        """Whether the next line, or the end, is already read."""
        return b"\n" in self._left or self._ended

    def line(self) -> str | None:
        """The next line, cut to a sane length; None at the end, or if the terminal is gone."""
        while not self.is_ready:
            try:
                more = os.read(self._descriptor, _READ_BYTES)
            except OSError:
                more = b""
            self._ended = not more
            self._left = self._left[: _MAX_LINE * 4] + more  # drops all but the beginning of an endless line
        if not self._left:
            return None
        line, _end, self._left = self._left.partition(b"\n")
        return line.decode(errors="replace")[:_MAX_LINE]


def _printable(text: str) -> str:
    """The text without terminal escapes."""
    return "".join(char if char.isprintable() or char == "\xa0" else " " for char in text)
