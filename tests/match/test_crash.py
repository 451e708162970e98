from pathlib import Path
from random import Random
from time import sleep

import pytest

from splendor_tui.replay import final_state
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import Store
from tests.match.other_processes import Other, play, think
from tests.match.tables import load_match

CRASHES = 20
CRASHES_OF_A_SOAK = 1000


@pytest.mark.parametrize("crashes", [CRASHES, pytest.param(CRASHES_OF_A_SOAK, marks=pytest.mark.soak)])
def test_every_confirmed_ply_survives_a_kill_at_any_instant(catalogue: Catalogue, tmp_path: Path, crashes: int) -> None:
    rng = Random(crashes)
    confirmed: dict[str, int] = {}
    for crash in range(crashes):
        with Other(play, tmp_path, 1000 * crashes + crash) as player:
            sleep(rng.uniform(0, 0.3))
        with Store.open(tmp_path) as store:
            assert store.notices == ()
            last = dict(player.said)
            confirmed |= last
            for game_id, ply in last.items():
                record = store.export_record(game_id)
                assert len(record.plies) >= ply
                final_state(record, catalogue)  # raises an error at a ply that is illegal or has a wrong digest
            going = store.latest_unfinished()
            if going:
                assert load_match(store, catalogue, going.id).ply == going.plies
    assert sum(confirmed.values()) > crashes


@pytest.mark.parametrize("crashes", [6, pytest.param(CRASHES_OF_A_SOAK, marks=pytest.mark.soak)])
def test_clock_is_at_most_a_second_off_after_a_kill(catalogue: Catalogue, tmp_path: Path, crashes: int) -> None:
    rng, within_a_turn = Random(crashes), 0
    for _crash in range(crashes):
        with Other(think, tmp_path) as thinker:
            sleep(rng.uniform(0, 0.1))
        game_id, ply, shown = thinker.said[-1]
        with Store.open(tmp_path) as store:
            table = load_match(store, catalogue, game_id)
            assert table.clock is not None
            if table.ply == ply:
                lost = sum(shown) - sum(table.clock.snapshot())
                assert 0 <= lost <= 1000  # the process may have died before reporting its last second
                within_a_turn += table.clock.turn_left < 60
    assert within_a_turn, "otherwise the test has shown nothing"
