"""`splendor-tui arena`: matches between computer players on the command line."""

import errno
import json
import os
import re
import signal
import sys
import time
from pathlib import Path
from unittest.mock import Mock

import pytest

from splendor_tui.arena.fixtures import FixtureResult
from splendor_tui.arena.saved_results import SavedResults
from splendor_tui.commands.arena_report import Report
from splendor_tui.commands.command_table import run_command
from splendor_tui.record import read_record
from splendor_tui.replay import final_state
from splendor_tui.rules.catalogue import Catalogue
from tests.commands.command_line import CommandLine, interruptible
from tests.engines.guest_command import GUEST

PAGE = (Path(__file__).parents[2] / "docs" / "arena.md").read_text(encoding="utf-8")
MATCH = ("arena", "apprentice", "random", "--workers", 1)


# --- results -----------------------------------------------------------------------------------------------------------


def test_match_is_printed_as_a_table_and_leaves_no_files(run: CommandLine, folder: Path) -> None:
    told = run(*MATCH, "--games", 3)
    heading, apprentice, random, games = told.out.splitlines()
    assert " ".join(heading.split()) == "player wins 95% par ties points turns a move longest errors"
    assert apprentice.split()[:2] == ["apprentice", "100.0%"]
    assert random.split()[:2] == ["random", "0.0%"]
    assert games == "4 games to 15 points, seed 1."
    assert told.err == "Line-up: apprentice, random. Every deal is played from every seat.\n"
    assert list((folder / "arena").iterdir()) == []


def test_json_report_matches_the_documentation(run: CommandLine) -> None:
    told = run.json(*MATCH, "--games", 2, "--seconds", 0.5, "--target", 6)
    assert (told["format"], told["version"]) == ("splendor-tui-arena-report", 1)
    assert (told["seats"], told["seed"], told["planned"], told["games"], told["target"]) == (2, "1", 2, 2, 6)
    assert (told["finished"], told["verdict"], told["endings"]) == (True, None, {"target": 2})
    apprentice, random = told["players"]
    assert (apprentice["player"], random["player"]) == ("apprentice", "random")
    assert apprentice["limit"] == {"seconds": 0.5, "nodes": None}
    assert (apprentice["games"], apprentice["wins"], random["wins"], apprentice["par"]) == (2, 1.0, 0.0, 0.5)
    assert 6 <= apprentice["points"] < 12, "the match was played to the target"
    [[first, second]] = told["lineups"]
    assert (first["player"], first["seats"], second["player"], second["wins"]) == ("apprentice", 1, "random", 0.0)
    documented = set(re.findall(r"`([a-z]+)`", PAGE))
    assert {*told, *apprentice, *first, *apprentice["limit"]} <= documented


def test_level_below_full_strength_is_reported(run: CommandLine) -> None:
    told = run("arena", "grandmaster", "random", "--workers", 1, "--games", 1, "--target", 3)
    reason = "The strongest computer players know only games to 5 to 30 points. The Merchant plays instead."
    assert f"grandmaster: {reason}\n" in told.err


def test_errors_of_a_player_are_reported(run: CommandLine, tmp_path: Path) -> None:
    match = ("arena", f"@{GUEST} lies", "random", "--workers", 1, "--games", 2, "--target", 3, "--save", tmp_path)
    faults = run.json(*match)["players"][0]["faults"]
    assert f"{faults['illegal']} illegal answers" in run(*match).out


def test_number_of_seats_is_that_of_the_players_or_given(run: CommandLine) -> None:
    assert run.json(*MATCH, "random", "--games", 1, "--target", 3)["seats"] == 3
    told = run.json(*MATCH, "--players", 4, "--games", 4, "--target", 3)
    assert [player["seats"] for player in told["lineups"][0]] == [1, 3]


def test_three_players_at_tables_of_two_all_meet(run: CommandLine) -> None:
    told = run(*MATCH, "random", "--players", 2, "--games", 2, "--target", 8).out.splitlines()
    assert told[4] == "6 games to 8 points, seed 1."
    assert told[5] == "apprentice 100.0% and random 0.0%"
    assert [line.rpartition(" and ")[2].split()[0] for line in told[5:]] == ["random", "random", "random"]
    assert "random (2)" in told[6]


def test_match_stops_once_it_is_decided(run: CommandLine, tmp_path: Path) -> None:
    match = (*MATCH, "--games", 400, "--target", 8, "--sprt", "20-80", "--save", tmp_path)
    told = run.json(*match)
    assert told["verdict"] == "high"
    assert told["finished"]
    assert told["games"] < 40
    assert "Decided: apprentice wins 80.0% or more." in run(*match).out
    assert run.json(*MATCH, "--games", 2, "--target", 8, "--sprt", "50-51")["verdict"] is None


