"""The options of a match: allowed values, command-line syntax, and errors."""

import json
import traceback
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from splendor_tui.arena.entrants import parse_entrants
from splendor_tui.bots.levels import LEVELS, level_id
from splendor_tui.inputs.engine_names import EngineSettings, settings_of
from splendor_tui.inputs.house_rules import PRESETS, ClockOptions, MatchRules, OptionError, clock_text
from splendor_tui.inputs.match_options import MatchOptions, SeatOptions, make_options, parse_players, parse_tie
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.words.languages import set_language

HOSTILE_NAMES = json.loads((Path(__file__).parents[1] / "hostile_names.json").read_text(encoding="utf-8"))
ANN_AND_BO = (SeatOptions(name="Ann"), SeatOptions(name="Bo"))
KNOWN = ", ".join(("human", *LEVELS, "@COMMAND"))
ANN_BO_AND_CY = (*ANN_AND_BO, SeatOptions(name="Cy", kind="merchant"))

clocks = st.none() | st.builds(ClockOptions, turn_seconds=st.integers(5, 3600), reserve_seconds=st.integers(0, 7200))


def complaints_about(*players: str, **texts: str) -> tuple[str, ...]:
    """The errors of command-line options."""
    with pytest.raises(OptionError) as caught:
        make_options(parse_players(",".join(players) or "Ann,Bo"), MatchRules().changed(texts))
    problems = tuple(map(str, caught.value.problems))
    assert str(caught.value) == "\n".join(problems)
    assert all(problem.isprintable() for problem in problems)
    return problems


def test_defaults_match_the_rulebook() -> None:
    options = make_options(ANN_AND_BO)
    assert options.game_options() == GameOptions(players=2, target=15, tie_seat=None)
    assert (options.clock, options.random_first, options.open_reserves) == (None, False, False)
    assert (options.hand_over, options.undo, options.seed) == ("hidden", "free", None)
    changed = make_options(ANN_BO_AND_CY, MatchRules(target=21), tie_seat=2)
    assert changed.game_options() == GameOptions(players=3, target=21, tie_seat=2)


@given(clocks, st.none() | st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=64))
def test_saved_options_are_restored(clock: ClockOptions | None, seed: str | None) -> None:
    engine = SeatOptions(name="Deep", kind="engine", command="./mine")
    options = make_options((*ANN_BO_AND_CY, engine), MatchRules(clock=clock), tie_seat=3, seed=seed)
    assert MatchOptions.from_json(options.to_json()) == options


def test_rotated_table_keeps_the_order_and_the_tie_winner() -> None:
    options = make_options(ANN_BO_AND_CY, tie_seat=0)
    turned = options.rotated(2)
    assert [player.name for player in turned.players] == ["Cy", "Ann", "Bo"]
    assert turned.tie_seat == 1
    assert turned.rotated(1) == options
    assert make_options(ANN_AND_BO).rotated(1).tie_seat is None


def test_rematch_is_dealt_anew_and_begun_by_the_chosen_or_a_random_seat() -> None:
    options = make_options(ANN_BO_AND_CY, MatchRules(target=21), seed="1")
    again = options.rematch(1)
    assert (again.seed, again.players[0].name, again.random_first, again.target) == (None, "Bo", False, 21)
    again = options.rematch(None)
    assert (again.seed, again.players[0].name, again.random_first, again.target) == (None, "Ann", True, 21)


def test_seed_never_appears_in_a_text() -> None:
    seed = "sesame" * 2  # doubled, because a traceback contains lines of this test
    options = make_options(ANN_AND_BO, seed=seed)
    with pytest.raises(OptionError) as caught:
        MatchOptions.from_json(json.dumps({"seed": seed}))
    texts = [repr(options), str(options), f"{options}", *traceback.format_exception(caught.value)]
    assert seed not in "".join(texts)


@pytest.mark.parametrize("seed", ["", "A" * 65, "é", "a\nb", "\x1b[m", "a\n"])
def test_seed_has_up_to_64_printable_ascii_characters(seed: str) -> None:
    with pytest.raises(OptionError, match=r"--seed is .*; allowed: 1 to 64"):
        make_options(ANN_AND_BO, seed=seed)


