import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from splendor_tui.store import Store
from tests.store.stored import entries_of, open_store, ply

CRASHES = 6
CRASHES_OF_A_SOAK = 1000


@pytest.mark.parametrize("crashes", [CRASHES, pytest.param(CRASHES_OF_A_SOAK, marks=pytest.mark.soak)])
def test_what_was_acknowledged_is_there_after_a_kill_at_any_instant(tmp_path: Path, crashes: int) -> None:
    rng = Random(crashes)
    acknowledged: dict[str, int] = {}
    for _crash in range(crashes):
        acknowledged |= play_until_killed(tmp_path, rng.uniform(0, 0.05))
        with open_store(tmp_path) as store:
            check(store, acknowledged)
    assert sum(acknowledged.values()) > crashes


def play_until_killed(folder: Path, seconds: float) -> dict[str, int]:
    """Let another process play briefly after its first entry; the reported number of saved entries of each game."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.match.crash.appender", folder], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        # A line truncated by the kill confirms nothing.
        lines = [line for line in (first, *process.stdout) if line.endswith("\n")]
    return {game_id: int(number) for game_id, number in map(str.split, lines)}


def check(store: Store, acknowledged: dict[str, int]) -> None:
    assert store.notices == ()
    for game_id, number in acknowledged.items():
        entries = entries_of(store, game_id)
        assert len(entries) >= number
        assert entries == tuple(ply(position) for position in range(1, len(entries) + 1))
        store.claim(game_id).release()
    assert store.notices == ()
