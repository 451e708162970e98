"""Without a terminal, the game and all commands run in the plain mode."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tui.app.terminals import terminal

REDIRECTIONS = {"<": ("<&-", "< /dev/null"), ">": (">&-", "> /dev/null"), "2>": ("2>&-", "2> errors")}


def in_shell(command: str, folder: Path, **environment: str) -> "subprocess.CompletedProcess[bytes]":
    """Run the program through a shell, without a terminal."""
    return subprocess.run(
        ["sh", "-c", f'exec "$0" -m splendor_tui {command}', sys.executable],  # noqa: S607
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path.cwd()), "TERM": "xterm-256color", **environment},
    )


@pytest.mark.parametrize(
    ("way", "streams"),
    [(0, ("<",)), (0, (">",)), (0, ("2>",)), (0, ("<", ">", "2>")), (1, ("2>",)), (1, ("<", ">", "2>"))],
)
def test_program_without_a_terminal_prints_lines_or_ends_with_an_error(
    tmp_path: Path, streams: tuple[str, ...], way: int
) -> None:
    done = in_shell(f"--data games {' '.join(REDIRECTIONS[stream][way] for stream in streams)}", tmp_path)
    refused = not way and bool({"<", ">"} & {*streams})
    assert done.returncode == (2 if refused else 0)
    said = (tmp_path / "errors").read_bytes() if way and "2>" in streams else done.stderr
    if refused and "2>" not in streams:
        assert said.count(b"\n") == 1
        assert b"open standard input and output" in said
    if not refused:
        assert said == b""
        assert (b"Type new for a new game." in done.stdout) is (">" not in streams)


@pytest.mark.parametrize(
    ("command", "closed", "reason"),
    [("resume", "<&-", b"open standard input and output"), ("replay x", "", b"needs an interactive terminal")],
)
def test_command_without_its_input_or_terminal_fails_before_opening_games(
    tmp_path: Path, command: str, closed: str, reason: bytes
) -> None:
    done = in_shell(f"{command} --data {tmp_path / 'games'} {closed}", tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
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
