"""Game records: reading returns what was written, and any other content of a file causes an error message."""

import json
from random import Random

import pytest
from pydantic import ValidationError

from splendor_tui.inputs.match_options import MatchOptions, SeatOptions
from splendor_tui.record import (
    MAX_BYTES,
    MAX_PLIES,
    Record,
    RecordError,
    RecordHeader,
    RecordOptions,
    RecordPly,
    format_record,
    header_of,
    parse_record,
)
from splendor_tui.replay import final_state, first_state
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.digest import digest, position_text
from splendor_tui.rules.state import new_game
from tests.inputs.test_strict_models import changed, places
from tests.record.recorded import SMALL_SET, Table, checked, refusal, text_of


@pytest.fixture(scope="module")
def small() -> Record:
    """A finished game with few cards."""
    table = Table(SMALL_SET, target=3)
    table.play_at_random(5)
    return table.record()


# --- valid records -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_record_parses_back_and_replays_to_the_same_end(catalogue: Catalogue, players: int) -> None:
    table = Table(catalogue, players)
    table.play_at_random(players)
    record = parse_record(text_of(table.record()))
    assert record == table.record()
    assert record.result is not None
    assert digest(final_state(record, catalogue)) == digest(table.state)


def test_header_has_players_options_and_deal_but_no_seed(catalogue: Catalogue) -> None:
    options = MatchOptions(
        players=(SeatOptions(name="Ann"), SeatOptions(name="Robot", kind="merchant")),
        target=21,
        tie_seat=1,
        open_reserves=True,
        seed="secret",
    )
    dealt = new_game(catalogue, options.game_options(), "secret")
    header = header_of(options, dealt)
    assert header.version == 1
    assert [(player.name, player.kind) for player in header.players] == [("Ann", "human"), ("Robot", "merchant")]
    assert header.options == RecordOptions(target=21, tie_seat=1, open_reserves=True)
    assert position_text(first_state(header, catalogue)) == position_text(dealt)
    assert "secret" not in header.model_dump_json()


def test_unfinished_game_has_a_record(catalogue: Catalogue) -> None:
    table = Table(catalogue)
    assert digest(final_state(parse_record(text_of(table.record())), catalogue)) == digest(table.state)
    table.play_at_random(1, plies=7)
    record = parse_record(text_of(table.record()))
    assert record.result is None
    assert final_state(record, catalogue).ply == 7


def test_finished_game_may_lack_its_result(catalogue: Catalogue, played: Record) -> None:
    assert final_state(played._replace(result=None), catalogue).phase == "over"


def test_clock_is_recorded_only_if_there_is_one(played: Record) -> None:
    assert b"clock" not in text_of(played)
    timed = played._replace(plies=tuple(ply.model_copy(update={"clock": (60_000, 300_000, 0)}) for ply in played.plies))
    assert parse_record(text_of(timed)) == timed


@pytest.mark.parametrize(
    "change", [(b"\n", b"\r\n"), (b"}}\n", b"}}"), (b'","', b'" , "')], ids=["crlf", "cut end", "spaces"]
)
def test_line_ends_and_spaces_do_not_matter(played: Record, change: tuple[bytes, bytes]) -> None:
    content = text_of(played)
    assert content.replace(*change) != content
    assert parse_record(content.replace(*change)) == played


def test_byte_order_mark_and_blank_lines_do_not_matter(played: Record) -> None:
    content = text_of(played)
    assert parse_record(b"\xef\xbb\xbf" + content) == played
    assert parse_record(b"\n \r\n" + content.replace(b"\n", b"\n\n")) == played
    assert refusal(b"\n" + content.replace(b'"ply":2,', b"", 1)).line == 4


# --- invalid records ---------------------------------------------------------------------------------------------------

HEAD = b'{"format":"splendor-tui-record","version":1'


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"Dear diary", "Line 1: It is not a game record"),
        (b"", "Line 1: It is not a game record"),
        (b"\n\n", "Line 1: It is not a game record"),
        (b"\xef\xbb\xbf\n\xff", "Line 2: It is not UTF-8 text."),
        (b"\xff", "Line 1: It is not UTF-8 text."),
        (HEAD + b"}\n{}\n\xc3(", "Line 3: It is not UTF-8 text."),
        (b'["splendor-tui-record"]', "Line 1: It is not a JSON object"),
        (b"{}", "Line 1: It is not a game record"),
        (b'{"format":"chess"}', "Line 1: It is not a game record"),
        (HEAD + b',"version":1}', "Line 1: 'version' appears twice"),
        (HEAD + b',"options":{"a":1,"a":2}}', "Line 1: 'a' appears twice"),
        (HEAD + b',"players":NaN}', "Line 1: NaN is not a valid JSON number"),
        (HEAD + b',"players":-Infinity}', "Line 1: -Infinity is not a valid JSON number"),
        (HEAD + b',"players":' + b"9" * 5_000 + b"}", "Line 1: A number has more than 15 digits."),
        (HEAD + b',"players":' + b"[" * 40 + b"]" * 40 + b"}", "Line 1: It is nested too deeply."),
        (HEAD + b',"players":' + b"[" * 100_000, "Line 1: It is nested too deeply."),
        (b'{"a":' * 100_000, "Line 1: It is not a game record"),
        (HEAD + b',"players":"\x1b[2J"}', "Line 1: Invalid JSON at column"),
        (HEAD + b',"\\u001b[2J":1}', "Line 1: players is missing."),
        (HEAD + b"}", "Line 1: players is missing."),
    ],
)
def test_invalid_record_gets_the_line_and_reason(content: bytes, said: str) -> None:
    error = refusal(content)
    assert str(error).startswith(said)
    assert f"Line {error.line}:" in said


