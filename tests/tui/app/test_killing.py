"""If the program is killed at any time, every ply that the screen confirmed is saved."""

import re
import signal
import time
from pathlib import Path
from random import Random

import pytest

from splendor_tui.replay import replay
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import Store
from tests.tui.app.terminals import PROGRAM, TABLE, terminal

KILLS = 5
KILLS_OF_A_SOAK = 1000
PARTS = 4
"""The number of parts of the soak, so that several processors can share the work."""
CONFIRMED = re.compile(r"(Ann|Bo): pick gems")


@pytest.mark.parametrize(
    ("seed", "kills"),
    [(1, KILLS)] + [pytest.param(2 + part, KILLS_OF_A_SOAK // PARTS, marks=pytest.mark.soak) for part in range(PARTS)],
)
def test_every_confirmed_ply_survives_a_kill(catalogue: Catalogue, tmp_path: Path, seed: int, kills: int) -> None:
    rng = Random(seed)
    for kill in range(kills):
        folder = tmp_path / str(kill)
        seen = play_until_killed(folder, rng)
        with Store.open(folder / "data") as store:
            assert store.notices == ()
            game = store.latest_unfinished()
            assert game is not None
            assert game.plies >= seen
            assert len(list(replay(store.export_record(game.id), catalogue))) == game.plies
        with terminal([*PROGRAM, "resume"], folder) as opened:
            opened.shows(TABLE)
            assert f"{('Ann', 'Bo')[game.plies % 2]}: pick gems" in opened.text()


def play_until_killed(folder: Path, rng: Random) -> int:
    """Take gems in turn until the process is killed during the last keys. Returns the number of confirmed plies."""
    with terminal([*PROGRAM, "new", "--players", "Ann,Bo"], folder) as opened:
        opened.shows(TABLE)
        opened.type(b"123\r")
        opened.shows("Bo: pick gems")
        opened.pass_keyboard()
        opened.type(b"345\r")
        until = time.monotonic() + rng.uniform(0, 0.06)
        while time.monotonic() < until:
            opened.read(0)
        seen = CONFIRMED.search(opened.text())
        opened.signal(signal.SIGKILL)
        opened.ended()
        return 1 + (seen is not None and seen[1] == "Ann")
