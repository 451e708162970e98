"""Two processes play while their files are deleted, replaced, truncated and moved at random, and one is killed."""

import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Thread

import pytest

from splendor_tui.store import Store, StoreError
from splendor_tui.store.database import MAX_BACKUPS
from tests.store.mishaps import MISHAPS

PATIENCE = 60
AT_REST = 6
"""The number of saved plies after which an earlier fault must be repaired."""
RACE = "index emptied"  # SQLite crashes if the index is truncated during a read


class Player:
    """A process that plays, and its output."""

    def __init__(self, folder: Path, seed: int) -> None:
        script = (sys.executable, "-m", "tests.match.crash.keeper", str(folder), str(seed))
        self.process = subprocess.Popen(script, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.lines: list[tuple[str, int, bool]] = []
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        for line in self.process.stdout or ():
            if line.endswith("\n"):
                game_id, ply, saved = line.split()
                self.lines.append((game_id, int(ply), saved == "True"))

    def plays_on(self, saved: int) -> int:
        """Wait for this many more saved plies. Returns the number before them."""
        begin, until = len(self.lines), time.monotonic() + PATIENCE
        while sum(line[2] for line in self.lines[begin:]) < saved:
            assert self.process.poll() is None, self.process.stderr and self.process.stderr.read()
            assert time.monotonic() < until, self.lines[-3:]
            time.sleep(0.02)
        return begin

    def end(self) -> None:
        self.process.kill()
        self._reader.join()  # before the pipe is closed
        self.process.communicate()


@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 200), marks=pytest.mark.soak)])
def test_saved_plies_survive_random_mishaps_to_the_files(tmp_path: Path, seeds: range) -> None:
    for seed in seeds:
        rng, folder = Random(seed), tmp_path / f"{seed}" / "games"
        players = [Player(folder, 2 * seed), Player(folder, 2 * seed + 1)]
        try:
            check_survives(folder, players, rng)
        finally:
            for player in players:
                player.end()


def check_survives(folder: Path, players: list[Player], rng: Random) -> None:
    for player in players:
        player.plays_on(1)
    for _mishap in range(rng.randint(1, 8)):
        with suppress(OSError, StoreError):
            MISHAPS[rng.choice([name for name in MISHAPS if name != RACE])](folder)
        time.sleep(rng.choice((0, 0.01, 0.1, 0.3)))
    begins = [player.plays_on(AT_REST) for player in players]
    for player in players:
        player.end()
    saved = {
        line[0]: line[1]
        for player, begin in zip(players, begins, strict=True)
        for line in player.lines[begin:]
        if line[2]
    }
    with Store.open(folder) as store:
        found = {game.id: game.plies for game in store.games()}
    assert {game_id: ply for game_id, ply in saved.items() if found.get(game_id, 0) < ply} == {}
    assert len(list(folder.glob("games.damaged-*.sqlite3"))) <= MAX_BACKUPS
