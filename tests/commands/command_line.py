"""Runs commands, and saves games for them."""

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from splendor_tui.cli import main
from splendor_tui.rules.actions import ReserveTop
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import Store
from tests.match.tables import options, play_any, save_match

ASSETS = Path(__file__).parents[2] / "assets"


class Printed(NamedTuple):
    """What a command prints."""

    out: str
    err: str


class CommandLine:
    """Runs commands, and captures what they print."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: object, code: int = 0) -> Printed:
        """Run a command, which must end with this exit code. Returns what it prints."""
        self._capsys.readouterr()
        found = main([str(argument) for argument in arguments])
        told = Printed(*self._capsys.readouterr())
        assert found == code, told.err
        return told

    def error(self, *arguments: object, code: int = 2) -> str:
        """The message of a command that fails and prints nothing else. It is safe for a terminal."""
        told = self(*arguments, code=code)
        assert told.out == ""
        assert told.err.replace("\n", "").isprintable()
        return told.err

    def json(self, *arguments: object, code: int = 0) -> Any:
        """The JSON output of a command."""
        return json.loads(self(*arguments, "--json", code=code).out)


def interruptible(command: Sequence[str], cwd: Path | None = None) -> "subprocess.Popen[str]":
    """Start a program in its own session, so that only its processes get SIGINT. `tests/conftest.py` lets them get it."""
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True, cwd=cwd)


def other_cards(folder: Path) -> Path:
    """Write a card set with one changed card to a new folder."""
    shutil.copytree(ASSETS, folder)
    cards = folder / "cards.yaml"
    cards.write_text(cards.read_text(encoding="utf-8").replace("points: 5", "points: 4", 1), encoding="utf-8")
    return folder


def begin_game(store: Store, catalogue: Catalogue) -> str:
    """Save an unfinished game whose first action is a reservation from a deck. Returns its id."""
    game_id, table = save_match(store, catalogue, options(target=5, seed="1"))
    table.submit(0, ReserveTop(2), 0)
    play_any(table, Random(1))
    return game_id
