"""Without a terminal one sentence says so at once, and everything that needs none works."""

import itertools
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.tui.app.terminals import PROGRAM, terminal

SECONDS = 1.0
REDIRECTIONS = {"<": ("<&-", "< /dev/null"), ">": (">&-", "> /dev/null"), "2>": ("2>&-", "2> errors")}


def in_shell(command: str, folder: Path, **environment: str) -> "subprocess.CompletedProcess[bytes]":
    """Run the program through a shell, with no terminal anywhere."""
    return subprocess.run(
        ["sh", "-c", f'exec "$0" -m splendor_tui {command}', sys.executable],  # noqa: S607
        capture_output=True,
        check=False,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path.cwd()), "TERM": "xterm-256color", **environment},
    )


@pytest.mark.parametrize("streams", [streams for n in range(4) for streams in itertools.combinations(REDIRECTIONS, n)])
@pytest.mark.parametrize("way", [0, 1], ids=["closed", "elsewhere"])
def test_the_table_is_refused_at_once_without_a_terminal(tmp_path: Path, streams: tuple[str, ...], way: int) -> None:
    started = time.monotonic()
    done = in_shell(" ".join(REDIRECTIONS[stream][way] for stream in streams), tmp_path)
    assert time.monotonic() - started < SECONDS
    assert done.returncode == 2
    said = (tmp_path / "errors").read_bytes() if way and "2>" in streams else done.stderr
    if "2>" not in streams or way:
        assert said.count(b"\n") == 1
        assert b"needs a terminal" in said
    assert done.stdout == b""


@pytest.mark.parametrize("command", ["new", "resume", "replay x", "play"])
def test_every_way_to_the_table_is_refused_before_anything_else_is_looked_at(tmp_path: Path, command: str) -> None:
    done = in_shell(f"{command} --data {tmp_path / 'games'}", tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"needs a terminal" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["--help", "--version", "games --data .", "perft --setup gold --depth 1"])
def test_what_needs_no_terminal_works_without_one(tmp_path: Path, command: str) -> None:
    done = in_shell(f"{command} <&-", tmp_path, TERM="dumb")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout


@pytest.mark.parametrize("term", ["dumb", ""])
def test_a_terminal_that_cannot_place_text_is_refused(tmp_path: Path, term: str) -> None:
    with terminal(PROGRAM, tmp_path, TERM=term) as opened:
        code, seconds = opened.ended()
        assert code == 2
        assert seconds < SECONDS
        assert "cannot place text freely" in " ".join(opened.text().split())
        assert b"\x1b" not in opened.written
        assert opened.modes() == opened.modes_before


@pytest.mark.parametrize("redirection", ["2>&-", "2> errors"])
def test_the_table_needs_no_error_output(tmp_path: Path, redirection: str) -> None:
    shell = ["/bin/sh", "-c", f'cd "$1"; exec "$0" -m splendor_tui new --players Ann,Bo {redirection}']
    with terminal([*shell, sys.executable, str(tmp_path)], tmp_path, PYTHONPATH=str(Path.cwd())) as opened:
        opened.shows("pick gems")
        opened.type(b"\x11")
        assert opened.ended()[0] == 0
        assert opened.modes() == opened.modes_before
    errors = tmp_path / "errors"
    assert not errors.exists() or errors.read_bytes() == b""
