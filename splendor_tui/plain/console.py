"""Line-based input and output, without cursor movement or colours."""

import asyncio
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import accumulate, islice
from typing import Final

from splendor_tui.inputs.files import decode_text, typed_encoding
from splendor_tui.inputs.player_names import cell_width
from splendor_tui.match.background import in_background
from splendor_tui.plain.line_editor import LineEditor
from splendor_tui.presentation.speech import to_speech
from splendor_tui.words import N_, NP_, Message
from splendor_tui.words.spelling import simplify

_READ_BYTES: Final = 4096
_MAX_LINE: Final = 400
_USUAL_COLUMNS: Final = 80
_SEQUENCE: Final = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.)?")
"""A terminal escape sequence."""
_MORE: Final = NP_("word to type", "more")
_OWN_ROWS: Final = 2
"""The rows for the prompt and for the line that offers more."""
_MIN_ROWS: Final = 60
"""Number of empty lines that scroll earlier text off any usual screen, if its height is unknown: some readers speak each."""


class EndOfInputError(Exception):
    """Raised at the end of the input."""


class Console:
    """Reads and prints lines.

    `read` returns a line, or None at the end of the input. It blocks unless `is_ready` returns True. Prompts are
    printed only if `interactive`. An `editor` replaces `read` and prints the prompt. While a caller waits for a line,
    `on_wait` runs every `poll_seconds`. `columns` returns the width of the terminal, so that long lines break at spaces.
    Without it, each sentence stays on one line.
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
        editor: LineEditor | None = None,
    ) -> None:
        self._read = read
        self._is_ready = is_ready
        self._write = write
        self._interactive = interactive
        self._poll_seconds = poll_seconds
        self._columns = columns
        self.editor = editor
        self._at_prompt = False
        """Whether the cursor is behind a prompt, so that news must start a new line."""
        self._pending: asyncio.Task[str | None] | None = None
        self.has_numbers: Callable[[], bool] = lambda: False
        """Whether cards have their numbers."""
        self._answer: list[Message | str] = []
        """Everything said since the last line."""
        self._last_answer: list[Message | str] = []
        """Everything said between the last two lines."""
        self._waits = False
        """Whether `on_wait` runs."""
        self._rows = 0
        """The rows printed since the last line."""
        self._rest: list[str] = []
        """The sentences that did not fit on the screen, each with its rows."""

    def say(self, *sentences: Message | str | None) -> None:
        """Start a line for each sentence. None prints nothing. What does not fit on the screen waits for `more`.

        News that comes while a line is awaited is printed at once.
        """
        spoken = [sentence for sentence in sentences if sentence is not None]
        self._answer += spoken
        told = [self._wrapped(one) for one in spoken]
        if self._waits:
            self._write_lines(told)
        elif told:
            self._print(told)

    def repeat(self) -> None:
        """Say again what was said since the line before the last one."""
        self.say(*self._last_answer)

    def _print(self, told: list[str]) -> None:
        """Print whole sentences until the screen is full. One that is longer than the screen is printed anyway."""
        waiting = [*self._rest, *told]
        room = _window_rows() - _OWN_ROWS if self._interactive and _window_rows() else None
        ends = accumulate((sentence.count("\n") + 1 for sentence in waiting), initial=self._rows)
        fit = sum(room is None or end <= room for end in islice(ends, 1, None)) or int(self._rows == 0)
        now, self._rest = waiting[:fit], waiting[fit:]
        self._rows += sum(sentence.count("\n") + 1 for sentence in now)
        self._write_lines(now)

    def _write_lines(self, lines: list[str]) -> None:
        if lines:
            self._write("\n" * self._at_prompt + "".join(f"{line}\n" for line in lines))
            self._at_prompt = False

    def end_line(self) -> None:
        """Start a new line after an unanswered prompt."""
        if self._interactive:
            self._at_prompt = False
            self._write("\n")

    def scroll_away(self) -> None:
        """Scroll earlier text out of sight, and forget it."""
        self._answer, self._last_answer, self._rest = [], [], []
        self._at_prompt = False
        if self.editor is not None:
            self.editor.forget()
        rows = _window_rows()
        self._write("\n" * (rows + 1 if self._interactive and rows else max(_MIN_ROWS, rows + 1)))

    def _wrapped(self, sentence: Message | str) -> str:
        text = _printable(to_speech(sentence, numbers=self.has_numbers()))
        text = text if self._columns is None else _wrap(text, self._columns())
        return text.replace("\xa0", " ")  # some braille tables show a no-break space as a dot

    async def line(self, prompt: str, on_wait: Callable[[], object]) -> str:
        """Read the next line, without what an arrow key or another special key types. Raises EndOfInputError.

        If the last answer did not fit on the screen, an empty line continues it, like `more`.

        `on_wait` is called regularly. If it raises, waiting stops, and the next call returns the line.
        """
        while True:
            if self._rest:
                self._write(f"{self._wrapped(N_('Type {word} for the rest.', word=_MORE))}\n")
            typed = await self._next_line(prompt, on_wait)
            self._rows = 0
            if not self._rest or simplify(typed.strip()) not in ("", _MORE.template, simplify(str(_MORE))):
                break
            self._print([])
        self._last_answer, self._answer, self._rest = self._answer, [], []
        return typed

    async def _next_line(self, prompt: str, on_wait: Callable[[], object]) -> str:
        shown = f"{self._wrapped(N_('{name}:', name=prompt))} " if self._interactive else ""
        # Piped input is read directly: a thread per line would take longer than the game.
        if self._pending is None and self._is_ready():
            await asyncio.sleep(0)  # let signals and other tasks run
            self._write(shown)
            typed = self._read()
        else:
            typed = await self._awaited(shown, on_wait)
        if typed is None:
            raise EndOfInputError
        return _SEQUENCE.sub("", typed)[:_MAX_LINE]

    async def _awaited(self, prompt: str, on_wait: Callable[[], object]) -> str | None:
        editor = self.editor
        if self._pending is None and editor is not None:
            self._pending = asyncio.create_task(in_background(partial(editor.line, prompt)))
        else:
            if self._pending is None:
                self._pending = asyncio.create_task(in_background(self._read))
            self._show_prompt(prompt)
        self._at_prompt = self._interactive
        while not (await asyncio.wait({self._pending}, timeout=self._poll_seconds))[0]:
            self._check(on_wait)
            if self._interactive and not self._at_prompt:
                self._show_prompt(prompt)
        self._at_prompt = False
        typed, self._pending = self._pending.result(), None
        return typed

    def _check(self, on_wait: Callable[[], object]) -> None:
        """Call `on_wait`. If it raises, its news replaces the rest of the answer."""
        rows, rest = self._rows, self._rest
        self._rows, self._rest, self._waits = 0, [], True
        try:
            on_wait()
        finally:
            self._waits = False
        self._rows, self._rest = rows, rest

    def _show_prompt(self, prompt: str) -> None:
        """Write the prompt and the half-typed line, after something else was written."""
        before, after = self.editor.half_typed if self.editor else ("", "")
        self._write(f"{prompt}{before}{after}" + "\b" * cell_width(after))
        self._at_prompt = self._interactive


def standard_console() -> Console:
    """A console for standard input and output."""
    reader = LineReader(sys.stdin.fileno(), typed_encoding())
    interactive = sys.stdin.isatty() and sys.stdout.isatty()
    write = partial(print, end="", flush=True)
    columns = (lambda: os.get_terminal_size(1).columns or _USUAL_COLUMNS) if sys.stdout.isatty() else None
    return Console(
        reader.line,
        write,
        interactive=interactive,
        is_ready=lambda: reader.is_ready,
        columns=columns,
        editor=LineEditor.open() if interactive else None,
    )


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
