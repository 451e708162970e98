import io
import json
import sys
from pathlib import Path
from random import Random

import pytest

from splendor_tui.cli import main
from splendor_tui.match.live_match import start_match
from splendor_tui.rules.actions import ReserveTop
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import Store, StoreError, StoreFault
from tests.match.tables import Time, options, play_out
from tests.store.stored import FILE, NOON


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "games"


@pytest.fixture
def played(catalogue: Catalogue, folder: Path) -> str:
    """The id of a finished game whose first ply was a reservation from a deck."""
    with Store.open(folder) as store:
        game_id, table = start_match(store, catalogue, options(target=5, seed="1"), now=Time(), today=lambda: NOON)
        table.begin()
        table.submit(0, ReserveTop(2), 0)
        play_out(table, Random(1))
    return game_id


def run(*arguments: object) -> int:
    return main([str(argument) for argument in arguments])


def test_list_of_games_is_empty_at_first(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("games", "--data", folder) == 0
    assert capsys.readouterr().out == "No saved games yet.\n"


def test_games_are_listed_as_text_and_json(folder: Path, played: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("games", "--data", folder) == 0
    line = capsys.readouterr().out
    assert line.startswith(f"{played}  ")
    assert "Ann (4), Bo (5)" in line
    assert "won by" in line
    assert run("games", "--data", folder, "--json") == 0
    [game] = json.loads(capsys.readouterr().out)
    assert (game["id"], game["names"], game["imported"]) == (played, ["Ann", "Bo"], False)


@pytest.mark.parametrize(
    "command", [["games"], ["export", "zzzzzzzz"], ["resume", "zzzzzzzz", "--plain"]], ids=lambda command: command[0]
)
def test_recovery_is_reported_by_the_first_command(
    folder: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    folder.mkdir()
    (folder / FILE).write_bytes(b"my diary\n" * 99)
    run(*command, "--data", folder)
    assert "The games file was damaged. It is saved as games.damaged-1.sqlite3" in capsys.readouterr().err
    run(*command, "--data", folder)
    assert "damaged" not in capsys.readouterr().err


def test_exported_game_verifies_and_imports(
    folder: Path, played: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.jsonl"
    assert run("export", played, file, "--data", folder) == 0
    assert run("verify", file) == 0
    capsys.readouterr()
    assert run("export", played, "--data", folder) == 0
    assert capsys.readouterr().out == file.read_text()
    elsewhere = tmp_path / "elsewhere"
    assert run("import", file, "--data", elsewhere) == 0
    imported = capsys.readouterr().out.strip()
    assert run("export", imported, "--data", elsewhere) == 0
    assert capsys.readouterr().out == file.read_text()


def test_unfinished_game_is_exported_only_with_secrets(
    catalogue: Catalogue, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Store.open(folder) as store:
        game_id, _table = start_match(store, catalogue, options(), now=Time(), today=lambda: NOON)
    file = tmp_path / "game.jsonl"
    for target in ([], [file]):
        assert run("export", game_id, *target, "--data", folder) == 2
        told, refusal = capsys.readouterr()
        assert told == ""
        assert "--with-secrets" in refusal
    assert not file.exists()
    assert run("export", "--with-secrets", game_id, "--data", folder) == 0
    assert '"decks"' in capsys.readouterr().out
    assert run("export", game_id, "--with-secrets", file, "--data", folder) == 0
    assert '"decks"' in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("command", ["games", "stats", "export", "review", "replay"])
def test_games_in_a_read_only_folder_are_readable(
    command: str, folder: Path, played: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    open_store = Store.open

    def open_elsewhere(place: Path) -> Store:
        if place == folder:
            raise StoreError(StoreFault.READ_ONLY)
        return open_store(place)

    monkeypatch.setattr(Store, "open", open_elsewhere)
    game = [] if command in {"games", "stats"} else [played]
    more = {"replay": ["--text"], "review": ["1", "--nodes", "50"]}.get(command, [])
    assert run(command, *game, *more, "--data", folder) == 0
    assert capsys.readouterr().out
    assert run("delete", played, "--data", folder) == 2


def test_invalid_record_is_not_imported(
    folder: Path, played: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run("export", played, "--data", folder)
    file = tmp_path / "tampered"
    file.write_text(capsys.readouterr().out.replace('"reserve deck 2"', '"reserve deck 3"'))
    assert run("import", file, "--data", folder) == 1
    assert "Action 1" in capsys.readouterr().err
    run("games", "--data", folder)
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_replay_is_the_same_from_the_store_and_from_a_file(
    folder: Path, played: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.jsonl"
    run("export", played, file, "--data", folder)
    assert run("replay", "--text", file) == 0
    told = capsys.readouterr().out
    assert run("replay", "--text", played, "--data", folder) == 0
    assert capsys.readouterr().out == told
    lines = told.splitlines()
    assert lines[:2] == ["Round 1", "  Ann reserved a level 2 card from the deck and took a gold."]
    assert "The game ended because the target was reached." in lines
    assert lines[-1].startswith("2. ")


def test_replay_of_a_tampered_record_stops_with_the_reason(
    folder: Path, played: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run("export", played, "--data", folder)
    lines = capsys.readouterr().out.splitlines()
    lines[3] = lines[3].replace('"digest":"', '"digest":"0')[: lines[3].rindex('"')] + '"}'
    file = tmp_path / "tampered"
    file.write_text("\n".join(lines))
    assert run("replay", "--text", file) == 1
    captured = capsys.readouterr()
    assert captured.err
    assert len(captured.err.splitlines()) == 1


def test_statistics_list_players_and_opponents(folder: Path, played: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert played
    assert run("stats", "--data", folder) == 0
    out = capsys.readouterr().out
    assert "Ann: 1 game" in out
    assert "  games with Bo: " in out
    assert run("stats", "--data", folder, "--json") == 0
    players = json.loads(capsys.readouterr().out)
    assert sorted(player["wins"] for player in players) == [0, 1]
    assert [player["ratings"] for player in players] == [[], []], "the game ended with 5 points"


def test_game_with_a_hint_is_marked_and_not_rated(
    catalogue: Catalogue, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Store.open(folder) as store:
        _game_id, table = start_match(store, catalogue, options(seed="1"), now=Time(), today=lambda: NOON)
        table.begin()
        table.note_help()
        play_out(table, Random(1))
    assert run("stats", "--data", folder) == 0
    out = capsys.readouterr().out
    assert out.count("1 game not rated: a hint") == 2
    assert "rating " not in out
    assert run("games", "--data", folder) == 0
    assert "with hints or undone reveals" in capsys.readouterr().out
    assert run("games", "--data", folder, "--json") == 0
    assert json.loads(capsys.readouterr().out)[0]["helped"]


def test_statistics_show_ratings_from_games_to_15_points(
    catalogue: Catalogue, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Store.open(folder) as store:
        _game_id, table = start_match(store, catalogue, options(seed="1"), now=Time(), today=lambda: NOON)
        table.begin()
        play_out(table, Random(1))
    assert run("stats", "--data", folder) == 0
    lines = capsys.readouterr().out.splitlines()
    assert sum("; still very uncertain after 1 game (rating " in line for line in lines) == 2
    assert run("stats", "--data", folder, "--json") == 0
    won, lost = (player["ratings"] for player in json.loads(capsys.readouterr().out))
    assert len(won) == len(lost) == 1
    assert won[0]["elo"] > lost[0]["elo"]
    assert won[0]["finished"] == NOON.isoformat()


def test_no_statistics_before_a_game_is_over(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("stats", "--data", folder) == 0
    assert "No finished games" in capsys.readouterr().out


@pytest.mark.parametrize(("answer", "code"), [("n\n", 1), ("\n", 1), ("", 1), ("y\n", 0), ("YES\n", 0)])
def test_game_is_deleted_only_after_yes(
    folder: Path, played: str, answer: str, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(answer))
    assert run("delete", played, "--data", folder) == code
    with Store.open(folder) as store:
        assert len(store.games()) == code


def test_game_in_progress_is_not_deleted(folder: Path, played: str, capsys: pytest.CaptureFixture[str]) -> None:
    with Store.open(folder) as store, store.claim(played):
        assert run("delete", "--yes", played, "--data", folder) == 2
    assert capsys.readouterr().err


def test_delete_without_a_terminal_needs_the_option(
    folder: Path, played: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert run("delete", played, "--data", folder) == 2
    assert "--yes" in capsys.readouterr().err
    assert run("delete", "--yes", played, "--data", folder) == 0


@pytest.mark.parametrize("command", [("export",), ("delete", "--yes"), ("replay", "--text")])
def test_unknown_game_is_an_error(folder: Path, command: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*command, "\x1b[31mno\x07", "--data", folder) == 2
    error = capsys.readouterr().err
    assert len(error.splitlines()) == 1
    assert "\x1b" not in error


@pytest.mark.parametrize("command", ["games", "stats"])
def test_unusable_folder_gets_a_one_line_error(
    tmp_path: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert run(command, "--data", tmp_path / "file" / "games") == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments", ["games --data", "stats --data", "delete x --data", "check-assets", "import x --assets"]
)
def test_empty_folder_name_is_an_error(arguments: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*arguments.split(), "") == 2
    assert "The folder name is empty" in capsys.readouterr().err
