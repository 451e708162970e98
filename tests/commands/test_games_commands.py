"""The commands for saved games."""

import io
import sys
from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

import pytest

from splendor_tui.match import adviser
from splendor_tui.rules.actions import Forfeit
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import Help, Store, StoreError, StoreFault
from tests.commands.command_line import CommandLine
from tests.match.tables import act, options, play_any, play_out, save_match
from tests.record.recorded import Table
from tests.record.replay_pages import PageWriter
from tests.review.reviewing import Reviewer
from tests.store.stored import FILE, NOON, create

DOCUMENTED = (Path(__file__).parents[2] / "docs" / "commands.md").read_text(encoding="utf-8")


def test_nothing_is_listed_before_the_first_action(run: CommandLine, folder: Path) -> None:
    assert run("games").out == "No saved games yet.\n"
    assert "No finished games" in run("stats").out
    with Store.open(folder) as store:
        create(store)
    assert run("games").out == "No saved games yet.\n"


def test_games_are_listed_as_text_and_json(run: CommandLine, played: str) -> None:
    line = run("games").out
    assert line.startswith(f"{played}  ")
    assert "won by" in line
    [game] = run.json("games")
    assert (game["id"], game["names"], game["imported"]) == (played, ["Ann", "Bo"], False)
    assert [field for field in game if f"`{field}`" not in DOCUMENTED] == []


@pytest.mark.parametrize(
    ("command", "code"), [(["games"], 0), (["export", "zzzzzzzz"], 2), (["resume", "zzzzzzzz", "--plain"], 2)]
)
def test_recovery_is_reported_by_the_first_command(
    run: CommandLine, folder: Path, command: list[str], code: int
) -> None:
    folder.mkdir()
    (folder / FILE).write_bytes(b"my diary\n" * 99)
    told = "The games file was damaged. It is saved as games.damaged-1.sqlite3"
    assert told in run(*command, code=code).err
    assert "damaged" not in run(*command, code=code).err


def test_replay_page_is_imported_replayed_and_counted(run: CommandLine, catalogue: Catalogue, tmp_path: Path) -> None:
    table = Table(catalogue, with_promos=True)
    table.play_eagerly(1)
    file, record = tmp_path / "page.html", tmp_path / "game.jsonl"
    file.write_bytes(PageWriter(table.record(), catalogue).html())
    imported = run("import", file).out.strip()
    assert run("import", file).out.strip() == imported
    run("export", imported, record)
    verdict, *standings = run("verify", record).out.splitlines()
    assert verdict == f"{len(table.plies)} actions, all legal."
    assert run("replay", imported, "--text").out.splitlines()[-len(standings) :] == standings
    assert "decks" not in run("position", imported).out
    assert "Ann: 1 game" in run("stats", "--imported").out
    file.write_bytes(
        PageWriter(table.record(), catalogue).html().replace(b'"expansion_orient": "2"', b'"expansion_orient": "1"')
    )
    assert "The expansion 'orient' was on; only the base game can be imported." in run.error("import", file, code=1)


def test_exported_game_verifies_and_imports(run: CommandLine, played: str, tmp_path: Path) -> None:
    file, elsewhere = tmp_path / "game.jsonl", ("--data", tmp_path / "elsewhere")
    run("export", played, file)
    run("verify", file)
    assert run("export", played).out == file.read_text()
    imported = run("import", file, *elsewhere).out.strip()
    assert run("export", imported, *elsewhere).out == file.read_text()


