"""Try the program in real terminals, and write docs/terminals.md: `python -m benchmarks.terminals [NAME ...]`.

Each installed terminal opens in an X server of its own, which gets real keys and clicks. `script` records what the
program and the terminal send to each other. With names, only these terminals are tried, and the page keeps the other rows.
The pictures and recordings stay in .terminals: look at each picture. Needs Debian, Xvfb, xdotool, ImageMagick and xclip.
"""

import base64
import gzip
import os
import re
import shlex
import shutil
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from fcntl import ioctl
from pathlib import Path
from termios import TIOCGWINSZ
from typing import Final, NamedTuple

import pyte
from textual import __version__ as textual_version

from splendor_tui.tui.look.glyphs import UNICODE

ROOT: Final = Path(__file__).parents[1]
FOLDER: Final = ROOT / ".terminals"
PAGE: Final = ROOT / "docs" / "terminals.md"
AT_A_TIME: Final = 2
FONTS: Final = Path("/usr/share/consolefonts")
COLUMNS: Final = ("terminal", "version", "colours", "mouse", "clipboard", "Escape", "end", "after `kill -9`", "quirks")
TABLE: Final = "pick gems"
PATIENCE: Final = 40.0
AT_ONCE: Final = 0.4
ALIKE: Final = 0.95
"""Two pictures with so many equal pixels show the same."""
MANY_COLOURS: Final = 6
"""So many colours are in every picture of the table."""
PILES: Final = re.compile(r"1 (\S) \d+ +2 (\S) \d+ +3 (\S) \d+ +4 (\S) \d+ +5 (\S) \d+ +(\S) \d")
CARD: Final = re.compile(r"[─═=-] x [─═=-]")
NO_ANSWER: Final = "not measured"


REPAIRS: Final = {
    "`reset; tput rmcup`": ("", b"", "reset; tput rmcup"),
    r"`reset; tput rmcup; printf '\e[?1000l\e[?1003l'`": ("", b"", r"reset; tput rmcup; printf '\e[?1000l\e[?1003l'"),
    "ctrl+shift+Del, then `reset; tput rmcup`": ("ctrl+shift+Delete", b"", "reset; tput rmcup"),
    r"`printf '\ec'` from another window": ("", b"\x1bc", ""),
}
"""What may make a terminal usable after `kill -9`, without mouse reports: a key, bytes from another window, and a command."""


class Window(NamedTuple):
    """How to open a terminal: the Debian package, a shell command with the session in braces, and the keys that detach it."""

    package: str
    command: str
    detach: str = ""


XTERM: Final = "xterm -geometry 80x24 -e "
WINDOWS: Final = {
    "xterm": Window("xterm", XTERM + "{}"),
    "xterm -cjk_width": Window("xterm", "xterm -cjk_width -geometry 80x24 -e {}"),
    "xterm, font without symbols": Window(
        "xterm", "xterm -fn -misc-fixed-medium-r-normal--14-*-*-*-c-70-iso8859-1 -geometry 80x24 -e {}"
    ),
    "xterm, Latin-1 locale": Window("xterm", "LC_ALL=en_US " + XTERM + "{}"),
    "xterm, locale C": Window("xterm", "LC_ALL=C " + XTERM + "{}"),
    "rxvt-unicode": Window("rxvt-unicode", "urxvt +sb -geometry 80x24 -e {}"),
    "st": Window("stterm", "stterm -g 80x24 -e {}"),
    "mlterm": Window("mlterm", "mlterm --sbmod=none --geometry=80x24 -e {}"),
    "kitty": Window(
        "kitty",
        "kitty -o remember_window_size=no -o initial_window_width=80c -o initial_window_height=24c"
        " -o confirm_os_window_close=0 {}",
    ),
    "foot in weston": Window(
        "foot",
        "weston --backend=x11-backend.so --shell=kiosk-shell.so --width=560 --height=336 --socket=wayland-0 &"
        " while [ ! -S $XDG_RUNTIME_DIR/wayland-0 ]; do sleep 0.1; done; foot -o dpi-aware=no -o pad=0x0 {}",
    ),
    "alacritty": Window("alacritty", "alacritty -o window.dimensions.columns=80 -o window.dimensions.lines=24 -e {}"),
    "konsole": Window("konsole", "konsole --hide-menubar --hide-tabbar -p TerminalColumns=80 -p TerminalRows=24 -e {}"),
    "xfce4-terminal": Window(
        "xfce4-terminal",
        "dbus-run-session xfce4-terminal --hide-menubar --hide-scrollbar --hide-toolbar --geometry 80x24 -x {}",
    ),
    "gnome-terminal": Window(
        "gnome-terminal", "dbus-run-session gnome-terminal --wait --hide-menubar --geometry=80x24 -- {}"
    ),
    "qterminal": Window("qterminal", "qterminal -e {}"),
    "zutty": Window("zutty", "zutty -font DejaVuSansMono -geometry 80x24 -e {}"),
    "pterm": Window("pterm", "pterm +sb -geometry 80x24 -e {}"),
    "Eterm": Window("eterm", "Eterm -g 80x24 --buttonbar 0 --scrollbar 0 -e {}"),
    "tmux in xterm": Window(
        "tmux", XTERM + "sh -c 'tmux -f /dev/null -L trial new {}; tmux -L trial attach'", "ctrl+b d"
    ),
    "screen in xterm": Window("screen", XTERM + "sh -c 'screen -S trial {}; screen -r trial'", "ctrl+a d"),
    "mosh in xterm": Window(
        "mosh",
        XTERM + 'sh -c \'key=$(mosh-server new -i 127.0.0.1 -p 60077 -- {} | sed -n "s/.*CONNECT 60077 //p");'
        " MOSH_KEY=$key mosh-client 127.0.0.1 60077'",
    ),
    "dtach in xterm": Window(
        "dtach", XTERM + "sh -c 'dtach -A ./trial.socket {}; dtach -a ./trial.socket'", "ctrl+backslash"
    ),
    "dvtm in xterm": Window("dvtm", XTERM + "dvtm {}"),
}

