"""Benchmark the table: `python -m benchmarks.table [RUNS]`.

Runs the real program and a minimal Textual app in a pseudo-terminal. Only the ratios between the two are meaningful,
because the machine is rarely idle. A time ends with the last byte of output. Both are compiled to bytecode first.
"""

import os
import pty
import select
import signal
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Iterator, Mapping, Sequence
from compileall import compile_dir
from contextlib import contextmanager
from dataclasses import dataclass
from fcntl import ioctl
from pathlib import Path
from statistics import median
from types import MappingProxyType
from typing import Final

import splendor_tui

BARE: Final = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    def compose(self):
        yield Static("ready")
Bare().run()
"""
QUIET: Final = 0.06  # after this many seconds without output, the screen counts as drawn
SIZES: Final = ((80, 24), (120, 40), (160, 50), (200, 60))
MOVES: Final = 500


@dataclass(frozen=True)
class Drawn:
    """The response to a key or to the start: the seconds until the last byte, and the number of bytes."""

    seconds: float
    written: int


class Terminal:
    """A program in a pseudo-terminal."""

    def __init__(self, arguments: Sequence[str], size: tuple[int, int], environment: dict[str, str]) -> None:
        self.started = time.perf_counter()
        self.pid, self._fd = pty.fork()
        if self.pid == 0:
            os.execvpe(arguments[0], list(arguments), os.environ | environment)  # noqa: S606
        columns, rows = size
        ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def until(self, word: bytes, seconds: float = 30) -> float:
        """The seconds from the start until a word is displayed."""
        seen = b""
        while word not in seen:
            if not select.select([self._fd], [], [], seconds)[0]:
                raise TimeoutError(f"{word!r} was never displayed; the last output: {seen[-300:]!r}")
            seen += os.read(self._fd, 1 << 16)
        return time.perf_counter() - self.started

    def settle(self, quiet: float = QUIET) -> Drawn:
        """Read until there is no output for this many seconds."""
        start = last = time.perf_counter()
        written = 0
        while select.select([self._fd], [], [], quiet if written else max(quiet, 1.0))[0]:
            written += len(os.read(self._fd, 1 << 16))
            last = time.perf_counter()
        return Drawn(last - start, written)

    def press(self, keys: bytes) -> Drawn:
        """Type all keys at once, and wait until the screen is drawn."""
        os.write(self._fd, keys)
        return self.settle()

    def memory(self) -> int:
        """The resident memory in KB."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0])

    def close(self) -> None:
        """Terminate the program."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self._fd)


@contextmanager
def program(
    arguments: Sequence[str],
    size: tuple[int, int],
    folder: str,
    *,
    moving: bool = False,
    more: Mapping[str, str] = MappingProxyType({}),
    python: str = sys.executable,
) -> Iterator[Terminal]:
    """Run a program with its own games and settings, and with `more` added to its environment.

    `moving` enables animations.
    """
    environment = {
        "TEXTUAL_ANIMATIONS": "full" if moving else "none",
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "SPLENDOR_TUI_DATA": folder,
        "SPLENDOR_TUI_CONFIG": folder,
        "SPLENDOR_TUI_THINKING_SECONDS": "30",
        **more,
    }
    terminal = Terminal([python, *arguments], size, environment)
    try:
        yield terminal
    finally:
        terminal.close()


def start_both(size: tuple[int, int]) -> tuple[float, float, float]:
    """The seconds until the first output of the minimal app and of the table, and the ratio of their memory."""
    with tempfile.TemporaryDirectory() as folder:
        with program(["-c", BARE], size, folder) as bare:
            bare_start = bare.until(b"ready")
            bare.settle()
            bare_memory = bare.memory()
        with program(["-m", "splendor_tui", "new", "--players", "Ann,Bo"], size, folder) as table:
            table_start = table.until(b"NOBLES" if size[0] < 120 else b"reserve")
            table.settle()
            return bare_start, table_start, table.memory() / bare_memory


ARROWS: Final = (b"\x1b[B", b"\x1b[C", b"\x1b[B", b"\x1b[D", b"\x1b[A", b"\x1b[C", b"\x1b[A", b"\x1b[D")


PLIES: Final = ("123", "345", "512", "234", "q ", "w ")
"""The keys for each ply. Two plies are reservations."""


def at_the_table(size: tuple[int, int]) -> None:
    """Print the time of cursor moves and plies."""
    with (
        tempfile.TemporaryDirectory() as folder,
        program(["-m", "splendor_tui", "new", "--players", "Ann,Bo", "--seed", "7"], size, folder) as table,
    ):
        table.until(b"reserve")
        table.settle()
        show("cursor move", [table.press(arrow) for arrow in ARROWS * 5])
        show("ply", play(table))
        before = table.memory()
        for number in range(MOVES):
            table.press(ARROWS[number % len(ARROWS)])
        print(f"  memory over {MOVES} moves   {before} -> {table.memory()} KB")


def with_movement(size: tuple[int, int]) -> None:
    """Print the time of an animated ply. Most of it is the animation, which any key ends."""
    with (
        tempfile.TemporaryDirectory() as folder,
        program(
            ["-m", "splendor_tui", "new", "--players", "Ann,Bo", "--seed", "7"], size, folder, moving=True
        ) as table,
    ):
        table.until(b"reserve")
        table.settle()
        show("ply that is seen moving", play(table))


def play(table: Terminal) -> list[Drawn]:
    """Play some plies. Each measurement starts with the key that confirms the ply."""
    plies = []
    for keys in PLIES:
        for key in keys:
            table.press(key.encode())
        plies.append(table.press(b"\r"))
        time.sleep(0.5)  # keys count for the next player after a pause
    return plies


WITHOUT_NUMBA: Final = "import sys; sys.modules['numba'] = None; from splendor_tui.cli import main; sys.exit(main())"


def while_it_thinks(size: tuple[int, int]) -> None:
    """Print the time of cursor moves while Grandmasters search, while they compile, and while they search in plain Python.

    Each time is compared with that of earlier moves at the same table, when it was idle.
    """
    ways = {
        "while it searches": (["-m", "splendor_tui"], False),
        "while it compiles": (["-m", "splendor_tui"], True),
        "in plain Python": (["-c", WITHOUT_NUMBA], False),
    }
    for players in (2, 3, 4):
        for way, (start, is_cold) in ways.items():
            with tempfile.TemporaryDirectory() as folder:
                seats = ",".join(["Ann"] + ["=grandmaster"] * (players - 1))
                arguments = [*start, "new", "--players", seats, "--seed", "7"]
                cache = {"XDG_CACHE_HOME": folder} if is_cold else {}
                with program(arguments, size, folder, more=cache) as table:
                    table.until(b"reserve")
                    table.settle()
                    idle = [table.press(arrow) for arrow in ARROWS * 10]
                    table.press(b"123")
                    table.press(b"\r")
                    table.until(b"is thinking: 1", 120)
                    table.press(
                        b"q"
                    )  # to a card: an arrow key that moves nothing would be timed until the next progress
                    busy = [table.press(arrow) for arrow in ARROWS * 20]
                    ratio = percentile_95(busy) / percentile_95(idle)
                    show(f"{players} players, {way}", busy, f"; {ratio:.2f} x the 95% of an idle table")


def percentile_95(drawn: list[Drawn]) -> float:
    """The time in ms within which 95% of the screens were drawn."""
    return sorted(1000 * one.seconds for one in drawn)[len(drawn) * 19 // 20]


def show(what: str, drawn: list[Drawn], remark: str = "") -> None:
    """Print the median, the 95th percentile and the maximum of the times and sizes."""
    times = sorted(1000 * one.seconds for one in drawn)
    sizes = sorted(one.written for one in drawn)
    print(
        f"  {what:33} median {median(times):5.1f} ms, 95% in {percentile_95(drawn):5.1f}, most {times[-1]:5.1f} ms; "
        f"median {median(sizes) / 1000:4.1f} KB, most {sizes[-1] / 1000:4.1f} KB{remark}"
    )


def main() -> None:
    """Print the measurements."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    compile_dir(Path(splendor_tui.__file__).parent, quiet=1)
    for size in SIZES:
        print(f"{size[0]} x {size[1]}")
        starts = [start_both(size) for _run in range(runs)]
        bare, table = median(start[0] for start in starts), median(start[1] for start in starts)
        print(f"  start          bare {bare:.2f} s, table {table:.2f} s: {table / bare:.2f} x")
        print(f"  memory         {median(start[2] for start in starts):.2f} x the bare app")
        at_the_table(size)
        with_movement(size)
        while_it_thinks(size)


if __name__ == "__main__":
    main()
