"""The commands that start the game: what they start, and which errors they report before drawing."""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from splendor_tui.cli import main
from splendor_tui.inputs.match_options import ClockOptions, MatchOptions
from splendor_tui.inputs.settings import Settings, save_settings
from splendor_tui.match.live_match import start_match
from splendor_tui.match.services import Services
from splendor_tui.record import Record, format_record
from splendor_tui.rules.actions import ReserveTop
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.position import format_position
from splendor_tui.rules.state import GameOptions, State, new_game
from splendor_tui.rules.turn import apply_action
from splendor_tui.rules.view import view
from splendor_tui.store import Store
from tests.engines.guest_command import GUEST
from tests.match.tables import Time, options, play_any
from tests.store.stored import NOON


class Started:
    """A replacement for the app that records its arguments."""

    def __init__(self) -> None:
        self.services: Services | None = None
        self.options: MatchOptions | None = None
        self.position: State | None = None
        self.game_id: str | None = None
        self.stand_in: str | None = None
        self.record: Record | None = None

    def run(self, services: Services, begin: Callable[[Any], object] | None = None) -> int:
        self.services = services
        if begin is not None:
            begin(self)
        return 0

    def start_or_end(self, options: MatchOptions, position: State | None = None) -> None:
        self.options = options
        self.position = position

    def resume_match(self, game_id: str, stand_in: str | None) -> None:
        self.game_id, self.stand_in = game_id, stand_in

    def watch_record(self, record: Record) -> None:
        self.record = record


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "games"


