"""textual-serve shows the table in a browser: it speaks to the program through pipes."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from splendor_tui.tui.app.terminal_writer import NoTerminalError, check_terminal

SERVED = {"TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver", "COLUMNS": "80", "ROWS": "24"}


def packets(output: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The kind and content of each packet that the program has sent."""
    start, rest = output.split(b"\n", 1)
    assert start == b"__GANGLION__"
    while rest:
        size = int.from_bytes(rest[1:5], "big")
        yield rest[:1], rest[5 : 5 + size]
        rest = rest[5 + size :]


def test_table_is_served_through_pipes_and_says_nothing_else(tmp_path: Path) -> None:
    leave = json.dumps({"type": "quit"}).encode()
    with subprocess.Popen(
        [sys.executable, "-m", "splendor_tui", "new", "--players", "Ann,Bo", "--data", str(tmp_path)],
        env=os.environ | SERVED | {"TERM": "dumb", "XDG_CONFIG_HOME": str(tmp_path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        output = b""
        while b"Ann" not in output:
            output += os.read(program.stdout.fileno(), 65536)
            assert program.poll() is None
        rest, errors = program.communicate(b"M" + len(leave).to_bytes(4, "big") + leave)
    sent = list(packets(output + rest))
    assert {kind for kind, _content in sent} == {b"D", b"M"}
    assert sent[-1] == (b"M", b'{"type": "exit"}')
    assert (program.returncode, errors) == (0, b"")


def test_other_drivers_from_the_environment_are_ignored() -> None:
    with pytest.raises(NoTerminalError):
        check_terminal({"TEXTUAL_DRIVER": "somebodys:Driver", "TERM": "xterm"}, None, None)