STEPS: Final = """
env >environment
echo 'The shell.'
for run in 1 2 3; do
    while [ ! -e go$run ]; do sleep 0.1; done
    sh -c "echo \\$\\$ >pid$run; exec {python} -m splendor_tui new --players Ann,Bo --seed 7"
    echo $? >code$run
done
exec bash --norc --noprofile -i
"""
"""What runs in the terminal: the program three times, and then a shell."""


class Trial:
    """The program in a terminal. Keys and clicks go through the X server."""

    def __init__(self, name: str, window: Window) -> None:
        self.name, self.window = name, window
        self._display = f":{77 + [*WINDOWS].index(name)}"
        self.folder = FOLDER / re.sub(r"\W+", "-", name).strip("-")
        shutil.rmtree(self.folder, ignore_errors=True)
        (self.folder / "runtime").mkdir(parents=True, mode=0o700)
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self._screen)
        self._read = 0
        self._processes: list[subprocess.Popen[bytes]] = []
        self._across = self._down = 0
        """The size of the text in pixels, if the terminal tells it."""

    def run(self, command: str, seconds: float = 5) -> str:
        """What a shell command prints."""
        try:
            return subprocess.run(
                command, shell=True, env=self._environ, capture_output=True, timeout=seconds, check=False
            ).stdout.decode(errors="replace")
        except subprocess.TimeoutExpired:
            return ""

    @property
    def is_wayland(self) -> bool:
        """Whether the terminal needs Wayland."""
        return "weston" in self.window.command

    @property
    def _environ(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name in {"PATH", "PYTHONPATH"}}
        home = str(self.folder)
        return {
            **kept,
            "HOME": home,
            "LANG": "C.UTF-8",
            "SHELL": "/bin/sh",
            "DISPLAY": self._display,
            "XDG_RUNTIME_DIR": f"{home}/runtime",
            "SCREENDIR": f"{home}/runtime",
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "SPLENDOR_TUI_DATA": f"{home}/data",
            "SPLENDOR_TUI_CONFIG": f"{home}/config",
            "TEXTUAL_ANIMATIONS": "none",
            "NO_AT_BRIDGE": "1",
            **({"WAYLAND_DISPLAY": "wayland-0"} if self.is_wayland else {}),
        }

    def start(self) -> None:
        """Open the terminal, and wait for its window."""
        (self.folder / "steps").write_text(STEPS.format(python=shlex.quote(sys.executable)))
        session = self.folder / "session"
        session.write_text(
            f"#!/bin/sh\ncd {shlex.quote(str(self.folder))}\necho $$ >session.pid\n"
            "exec script --quiet --flush --log-in typed --log-out written --command 'exec sh ./steps'\n"
        )
        session.chmod(0o755)
        self._open(f"exec Xvfb {self._display} -screen 0 1280x900x24 -nolisten tcp")
        self.until(lambda: bool(self.run("xdpyinfo")), "the X server")
        self._open(self.window.command.replace("{}", str(session)))
        self.until((self.folder / "environment").exists, "the session")
        time.sleep(2)
        pid = (self.folder / "session.pid").read_text().strip()
        self._tty = os.open(f"/proc/{pid}/fd/0", os.O_RDWR | os.O_NOCTTY)
        windows = re.findall(r"(0x\w+) .*? (\d+)x(\d+)\+", self.run("xwininfo -root -children | grep -v has.no.name"))
        self._window = max(windows, key=lambda one: int(one[1]) * int(one[2]))[0] if windows else ""
        self.run(f"xdotool windowmove {self._window} 0 0 windowfocus {self._window} mousemove 60 60 click 1")

    def _open(self, command: str) -> None:
        with (self.folder / "messages").open("ab") as messages:
            self._processes.append(
                subprocess.Popen(
                    ["/bin/sh", "-c", command],
                    env=self._environ,
                    cwd=self.folder,
                    stdin=subprocess.DEVNULL,
                    stdout=messages,
                    stderr=messages,
                    start_new_session=True,
                )
            )

    def close(self) -> None:
        """End everything that this trial has started."""
        for file in ("pid1", "pid2", "pid3", "session.pid"):
            with suppress(OSError, ValueError):
                os.kill(int((self.folder / file).read_text()), signal.SIGKILL)
        time.sleep(0.3)
        for process in reversed(self._processes):
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    # --- reading -------------------------------------------------------------------------------------------------------

    def recorded(self, log: str) -> bytes:
        """What was `typed` or `written` so far."""
        with suppress(FileNotFoundError):
            return (self.folder / log).read_bytes()
        return b""

    def text(self) -> str:
        """The rows that the program means to show."""
        written = self.recorded("written")
        self._stream.feed(re.sub(rb"\x1b\[[<=>][\d;]*[um]", b"", written[self._read :]))
        self._read = len(written)
        return "\n".join(self._screen.display)

    def wait(self, words: str, seconds: float = PATIENCE) -> float:
        """The seconds until these words are on the screen."""
        return self.until(lambda: words in self.text(), repr(words), seconds)

    def until(self, done: Callable[[], bool], what: str, seconds: float = PATIENCE) -> float:
        """The seconds until something is done. Raises TimeoutError."""
        begun = time.monotonic()
        while not done():
            if time.monotonic() > begun + seconds:
                raise TimeoutError(f"{self.name}: {what} does not appear")
            time.sleep(0.02)
        return time.monotonic() - begun

    def size(self) -> tuple[int, int]:
        """The columns and rows of the terminal, as programs in it see them."""
        rows, columns, across, down = struct.unpack("4H", ioctl(self._tty, TIOCGWINSZ, bytes(8)))
        self._across, self._down = int(across), int(down)
        self._screen.resize(rows, columns)
        return columns, rows

    def pid(self) -> int:
        """The process of the last run of the program."""
        return int(max(self.folder.glob("pid?")).read_text())

    def place(self, pattern: re.Pattern[str]) -> tuple[int, int]:
        """The column and row where a pattern begins on the screen, which may still be drawn."""
        self.until(lambda: pattern.search(self.text()) is not None, pattern.pattern)
        for row, line in enumerate(self.text().split("\n")):
            if found := pattern.search(line):
                return found.start(), row
        raise TimeoutError(pattern.pattern)

    # --- acting --------------------------------------------------------------------------------------------------------

    def begin(self, run: int) -> None:
        """Start the program, and wait for the table."""
        self.text()
        self._screen.reset()  # the end of the last run
        (self.folder / f"go{run}").touch()
        self.until((self.folder / f"pid{run}").exists, "the program")
        self.wait(TABLE)
        self.settle()

    def settle(self) -> None:
        """Wait until the window has not changed for a moment. Some terminals draw slowly, and some never stop."""
        before = self.picture("now")
        for _look in range(8):
            time.sleep(0.5)
            before, now = before.rename(self.folder / "before.png"), self.picture("now")
            if self.likeness(before, now) > ALIKE and len(colours_in(now)) >= MANY_COLOURS:
                break

    def end(self, run: int) -> int:
        """Wait for the end of the program. Returns its exit code."""
        self.until((self.folder / f"code{run}").exists, "the end")
        time.sleep(0.7)
        return int((self.folder / f"code{run}").read_text())

    def press(self, *keys: str) -> None:
        """Press keys, by their names in X."""
        self.run(f"xdotool key --delay 60 {' '.join(keys)}", 20)

    def type(self, line: str) -> None:
        """Type a line and Enter."""
        self.run(f"xdotool type --delay 30 {shlex.quote(line)}", 20)
        self.press("Return")

    def receive(self, written: bytes) -> None:
        """Let the terminal receive what another window writes to it."""
        os.write(self._tty, written)

    def click(self, column: int, row: int, button: int = 1) -> None:
        """Click into a cell."""
        x, y = self._middle(column, row)
        self.run(f"xdotool mousemove {x + 2} {y} sleep 0.1 mousemove {x} {y} sleep 0.1 click {button}")
        time.sleep(0.5)

    def ground(self, column: int, row: int) -> str:
        """The background that the program means a cell to have."""
        return self._screen.buffer[row][column].bg

    def is_quiet(self) -> bool:
        """Whether clicks are no longer reported. A slow terminal is asked again."""
        for _attempt in range(3):
            typed = len(self.recorded("typed"))
            self.click(10, 5)
            if self.recorded("typed")[typed:] == b"":
                return True
            time.sleep(1)
        return False

    def pixels(self, picture: Path, row: int, columns: list[int]) -> list[str]:
        """The colours in the middle of cells."""
        wanted = "\n".join("%[pixel:p{{{},{}}}]".format(*self._middle(column, row)) for column in columns)
        return self.run(f"convert {picture} -format '{wanted}' info:").split("\n")

    def has_ink(self, picture: Path, column: int, row: int, length: int) -> bool:
        """Whether text is visible: the middle of its row has more than one colour."""
        left, y = self._middle(column, row)
        right, _y = self._middle(column + length, row)
        colours = self.run(f"convert {picture} -crop {right - left}x4+{left}+{y - 2} -format %k info:")
        return int(colours) > 1

    @property
    def knows_pixels(self) -> bool:
        """Whether the terminal tells the size of its text in pixels, so that single cells can be found in pictures."""
        width, height = self.extent()
        return 0.8 * width < self._across <= width and 0.8 * height < self._down <= height

    def _middle(self, column: int, row: int) -> tuple[int, int]:
        """The pixel in the middle of a cell. Tool bars of desktops are above the text, and scroll bars at its right."""
        columns, rows = self.size()
        width, height = self.extent()
        across, down = (self._across, self._down) if self.knows_pixels else (width, height)
        above = 0 if self.window.command.startswith(XTERM) else height - down
        return int((column + 0.5) * across / columns), int(above + (row + 0.5) * down / rows)

    def extent(self) -> tuple[int, int]:
        """The size of the window, in pixels."""
        width, height = re.findall(r"(?:Width|Height): (\d+)", self.run(f"xwininfo -id {self._window}"))
        return int(width), int(height)

    def resize(self, width: int, height: int) -> None:
        """Resize the window, in pixels."""
        self.run(f"xdotool windowsize {self._window} {width} {height}")
        time.sleep(2)
        self.size()

    def picture(self, name: str) -> Path:
        """Take a picture of the X server."""
        path = self.folder / f"{name}.png"
        self.run(f"import -window root {path}", 20)
        return path

    def likeness(self, one: Path, other: Path) -> float:
        """The part of the window whose pixels are the same in two pictures."""
        different = subprocess.run(
            ["compare", "-metric", "AE", "-fuzz", "10%", one, other, "null:"],
            capture_output=True,
            text=True,
            check=False,
        ).stderr
        width, height = self.extent()
        return 1 - float(different.split()[0]) / (width * height)


