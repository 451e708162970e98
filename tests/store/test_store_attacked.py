"""Two processes play while their files are deleted, replaced, truncated and moved at random, and one is killed."""

import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from splendor_tui.store import Store, StoreError
from splendor_tui.store.database import MAX_BACKUPS
from tests.match.other_processes import Other, play_on
from tests.store.mishaps import MISHAPS

PATIENCE = 60
AT_REST = 6
"""The number of saved plies after which an earlier fault must be repaired."""


def plays_on(player: Other, saved: int) -> int:
    """Wait for this many more saved plies. Returns the number of plies before them."""
    begin, until = len(player.said), time.monotonic() + PATIENCE
    while sum(is_saved for _game_id, _ply, is_saved in player.said[begin:]) < saved:
        assert player.process.is_alive()
        assert time.monotonic() < until, player.said[-3:]
        time.sleep(0.02)
    return begin


@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 200), marks=pytest.mark.soak)])
def test_saved_plies_survive_random_mishaps_to_the_files(tmp_path: Path, seeds: range) -> None:
    for seed in seeds:
        rng, folder = Random(seed), tmp_path / f"{seed}" / "games"
        with Other(play_on, folder, 2 * seed) as one, Other(play_on, folder, 2 * seed + 1) as other:
            check_survives(folder, (one, other), rng)


def check_survives(folder: Path, players: Sequence[Other], rng: Random) -> None:
    for player in players:
        plays_on(player, 1)
    for _mishap in range(rng.randint(1, 8)):
        with suppress(OSError, StoreError):
            MISHAPS[rng.choice([*MISHAPS])](folder)
        time.sleep(rng.choice((0, 0.01, 0.1, 0.3)))
    begins = [plays_on(player, AT_REST) for player in players]
    for player in players:
        player.kill()
    saved = {
        game_id: ply
        for player, begin in zip(players, begins, strict=True)
        for game_id, ply, is_saved in player.said[begin:]
        if is_saved
    }
    with Store.open(folder) as store:
        found = {game.id: game.plies for game in store.games()}
    assert {game_id: ply for game_id, ply in saved.items() if found.get(game_id, 0) < ply} == {}
    assert len(list(folder.glob("games.damaged-*.sqlite3"))) <= MAX_BACKUPS
