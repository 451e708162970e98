"""Every line in docs/plain-text.md is valid, and every command runs."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from splendor_tui.plain.verbs import Verb, parse_command

ROOT = Path(__file__).parents[1]
DOCUMENT = (ROOT / "docs" / "plain-text.md").read_text(encoding="utf-8")


def commands() -> Iterator[str]:
    """Yield every complete command in the document."""
    yield from re.findall(r"^(printf .*)$", DOCUMENT, re.MULTILINE)
    yield from re.findall(r"`((?:printf|splendor-tui) [^`]*)`", DOCUMENT)


@pytest.mark.parametrize("command", sorted({*commands()}))
def test_documented_command_runs(tmp_path: Path, command: str) -> None:
    program = tmp_path / "splendor-tui"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m splendor_tui "$@"\n')
    program.chmod(0o700)
    surroundings = {
        **os.environ,
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "SPLENDOR_TUI_DATA": str(tmp_path / "data"),
        "SPLENDOR_TUI_CONFIG": str(tmp_path / "config"),
    }

    def shell(line: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(  # only what is documented
            ["/bin/sh", "-c", line],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
            env=surroundings,
        )

    if "resume" in command:
        shell("echo take w u g | splendor-tui new --plain --players Ann,Bo")
    done = shell(command)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Splendor, ligne par ligne." if "--lang fr" in command else "Splendor, line by line.")


def test_documented_lines_are_commands() -> None:
    shown = [line for block in re.findall(r"```\n(.*?)```", DOCUMENT, re.DOTALL) for line in block.splitlines()]
    typed = [re.split(r"  +|;", line)[0].split(",")[0] for line in shown if not line.startswith("printf")]
    asked = re.findall(r"`([a-z]+(?: \w+)?)`", DOCUMENT.partition("You can ask for more:")[2].partition("##")[0])
    assert len(typed) >= 9
    assert len(asked) >= 12
    for line in (*typed, *asked):
        verb, _rest = parse_command(line.split(), list(Verb))
        assert verb.words[0].startswith(line.split()[0]), line
