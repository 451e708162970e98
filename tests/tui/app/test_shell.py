"""Job control: the game can be suspended, sent to the background, and resumed like any job."""

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tui.app.terminals import PATIENCE, TABLE, Terminal, terminal

BASH = ("/bin/bash", "--norc", "--noprofile", "-i")
READY = "READY$"
GAME = f"{sys.executable} -m splendor_tui new --players Ann,Bo"
STOP, LEAVE = b"\x1a", b"\x11"
SHOW_GAME, SHOW_SHELL = b"\x1b[?1049h", b"\x1b[?1049l"


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[Terminal]:
    with terminal(BASH, tmp_path, PS1=f"{READY} ", PYTHONPATH=str(Path.cwd())) as opened:
        opened.shows(READY)
        yield opened


def enter(shell: Terminal, line: str) -> None:
    shell.type(line.encode() + b"\r")


def leave_well(shell: Terminal) -> None:
    before = len(shell.written)
    shell.type(LEAVE)
    until = time.monotonic() + PATIENCE
    while READY.encode() not in shell.written[before:] and time.monotonic() < until:
        shell.read(0.02)
    enter(shell, "echo the code is $?")
    shell.shows("the code is 0")


def test_suspended_game_frees_the_shell_until_it_is_foregrounded(shell: Terminal) -> None:
    enter(shell, GAME)
    shell.shows(TABLE)
    shell.type(STOP)
    shell.shows("Stopped")
    assert SHOW_SHELL in shell.written
    enter(shell, "echo no $((20 + 3))")
    shell.shows("no 23")
    before = len(shell.written)
    enter(shell, "bg")
    shell.read(1)
    assert SHOW_GAME not in shell.written[before:]
    enter(shell, "fg")
    shell.shows("The program was stopped for a while.")
    shell.type(b"g")
    shell.shows(TABLE)
    leave_well(shell)


def test_background_game_leaves_the_terminal_alone_until_it_is_foregrounded(shell: Terminal) -> None:
    enter(shell, f"{GAME} &")
    shell.read(2)
    assert TABLE not in shell.text()
    assert SHOW_GAME not in shell.written
    enter(shell, "fg")
    shell.shows(TABLE)
    shell.type(b"123\r")
    shell.shows("Bo: pick gems")
    leave_well(shell)
