"""Lines typed at a terminal with the keys of readline: arrows, history and Tab."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from ctypes import CDLL, c_int
from typing import Final

from splendor_tui.words.spelling import simplify

if sys.platform != "win32":
    with suppress(ImportError):  # Python can be built without it
        import readline
        import termios

_KEYS: Final = (
    "set enable-bracketed-paste off",  # readers of unknown sequences would speak their ends
    "set enable-meta-key off",
    "set bell-style none",
    "tab: complete",
)


class LineEditor:
    """Reads lines with readline. `possible` are the words that Tab completes.

    The terminal is in readline's mode while `line` waits, also if the program ends meanwhile: `close` restores it.
    """

    def __init__(self) -> None:
        self.possible: Sequence[str] = ()
        self._usual = termios.tcgetattr(sys.stdin.fileno())
        readline.set_completer(self._complete)
        readline.set_completer_delims(" ")
        for line in _KEYS:
            readline.parse_and_bind(line)

    @classmethod
    def open(cls) -> "LineEditor | None":
        """An editor for the terminal, or None if it cannot edit lines."""
        if "readline" not in globals() or os.environ.get("TERM", "") in ("", "dumb"):
            return None
        return cls()

    def line(self, prompt: str) -> str | None:
        """The next line, or None at the end of the input. It blocks, in any thread."""
        try:
            return input(prompt)
        except UnicodeDecodeError:
            return "?"
        except (EOFError, OSError):
            return None

    @property
    def half_typed(self) -> tuple[str, str]:
        """The line so far, before and after the cursor."""
        line = readline.get_line_buffer()
        with suppress(OSError, ValueError):  # a readline inside of Python does not export its variables
            typed, place = line.encode(), c_int.in_dll(CDLL(readline.__file__), "rl_point").value
            return typed[:place].decode(errors="ignore"), typed[place:].decode(errors="ignore")
        return line, ""

    def forget(self) -> None:
        """Forget the earlier lines, which the next player must not see."""
        readline.clear_history()

    def close(self) -> None:
        """Restore the terminal."""
        with suppress(termios.error):
            termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, self._usual)

    @contextmanager
    def closed(self) -> Iterator[None]:
        """Restore the terminal while the process is suspended."""
        mode = termios.tcgetattr(sys.stdin.fileno())
        self.close()
        yield
        with suppress(termios.error):
            termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, mode)

    def _complete(self, text: str, number: int) -> str | None:
        matching = [word for word in self.possible if simplify(word).startswith(simplify(text))]
        return f"{matching[number]} " if number < len(matching) else None
