"""The real program in a pseudo-terminal, controlled as by a shell or a window."""

import ctypes
import json
import os
import pty
import re
import select
import signal
import socket
import struct
import sys
import termios
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from fcntl import ioctl
from functools import cache
from pathlib import Path
from typing import Any, Final

import pyte

COLUMNS, ROWS = 80, 24
PYTHON_MODULE: Final = (sys.executable, "-m")
PROGRAM: Final = (*PYTHON_MODULE, "splendor_tui")
TROUBLE: Final = (*PYTHON_MODULE, "tests.tui.app.trouble")
TABLE: Final = "pick gems"
FOOTER: Final = "? help"
PATIENCE: Final = 10.0
PR_SET_CHILD_SUBREAPER: Final = 36
"""Makes this process the parent of its descendants whose parent has ended, so that it can wait for them."""
NOT_IGNORED: Final = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT)
"""Signals that nohup or a shell's background job may ignore, which programs inherit."""
SURROUNDINGS: Final = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "TEXTUAL_ANIMATIONS": "none"}


class Terminal:
    """A pseudo-terminal and its process, which is a session leader as in a separate window."""

    def __init__(self, arguments: Sequence[str], environment: dict[str, str], screen: pyte.Screen) -> None:
        self._master, slave = pty.openpty()
        self.slave = slave
        self.resize(COLUMNS, ROWS)
        self.modes_before = self.modes()
        self.written = b""
        self._screen = screen
        self._text = ""
        self._stream = pyte.ByteStream(self._screen)
        self.pid = _start(slave, arguments, environment)

    # --- reading -------------------------------------------------------------------------------------------------------

    def modes(self) -> list[Any]:
        """The modes of the terminal: raw, echo, and so on."""
        return termios.tcgetattr(self.slave)

    def text(self) -> str:
        """The text on the screen."""
        if self._screen.dirty:  # each drawing of it takes pyte several milliseconds
            self._text = "\n".join(row.rstrip() for row in self._screen.display)
            self._screen.dirty.clear()
        return self._text

    def read(self, seconds: float) -> None:
        """Read until there is no output for this long."""
        got = self.overlook(seconds)
        self.written += got
        self._stream.feed(re.sub(rb"\x1b\[[<=>][\d;]*u", b"", got))  # pyte would print keyboard commands

    def overlook(self, seconds: float) -> bytes:
        """Read without updating the screen, for output that would take pyte too long."""
        got = b""
        until = time.monotonic() + PATIENCE
        while select.select([self._master], [], [], seconds)[0]:
            if time.monotonic() > until:
                raise TimeoutError("it never stops writing")
            try:
                more = os.read(self._master, 1 << 16)
            except OSError:
                break
            if not more:
                break
            got += more
        return got

    def lose_screen(self) -> None:
        """Show nothing, as a terminal does to which a running session has just been attached."""
        self._screen.reset()

    def shows(self, words: str) -> None:
        """Wait until these words are on the screen."""
        self._wait(lambda: words in self.text(), f"{words!r} does not appear")

    def reads(self, words: str) -> None:
        """Wait until these words are to the right of the cursor, before those of another card."""
        cursor, text = self._screen.cursor, self.text
        self._wait(
            lambda: words in text().split("\n")[cursor.y][cursor.x : cursor.x + 14], f"{words!r} is not at the cursor"
        )

    def hides(self, words: str) -> None:
        """Wait until these words are no longer on the screen."""
        self._wait(lambda: words not in self.text(), f"{words!r} stays")

    def becomes(self, text: str) -> None:
        """Wait until exactly this text is on the screen."""
        self._wait(lambda: text == self.text(), "the screen differs")

    def _wait(self, done: Callable[[], bool], fault: str) -> None:
        until = time.monotonic() + PATIENCE
        while True:
            last_look = self.is_gone() or time.monotonic() > until
            if done():
                return
            if last_look:
                raise TimeoutError(f"{fault}; there is:\n{self.text()}")
            self.read(0.02) if self._master >= 0 else time.sleep(0.02)

    def is_gone(self) -> bool:
        """Whether the process has ended."""
        return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def has_left_the_screen(self) -> bool:
        """Whether the shell's own screen is restored, with a cursor, and without mouse and paste modes."""
        last = {mode: self.written.rfind(f"\x1b[?{mode}l".encode()) for mode in (1049, 1000, 1003, 1006, 2004, 1004)}
        shown = self.written.rfind(b"\x1b[?25h") > self.written.rfind(b"\x1b[?25l")
        return shown and all(self.written.rfind(f"\x1b[?{mode}h".encode()) < end for mode, end in last.items())

    # --- acting --------------------------------------------------------------------------------------------------------

    def type(self, keys: bytes) -> None:
        """Type or paste all keys at once. Reads output meanwhile, as a terminal does."""
        while keys:
            if select.select([], [self._master], [], 0)[1]:
                keys = keys[os.write(self._master, keys[:1024]) :]
            self.read(0)

    def press(self, keys: bytes) -> None:
        """Type a few keys if the terminal accepts them."""
        if select.select([], [self._master], [], 0)[1]:
            os.write(self._master, keys)

    def pass_keyboard(self) -> None:
        """Wait until keys count for the next player."""
        self.read(0.4)

    def memory(self) -> int:
        """The memory of the process, in megabytes."""
        status = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii")
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found
        return int(found[1]) // 1024

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the window."""
        ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def signal(self, number: int) -> None:
        """Send the process a signal."""
        os.kill(self.pid, number)

    def close_window(self) -> None:
        """Close the terminal."""
        os.close(self._master)
        os.close(self.slave)
        self._master = self.slave = -1

    def ended(self) -> tuple[int, float]:
        """Wait for the exit. Returns the exit code, negative for a signal, and the seconds until the exit."""
        start = time.monotonic()
        self._wait(self.is_gone, "it does not end")
        seconds = time.monotonic() - start
        _pid, status = os.waitpid(self.pid, 0)
        self.pid = 0
        if self._master >= 0:
            self.read(0.05)
        return os.waitstatus_to_exitcode(status), seconds

    def stopped(self) -> None:
        """Wait until the process is suspended."""
        self._wait(lambda: os.waitid(os.P_PID, self.pid, os.WSTOPPED | os.WNOHANG) is not None, "it is not stopped")
        self.read(0)  # its remaining output
        self._screen.reset()  # the shell's screen is back; pyte knows only one

    def children(self) -> list[int]:
        """The child processes of the program."""
        return [int(pid) for pid in Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()]

    def end(self) -> None:
        """Terminate the process and close the terminal."""
        if self.pid:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        if self._master >= 0:
            self.close_window()


def _start(slave: int, arguments: Sequence[str], environment: dict[str, str]) -> int:
    """Start a process in a terminal. Returns its id. For a module of Python, Linux uses the loaded program."""
    if tuple(arguments[:2]) != PYTHON_MODULE or sys.platform != "linux":
        pid = os.fork()
        if pid == 0:
            os.login_tty(slave)
            for number in NOT_IGNORED:
                signal.signal(number, signal.SIG_DFL)
            os.execve(arguments[0], list(arguments), environment)  # noqa: S606
        return pid
    loaded, change_process = _loaded_program(), ctypes.CDLL(None).prctl
    change_process(PR_SET_CHILD_SUBREAPER, 1)
    socket.send_fds(loaded, [json.dumps((arguments[2], arguments[3:], environment)).encode()], [slave])
    pid = int(loaded.recv(20))
    change_process(PR_SET_CHILD_SUBREAPER, 0)
    return pid


@cache
def _loaded_program() -> socket.socket:
    """The connection to a process that has loaded the program, in a terminal of its own. Both last as long as the tests."""
    ours, theirs = socket.socketpair()
    _master, slave = pty.openpty()
    theirs.set_inheritable(True)
    os.posix_spawn(  # the process ends when the connection does
        sys.executable,
        [*PYTHON_MODULE, "tests.tui.app.loaded_program", str(theirs.fileno())],
        {**os.environ, **SURROUNDINGS},
        file_actions=[(os.POSIX_SPAWN_DUP2, slave, stream) for stream in range(3)],
        setsigdef=NOT_IGNORED,
    )
    theirs.close()
    return ours


@contextmanager
def terminal(
    arguments: Sequence[str], folder: Path, screen: pyte.Screen | None = None, /, **environment: str
) -> Iterator[Terminal]:
    """A terminal with a process whose games and settings are in the folder."""
    places = {"SPLENDOR_TUI_DATA": str(folder / "data"), "SPLENDOR_TUI_CONFIG": str(folder / "config")}
    opened = Terminal(
        arguments, {**os.environ, **SURROUNDINGS, **places, **environment}, screen or pyte.Screen(COLUMNS, ROWS)
    )
    try:
        yield opened
    finally:
        opened.end()


@contextmanager
def at_the_table(folder: Path, *more: str) -> Iterator[Terminal]:
    """A terminal with the program, in a newly dealt game."""
    with terminal([*PROGRAM, "new", "--players", "Ann,Bo", *more], folder) as opened:
        opened.shows(TABLE)
        opened.shows(FOOTER)  # drawn last
        yield opened
