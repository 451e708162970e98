"""Without a terminal, the game and all commands run in the plain mode."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tui.app.terminals import terminal


def in_shell(command: str, folder: Path) -> "subprocess.CompletedProcess[bytes]":
    """Run the program through a shell, without a terminal."""
    return subprocess.run(
        ["sh", "-c", f'exec "$0" -m splendor_tui {command}', sys.executable],  # noqa: S607
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path.cwd()), "TERM": "xterm-256color"},
    )


@pytest.mark.parametrize("redirection", ["2>&-", "2> errors"])
def test_program_without_a_terminal_prints_lines(tmp_path: Path, redirection: str) -> None:
    done = in_shell(f"--data games {redirection}", tmp_path)
    errors = tmp_path / "errors"
    assert (done.returncode, errors.read_bytes() if errors.exists() else b"") == (0, b"")
    assert b"Type new for a new game." in done.stdout


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("<&-", b"open standard input and output"),
        (">&-", b"open standard input and output"),
        ("<&- >&- 2>&-", b""),
        ("resume <&-", b"open standard input and output"),
        ("replay x", b"needs an interactive terminal"),
    ],
)
def test_command_without_its_input_or_terminal_fails_in_one_line_before_opening_games(
    tmp_path: Path, command: str, reason: bytes
) -> None:
    done = in_shell(f"{command} --data games", tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", bool(reason))
    assert reason in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("redirection", ["2>&-", "2> errors"])
def test_table_works_without_standard_error(tmp_path: Path, redirection: str) -> None:
    shell = ["/bin/sh", "-c", f'cd "$1"; exec "$0" -m splendor_tui new --players Ann,Bo {redirection}']
    with terminal([*shell, sys.executable, str(tmp_path)], tmp_path, PYTHONPATH=str(Path.cwd())) as opened:
        opened.shows("pick gems")
        opened.type(b"\x11")
        assert opened.ended()[0] == 0
        assert opened.modes() == opened.modes_before
    errors = tmp_path / "errors"
    assert not errors.exists() or errors.read_bytes() == b""