def test_players_are_written_by_name_and_computers_with_their_level() -> None:
    assert parse_players("Ann, Bo ,Cy=merchant") == ANN_BO_AND_CY
    assert parse_players("Ann=human,Bo") == ANN_AND_BO


@pytest.mark.parametrize(
    ("language", "text", "name"),
    [
        ("en", "merchant", "Merchant"),
        ("en", "GuildMaster", "Guildmaster"),
        ("fr", "maitre de guilde", "Maître de guilde"),
    ],
)
def test_name_of_a_level_is_that_level_unless_it_is_marked_as_human(language: str, text: str, name: str) -> None:
    set_language(language)
    _ann, computer = parse_players(f"Ann, {text}")
    assert (computer.name, computer.kind) == (name, level_id(text))
    assert computer.kind in LEVELS
    assert [seat.kind for seat in parse_players(f"{text}=human,Bo={text}")] == ["human", level_id(text)]
    assert parse_entrants([text])[0].player == level_id(text)


def test_engines_are_written_by_command_or_title() -> None:
    engines = {"My Engine": EngineSettings(command="/opt/mine --fast")}
    seats = parse_players("Ann,@./other-one.py -x 'a b',Bo=@my engine,@my engine", engines)
    assert [(seat.name, seat.kind, seat.command) for seat in seats] == [
        ("Ann", "human", None),
        ("other-one", "engine", "./other-one.py -x 'a b'"),
        ("Bo", "engine", "/opt/mine --fast"),
        ("My Engine", "engine", "/opt/mine --fast"),
    ]


def test_two_engines_with_the_same_command_keep_their_own_options() -> None:
    engines = {
        "Quick": EngineSettings(command="/opt/mine", options={"simulations": 30}),
        "Deep": EngineSettings(command="/opt/mine", options={"simulations": 60}),
    }
    quick, deep = parse_players("@Quick,@Deep", engines)
    assert [settings_of("/opt/mine", seat.title, engines) for seat in (quick, deep)] == [*engines.values()]
    assert [entrant.engine for entrant in parse_entrants(["@Quick", "@Deep"], None, engines)] == [*engines.values()]


def test_engines_and_only_engines_have_a_command() -> None:
    for seat in ({"kind": "engine"}, {"kind": "human", "command": "./x"}, {"kind": "merchant", "command": "./x"}):
        with pytest.raises(ValidationError, match="Only an engine has a command, and it needs one"):
            SeatOptions.model_validate({"name": "Bo", **seat})


def test_unnamed_computer_player_gets_a_free_name() -> None:
    names = [seat.name for seat in parse_players("=merchant,merchant=human,merchant,Merchant 3")]
    assert names == ["Merchant 2", "merchant", "Merchant 4", "Merchant 3"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("Ann", "the list of players has 1 entry; at least 2 are needed."),
        ("a,b,c,d,e", "the list of players has 5 entries; at most 4 are allowed."),
        ("", "player 1: A name needs at least one visible character."),
        ("Ann,", "player 2: A name needs at least one visible character."),
        ("Ann,ann", "Ann and ann are too similar; each player needs a different name."),
        ("Ann,Bo=wizard", f"player 2 is 'wizard'; allowed: {KNOWN}."),
        ("Ann,Bo=\x1b[2J", rf"player 2 is '\x1b[2J'; allowed: {KNOWN}."),
        ("Ann,@", "player 2: The command of an engine begins with the program to start."),
        ("Ann,Bo=@'x", "player 2: A quote in the command of an engine is not closed."),
        ("Ann,@x\x1b[2J", "player 2: The command of an engine has at most 300 printable characters."),
    ],
)
def test_invalid_players_are_errors(text: str, complaint: str) -> None:
    with pytest.raises(OptionError) as caught:
        parse_players(text)
    assert str(caught.value) == complaint


def test_every_invalid_option_is_listed_with_its_value_and_allowed_values() -> None:
    assert complaints_about(target="0", hand_over="maybe", open_reserves="?", clock="60", speed="9") == (
        "--target is '0'; allowed: a whole number from 1 to 50.",
        "--clock is '60'; allowed: off, or the seconds per turn and in the time bank, like 60+300 (5–3600 and 0–7200).",
        "--hand-over is 'maybe'; allowed: 'always', 'hidden' or 'never'.",
        "--open-reserves is '?'; allowed: true or false.",
        "--speed is unknown.",
    )


