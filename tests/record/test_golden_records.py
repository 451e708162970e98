"""Golden records: the rules must reproduce every position of these games, because saved games contain the same digests."""

from pathlib import Path

import pytest

from splendor_tui.record import format_record, read_record
from splendor_tui.replay import final_state
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.outcome import Ending

FILES = sorted((Path(__file__).parents[1] / "golden").glob("*.jsonl"))


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_golden_game_replays_to_its_digests_and_its_result(catalogue: Catalogue, file: Path) -> None:
    record = read_record(file)
    assert final_state(record, catalogue).ply == len(record.plies)
    assert format_record(record) == file.read_text(encoding="utf-8")


def test_golden_games_cover_every_size_ending_and_action() -> None:
    records = [read_record(file) for file in FILES]
    assert {len(record.header.players) for record in records} == {2, 3, 4}
    assert {record.result.ending for record in records if record.result} == {*Ending} - {Ending.AGREEMENT}
    verbs = {ply.action.split()[0] for record in records for ply in record.plies}
    assert verbs == {"take", "reserve", "buy", "return", "noble", "pass", "forfeit"}
