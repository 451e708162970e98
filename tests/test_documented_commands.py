"""Every command in the README runs as it is shown there; capital words stand for what one has."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from splendor_tui.match.stored_match import start_match
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import Store
from splendor_tui.store.import_export import write_game
from tests.match.tables import Time, options, play_any
from tests.review.reviewing import play_game
from tests.store.stored import NOON

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWN = sorted({*re.findall(r"`(splendor-tui[^`]*)`", README)})
BRIEFLY = {
    "arena": "--games 2 --seconds 0.01",
    "review": "--nodes 50",
    "perft": "--setup gold --depth 1",
    "delete": "--yes",
}
"""What makes a command quick, or keeps it from asking."""
ON_A_TERMINAL = frozenset({"new", "resume", "learn", "puzzle"})


class Place:
    """A folder with the program, games that wait, one that is over, a record, cards of one's own and an engine."""

    def __init__(self, folder: Path, catalogue: Catalogue) -> None:
        self.folder = folder
        program = folder / "bin" / "splendor-tui"
        program.parent.mkdir()
        self._write_program(program, "-m splendor_tui")
        for engine in ("my-engine", "your-engine"):
            self._write_program(folder / engine, f"'{ROOT}/examples/collector.py'")
        shutil.copytree(ROOT / "assets", folder / "DIR")
        with Store.open(folder / "data") as store:
            self.over = play_game(store, catalogue, target=1)
            self.waiting, self.deleted = (begin_game(store, catalogue) for _game in range(2))
            write_game(store, self.over, folder / "FILE")

    def _write_program(self, path: Path, arguments: str) -> None:
        path.write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments} "$@"\n')
        path.chmod(0o700)

    def run(self, command: str, lines: str = "") -> "subprocess.CompletedProcess[str]":
        """A line in a shell that has nothing but pipes."""
        return subprocess.run(  # what is documented, and nothing else
            ["/bin/sh", "-c", command],
            input=lines,
            capture_output=True,
            text=True,
            check=False,
            timeout=280,
            cwd=self.folder,
            env={
                **os.environ,
                "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}",
                "PYTHONPATH": str(ROOT),
                "SPLENDOR_TUI_DATA": str(self.folder / "data"),
                "SPLENDOR_TUI_CONFIG": str(self.folder / "config"),
            },
        )


def begin_game(store: Store, catalogue: Catalogue) -> str:
    """The id of a game in which something was played."""
    game_id, table = start_match(store, catalogue, options(), now=Time(), today=lambda: NOON)
    table.begin()
    play_any(table, Random(1))
    return game_id


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, catalogue: Catalogue) -> Place:
    return Place(tmp_path_factory.mktemp("documented"), catalogue)


def test_the_readme_shows_commands() -> None:
    assert len(SHOWN) > 20


def as_typed(shown: str, place: Place) -> str:
    """The command with what its capital words stand for, so that it takes a moment and needs no terminal."""
    name = (*shown.split(), "")[1]
    game = {"resume": place.waiting, "delete": place.deleted}.get(name, place.over)
    command = re.sub(r" \[[A-Z]+\]", "", shown).replace("[--text]", "--text").replace("COMMAND", "games")
    command = re.sub(r"\bGAME\b", game, command).replace(" --games 200", "")
    return f"{command} {BRIEFLY.get(name, '')}{'--plain' if name in ON_A_TERMINAL else ''}".strip()


@pytest.mark.parametrize("shown", SHOWN)
def test_a_command_of_the_readme_runs(place: Place, shown: str) -> None:
    done = place.run(as_typed(shown, place))
    assert done.returncode == 0, done.stderr
    assert done.stdout or "delete" in shown
    assert "Traceback" not in done.stderr