# --- saving ------------------------------------------------------------------------------------------------------------


def test_records_of_all_games_are_saved(run: CommandLine, tmp_path: Path, catalogue: Catalogue) -> None:
    folder = tmp_path / "saved"
    run(*MATCH, "--games", 4, "--target", 5, "--save", folder)
    records = sorted(folder.glob("deal-*.jsonl"))
    assert len(records) == 4
    for path in records:
        final_state(read_record(path), catalogue)
    assert "Apprentice" in run("replay", "--text", records[0]).out
    before = sorted(folder.iterdir())
    assert "a different match" in run.error(*MATCH, "--games", 2, "--seed", 2, "--save", folder)
    assert sorted(folder.iterdir()) == before


PLANTED = ("json", "numpy", "pickle", "struct", "multiprocessing", "signal", "random", "joblib")


def test_match_interrupted_many_times_reports_its_results_and_resumes_and_imports_nothing_from_the_current_folder(
    run: CommandLine, folder: Path, tmp_path: Path
) -> None:
    for module in PLANTED:
        (tmp_path / f"{module}.py").write_text("open('PLANTED', 'w')", encoding="utf-8")
    command = ["arena", "apprentice", f"@{GUEST} fine", "--target", "5", "--seed", "x", "--games"]
    program = [sys.executable, "-P", "-m", "splendor_tui", *command, "100000", "--workers", "2", "--json"]
    with interruptible(program, cwd=tmp_path) as match:
        while not any(path.read_bytes().count(b"\n") > 3 for path in folder.glob("arena/*.jsonl")):
            assert match.poll() is None
            time.sleep(0.05)
        while match.poll() is None:
            os.killpg(match.pid, signal.SIGINT)
            time.sleep(0.02)
        out, errors = match.communicate(timeout=60)
    told = json.loads(out)
    assert match.returncode == 130
    assert "Traceback" not in errors
    assert f"Stopped after {told['games']} of 100000 games. Run the same command to continue." in errors
    assert told["games"] >= 6
    assert not told["finished"]
    assert not (tmp_path / "PLANTED").exists()
    again = run(*command, told["games"] + 2, "--workers", 1, "--json")
    assert f"{told['games'] // 2} deals were already played" in again.err
    assert json.loads(again.out)["games"] == told["games"] + 2


def test_sigterm_ends_the_match_like_ctrl_c(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    def terminate(report: Report, result: FixtureResult) -> None:
        add(report, result)
        os.kill(os.getpid(), signal.SIGTERM)

    add = Report.add
    monkeypatch.setattr(Report, "add", terminate)
    assert "Stopped after 2 of 6 games. Run the same command to continue." in run(*MATCH, "--games", 6, code=143).err


def test_full_disk_ends_the_match_with_the_results_so_far(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    monkeypatch.setattr(SavedResults, "add", Mock(side_effect=[None, None, full]))
    with pytest.raises(OSError, match="No space"):
        run_command("splendor-tui", "arena", ["apprentice", "random", "--workers", "1"])
    assert "4 games to 15 points, seed 1." in capsys.readouterr().out


def test_folder_that_cannot_be_written_is_named(
    run: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("splendor_tui.cli._abandon_output", lambda: None)  # the output of a test has no descriptor
    (tmp_path / "file").touch()
    told = run.error("arena", "random", "--save", tmp_path / "file" / "folder")
    assert told.startswith(f"splendor-tui: '{tmp_path}/file/folder': ")


# --- invalid arguments -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["wizard"], "There is no player 'wizard'; choose from: random, "),
        (["random", "--players", "5"], "expected a whole number from 2 to 4, not '5'"),
        (["random", "--games", "0"], "expected a whole number from 1 to 1000000, not '0'"),
        (["random", "--seconds", "nan"], "expected a number from 0.001 to 600, not 'nan'"),
        (["random", "--seconds", "1", "--nodes", "1"], "Use either --seconds or --nodes"),
        (["random", "--sprt", "55-50"], "expected two percentages like 50-55, not '55-50'"),
        (["random", "random", "--players", "2", "--sprt", "50-55"], "--sprt needs a single line-up"),
        (["random", "--seed", "\x1b]0;x\a"], "seed"),
        (["random", "--dask", "tcp://127.0.0.1:9"], "There is no Dask scheduler at 'tcp://127.0.0.1:9'"),
        (["random", "--dask", "nonsense://x"], "There is no Dask scheduler at 'nonsense://x'"),
        (["random", "--save", ""], "The folder name is empty"),
    ],
)
def test_invalid_arguments_are_reported_before_a_game(
    run: CommandLine, arguments: list[str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("splendor_tui.arena.parallel_matches._CONNECTING_SECONDS", 1)
    assert said in run.error("arena", "merchant", *arguments)
