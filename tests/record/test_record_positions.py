"""Records that start from a position instead of a deal: version 2 of the format."""

import pytest

from splendor_tui.record import Record, RecordHeader, format_record, parse_record
from splendor_tui.replay import begin_from, final_state, state_after
from splendor_tui.rules.digest import digest
from splendor_tui.rules.position import format_position
from tests.record.recorded import SMALL_SET, Table, refusal, text_of


@pytest.fixture(scope="module")
def from_position() -> Record:
    """A complete game with the small card set that starts from the position after 6 plies of another game."""
    before = Table(SMALL_SET, target=5)
    before.play_at_random(3, plies=6)
    table = Table(SMALL_SET, target=5)
    table.state = begin_from(format_position(before.state), SMALL_SET)
    dealt = table.header.model_dump(exclude={"deal", "version"})
    table.header = RecordHeader.model_validate(dealt | {"version": 2, "position": format_position(table.state)})
    table.play_at_random(4)
    assert table.plies
    return table.record()


def test_record_from_a_position_parses_back_and_replays(from_position: Record) -> None:
    assert parse_record(format_record(from_position).encode()) == from_position
    assert '"deal"' not in format_record(from_position)
    assert digest(final_state(from_position, SMALL_SET)) == from_position.plies[-1].digest
    assert digest(state_after(from_position, 2, SMALL_SET)) == from_position.plies[1].digest
    assert from_position.plies[0].ply == 1


def test_plies_are_counted_from_the_position(from_position: Record) -> None:
    assert from_position.header.position is not None
    counted = from_position.header.position.replace(" / ", " ply 11 / ", 1)
    assert "ply 11" in counted
    record = parse_record(text_of(from_position, position=counted))
    assert final_state(record, SMALL_SET).ply == len(from_position.plies)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"version": 1}, "Line 1: deal is missing."),
        ({"position": None}, "Line 1: position is missing."),
        ({"deal": {"decks": [[], [], []], "nobles": []}}, "Line 1: deal is unknown."),
        ({"position": "seat"}, "Line 1: Part 2: found ''; it begins with 'grid'."),
        ({"position": "x" * 4001}, "Line 1: position is"),
        ({"position": 7}, "Line 1: position is 7; allowed: text."),
        ({"options": {"target": 6, "tie_seat": None, "open_reserves": False}}, "do not match the position."),
        ({"options": {"target": 5, "tie_seat": 0, "open_reserves": False}}, "do not match the position."),
        ({"players": [{"name": name, "kind": "human"} for name in ("A", "B", "C")]}, "do not match the position."),
    ],
)
def test_invalid_header_is_an_error(from_position: Record, change: dict[str, object], said: str) -> None:
    assert said in str(refusal(text_of(from_position, **change)))


def test_record_has_either_a_deal_or_a_position() -> None:
    dealt = Table(SMALL_SET).record()
    assert dealt.header.version == 1
    assert "position is unknown" in str(refusal(text_of(dealt, position="seat 0 main")))
    without = format_record(dealt).replace('"deal"', '"position":null,"deal"').encode()
    assert "position is unknown" in str(refusal(without))


def test_game_starts_only_from_a_complete_unfinished_position(from_position: Record) -> None:
    assert from_position.header.position is not None
    head, *parts = from_position.header.position.split(" / ")
    over = " / ".join([f"{head.replace('main', 'over')} ply 4900".replace("seat 0", "seat 1"), *parts])
    assert "game is already over" in str(refusal(text_of(from_position, position=over)))
    seen = " / ".join([head, *parts[:-1]]).replace("?", "")
    sentence = "A game needs a complete position to start from; this one has no decks."
    assert sentence in str(refusal(text_of(from_position, position=seen)))
