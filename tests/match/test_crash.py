import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from splendor_tui.replay import replay
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import Store
from tests.match.tables import load_match

CRASHES = 20
CRASHES_OF_A_SOAK = 1000
PARTS = 5
"""The number of parts of the test, so that several processors can share the work."""


@pytest.mark.parametrize(
    ("part", "crashes"),
    [(part, CRASHES // PARTS) for part in range(PARTS)]
    + [pytest.param(PARTS, CRASHES_OF_A_SOAK, marks=pytest.mark.soak)],
)
def test_every_confirmed_ply_survives_a_kill_at_any_instant(
    catalogue: Catalogue, tmp_path: Path, part: int, crashes: int
) -> None:
    rng = Random(part)
    answered: dict[str, int] = {}
    for crash in range(crashes):
        said = report_until_killed("tests.match.crash.player", tmp_path, rng.uniform(0, 0.3), str(1000 * part + crash))
        with Store.open(tmp_path) as store:
            assert store.notices == ()
            last = {game_id: int(ply) for game_id, ply in said}
            answered |= last
            for game_id, ply in last.items():
                record = store.export_record(game_id)
                assert len(record.plies) >= ply
                for _played in replay(record, catalogue):
                    pass  # raises an error at the first ply that is illegal or has a wrong digest
            going = store.latest_unfinished()
            if going:
                table = load_match(store, catalogue, going.id)
                assert table.ply == going.plies
    assert sum(answered.values()) > crashes


@pytest.mark.parametrize("crashes", [6, pytest.param(CRASHES_OF_A_SOAK, marks=pytest.mark.soak)])
def test_clock_is_at_most_a_second_off_after_a_kill(catalogue: Catalogue, tmp_path: Path, crashes: int) -> None:
    rng, within_a_turn = Random(crashes), 0
    for _crash in range(crashes):
        said = report_until_killed("tests.match.crash.thinker", tmp_path, rng.uniform(0, 0.1))
        game_id, ply, *shown = said[-1]
        with Store.open(tmp_path) as store:
            table = load_match(store, catalogue, game_id)
            assert table.clock is not None
            if table.ply == int(ply):
                lost = sum(map(int, shown)) - sum(table.clock.snapshot())
                assert 0 <= lost <= 1000  # the process may have died before printing its last second
                within_a_turn += table.clock.turn_left < 60
    assert within_a_turn, "otherwise the test has shown nothing"


def report_until_killed(module: str, folder: Path, seconds: float, *arguments: str) -> list[list[str]]:
    """Kill another process shortly after its first output. Returns the words of all its lines."""
    with subprocess.Popen(
        [sys.executable, "-m", module, folder, *arguments], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        return [line.split() for line in (first, *process.stdout) if line.endswith("\n")]