@pytest.fixture
def started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Started:
    """Simulate a terminal, without saved settings, with an app that records its arguments."""
    notes = Started()
    monkeypatch.setenv("SPLENDOR_TUI_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("SPLENDOR_TUI_DATA", str(tmp_path / "own"))
    monkeypatch.setattr("splendor_tui.tui.app.terminal_streams.check_terminal", lambda _environ, *_streams: None)
    monkeypatch.setattr("splendor_tui.tui.app.start.play", notes.run)
    return notes


@pytest.fixture
def unfinished(catalogue: Catalogue, folder: Path) -> str:
    """The id of an unfinished game."""
    with Store.open(folder) as store:
        game_id, table = start_match(store, catalogue, options(seed="1"), now=Time(), today=lambda: NOON)
        table.begin()
        play_any(table, Random(1))
    return game_id


def run(*arguments: object) -> int:
    return main([str(argument) for argument in arguments])


def refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """The error message of a command that failed."""
    assert run(*arguments) == 2
    output, complaint = capsys.readouterr()
    assert output == ""
    return complaint


# --- the home screen ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [[], ["play"]])
def test_program_starts_at_the_home_screen(started: Started, tmp_path: Path, arguments: list[str]) -> None:
    assert run(*arguments) == 0
    assert started.services is not None
    assert started.services.store is not None
    assert started.services.store.folder == tmp_path / "own"
    assert (started.services.problems, started.options, started.game_id, started.record) == ((), None, None, None)


@pytest.mark.parametrize("before", [[], ["play"], ["new"]])
def test_games_are_saved_in_the_given_folder(started: Started, folder: Path, before: list[str]) -> None:
    assert run(*before, "--data", folder) == 0
    assert started.services is not None
    assert started.services.store is not None
    assert started.services.store.folder == folder


def test_unusable_save_folder_is_reported_and_the_game_starts(started: Started, tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    assert run("--data", in_the_way) == 0
    assert started.services is not None
    assert started.services.store is None
    [problem] = started.services.problems
    assert str(problem).startswith("Games cannot be saved now. ")
    assert "--data" in str(problem)


def test_unusable_card_set_is_an_error(started: Started, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "cards.yaml" in refused(capsys, "--assets", tmp_path)
    assert started.services is None


# --- new ---------------------------------------------------------------------------------------------------------------


def test_new_game_follows_its_arguments(started: Started) -> None:
    arguments = ["--players", "Ann,Bo=merchant,Cy", "--target", 21, "--clock", "60+300", "--seed", 7]
    arguments += ["--random-first", "--open-reserves", "--hand-over", "always", "--undo", "off", "--tie", "Cy"]
    assert run("new", *arguments) == 0
    dealt = started.options
    assert dealt is not None
    assert [(player.name, player.kind) for player in dealt.players] == [
        ("Ann", "human"),
        ("Bo", "merchant"),
        ("Cy", "human"),
    ]
    assert (dealt.target, dealt.clock, dealt.seed) == (21, ClockOptions(turn_seconds=60, reserve_seconds=300), "7")
    assert (dealt.random_first, dealt.open_reserves, dealt.hand_over, dealt.undo) == (True, True, "always", "off")
    assert dealt.tie_seat == 2


def test_new_game_uses_the_last_settings_by_default(started: Started, tmp_path: Path) -> None:
    before = Settings()
    after = before.changed(names=("Cy", "Dee", "Eve"), match=before.match.model_copy(update={"target": 18}))
    save_settings(tmp_path / "config", before, after)
    assert run("new", "--undo", "off") == 0
    assert started.options is not None
    assert [player.name for player in started.options.players] == ["Cy", "Dee", "Eve"]
    assert (started.options.target, started.options.undo, started.options.seed) == (18, "off", None)


@pytest.mark.parametrize(
    ("names", "seats"),
    [(("Ann",), ("human", "merchant")), (("Ann",), ()), (("Ann", "Bo"), ("human", "wizard", "@Gone")), ((), ())],
)
def test_last_players_are_the_default(
    names: tuple[str, ...], seats: tuple[str, ...], started: Started, tmp_path: Path
) -> None:
    before = Settings()
    save_settings(tmp_path / "config", before, before.changed(names=names, seats=seats))
    assert run("new") == 0
    assert started.options is not None
    players = started.options.players
    assert len(players) == 2
    assert tuple(player.name for player in players if player.kind == "human")[: len(names)] == names
    if seats == ("human", "merchant"):
        assert players[1].kind == "merchant"


def test_options_override_the_preset(started: Started) -> None:
    assert run("new", "--players", "Ann,Bo", "--preset", "deathmatch", "--target", "10") == 0
    dealt = started.options
    assert dealt is not None
    assert (dealt.target, dealt.undo, dealt.clock) == (10, "off", ClockOptions(turn_seconds=60, reserve_seconds=300))
    assert dealt.tie_seat == 0, "the host wins a full tie"
    assert run("new", "--players", "Ann,Bo", "--preset", "deathmatch", "--tie", "shared", "--clock", "off") == 0
    assert started.options is not None
    assert (started.options.tie_seat, started.options.clock) == (None, None)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--players", "Ann"], "players"),
        (["--players", "Ann,Bo,Cy,Dee,Eve"], "players"),
        (["--players", "Ann,ann"], "Ann"),
        (["--players", "Ann,Bo=wizard"], "player 2 is 'wizard'; allowed: human, apprentice, journeyman, merchant"),
        (["--players", "Ann,Bo=\x1b[2J"], r"player 2 is '\x1b[2J'"),
        (["--target", "0"], "target is '0'"),
        (["--target", "many"], "target is 'many'"),
        (["--clock", "60"], "clock is '60'"),
        (["--hand-over", "now"], "argument --hand-over: invalid choice: 'now'"),
        (["--undo", "all"], "argument --undo: invalid choice: 'all'"),
        (["--preset", "short"], "argument --preset: invalid choice: 'short'"),
        (["--players", "Ann,Bo,Cy", "--preset", "deathmatch"], "for 2 players"),
        (["--players", "Ann,Bo", "--tie", "Cy"], "tie is 'Cy'; allowed: shared, Ann, Bo"),
        (["--seed", ""], "seed"),
    ],
)
def test_invalid_options_are_errors(
    started: Started, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    complaint = refused(capsys, "new", *arguments)
    assert said in complaint
    assert complaint.replace("\n", "").isprintable()
    assert started.services is None


POSITION = (
    "seat 2 main round 4 ply 12 target 21 tie 1 / grid 1-01 1-02 1-03 1-04 2-01 2-02 2-03 2-04 3-01 3-02 3-03 3-04 / "
    "nobles henry-viii mary-stuart suleiman-the-magnificent isabella-of-castile / W1 / 0 / 0 / decks "
    + " ".join(f"{level}-{n:02}" for level, most in ((1, 40), (2, 30), (3, 20)) for n in range(5, most + 1))
)


def test_new_game_starts_from_a_position(started: Started) -> None:
    assert run("new", "--position", POSITION, "--players", "Ann,Bo=merchant,Cy", "--undo", "off") == 0
    assert started.options is not None
    assert started.position is not None
    assert [player.name for player in started.options.players] == ["Ann", "Bo", "Cy"]
    assert started.options.game_options() == started.position.options == GameOptions(3, 21, 1)
    assert (started.position.seat, started.position.round, started.position.ply) == (2, 4, 0)
    assert started.options.undo == "off"


def test_position_gets_the_last_players_if_their_number_matches(started: Started, tmp_path: Path) -> None:
    assert run("new", "--position", POSITION) == 0
    assert started.options is not None
    assert [player.name for player in started.options.players] == ["Player 1", "Player 2", "Player 3"]
    before = Settings()
    rules = before.match.model_copy(update={"target": 18, "random_first": True})
    save_settings(tmp_path / "config", before, before.changed(names=("Cy", "Dee", "Eve"), match=rules))
    assert run("new", "--position", POSITION) == 0
    assert [player.name for player in started.options.players] == ["Cy", "Dee", "Eve"]
    assert (started.options.target, started.options.random_first) == (21, False)


def test_hidden_cards_of_a_position_are_dealt_at_random(started: Started, catalogue: Catalogue) -> None:
    source = new_game(catalogue, GameOptions(2), "5")
    for action in (ReserveTop(3), ReserveTop(1)):
        source = apply_action(source, action)
    known = view(source, None)
    dealt = []
    for seed in (["--seed", "1"], ["--seed", "1"], ["--seed", "2"], []):
        assert run("new", "--position", format_position(known), "--players", "Ann,Bo", *seed) == 0
        assert started.position is not None
        assert started.services is not None
        assert list(map(str, started.services.notices)) == ["The position hides cards; they were dealt at random."]
        as_known = format_position(view(started.position, None))
        assert as_known == format_position(replace(known, ply=0)), "all that was known is as it was"
        dealt.append(format_position(started.position))
    assert dealt[0] == dealt[1], "the same seed deals the same way"
    assert len({*dealt, format_position(source)}) == 4, "and none as the cards lay in the game before"


@pytest.mark.parametrize(
    ("position", "arguments", "said"),
    [
        ("", [], "Part 1: found ''; it begins with 'seat'."),
        (POSITION.replace("1-03", "1-02"), [], "Grid: found '1-02'; it is already in the position"),
        (
            POSITION.replace("2 main", "2 over ply 4900").replace("ply 12 ", ""),
            [],
            "The game is already over in this position. `position GAME ACTION` prints an earlier one.",
        ),
        (POSITION, ["--players", "Ann,Bo"], "The position has 3 players, but you specified 2."),
        (POSITION, ["--target", "15"], "The position already sets --target; omit it."),
        (POSITION, ["--tie", "shared"], "already sets --tie"),
        (POSITION, ["--seed", "7"], "already sets --seed"),
        (POSITION, ["--random-first"], "already sets --random-first"),
        (POSITION, ["--preset", "standard"], "already sets --preset"),
    ],
)
def test_invalid_starting_position_is_an_error(
    started: Started, position: str, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said in refused(capsys, "new", "--position", position, *arguments)
    assert started.services is None


# --- resume ------------------------------------------------------------------------------------------------------------


def test_last_played_game_is_resumed(started: Started, folder: Path, unfinished: str) -> None:
    assert run("resume", "--data", folder) == 0
    assert started.game_id == unfinished


def test_game_is_resumed_by_its_id(started: Started, catalogue: Catalogue, folder: Path, unfinished: str) -> None:
    with Store.open(folder) as store:
        start_match(store, catalogue, options(seed="2"), now=Time(), today=lambda: NOON)
    assert run("resume", unfinished, "--data", folder) == 0
    assert started.game_id == unfinished


def test_missing_game_cannot_be_resumed(started: Started, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "No game to resume" in refused(capsys, "resume", "--data", folder)
    assert "'zzzzzzzz'" in refused(capsys, "resume", "zzzzzzzz", "--data", folder)
    assert started.services is None


def test_game_of_another_process_cannot_be_resumed(
    started: Started, folder: Path, unfinished: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with Store.open(folder) as store, store.claim(unfinished):
        assert f"Game {unfinished} is being played by process {os.getpid()}" in refused(
            capsys, "resume", "--data", folder
        )
    assert run("resume", "--data", folder) == 0, "looking whether it can be played has not kept it from being played"
    assert started.game_id == unfinished


def test_imported_game_can_only_be_replayed(
    started: Started, folder: Path, unfinished: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with Store.open(folder) as store:
        imported = store.import_record(store.export_record(unfinished), NOON)
    assert f"`replay {imported}`" in refused(capsys, "resume", imported, "--data", folder)
    assert started.services is None


# --- replay ------------------------------------------------------------------------------------------------------------


def test_game_is_replayed_by_id_or_from_a_file(started: Started, folder: Path, unfinished: str, tmp_path: Path) -> None:
    with Store.open(folder) as store:
        record = store.export_record(unfinished)
    assert run("replay", unfinished, "--data", folder) == 0
    assert started.record == record
    file = tmp_path / "game.jsonl"
    file.write_text(format_record(record), encoding="utf-8")
    started.record = None
    assert run("replay", file, "--data", folder) == 0
    assert started.record == record


def test_missing_game_or_invalid_record_cannot_be_replayed(
    started: Started, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "'zzzzzzzz'" in refused(capsys, "replay", "zzzzzzzz", "--data", folder)
    file = tmp_path / "game.jsonl"
    file.write_text("no record\n", encoding="utf-8")
    assert run("replay", file, "--data", folder) == 1
    assert capsys.readouterr().err.startswith("Line 1: ")
    assert started.services is None


# --- engines -----------------------------------------------------------------------------------------------------------


def test_working_engine_gets_a_seat_and_its_command_is_allowed(started: Started) -> None:
    assert run("new", "--players", f"Ann,Bo=@{GUEST}") == 0
    assert started.options is not None
    assert started.services is not None
    assert started.options.players[1].command == GUEST
    assert started.services.commands == {GUEST}


def test_resume_accepts_engines_and_a_stand_in(
    started: Started, capsys: pytest.CaptureFixture[str], folder: Path, unfinished: str
) -> None:
    assert (
        run("resume", unfinished, "--data", folder, "--engine", "./one", "--engine", "./two", "--stand-in", "merchant")
        == 0
    )
    assert started.services is not None
    assert started.services.commands == {"./one", "./two"}
    assert started.stand_in == "merchant"
    assert "invalid choice: 'wizard'" in refused(capsys, "resume", unfinished, "--data", folder, "--stand-in", "wizard")
