"""What a crash left beside the games file: a rollback journal, or the write-ahead log of version 1.0."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from splendor_tui.store import Store, database
from tests.store.stored import FILE, create, entries_of, open_store, plies

GAMES = 4
PLIES = 8
LOG, JOURNAL = f"{FILE}-wal", f"{FILE}-journal"
HEADER, FRAME = 32, 24 + 4096


@pytest.fixture(scope="module")
def crashed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with games that are only in the log, as version 1.0 left it when it was killed."""
    folder, copy = tmp_path_factory.mktemp("open"), tmp_path_factory.mktemp("crashed") / "games"
    with open_store(folder) as store, closing(sqlite3.connect(folder / FILE)) as other_program:
        other_program.execute("PRAGMA journal_mode = WAL").fetchone()
        other_program.execute("SELECT id FROM games").fetchone()
        for _game in range(GAMES):
            create(store, PLIES)
        store.progress.save("lesson", "step", "7")
        shutil.copytree(folder, copy)
    return copy


@pytest.fixture
def left(crashed: Path, folder: Path) -> Path:
    """A copy of this folder, to damage."""
    shutil.copytree(crashed, folder)
    return folder


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name in (FILE, LOG, JOURNAL)}


def check_all_is_recovered(left: Path) -> None:
    """Check that opening recovers everything and reports it, and that the copy is the damaged original."""
    damaged = content(left)
    for notices in (1, 0):
        with open_store(left) as store:
            assert [entries_of(store, game.id) for game in store.games()] == [plies(PLIES)] * GAMES
            assert store.progress.load("lesson") == {"step": "7"}
            assert len(store.notices) == notices
            assert all(f"games.damaged-1.sqlite3, and {GAMES} games" in str(notice) for notice in store.notices)
    for name, before in damaged.items():
        assert (left / name.replace("games.", "games.damaged-1.")).read_bytes() == before
    assert not (left / LOG).exists()


def test_whole_log_is_read_without_a_message(left: Path) -> None:
    with open_store(left) as store:
        assert [entries_of(store, game.id) for game in store.games()] == [plies(PLIES)] * GAMES
        assert store.notices == ()
    assert {path.name for path in left.iterdir()} == {FILE, "games.lock"}
    with closing(database.connect(left / FILE)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)


@pytest.mark.parametrize("size", [0, 1, 100, 4096, 5000, 8192])
def test_file_that_was_cut_beside_a_whole_log_is_recovered(left: Path, size: int) -> None:
    os.truncate(left / FILE, size)
    check_all_is_recovered(left)


@pytest.mark.parametrize("part", [0.05, 0.3, 0.6, 0.9, 0.999])
def test_one_wrong_bit_in_the_log_loses_nothing_and_is_reported(left: Path, part: float) -> None:
    flip(left / LOG, int(part * (left / LOG).stat().st_size), 1)
    check_all_is_recovered(left)


@pytest.mark.parametrize("place", range(0, HEADER + 24, 5))
def test_one_wrong_bit_in_a_header_loses_nothing_and_is_reported(left: Path, place: int) -> None:
    flip(left / LOG, place, 1 << place % 8)
    check_all_is_recovered(left)


def test_log_that_was_cut_is_reported(left: Path) -> None:
    os.truncate(left / LOG, (left / LOG).stat().st_size - 10 * FRAME)
    damaged = content(left)
    with open_store(left) as store:
        assert "games.damaged-1.sqlite3" in str(store.notices[0])
        assert sum(game.plies for game in store.games()) > (GAMES - 1) * PLIES
    for name, before in damaged.items():
        assert (left / name.replace("games.", "games.damaged-1.")).read_bytes() == before


def test_interrupted_end_of_a_log_is_no_damage(left: Path) -> None:
    log = (left / LOG).read_bytes()
    new_header_and_old_page = log[-FRAME:][:24] + Random(1).randbytes(FRAME - 24)
    for end in (b"\x00", bytes(FRAME), Random(1).randbytes(3 * FRAME), new_header_and_old_page):
        (left / LOG).write_bytes(log + end)
        with open_store(left) as store:
            assert len(store.games()) == GAMES
            assert store.notices == ()


@pytest.mark.parametrize("attempts", [5, pytest.param(1000, marks=pytest.mark.soak)])
def test_what_is_readable_in_a_damaged_log_is_recovered(crashed: Path, folder: Path, attempts: int) -> None:
    rng, log = Random(3), (crashed / LOG).read_bytes()
    for _attempt in range(attempts):
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(crashed, folder)
        start, length = rng.randrange(len(log)), rng.choice((1, 100, 9_000))
        (folder / LOG).write_bytes(log[:start] + rng.randbytes(length) + log[start + length :])
        with Store.open(folder) as store:
            found = [entries_of(store, game.id) for game in store.games()]
        assert all(entries == plies(len(entries)) for entries in found)
        if length == 1:
            assert sum(map(len, found)) > GAMES * PLIES / 2


# --- the rollback journal ----------------------------------------------------------------------------------------------


@pytest.fixture
def interrupted(tmp_path: Path, folder: Path) -> Path:
    """A folder in which a process was killed while it changed all entries."""
    with open_store(tmp_path / "open") as store:
        for _game in range(GAMES):
            create(store, PLIES)
    with closing(sqlite3.connect(tmp_path / "open" / FILE)) as other_program:
        other_program.execute("PRAGMA cache_size = 1")  # so that it writes before the end of the transaction
        other_program.execute("UPDATE entries SET body = replace(body, 'take', 'lose')")
        shutil.copytree(tmp_path / "open", folder)
    return folder


def test_interrupted_write_is_undone_without_a_message(interrupted: Path) -> None:
    assert b"lose" in (interrupted / FILE).read_bytes()
    with open_store(interrupted) as store:
        assert [entries_of(store, game.id) for game in store.games()] == [plies(PLIES)] * GAMES
        assert store.notices == ()
    assert {path.name for path in interrupted.iterdir()} == {FILE, "games.lock"}


def test_damaged_file_with_an_interrupted_write_is_kept_as_it_was(interrupted: Path) -> None:
    with (interrupted / FILE).open("r+b") as file:
        file.seek(-4096, os.SEEK_END)
        file.write(bytes(4096))
    damaged = content(interrupted)
    with open_store(interrupted) as store:
        assert "games.damaged-1.sqlite3" in str(store.notices[0])
        assert all(entries_of(store, game.id) == plies(game.plies) for game in store.games())
    for file_name, before in damaged.items():
        assert (interrupted / file_name.replace("games.", "games.damaged-1.")).read_bytes() == before


def flip(path: Path, place: int, bit: int) -> None:
    with path.open("r+b") as file:
        file.seek(place)
        [byte] = file.read(1)
        file.seek(place)
        file.write(bytes([byte ^ bit]))
