"""If nothing can be saved, the program reports it when it starts, and the game can be played."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from splendor_tui.store import Store
from tests.tui.app.terminals import TABLE, TROUBLE, Terminal, at_the_table, terminal

LEAVE: Final = b"\x11"


def check_play_goes_on(opened: Terminal, said: str) -> None:
    opened.shows(said)
    opened.shows("NOT SAVED")
    opened.type(b"123\r")
    opened.shows("Bo: pick gems")
    opened.shows("NOT SAVED")


def test_impossible_data_folder_or_missing_home_is_reported(tmp_path: Path) -> None:
    with terminal([*TROUBLE, "homeless"], tmp_path) as opened:
        check_play_goes_on(opened, "home folder")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "data").write_text("in the way")
    with at_the_table(tmp_path) as opened:
        check_play_goes_on(opened, "Games cannot be saved")


def move(folder: Path) -> None:
    (folder / "data").rename(folder / "elsewhere")


def delete(folder: Path) -> None:
    (folder / "data" / "games.sqlite3").unlink()


def stand_in_the_way(folder: Path) -> None:
    move(folder)
    (folder / "data").write_text("in the way")


def plies_kept(folder: Path) -> int:
    with Store.open(folder / "data") as store:
        game = store.latest_unfinished()
    return game.plies if game else 0


def test_games_lost_during_play_or_just_before_quitting_are_rewritten(tmp_path: Path) -> None:
    with at_the_table(tmp_path) as opened:
        move(tmp_path)
        opened.type(b"123\r")
        opened.shows("Bo: pick gems")
        opened.hides("NOT SAVED")  # it shows only if the screen is painted before the next attempt
        opened.type(b"345\r")
        opened.shows("Ann: pick gems")
        delete(tmp_path)
        opened.type(LEAVE)
        assert opened.ended()[0] == 0
        assert "Your game is saved. Resume it with splendor-tui resume" in opened.text()
    assert plies_kept(tmp_path) == 2


def test_leaving_an_unsaved_game_warns_and_reports_again_on_exit(tmp_path: Path) -> None:
    with at_the_table(tmp_path) as opened:
        with closing(sqlite3.connect(tmp_path / "data" / "games.sqlite3")) as another_program:
            another_program.execute("CREATE TRIGGER no BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'no'); END")
        opened.type(b"123\r")
        opened.shows("NOT SAVED")
        opened.type(LEAVE)
        opened.shows("again")
        opened.type(LEAVE)
        assert opened.ended()[0] == 1
        assert "is not saved" in opened.text()


def test_crash_message_says_saved_only_if_the_game_is_saved(tmp_path: Path) -> None:
    for lose, saved in ((delete, True), (stand_in_the_way, False)):
        folder = tmp_path / lose.__name__
        with terminal([*TROUBLE, "handler"], folder) as opened:
            opened.shows(TABLE)
            opened.type(b"123\r")
            opened.shows("Bo: pick gems")
            lose(folder)
            opened.type(b"Y")
            assert opened.ended()[0] == 1
            assert ("Every game is saved" in opened.text()) is saved
        if saved:
            assert plies_kept(folder) == 1
