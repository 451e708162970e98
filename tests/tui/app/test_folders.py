"""Where nothing can be kept, that is said at the start, and the game is played nevertheless."""

import os
from pathlib import Path

import pytest

from tests.tui.app.terminals import TABLE, TROUBLE, Terminal, at_the_table, terminal


def check_play_goes_on(opened: Terminal, said: str) -> None:
    opened.shows(said)
    opened.shows("NOT SAVED")
    opened.type(b"123\r")
    opened.shows("Bo: pick gems")
    opened.shows("NOT SAVED")


def test_a_data_folder_that_cannot_be_made_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    with at_the_table(tmp_path) as opened:
        check_play_goes_on(opened, "Games are not kept")


def test_a_home_that_nobody_knows_is_told_of(tmp_path: Path) -> None:
    with terminal([*TROUBLE, "homeless"], tmp_path) as opened:
        check_play_goes_on(opened, "home folder")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("what", ["the file", "the folder"])
def test_a_data_folder_that_goes_away_during_play_is_told_of(tmp_path: Path, what: str) -> None:
    with at_the_table(tmp_path) as opened:
        assert "NOT SAVED" not in opened.text()
        data = tmp_path / "data"
        if what == "the folder":
            data.rename(tmp_path / "elsewhere")
        else:
            os.truncate(data / "games.sqlite3", 0)
        opened.type(b"123\r")
        opened.shows("Bo: pick gems")
        opened.shows(TABLE)
