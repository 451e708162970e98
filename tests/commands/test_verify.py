"""`splendor-tui verify`: checks a record against the rules and prints the result."""

import io
import os
import sys
from pathlib import Path

import pytest

from splendor_tui.record import MAX_BYTES, Record, format_record
from splendor_tui.rules.actions import Forfeit
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.outcome import Ending
from tests.commands.command_line import ASSETS, CommandLine, other_cards
from tests.record.recorded import Table


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


def test_standings_of_a_finished_game_are_printed(run: CommandLine, table: Table, tmp_path: Path) -> None:
    file = written(table.record(), tmp_path)
    winner, loser = table.state.players[1], table.state.players[0]
    assert run("verify", file).out.splitlines() == [
        f"{table.state.ply} actions, all legal.",
        "The game ended because the target was reached.",
        f"1. Bo: {winner.points} points, {len(winner.cards)} cards, most points.",
        f"2. Ann: {loser.points} points, {len(loser.cards)} cards, {winner.points - loser.points} points behind.",
    ]
    told = run.json("verify", file)
    assert (told["valid"], told["plies"], told["ending"]) == (True, table.state.ply, "target")
    assert told["standings"][0] == {
        "name": "Bo",
        "seat": 1,
        "rank": 1,
        "forfeited": False,
        "points": winner.points,
        "cards": len(winner.cards),
    }


def test_unfinished_game_has_standings_so_far(run: CommandLine, catalogue: Catalogue, tmp_path: Path) -> None:
    table = Table(catalogue, players=3)
    table.play_at_random(1, plies=1)
    assert run("verify", written(table.record(), tmp_path)).out.splitlines() == [
        "1 action, legal.",
        "The record ends before the game is over. The standings so far:",
        *(f"1. {name}: 0 points, 0 cards, shared: same points and cards." for name in ("Ann", "Bo", "Cy")),
    ]


def test_forfeits_and_the_kind_of_ending_are_printed(run: CommandLine, catalogue: Catalogue, tmp_path: Path) -> None:
    table = Table(catalogue)
    table.play(Forfeit())
    assert run("verify", written(table.record(), tmp_path)).out.splitlines()[1:] == [
        "The game ended because only one player was left.",
        "1. Bo: 0 points, 0 cards, the only player left.",
        "2. Ann: 0 points, 0 cards, resigned.",
    ]
    table = Table(catalogue)
    table.play_idly(40)
    agreed = written(table.record_with_ending(Ending.AGREEMENT), tmp_path)
    assert "The game ended by agreement." in run("verify", agreed).out


def test_first_illegal_action_or_invalid_line_is_named(run: CommandLine, table: Table, tmp_path: Path) -> None:
    table.plies[4] = table.plies[4].model_copy(update={"action": "take W W"})
    file = written(table.record(), tmp_path)
    complaint = run.error("verify", file, code=1)
    assert complaint.startswith("Action 5: ")
    told = run.json("verify", file, code=1)
    assert (told["valid"], told["ply"], told["line"]) == (False, 5, None)
    assert told["reason"] + "\n" == complaint
    file.write_bytes(file.read_bytes().replace(b'"seat":1', b'"seat":"\x1b[2J"', 1))
    assert run.error("verify", file, code=1).startswith("Line 3: ")


def test_record_is_read_from_standard_input(run: CommandLine, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    content = format_record(table.record()).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    run("verify", "-")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b" " * (MAX_BYTES + 1))))
    assert "1000000 bytes" in run.error("verify", "-", code=1)
    monkeypatch.setattr(sys, "stdin", None)
    assert run.error("verify", "-") == "splendor-tui: Standard input is closed; specify a file.\n"


def test_only_regular_files_of_limited_size_are_read(run: CommandLine, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "device").symlink_to("/dev/zero")
    (tmp_path / "large").write_bytes(b" " * (MAX_BYTES + 1))
    names = ("pipe", "device", "large", "missing")
    for path in (*(tmp_path / name for name in names), tmp_path, "/dev/zero", "\x1b[2J", "", "a" * 5_000):
        assert run.error("verify", path).startswith("splendor-tui: ")


def test_record_needs_its_own_card_set(run: CommandLine, table: Table, tmp_path: Path) -> None:
    file = written(table.record(), tmp_path)
    run("verify", file, "--assets", ASSETS)
    others = other_cards(tmp_path / "others")
    assert "another card set" in run.error("verify", file, "--assets", others, code=1)
    (others / "cards.yaml").write_text("", encoding="utf-8")
    assert run.error("verify", file, "--assets", others).startswith("splendor-tui: cards.yaml")


def test_name_that_cannot_be_encoded_is_spelled(
    run: CommandLine, table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = table.record()
    first, second = record.header.players
    players = (first.model_copy(update={"name": "Zoë"}), second)
    file = written(record._replace(header=record.header.model_copy(update={"players": players})), tmp_path)
    printed = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(printed, encoding="ascii"))
    assert run("verify", file).err == ""
    assert b"Zoe" in printed.getvalue()