def test_unfinished_game_is_exported_only_with_secrets(run: CommandLine, unfinished: str, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    for target in ([], [file]):
        assert "--with-secrets" in run.error("export", unfinished, *target)
    assert not file.exists()
    assert '"decks"' in run("export", "--with-secrets", unfinished).out
    run("export", unfinished, "--with-secrets", file)
    assert '"decks"' in file.read_text(encoding="utf-8")


def test_finished_game_is_exported_as_five_lines_and_as_a_picture(
    run: CommandLine, played: str, unfinished: str, tmp_path: Path
) -> None:
    text, picture = tmp_path / "game.txt", tmp_path / "game.svg"
    told = run("export", played, "--text").out
    assert told.splitlines()[1:4] == ["Points: Bo 5, Ann 0", "Cards: Bo 9, Ann 7", "Nobles: Bo 0, Ann 0"]
    run("export", played, text, "--text")
    assert text.read_text(encoding="utf-8") == told
    run("export", played, picture, "--svg")
    drawn = "".join(ET.parse(picture).getroot().itertext()).replace("\xa0", " ")  # noqa: S314 - our own
    assert "The end: Bo wins." in drawn
    assert "standings" not in drawn, "a picture to share has no keys"
    assert " play" not in drawn
    for form in ("--text", "--svg"):
        assert "when it is over" in run.error("export", unfinished, form)
        assert "Choose one" in run.error("export", unfinished, form, "--with-secrets")


@pytest.mark.parametrize("fault", [StoreFault.READ_ONLY, StoreFault.DISK_FULL])
@pytest.mark.parametrize("command", ["games", "stats", "export", "review", "replay"])
def test_games_in_a_read_only_folder_or_on_a_full_disk_are_readable_but_not_resumed(
    command: str, fault: StoreFault, run: CommandLine, folder: Path, played: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_store = Store.open

    def open_elsewhere(place: Path) -> Store:
        if place == folder:
            raise StoreError(fault)
        return open_store(place)

    monkeypatch.setattr(Store, "open", open_elsewhere)
    monkeypatch.setattr(adviser, "default_adviser", Reviewer)
    game = [] if command in {"games", "stats"} else [played]
    more = {"replay": ["--text"], "review": ["1"]}.get(command, [])
    assert run(command, *game, *more).out
    run("delete", played, code=2)
    assert "No game can be resumed while games cannot be saved." in run.error("resume")


def test_invalid_record_is_not_imported(run: CommandLine, played: str, tmp_path: Path) -> None:
    file = tmp_path / "tampered"
    file.write_text(run("export", played).out.replace('"reserve deck 2"', '"reserve deck 3"'))
    assert "Action 1" in run.error("import", file, code=1)
    assert len(run("games").out.splitlines()) == 1


def test_replay_is_the_same_from_the_store_and_from_a_file(run: CommandLine, played: str, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    run("export", played, file)
    told = run("replay", "--text", file).out
    assert run("replay", "--text", played).out == told
    lines = told.splitlines()
    assert lines[:2] == ["Round 1", "  Ann reserved a level 2 card from the deck and took a gold."]
    assert "The game ended because the target was reached." in lines
    assert lines[-1].startswith("2. ")


def test_game_with_a_hint_is_marked_and_not_rated(run: CommandLine, catalogue: Catalogue, folder: Path) -> None:
    with Store.open(folder) as store:
        _game_id, table = save_match(store, catalogue, options(seed="1"))
        table.note_help(Help.HINT)
        play_out(table, Random(1))
    out = run("stats").out
    assert out.count("1 game not rated: a hint was used.") == 2
    assert "rating " not in out
    assert "with a hint, or undo after a new card" in run("games").out
    assert run.json("games")[0]["helped"]


def test_game_ended_by_agreement_is_marked_replayed_and_exported_but_not_rated(
    run: CommandLine, catalogue: Catalogue, folder: Path, tmp_path: Path
) -> None:
    with Store.open(folder) as store:
        game_id, table = save_match(store, catalogue, options(seed="1"))
        play_any(table, Random(1))
        table.agree(table.ply)
    assert "1 action, won by" in run("games").out
    assert run("games").out.endswith(", ended by agreement\n")
    assert run.json("games")[0]["ending"] == "agreement"
    assert "The game ended by agreement." in run("replay", "--text", game_id).out
    run("export", game_id, tmp_path / "agreed.jsonl")
    run("verify", tmp_path / "agreed.jsonl")
    assert "rating " not in run("stats").out


def test_early_resignation_has_neither_averages_nor_a_rating(
    run: CommandLine, catalogue: Catalogue, folder: Path
) -> None:
    with Store.open(folder) as store:
        _game_id, table = save_match(store, catalogue, options(seed="1"))
        act(table, Forfeit())
    reason = "  1 game not rated: a player resigned or ran out of time before anyone had bought three cards."
    games = ["  games with Ann: ahead in 1 of 1", "  games with Bo: ahead in 0 of 1"]
    assert run("stats").out.splitlines() == [
        "Bo: 1 game, 1 won",
        reason,
        games[0],
        "Ann: 1 game, 0 won",
        reason,
        games[1],
    ]
    for player in run.json("stats"):
        assert (player["points"], player["cards"], player["turns"], player["ratings"]) == (None, None, None, [])


@pytest.mark.usefixtures("played")
def test_player_is_renamed_and_merged_by_a_command_that_can_be_undone(run: CommandLine) -> None:
    assert run("rename", "bo", "Cy").out == "Bo is now called Cy.\n"
    assert run("rename", "Cy", "Ann").out.startswith("The games of Cy now count for Ann. They played 1 game against")
    [ann] = run.json("stats")
    assert (ann["name"], ann["former_names"]) == ("Ann", ["Bo", "Cy"])
    assert run("rename", "--undo").out == "The games of Cy count for Cy again, not for Ann.\n"
    assert {player["name"] for player in run.json("stats")} == {"Ann", "Cy"}
    for arguments in ([], ["Ann"], ["--undo", "Ann"], ["--undo", "Ann", "Bo"]):
        assert "Give the old and the new name, or --undo." in run.error("rename", *arguments)


@pytest.mark.usefixtures("played")  # a game to 5 points, which is not rated
def test_statistics_list_players_opponents_and_ratings_from_games_to_15_points(
    run: CommandLine, catalogue: Catalogue, folder: Path
) -> None:
    with Store.open(folder) as store:
        _game_id, table = save_match(store, catalogue, options(seed="1"))
        play_out(table, Random(1))
    out = run("stats").out
    assert "Ann: 2 games" in out
    assert "  games with Bo: " in out
    assert out.count("; still very uncertain after 1 game (rating ") == 2
    players = run.json("stats")
    assert sum(player["wins"] for player in players) == 2
    [won], [lost] = (player["ratings"] for player in players)
    assert won["elo"] > lost["elo"]
    assert won["finished"] == NOON.isoformat()


@pytest.mark.parametrize(("answer", "code"), [("n\n", 1), ("\n", 1), ("", 1), ("YES\n", 0)])
def test_game_is_deleted_only_after_yes(
    run: CommandLine, folder: Path, played: str, answer: str, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert "--yes" in run.error("delete", played)
    monkeypatch.setattr(sys, "stdin", io.StringIO(answer))
    run("delete", played, code=code)
    with Store.open(folder) as store:
        assert len(store.games()) == code


@pytest.mark.parametrize(
    "arguments", ["games --data", "stats --data", "delete x --data", "check-assets", "import x --assets"]
)
def test_empty_folder_name_is_an_error(run: CommandLine, arguments: str) -> None:
    assert "The folder name is empty" in run.error(*arguments.split(), "")
