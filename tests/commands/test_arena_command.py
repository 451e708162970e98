"""`splendor-tui arena`: matches between computer players on the command line."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from splendor_tui.arena.saved_results import SavedResults
from splendor_tui.cli import main
from splendor_tui.commands import run_command
from splendor_tui.record import final_state, read_record
from splendor_tui.rules.catalogue import Catalogue
from tests.engines.guest_command import GUEST

PAGE = (Path(__file__).parents[2] / "docs" / "arena.md").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder for the results of interrupted matches."""
    monkeypatch.setenv("SPLENDOR_TUI_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def arena(*arguments: object) -> int:
    return main(["arena", "--workers", "1", *map(str, arguments)])


def report(capsys: pytest.CaptureFixture[str], *arguments: object) -> Any:
    """The JSON report."""
    assert arena(*arguments, "--json") == 0
    return json.loads(capsys.readouterr().out)


# --- results -----------------------------------------------------------------------------------------------------------


def test_match_is_printed_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena("merchant", "random", "--games", 3) == 0
    told = capsys.readouterr()
    heading, merchant, random, games = told.out.splitlines()
    assert heading.split() == [
        "player",
        "wins",
        "95%",
        "par",
        "ties",
        "points",
        "turns",
        "a",
        "move",
        "longest",
        "errors",
    ]
    assert merchant.split()[:2] == ["merchant", "100.0%"]
    assert random.split()[:2] == ["random", "0.0%"]
    assert games == "4 games to 15 points, seed 1."
    assert told.err == "Line-up: merchant, random. Every deal is played from every seat.\n"


def test_json_report_matches_the_documentation(capsys: pytest.CaptureFixture[str]) -> None:
    told = report(capsys, "merchant", "random", "--games", 2, "--seconds", 0.5)
    assert (told["format"], told["version"]) == ("splendor-tui-arena-report", 1)
    assert (told["seats"], told["seed"], told["planned"], told["games"]) == (2, "1", 2, 2)
    assert (told["finished"], told["verdict"], told["endings"]) == (True, None, {"target": 2})
    merchant, random = told["players"]
    assert (merchant["player"], random["player"]) == ("merchant", "random")
    assert merchant["limit"] == {"seconds": 0.5, "nodes": None}
    assert (merchant["games"], merchant["wins"], random["wins"], merchant["par"]) == (2, 1.0, 0.0, 0.5)
    [[first, second]] = told["lineups"]
    assert (first["player"], first["seats"], second["player"], second["wins"]) == ("merchant", 1, "random", 0.0)
    documented = set(re.findall(r"`([a-z]+)`", PAGE))
    assert {*told, *merchant, *first, *merchant["limit"]} <= documented


def test_two_players_at_a_table_of_four_play_one_against_three(capsys: pytest.CaptureFixture[str]) -> None:
    told = report(capsys, "merchant", "random", "--players", 4, "--games", 4)
    assert [player["par"] for player in told["players"]] == [0.25, 0.75]
    assert [player["seats"] for player in told["lineups"][0]] == [1, 3]


def test_three_players_at_tables_of_two_all_meet(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena("merchant", "random", "random", "--players", 2, "--games", 2) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[4] == "6 games to 15 points, seed 1."
    assert told[5] == "merchant 100.0% and random 0.0%"
    assert [line.rpartition(" and ")[2].split()[0] for line in told[5:]] == ["random", "random", "random"]
    assert "random (2)" in told[6]


def test_number_of_seats_defaults_to_the_number_of_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert report(capsys, "random", "random", "random", "--games", 1)["seats"] == 3


def test_seed_determines_the_games(capsys: pytest.CaptureFixture[str]) -> None:
    def points(seed: str) -> object:
        told = report(capsys, "merchant", "random", "--games", 4, "--seed", seed, "--nodes", 100)
        return [(player["points"], player["turns"]) for player in told["players"]]

    assert points("a") == points("a") != points("b")


def test_match_stops_once_it_is_decided(capsys: pytest.CaptureFixture[str]) -> None:
    told = report(capsys, "merchant", "random", "--games", 400, "--sprt", "20-80")
    assert told["verdict"] == "high"
    assert told["finished"]
    assert told["games"] < 40
    assert report(capsys, "random", "merchant", "--games", 400, "--sprt", "20-80")["verdict"] == "low"
    assert report(capsys, "merchant", "random", "--games", 2, "--sprt", "50-51")["verdict"] is None


def test_verdict_is_printed_as_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena("merchant", "random", "--games", 400, "--sprt", "20-80") == 0
    assert "Decided: merchant wins 80.0% or more." in capsys.readouterr().out


# --- saving ------------------------------------------------------------------------------------------------------------


def test_records_of_all_games_are_saved(
    tmp_path: Path, catalogue: Catalogue, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "saved"
    assert arena("merchant", "random", "--games", 4, "--save", folder) == 0
    records = sorted(folder.glob("deal-*.jsonl"))
    assert len(records) == 4
    for path in records:
        final_state(read_record(path), catalogue)
    capsys.readouterr()
    assert main(["replay", "--text", str(records[0])]) == 0
    assert "Merchant" in capsys.readouterr().out


def test_saved_match_continues_with_more_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = ("merchant", "random", "--save", tmp_path / "saved")
    first = report(capsys, *saved, "--games", 2)
    assert arena(*saved, "--games", 4, "--json") == 0
    told = capsys.readouterr()
    assert "1 deal was already played and counts" in told.err
    second = json.loads(told.out)
    assert (first["games"], second["games"]) == (2, 4)
    assert second["players"][0]["longest"] >= first["players"][0]["longest"]


def test_folder_accepts_only_one_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "saved"
    assert arena("merchant", "random", "--games", 2, "--save", folder) == 0
    before = sorted(folder.iterdir())
    assert arena("random", "merchant", "--games", 2, "--save", folder) == 2
    assert "a different match" in capsys.readouterr().err
    assert sorted(folder.iterdir()) == before


def test_finished_match_leaves_no_files(data: Path) -> None:
    assert arena("merchant", "random", "--games", 2) == 0
    assert list((data / "arena").iterdir()) == []


PLANTED = ("json", "numpy", "pickle", "struct", "multiprocessing", "signal", "random", "joblib")
PROGRAM = "import sys; from splendor_tui.cli import main; sys.exit(main(sys.argv[1:]))"


@pytest.mark.parametrize("opponent", ["journeyman", f"@{GUEST} fine"])
def test_no_process_imports_from_the_current_folder(tmp_path: Path, opponent: str) -> None:
    for module in PLANTED:
        (tmp_path / f"{module}.py").write_text("open('PLANTED', 'w')", encoding="utf-8")
    command = [sys.executable, "-P", "-c", PROGRAM, "arena", "merchant", opponent]
    subprocess.run([*command, "--games", "2", "--workers", "2"], cwd=tmp_path, check=True, capture_output=True)
    assert not (tmp_path / "PLANTED").exists()


def test_match_is_played_to_the_given_target(capsys: pytest.CaptureFixture[str]) -> None:
    told = report(capsys, "merchant", "random", "--games", 2, "--target", 6)
    assert told["target"] == 6
    assert 6 <= told["players"][0]["points"] < 12


def test_seed_must_be_printable(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena("merchant", "random", "--seed", "\x1b]0;x\a") == 2
    assert "\x1b" not in capsys.readouterr().err


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_interrupted_match_reports_its_results_and_resumes(stop: signal.Signals, data: Path) -> None:
    command = [sys.executable, "-m", "splendor_tui", "arena", "merchant", "random", "--seed", "x", "--workers", "2"]
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # SIGINT may be ignored in the tests' process
    try:
        match = subprocess.Popen(
            [*command, "--games", "100000", "--json"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
    finally:
        signal.signal(signal.SIGINT, before)
    with match:
        while not any(path.read_bytes().count(b"\n") > 3 for path in data.glob("arena/*.jsonl")):
            assert match.poll() is None
        os.killpg(match.pid, stop) if stop is signal.SIGINT else match.send_signal(stop)
        out, errors = match.communicate(timeout=60)
    told = json.loads(out)
    assert match.returncode == 128 + stop
    assert "Traceback" not in errors
    assert f"Stopped after {told['games']} of 100000 games. Run the same command to continue." in errors
    assert told["games"] >= 6
    assert not told["finished"]
    again = subprocess.run(
        [*command, "--games", str(told["games"] + 2), "--json"], capture_output=True, text=True, check=True
    )
    assert f"{told['games'] // 2} deals were already played" in again.stderr
    assert json.loads(again.stdout)["games"] == told["games"] + 2


def test_full_disk_ends_the_match_with_the_results_so_far(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(_self: SavedResults, _result: object) -> None:
        if len(told) > 1:
            raise OSError(28, "No space left on device")
        told.append(1)

    told: list[int] = []
    monkeypatch.setattr(SavedResults, "add", full)
    with pytest.raises(OSError, match="No space"):
        run_command("splendor-tui", "arena", ["merchant", "random", "--workers", "1"])
    assert "4 games to 15 points, seed 1." in capsys.readouterr().out


# --- invalid arguments -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["merchant", "wizard"], "There is no player 'wizard'; choose from: random, "),
        (["merchant:0s", "random"], "the limit per move must be 0.001 to 600 seconds"),
        (["merchant", "random", "--players", "5"], "expected a whole number from 2 to 4, not '5'"),
        (["merchant", "random", "--games", "0"], "expected a whole number from 1 to 1000000, not '0'"),
        (["merchant", "random", "--seconds", "x"], "expected a number from 0.001 to 600, not 'x'"),
        (["merchant", "random", "--seconds", "nan"], "expected a number from 0.001 to 600, not 'nan'"),
        (["merchant", "random", "--seconds", "1", "--nodes", "1"], "Use either --seconds or --nodes"),
        (["merchant", "random", "--sprt", "55-50"], "expected two percentages like 50-55, not '55-50'"),
        (["merchant", "random", "random", "--players", "2", "--sprt", "50-55"], "--sprt needs a single line-up"),
        (["merchant", "random", "--dask", "nowhere"], "There is no Dask scheduler at 'nowhere'"),
        (["merchant", "random", "--save", ""], "The folder name is empty"),
    ],
)
def test_invalid_arguments_are_reported_before_a_game(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("splendor_tui.arena.tournament._CONNECTING_SECONDS", 1)
    assert arena(*arguments) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert told.out == ""


def test_help_does_not_import_the_arena() -> None:
    program = "import sys; from splendor_tui.cli import main; main(['--help']); print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.PIPE, text=True)
    assert not {"joblib", "distributed"} & set(run.stdout.splitlines()[-1].split())
