"""Whatever ends the program, the terminal is restored, the exit code is correct, and it takes less than a second."""

import signal
import sys
import time
from pathlib import Path

import pytest

from splendor_tui.tui.app.terminal_driver import LEAVE_SECONDS
from tests.tui.app.terminals import PROGRAM, TABLE, TROUBLE, Terminal, at_the_table, terminal

FATAL_SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT)
AT_ONCE = 3.0
"""A busy machine may need longer than the second that users wait at most."""
PICKED = "0→1/10"
STOP, QUIT = b"\x1a", b"\x11"
MODES = tuple(f"\x1b[?{mode}".encode() for mode in ("1049h", "25l", "1000h", "1003h", "1006h", "2004h", "1004h", "7l"))
OF_THE_TABLE = (b"NOBLES", b"reserve", b" points")
"""Text that appears whenever the whole table is painted."""


def check_ended(opened: Terminal, expected: int) -> None:
    code, seconds = opened.ended()
    assert code == expected
    assert seconds < AT_ONCE
    assert opened.has_left_the_screen()
    assert opened.modes() == opened.modes_before


def of_the_table(written: bytes) -> tuple[bytes, ...]:
    return tuple(words for words in OF_THE_TABLE if words in written)


@pytest.mark.parametrize("number", FATAL_SIGNALS, ids=lambda number: number.name)
def test_signal_ends_the_program_at_once_and_restores_the_terminal(tmp_path: Path, number: signal.Signals) -> None:
    with at_the_table(tmp_path) as opened:
        assert opened.modes() != opened.modes_before, "the table reads every key by itself"
        assert opened.children() == []
        opened.signal(number)
        check_ended(opened, 128 + number)
        assert b"Traceback" not in opened.written


@pytest.mark.parametrize(
    ("trouble", "leave", "code"), [("thinking", b"", 143), ("busy", b"", 143), ("thinking", QUIT, 0)]
)
def test_program_ends_at_once_during_endless_thinking_or_work(
    tmp_path: Path, trouble: str, leave: bytes, code: int
) -> None:
    with terminal([*TROUBLE, trouble], tmp_path) as opened:
        opened.shows("is thinking" if trouble == "thinking" else TABLE)
        opened.type(b"Y")
        time.sleep(0.2)
        opened.type(leave) if leave else opened.signal(signal.SIGTERM)
        check_ended(opened, code)


@pytest.mark.parametrize("blocked_seconds", [LEAVE_SECONDS + 0.05, AT_ONCE])
def test_signal_ends_the_program_at_once_if_the_terminal_is_blocked_and_restores_the_screen_if_briefly(
    tmp_path: Path, blocked_seconds: float
) -> None:
    with at_the_table(tmp_path) as opened:
        for size in range(60):  # the program writes more than the terminal's buffer can hold
            opened.resize(80 + size, 24 + size)
            time.sleep(0.02)
        opened.signal(signal.SIGTERM)
        time.sleep(blocked_seconds)
        briefly = blocked_seconds < AT_ONCE
        assert briefly or opened.is_gone()
        assert opened.ended()[0] == 128 + signal.SIGTERM
        assert opened.modes() == opened.modes_before
        assert opened.has_left_the_screen() or not briefly


IGNORE = "import os, signal, sys; signal.signal(signal.SIGHUP, signal.SIG_IGN); os.execv(sys.argv[1], sys.argv[1:])"
"""A program that ignores SIGHUP and then runs its arguments."""


@pytest.mark.parametrize("under", [(), (sys.executable, "-c", IGNORE)], ids=["a shell", "nohup"])
def test_closed_terminal_ends_the_program_without_busy_looping(tmp_path: Path, under: tuple[str, ...]) -> None:
    with terminal([*under, *PROGRAM, "new", "--players", "Ann,Bo"], tmp_path) as opened:
        opened.shows(TABLE)
        if under:
            opened.signal(signal.SIGHUP)
            opened.type(b"1")
            opened.shows(PICKED)
        opened.close_window()
        code, seconds = opened.ended()
        assert code == 128 + signal.SIGHUP
        assert seconds < AT_ONCE


def test_table_stays_complete_above_the_farewell_if_the_terminal_has_no_alternate_screen(tmp_path: Path) -> None:
    with at_the_table(tmp_path) as opened:  # whose emulator has none
        rows = opened.text().splitlines()
        opened.type(QUIT)
        assert opened.ended()[0] == 0
        *table, farewell = opened.text().splitlines()
        assert farewell == "Nothing was played, so the game is not saved."
        assert table == rows[len(rows) - len(table) :]


@pytest.mark.parametrize("wish", [b"\x0c", signal.SIGCONT, signal.SIGWINCH], ids=["ctrl+l", "SIGCONT", "SIGWINCH"])
def test_everything_is_drawn_and_every_mode_is_set_again_on_request(
    tmp_path: Path, wish: bytes | signal.Signals
) -> None:
    with at_the_table(tmp_path) as opened:
        before, shown = len(opened.written), opened.text()
        for mode in MODES:
            assert mode in opened.written
        opened.lose_screen()
        opened.type(wish) if isinstance(wish, bytes) else opened.signal(wish)
        opened.becomes(shown)
        opened.read(0.1)
        again = opened.written[before:]
        assert of_the_table(again) == OF_THE_TABLE
        assert [mode for mode in MODES if mode not in again] == []
        assert b"\x1b[>" not in again, "the stack of keyboard modes grows"
        opened.type(b"1")
        opened.shows(PICKED)
        opened.type(QUIT)
        assert opened.ended()[0] == 0
        assert opened.has_left_the_screen()


# --- suspension --------------------------------------------------------------------------------------------------------


def test_suspended_game_continues_from_the_pause_screen_and_a_stopped_one_at_the_table(tmp_path: Path) -> None:
    with at_the_table(tmp_path, "--clock", "60+300") as opened:
        for stop in (STOP, signal.SIGTSTP):
            opened.type(stop) if isinstance(stop, bytes) else opened.signal(stop)
            opened.stopped()
            assert opened.modes() == opened.modes_before
            assert opened.has_left_the_screen()
            time.sleep(1.5 * (stop == STOP))
            before = len(opened.written)
            opened.signal(signal.SIGCONT)
            opened.shows("that time is not counted")
            assert of_the_table(opened.written[before:]) == (), "the table was painted before the hand-over screen"
            assert opened.modes() != opened.modes_before
        before = len(opened.written)
        opened.type(b"g")
        opened.shows(TABLE)
        assert of_the_table(opened.written[before:]) == OF_THE_TABLE
        assert "0:60" in opened.text() or "1:00" in opened.text() or "0:59" in opened.text()
        opened.signal(signal.SIGSTOP)
        opened.stopped()
        opened.signal(signal.SIGCONT)
        opened.type(b"1")
        opened.shows(PICKED)
        opened.type(QUIT)
        assert opened.ended()[0] == 0
        assert opened.modes() == opened.modes_before


def test_suspended_program_ends_on_a_signal_without_touching_the_terminal(tmp_path: Path) -> None:
    with at_the_table(tmp_path) as opened:
        opened.type(STOP)
        opened.stopped()
        written = len(opened.written)
        opened.signal(signal.SIGTERM)
        opened.signal(signal.SIGCONT)
        assert opened.ended()[0] == 128 + signal.SIGTERM
        assert opened.written[written:] == b""
        assert opened.modes() == opened.modes_before