def colours_in(picture: Path) -> set[tuple[int, ...]]:
    """The colours of a picture."""
    pixels = subprocess.run(
        ["convert", picture, "-depth", "8", "-format", "%c", "histogram:info:-"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return {tuple(bytes.fromhex(colour)) for colour in re.findall(r"#([0-9A-F]{6})", pixels)}


def is_seen(colour: str, seen: set[tuple[int, ...]]) -> bool:
    """Whether a colour is among others, or nearly."""
    return any(max(abs(a - b) for a, b in zip(bytes.fromhex(colour), one, strict=True)) <= 16 for one in seen)


class Measured:
    """The cells of a terminal's row, in the order of the trial."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.cells = dict.fromkeys(COLUMNS, NO_ANSWER) | {"terminal": trial.name, "quirks": ""}
        self.quirks: list[str] = []
        self.cells["version"] = version_of(trial.window.package) or ""

    def all(self) -> None:
        """Measure everything. What cannot be measured stays so."""
        for step in (
            self.start,
            self.colours,
            self.mouse,
            self.escape,
            self.clipboard,
            self.reattaching,
            self.resizing,
            self.quitting,
            self.terminating,
            self.killing,
        ):
            try:
                step()
            except (TimeoutError, ValueError, OSError) as problem:
                print(f"{step.__name__}: {problem}", flush=True)
                self.trial.picture(f"problem-{step.__name__}")
                if step == self.start:
                    self.quirks.append("the table never appeared")
                    break
        self.cells["quirks"] = "; ".join(self.quirks)

    def start(self) -> None:
        """Open the terminal, and start the program."""
        trial = self.trial
        trial.start()
        self.shell = trial.picture("0-shell")
        columns, rows = trial.size()
        if (columns, rows) != (80, 24):
            self.quirks.append(f"opens at {columns} x {rows}")
        if columns < 80 or rows < 23:
            width, height = trial.extent()
            trial.resize(width * 3 // 2, height * 3 // 2)
            self.shell = trial.picture("0-shell")
        trial.begin(1)
        self.table = trial.picture("1-table")
        if UNICODE.calm.top_left not in trial.text():
            self.quirks.append("plain ASCII symbols")

    def colours(self) -> None:
        """The number of colours, and which there are."""
        trial = self.trial
        written = trial.recorded("written")
        depth = "true colour" if b"8;2;" in written else "256" if b"8;5;" in written else "16"
        if not trial.has_ink(self.table, *trial.place(re.compile(TABLE)), len(TABLE)):
            self.quirks.append("the prompt is invisible")
        row = trial.place(PILES)[1]
        found = PILES.search(trial.text().split("\n")[row])
        assert found
        if found[5] in UNICODE.gems and trial.knows_pixels and " in xterm" not in trial.name:
            ruby, beside, onyx, under = trial.pixels(
                self.table, row, [found.start(gem) + at for gem in (4, 5) for at in (0, 1)]
            )
            if ruby == beside and onyx == under:
                self.quirks.append("the font lacks symbols")
        inks = [trial.ground(found.start(number), row) for number in range(1, 7)]
        if depth == "16":
            self.cells["colours"] = f"16: diamond {inks[0]}, ruby {inks[3]}"
            return
        seen = colours_in(self.table)
        shown = sum(is_seen(ink, seen) for ink in inks)
        self.cells["colours"] = f"{depth}: diamond #{inks[0]}, ruby #{inks[3]}; {shown} of 6 seen in the picture"

    def mouse(self) -> None:
        """Click on a card, and turn the wheel."""
        trial = self.trial
        column, row = trial.place(CARD)
        typed, text = len(trial.recorded("typed")), trial.text()
        trial.click(column + 3, row + 1)
        report = re.search(rb"\x1b\[<0;(\d+);(\d+)M", trial.recorded("typed")[typed:])
        if report is None:
            self.cells["mouse"] = "no clicks"
            return
        off = int(report[1]) - 1 - column - 3, int(report[2]) - 2 - row
        click = "click" if trial.text() != text else f"click without effect, {off} cells beside"
        typed = len(trial.recorded("typed"))
        trial.click(column + 3, row + 1, button=5)
        wheel = b"\x1b[<65;" in trial.recorded("typed")[typed:]
        self.cells["mouse"] = f"{click}, wheel" if wheel else f"{click}, no wheel"
        trial.picture("2-clicked")
        trial.press("BackSpace")
        time.sleep(0.5)

    def escape(self) -> None:
        """Pick a gem, and press Escape."""
        trial = self.trial
        trial.press("1")
        trial.until(lambda: "1/10" in trial.text(), "the picked gem", 2)
        trial.press("Escape")
        with suppress(TimeoutError):
            seconds = trial.until(lambda: "1/10" not in trial.text(), "the effect of Escape", 1.5)
            self.cells["Escape"] = "at once" if seconds < AT_ONCE else f"after {seconds:.1f} s"
            return
        trial.press("3")
        time.sleep(1)
        self.cells["Escape"] = "never" if "2/10" in trial.text() else "with the next key"
        trial.press("BackSpace", "BackSpace")
        time.sleep(0.5)

    def clipboard(self) -> None:
        """Copy the position."""
        trial = self.trial
        nothing = "nothing copied"
        trial.run(
            f"wl-copy '{nothing}'"
            if trial.is_wayland
            else f"echo '{nothing}' | xclip -i -selection clipboard >/dev/null 2>&1"
        )
        written = len(trial.recorded("written"))
        trial.press("ctrl+y")
        time.sleep(1)
        sent = re.search(rb"\x1b\]52;c;([\w+/=]+)", trial.recorded("written")[written:])
        if sent is None:
            raise TimeoutError(f"{trial.name}: the program has copied nothing")
        trial.picture("3-copied")
        got = trial.run("wl-paste --no-newline" if trial.is_wayland else "xclip -o -selection clipboard")
        arrives = got.strip() == base64.b64decode(sent[1]).decode().strip()
        self.cells["clipboard"] = (
            "gets the copy" if arrives else "gets nothing" if nothing in got else "gets something else"
        )
        trial.press("BackSpace")
        trial.wait(TABLE)
        time.sleep(0.5)

    def reattaching(self) -> None:
        """Detach the session, and attach it again."""
        trial = self.trial
        if not trial.window.detach:
            return
        before = trial.picture("4-before-detaching")
        trial.press(*trial.window.detach.split())
        time.sleep(2)
        trial.settle()
        after = trial.picture("4-reattached")
        looks = "is blank" if len(colours_in(after)) < MANY_COLOURS else "has other colours"
        if trial.likeness(before, after) > ALIKE:
            looks = "is as before"
        self.quirks.append(f"the table {looks} after reattaching")

    def resizing(self) -> None:
        """Make the window larger, and smaller again."""
        trial = self.trial
        before, written = trial.size(), len(trial.recorded("written"))
        width, height = trial.extent()
        trial.resize(width * 3 // 2, height * 3 // 2)
        after = trial.size()
        if after == before:
            self.quirks.append("a resized window keeps its {} x {}".format(*before))
        elif len(trial.recorded("written")) == written:
            self.quirks.append("says nothing of a new size")
        trial.picture("5-resized")
        trial.resize(width, height)

    def quitting(self) -> None:
        """Quit with ctrl+q."""
        self.trial.press("ctrl+q")
        self._end(1, 0, "6-quit")

    def terminating(self) -> None:
        """End the program with SIGTERM."""
        self.trial.begin(2)
        os.kill(self.trial.pid(), signal.SIGTERM)
        self._end(2, 128 + signal.SIGTERM, "7-terminated")

    def _end(self, run: int, expected: int, name: str) -> None:
        trial = self.trial
        code = trial.end(run)
        if code != expected:
            self.quirks.append(f"exit code {code} instead of {expected}")
        ended = trial.picture(name)
        if not trial.is_quiet():
            self.quirks.append("the mouse stays on after the end")
        if run == 2:
            is_restored = trial.likeness(self.shell, ended) > ALIKE
            self.cells["end"] = "the shell's screen" if is_restored else "below the table"

    def killing(self) -> None:
        """Kill the program, and repair the terminal."""
        trial = self.trial
        trial.begin(3)
        os.kill(trial.pid(), signal.SIGKILL)
        trial.end(3)
        trial.picture("8-killed")
        for repair, (key, outside, command) in REPAIRS.items():
            trial.press(*filter(None, [key]))
            trial.receive(outside)
            trial.type("")
            trial.type(command)
            time.sleep(2)
            trial.type("touch usable")
            time.sleep(1)
            if (trial.folder / "usable").exists() and trial.is_quiet():
                self.cells["after `kill -9`"] = repair
                break
        else:
            self.cells["after `kill -9`"] = "nothing that was tried"
        trial.picture("9-repaired")


def version_of(package: str) -> str | None:
    """The upstream version of an installed Debian package."""
    found = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True, check=False
    ).stdout
    return re.sub(r"^\d+:|-[^-]*$", "", found) or None


# --- console fonts -----------------------------------------------------------------------------------------------------


def symbols() -> str:
    """The symbols of the table beyond ASCII."""
    return "".join(sorted({char for char in repr(UNICODE) if not char.isascii()}))


def characters_in(font: Path) -> set[str]:
    """The characters in a console font in the format PSF, from its Unicode table."""
    data = gzip.decompress(font.read_bytes())
    if data[:2] == b"\x36\x04":
        start = 4 + (512 if data[2] & 1 else 256) * data[3]
        codes = struct.unpack(f"<{(len(data) - start) // 2}H", data[start:])
        return {chr(code) for code in codes if code < 0xFFFE}
    header, _flags, count, size = struct.unpack("<4I", data[8:24])
    return set(re.sub(rb"[\xfe\xff]", b"", data[header + count * size :]).decode(errors="replace"))


def font_rows() -> Iterator[str]:
    """The console fonts for western languages, by the symbols that they lack."""
    fonts: dict[str, list[str]] = {}
    for font in sorted(FONTS.glob("Lat15-*.psf.gz")):
        characters = characters_in(font)
        lacking = " ".join(symbol for symbol in symbols() if symbol not in characters)
        fonts.setdefault(lacking, []).append(font.name.removesuffix(".psf.gz"))
    for lacking, names in fonts.items():
        yield f"| {', '.join(names)} | {lacking or 'none'} |"


# --- the page ----------------------------------------------------------------------------------------------------------

HEAD: Final = """# Terminals

How does the program behave in real terminals? `make terminals` measures every cell of this page. It opens each terminal in an
X server of its own, presses keys, clicks, turns the wheel, copies, resizes the window, quits, and ends the program with SIGTERM
and with `kill -9`. Each terminal has its default settings. Measured on {day} with Textual {textual} on Debian {debian}. See also
[Which terminals work?](installing.md#which-terminals-work)

- **Colours**: what the program chose from `TERM` and `COLORTERM`, and the colours of a diamond and a ruby. In true colour and
  with 256 colours, the picture of the window is searched for the colours of the five gems and of gold.
- **Mouse**: whether a click on a card chooses it, and whether the wheel is reported.
- **Clipboard**: whether it gets the position that `ctrl+y` copies, through OSC 52.
- **Escape**: when it takes back a picked gem. Some programs hold it back until the next key.
- **End**: what the terminal shows after SIGTERM: the shell's screen as before, or the farewell below the table.
- **After `kill -9`**: what makes the keyboard usable and ends mouse reports.

"""
FONTS_HEAD: Final = """
## Fonts of the Linux console

The Linux console gets plain ASCII, because these fonts lack some symbols of the table: {symbols}

| fonts in Debian's console-setup | lack |
|---|---|
"""


def line_of(row: dict[str, str]) -> str:
    """The row of a terminal in the page."""
    return f"| {' | '.join(row[column] for column in COLUMNS)} |"


def page(rows: list[dict[str, str]]) -> str:
    """The text of docs/terminals.md."""
    missing = [name for name, window in WINDOWS.items() if version_of(window.package) is None]
    return (
        HEAD.format(
            day=f"{datetime.now(UTC):%Y-%m-%d}",
            textual=textual_version,
            debian=Path("/etc/debian_version").read_text().strip(),
        )
        + "\n".join([f"| {' | '.join(COLUMNS)} |", "|---" * len(COLUMNS) + "|", *map(line_of, rows), ""])
        + (f"\nNot installed, so not measured: {', '.join(missing)}.\n" if missing else "")
        + FONTS_HEAD.format(symbols=" ".join(symbols()))
        + "\n".join([*font_rows(), ""])
    )


def tried(name: str) -> dict[str, str]:
    """The row of a terminal."""
    trial = Trial(name, WINDOWS[name])
    measured = Measured(trial)
    try:
        measured.all()
    finally:
        trial.close()
    print(" | ".join(measured.cells.values()), flush=True)
    return measured.cells


def main() -> None:
    """Try the terminals named on the command line, or all, and write the page."""
    names = [name for name in sys.argv[1:] or WINDOWS if version_of(WINDOWS[name].package) is not None]
    with ThreadPoolExecutor(AT_A_TIME) as pool:
        rows = list(pool.map(tried, names))
    text = page(rows)
    if sys.argv[1:]:
        measured = {row["terminal"]: line_of(row) for row in rows}
        lines = PAGE.read_text(encoding="utf-8").splitlines()
        text = "\n".join([*(measured.get(line[2:].split(" | ")[0], line) for line in lines), ""])
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