@pytest.mark.parametrize("end", [b"\n", b"", b"\n\n"])
def test_second_record_in_a_file_is_an_error_with_its_line(small: Record, end: bytes) -> None:
    content = text_of(small)
    error = refusal(content.removesuffix(b"\n") + end + content)
    assert error.line == content.count(b"\n") + len(end)
    assert str(error).endswith(": Another record begins here; a file may have only one.")


@pytest.mark.parametrize("version", [0, -1, 4, 999_999])
def test_unknown_version_is_an_error_naming_both_even_in_a_header_alone(played: Record, version: int) -> None:
    content = text_of(played).replace(b'"version":1', b'"version":%d' % version)
    assert f"version {version}, and this program knows versions 1 to 3." in str(refusal(content))
    with pytest.raises(ValidationError):
        RecordHeader.model_validate_json(content.partition(b"\n")[0])


def test_players_have_different_names(played: Record) -> None:
    assert "Ann and ANN are too similar" in str(refusal(text_of(played).replace(b'"Bo"', b'"ANN"')))


HOSTILE: list[object] = [
    None, True, -1, 7, 10**14, 0.5, 1e300,
    "", "x", "x" * 10_000, "\x1b[2J", "\u202e", "9-99",
    [], [[]], ["1-01"] * 500, {}, {"a": 1},
]  # fmt: skip


def test_hostile_values_in_any_place_never_change_the_game(small: Record) -> None:
    lines = [json.loads(line) for line in format_record(small).splitlines()]
    for number in (0, 1, len(lines) - 1):
        for place in places(lines[number], most=99):
            for value in HOSTILE:
                hostile = [*lines[:number], changed(lines[number], place, value), *lines[number + 1 :]]
                survives("\n".join(map(json.dumps, hostile)).encode(), small)


def survives(content: bytes, original: Record) -> bool:
    """Whether changed text is still a valid record. If so, it must be of the same game."""
    try:
        record = parse_record(content)
        final_state(record, SMALL_SET)
    except RecordError as error:
        checked(error)
        return False
    assert record.header.deal == original.header.deal
    assert [(ply.action, ply.digest) for ply in original.plies][: len(record.plies)] == [
        (ply.action, ply.digest) for ply in record.plies
    ]
    return True


def test_truncated_record_is_an_error_or_the_beginning_of_the_game(small: Record) -> None:
    content = text_of(small)
    kept = [length for length in range(len(content)) if survives(content[:length], small)]
    ends = [place for place, byte in enumerate(content) if byte == ord("\n")]
    assert kept == sorted(length for end in ends for length in (end, end + 1) if length < len(content))


def test_record_with_flipped_bits_is_an_error_or_the_same_game(small: Record) -> None:
    rng = Random("bits")
    content = text_of(small)
    outcomes = set()
    for _round in range(3_000):
        flipped = bytearray(content)
        for _bit in range(rng.choice([1, 1, 2, 9])):
            flipped[rng.randrange(len(flipped))] ^= 1 << rng.randrange(8)
        outcomes.add(survives(bytes(flipped), small))
    assert outcomes == {True, False}  # a bit of a name may flip, one of a ply may not


def test_record_cut_within_a_line_is_called_incomplete(small: Record) -> None:
    text = text_of(small)
    error = refusal(text[: len(text) * 2 // 3])
    assert str(error).endswith("The record is incomplete; it ends in this line.")


def test_missing_doubled_or_swapped_lines_are_detected(small: Record) -> None:
    lines = text_of(small).splitlines(keepends=True)
    for place in range(len(lines)):
        left_out = lines[:place] + lines[place + 1 :]
        doubled = lines[: place + 1] + lines[place:]
        exchanged = [*lines[:place], *reversed(lines[place : place + 2]), *lines[place + 2 :]]
        assert survives(b"".join(left_out), small) is (place == len(lines) - 1)
        assert not survives(b"".join(doubled), small)
        assert survives(b"".join(exchanged), small) is (place == len(lines) - 1)


# --- sources and sizes -------------------------------------------------------------------------------------------------


def test_record_has_at_most_five_thousand_actions(played: Record) -> None:
    first = played.plies[0]
    assert len(parse_record(text_of(played._replace(plies=(first,) * MAX_PLIES))).plies) == MAX_PLIES
    assert "5000 actions" in str(refusal(text_of(played._replace(plies=(first,) * (MAX_PLIES + 1)))))


def test_record_has_at_most_a_million_bytes(played: Record) -> None:
    content = text_of(played)
    assert parse_record(content.replace(b"{", b"{" + b" " * (MAX_BYTES - len(content)), 1)) == played
    assert "1000000 bytes" in str(refusal(content.replace(b"{", b"{" + b" " * (MAX_BYTES - len(content) + 1), 1)))


@pytest.mark.parametrize(
    ("action", "clock", "late"),
    [
        ("forfeit", (0, 5000, 0), True),
        ("forfeit", (0, 0, 5000), False),
        ("forfeit", (1, 5000, 0), False),
        ("forfeit", None, False),
        ("pass", (0, 5000, 0), False),
    ],
)
def test_forfeit_with_an_empty_time_bank_is_a_timeout(action: str, clock: tuple[int, ...] | None, late: bool) -> None:
    ply = RecordPly(ply=1, seat=1, action=action, digest="0" * 16, clock=clock)
    assert ply.out_of_time is late
