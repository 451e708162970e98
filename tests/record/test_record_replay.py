"""A record replays from a deal or a position, and stops at the first ply that violates the rules.

The rules must reproduce every position of the golden records, because saved games contain the same digests.
"""

from pathlib import Path

import pytest

from splendor_tui.record import (
    MAX_PLIES,
    Record,
    RecordError,
    RecordHeader,
    RecordOptions,
    format_record,
    parse_record,
    read_record,
)
from splendor_tui.replay import begin_from, final_state, replay, state_after
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.constants import LAST_ROUND_AT, MAX_PLAYERS
from splendor_tui.rules.digest import digest
from splendor_tui.rules.outcome import Ending
from splendor_tui.rules.position import format_position
from splendor_tui.rules.turn import Ply
from tests.record.recorded import SMALL_SET, Table, refusal, text_of
from tests.rules.card_sets import card_set

MAX_PLIES_OF_A_TURN = 3


def divergence(record: Record, catalogue: Catalogue) -> RecordError:
    """The error that stops the replay of a record."""
    with pytest.raises(RecordError) as caught:
        final_state(record, catalogue)
    assert str(caught.value).isprintable()
    return caught.value


def with_ply(record: Record, number: int, **changes: object) -> Record:
    """The record with a changed ply."""
    plies = list(record.plies)
    plies[number - 1] = plies[number - 1].model_copy(update=changes)
    return record._replace(plies=tuple(plies))


def with_header(record: Record, **changes: object) -> Record:
    return record._replace(header=record.header.model_copy(update=changes))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"ply": 8}, "Action 7: The record has action 8 in its place."),
        ({"seat": 1}, "Action 7: Seat 1 acts, but seat 0 is to move."),
        ({"action": "take W U Z"}, "Action 7: Found 'take W U Z'; expected one to three of the letters"),
        ({"action": "pass"}, "Action 7: pass is not legal. You may pass only if nothing else is possible."),
        ({"digest": "0" * 16}, "Action 7: The position after "),
    ],
)
def test_replay_stops_at_the_first_wrong_ply(
    catalogue: Catalogue, played: Record, change: dict[str, object], said: str
) -> None:
    assert played.plies[6].seat == 0
    record = with_ply(played, 7, **change)
    error = divergence(record, catalogue)
    assert str(error).startswith(said)
    assert error.ply == 7
    confirmed: list[Ply] = []
    with pytest.raises(RecordError):
        confirmed.extend(replay(record, catalogue))
    assert len(confirmed) == 6


def test_action_after_the_end_of_the_game_is_an_error(catalogue: Catalogue, played: Record) -> None:
    last = played.plies[-1]
    more = last.model_copy(update={"ply": last.ply + 1})
    error = divergence(played._replace(plies=(*played.plies, more)), catalogue)
    assert str(error) == f"Action {last.ply + 1}: The game was already over."


def test_wrong_result_is_an_error(catalogue: Catalogue, played: Record) -> None:
    assert played.result is not None
    first, second = played.result.standings
    for standings in [
        (second, first),
        (first.model_copy(update={"points": first.points + 1}), second),
        (first.model_copy(update={"cards": first.cards + 1}), second),
        (first, second.model_copy(update={"rank": 1})),
        (first, second.model_copy(update={"forfeited": True})),
    ]:
        wrong = played._replace(result=played.result.model_copy(update={"standings": standings}))
        assert str(divergence(wrong, catalogue)) == "The recorded result does not match the game."
    for ending in (Ending.STALEMATE, Ending.AGREEMENT):
        other = played._replace(result=played.result.model_copy(update={"ending": ending}))
        assert str(divergence(other, catalogue)) == "The recorded result does not match the game."


@pytest.mark.parametrize("ending", [Ending.TARGET, Ending.STALEMATE, Ending.FORFEIT])
def test_running_game_has_no_result(catalogue: Catalogue, ending: Ending) -> None:
    table = Table(catalogue)
    table.play_at_random(1, plies=10)
    assert "not over" in str(divergence(table.record_with_ending(ending), catalogue))


def test_game_may_end_by_agreement_at_any_time(catalogue: Catalogue) -> None:
    table = Table(catalogue)
    for plies in range(3):
        assert final_state(table.record_with_ending(Ending.AGREEMENT), catalogue).ply == plies
        table.play_at_random(1, plies=1)


def test_record_of_the_longest_game_is_readable(catalogue: Catalogue) -> None:
    """The rules end an endless game before its record becomes too long to read."""
    assert LAST_ROUND_AT + MAX_PLAYERS * MAX_PLIES_OF_A_TURN <= MAX_PLIES
    table = Table(catalogue)
    table.play_idly(MAX_PLIES)
    record = parse_record(format_record(table.record()).encode())
    assert record.result is not None
    assert record.result.ending is Ending.STALEMATE
    assert final_state(record, catalogue).ply == len(record.plies) >= LAST_ROUND_AT


def test_wrong_card_set_is_named_as_the_reason(catalogue: Catalogue, played: Record) -> None:
    other = card_set()
    message = str(divergence(played, other))
    assert "another card set" in message
    assert catalogue.digest in message
    assert other.digest in message


def test_impossible_deal_or_tie_seat_is_an_error_in_the_header(catalogue: Catalogue, played: Record) -> None:
    assert played.header.deal is not None
    record = with_header(played, deal=played.header.deal.model_copy(update={"nobles": ()}))
    assert divergence(record, catalogue).line == 1
    options = RecordOptions(target=15, tie_seat=3, open_reserves=False)
    assert str(divergence(with_header(played, options=options), catalogue)).startswith("Line 1: tie_seat is 3")


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
