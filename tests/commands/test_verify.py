"""`splendor-tui verify`: checks a record against the rules and prints the result."""

import io
import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from splendor_tui.cli import main
from splendor_tui.record import MAX_BYTES, Record, format_record
from splendor_tui.rules.actions import Forfeit
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.outcome import Ending
from tests.record.recorded import Table

ASSETS = Path(__file__).parents[2] / "assets"


@pytest.fixture
def table(catalogue: Catalogue) -> Table:
    """A finished two-player game."""
    table = Table(catalogue)
    table.play_at_random(1)
    return table


def written(record: Record, folder: Path) -> Path:
    file = folder / "game.jsonl"
    file.write_text(format_record(record), encoding="utf-8")
    return file


def verify(*arguments: object) -> int:
    return main(["verify", *map(str, arguments)])


def test_standings_of_a_finished_game_are_printed(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(written(table.record(), tmp_path)) == 0
    winner, loser = table.state.players[1], table.state.players[0]
    assert capsys.readouterr().out.splitlines() == [
        f"{table.state.ply} actions, all legal.",
        "The game ended because the target was reached.",
        f"1. Bo: {winner.points} points, {len(winner.cards)} cards, most points.",
        f"2. Ann: {loser.points} points, {len(loser.cards)} cards, {winner.points - loser.points} points behind.",
    ]


def test_unfinished_game_has_standings_so_far(
    catalogue: Catalogue, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table(catalogue, players=3)
    table.play_at_random(1, plies=1)
    assert verify(written(table.record(), tmp_path)) == 0
    assert capsys.readouterr().out.splitlines() == [
        "1 action, legal.",
        "The game is not over. The standings so far:",
        *(f"1. {name}: 0 points, 0 cards, shared: same points and cards." for name in ("Ann", "Bo", "Cy")),
    ]


def test_forfeits_and_the_kind_of_ending_are_printed(
    catalogue: Catalogue, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table(catalogue)
    table.play(Forfeit())
    assert verify(written(table.record(), tmp_path)) == 0
    assert capsys.readouterr().out.splitlines()[1:] == [
        "The game ended because only one player was left.",
        "1. Bo: 0 points, 0 cards, the only player left.",
        "2. Ann: 0 points, 0 cards, resigned.",
    ]
    table = Table(catalogue)
    table.play_idly(40)
    assert verify(written(table.record_with_ending(Ending.AGREEMENT), tmp_path)) == 0
    assert "The game ended by agreement." in capsys.readouterr().out


def test_json_has_the_same_result(table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(written(table.record(), tmp_path), "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["valid"] is True
    assert answer["plies"] == table.state.ply
    assert answer["ending"] == "target"
    assert answer["standings"][0] == {
        "name": "Bo",
        "seat": 1,
        "rank": 1,
        "points": table.state.players[1].points,
        "cards": len(table.state.players[1].cards),
        "forfeited": False,
    }


def test_first_illegal_action_is_named(table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table.plies[4] = table.plies[4].model_copy(update={"action": "take W W"})
    file = written(table.record(), tmp_path)
    assert verify(file) == 1
    output, complaint = capsys.readouterr()
    assert output == ""
    assert complaint.startswith("Action 5: ")
    assert verify(file, "--json") == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["valid"], answer["ply"], answer["line"]) == (False, 5, None)
    assert answer["reason"] + "\n" == complaint


def test_invalid_line_is_named(table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(table.record(), tmp_path)
    file.write_bytes(file.read_bytes().replace(b'"seat":1', b'"seat":"\x1b[2J"', 1))
    assert verify(file) == 1
    assert capsys.readouterr().err.startswith("Line 3: ")


def test_record_is_read_from_standard_input(
    table: Table, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    content = format_record(table.record()).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    assert verify("-") == 0
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b" " * (MAX_BYTES + 1))))
    assert verify("-") == 1
    assert "1000000 bytes" in capsys.readouterr().err
    monkeypatch.setattr(sys, "stdin", None)
    assert verify("-") == 2
    assert capsys.readouterr().err == "splendor-tui: Standard input is closed; specify a file.\n"


def test_pipes_devices_and_missing_files_are_errors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, tmp_path / "missing", "/dev/zero", "\x1b[2J", "", "a" * 5_000):
        assert verify(path) == 2
        complaint = capsys.readouterr().err
        assert complaint.startswith("splendor-tui: ")
        assert complaint.removesuffix("\n").isprintable()


def test_record_needs_its_own_card_set(table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(table.record(), tmp_path)
    assert verify(file, "--assets", ASSETS) == 0
    others = tmp_path / "others"
    shutil.copytree(ASSETS, others)
    cards = others / "cards.yaml"
    cards.write_text(cards.read_text(encoding="utf-8").replace("points: 5", "points: 4", 1), encoding="utf-8")
    assert verify(file, "--assets", others) == 1
    assert "another card set" in capsys.readouterr().err
    cards.write_text("", encoding="utf-8")
    assert verify(file, "--assets", others) == 2
    assert capsys.readouterr().err.startswith("splendor-tui: cards.yaml")


def test_name_that_cannot_be_encoded_is_escaped(table: Table, tmp_path: Path) -> None:
    record = table.record()
    first, second = record.header.players
    players = (first.model_copy(update={"name": "Zoë"}), second)
    file = written(replace(record, header=record.header.model_copy(update={"players": players})), tmp_path)
    command = [sys.executable, "-m", "splendor_tui", "verify", str(file)]
    completed = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONIOENCODING": "ascii"}
    )
    assert (completed.returncode, completed.stderr) == (0, "")
    assert r"Zo\xeb" in completed.stdout
