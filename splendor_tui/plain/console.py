"""Line-based input and output, without cursor movement or colours."""

import asyncio
import os
import re
import shutil
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final

from splendor_tui.inputs.files import decode_text, typed_encoding
from splendor_tui.inputs.player_names import cell_width
from splendor_tui.match.background import in_background
from splendor_tui.plain.speech import to_speech
from splendor_tui.words import N_, Message

_READ_BYTES: Final = 4096
_MAX_LINE: Final = 400
_SEQUENCE: Final = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.)?")
"""A terminal escape sequence."""
_MIN_ROWS: Final = 60
"""Number of empty lines that scroll earlier text off any usual screen."""


class EndOfInputError(Exception):
    """Raised at the end of the input."""


class Console:
    """Reads and prints lines.

    `read` returns a line, or None at the end of the input. It blocks unless `is_ready` returns True. Prompts are
    printed only if `interactive`. While a caller waits for a line, `on_wait` runs every `poll_seconds`. `columns` returns
    the width of the terminal, so that long lines break at spaces. Without it, each sentence stays on one line.
    """

    def __init__(
        self,
        read: Callable[[], str | None],
        write: Callable[[str], object],
        *,
        interactive: bool,
        poll_seconds: float = 1.0,
        is_ready: Callable[[], bool] = lambda: False,
        columns: Callable[[], int] | None = None,
    ) -> None:
        self._read = read
        self._is_ready = is_ready
        self._write = write
        self._interactive = interactive
        self._poll_seconds = poll_seconds
        self._columns = columns
        self._pending: asyncio.Task[str | None] | None = None

    def say(self, *sentences: Message | str | None) -> None:
        """Start a line for each sentence. None prints nothing."""
        lines = [f"{self._wrapped(to_speech(sentence))}\n" for sentence in sentences if sentence is not None]
        if lines:
            self._write("".join(lines))

    def end_line(self) -> None:
        """Start a new line after an unanswered prompt."""
        if self._interactive:
            self._write("\n")

    def scroll_away(self) -> None:
        """Scroll earlier text out of sight."""
        self._write("\n" * max(_MIN_ROWS, _window_rows() + 1))

    def _wrapped(self, text: str) -> str:
        text = _printable(text)
        return text if self._columns is None else _wrap(text, self._columns())

    async def line(self, prompt: str, on_wait: Callable[[], object]) -> str:
        """Read the next line, without what an arrow key or another special key types. Raises EndOfInputError.

        `on_wait` is called regularly. If it raises, waiting stops, and the next call returns the line.
        """
        if self._interactive:
            self._write(f"{self._wrapped(str(N_('{name}:', name=prompt)))} ")
        # Piped input is read directly: a thread per line would take longer than the game.
        if self._pending is None and self._is_ready():
            await asyncio.sleep(0)  # let signals and other tasks run
            typed = self._read()
        else:
            typed = await self._awaited(on_wait)
        if typed is None:
            raise EndOfInputError
        return _SEQUENCE.sub("", typed)

    async def _awaited(self, on_wait: Callable[[], object]) -> str | None:
        if self._pending is None:
            self._pending = asyncio.create_task(in_background(self._read))
        while not (await asyncio.wait({self._pending}, timeout=self._poll_seconds))[0]:
            on_wait()
        typed, self._pending = self._pending.result(), None
        return typed


def standard_console() -> Console:
    """A console for standard input and output."""
    reader = LineReader(sys.stdin.fileno(), typed_encoding())
    interactive = sys.stdin.isatty() and sys.stdout.isatty()
    write = partial(print, end="", flush=True)
    columns = (lambda: shutil.get_terminal_size().columns) if sys.stdout.isatty() else None
    return Console(reader.line, write, interactive=interactive, is_ready=lambda: reader.is_ready, columns=columns)


class LineReader:
    """Reads lines from a file descriptor, without a lock that could delay the exit."""

    def __init__(self, descriptor: int, encoding: str = "utf-8") -> None:
        self._descriptor = descriptor
        self._encoding = encoding
        self._left = b""
        self._ended = False

    @property
    def is_ready(self) -> bool:
        """Whether the next line, or the end of the input, has been read."""
        return b"\n" in self._left or self._ended

    def line(self) -> str | None:
        """The next line, truncated if too long. None at the end of the input or if the terminal is gone."""
        while not self.is_ready:
            try:
                more = os.read(self._descriptor, _READ_BYTES)
            except OSError:
                more = b""
            self._ended = not more
            self._left = self._left[: _MAX_LINE * 4] + more  # keeps only the start of an endless line
        if not self._left:
            return None
        line, _end, self._left = self._left.partition(b"\n")
        text = decode_text(line, "replace") if self._encoding == "utf-8" else line.decode(self._encoding, "replace")
        return text[:_MAX_LINE]


def _window_rows() -> int:
    """The rows of the window, even if the output gets there through another program. 0 if there is no window."""
    rows = 0
    for stream in range(3):
        with suppress(OSError):
            rows = max(rows, os.get_terminal_size(stream).lines)
    return rows


def _wrap(text: str, columns: int) -> str:
    """Break the text at spaces into lines of at most this many columns. A longer word gets a line of its own."""
    first, *words = text.split(" ")
    lines = [first]
    for word in words:
        longer = f"{lines[-1]} {word}"
        if cell_width(longer) <= columns or not lines[-1].strip():
            lines[-1] = longer
        elif word:
            lines.append(f"  {word}")
    return "\n".join(lines)


def _printable(text: str) -> str:
    """Replace unprintable characters, such as terminal escapes, with spaces."""
    return "".join(char if char.isprintable() or char == "\xa0" else " " for char in text)