@pytest.mark.parametrize("value", ["\x1b]52;c;QW5u\x07", "9" * 5_000, "\u202e", "\ud800", "51", "15\n\n16"])
def test_hostile_value_is_shortened_and_escaped(value: str) -> None:
    for name in ("target", "clock", "hand_over"):
        [problem] = complaints_about(**{name: value})
        assert len(problem) < 200


@given(clocks)
def test_clock_text_parses_back(clock: ClockOptions | None) -> None:
    assert MatchRules().changed({"clock": clock_text(clock)}).clock == clock
    assert clock_text(ClockOptions(turn_seconds=60, reserve_seconds=300)) == "60+300"


@pytest.mark.parametrize(
    "text", ["", "60", "4+0", "3601+0", "60+7201", "60+", "+60", "60+-1", "٦٠+٠", "60 + 300", "60+300\n", "OFF"]
)
def test_invalid_clock_is_an_error(text: str) -> None:
    with pytest.raises(OptionError, match="--clock is "):
        MatchRules().changed({"clock": text})


def test_tie_is_shared_or_won_by_a_named_player() -> None:
    assert parse_tie("shared", ANN_AND_BO) is None
    assert parse_tie(" BO ", ANN_AND_BO) == 1
    with pytest.raises(OptionError, match=r"^--tie is '\\x1bCy'; allowed: shared, Ann, Bo\.$"):
        parse_tie("\x1bCy", ANN_AND_BO)
    for seat in (2, -1):
        with pytest.raises(OptionError, match=f"tie_seat is {seat}; allowed: 0 to 1"):
            make_options(ANN_AND_BO, tie_seat=seat)


def test_only_deathmatch_has_two_players_a_clock_and_a_tie_for_the_host() -> None:
    deathmatch = PRESETS["deathmatch"]
    assert deathmatch.rules.clock == ClockOptions(turn_seconds=60, reserve_seconds=300)
    assert not deathmatch.rules.random_first
    with pytest.raises(OptionError, match="for 2 players; you have 3"):
        deathmatch.tie_seat(3)
    assert {name: preset.tie_seat(2) for name, preset in PRESETS.items() if preset.host_wins_tie} == {"deathmatch": 0}


@pytest.mark.parametrize("row", HOSTILE_NAMES["kept"], ids=lambda row: row["about"])
def test_saved_names_are_checked_when_loaded(row: dict[str, str]) -> None:
    stored: dict[str, Any] = json.loads(make_options(ANN_AND_BO).to_json())
    stored["players"][0]["name"] = row["text"]
    if row["text"].encode(errors="replace").decode() == row["text"]:
        assert MatchOptions.from_json(json.dumps(stored)).players[0].name == row["name"]
    else:
        with pytest.raises(OptionError):
            MatchOptions.from_json(json.dumps(stored))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"target": True}, "target is true; allowed: a whole number from 1 to 50."),
        ({"target": "15"}, "target is '15'; allowed: a whole number from 1 to 50."),
        ({"players": [1, 2]}, "players.1 is 1; allowed: names, each with a value."),
        ({"players": [{}, {"name": "Bo", "kind": "X"}]}, "players.1.name is missing."),
        ({"clock": {"turn_seconds": 60}}, "clock is names with values; allowed: off, or the seconds"),
        ({"\x1b[m": 1}, r"'\x1b[m' is unknown."),
    ],
)
def test_invalid_saved_options_are_errors(change: dict[str, object], complaint: str) -> None:
    stored = json.loads(make_options(ANN_AND_BO).to_json()) | change
    with pytest.raises(OptionError) as caught:
        MatchOptions.from_json(json.dumps(stored))
    assert str(caught.value).startswith(complaint)
    assert str(caught.value).replace("\n", "").isprintable()


def test_text_that_is_no_options_is_an_error() -> None:
    for text in ("", "{", "[]", "null", "\x00", "[" * 10_000):
        with pytest.raises(OptionError) as caught:
            MatchOptions.from_json(text)
        assert str(caught.value).isprintable()
