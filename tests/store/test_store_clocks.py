import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from splendor_tui.store import NoSuchGameError
from splendor_tui.store.journal_entries import StandInEntry
from tests.store.stored import FILE, append_plies, create, open_store, tamper

READING = (41_000, 300_000, 299_000)


def rows(folder: Path) -> list[tuple[str, int, str]]:
    with closing(sqlite3.connect(folder / FILE)) as connection:
        return connection.execute("SELECT game, number, reading FROM clocks ORDER BY number DESC").fetchall()


def test_each_game_has_one_clock_reading_which_survives_a_note_and_is_deleted_with_the_game(folder: Path) -> None:
    with open_store(folder) as store:
        older, newer = create(store, 3), create(store, 1)
        for left in range(60_000, 30_000, -1000):
            store.save_clock(newer, (left, 300_000, 300_000))
        store.save_clock(older, READING)
        assert [game.id for game in store.games()] == [newer, older], "a reading is no play"
        store.append(older, StandInEntry(ply=3, seat=1))
        assert rows(folder) == [(older, 3, json.dumps(READING)), (newer, 1, "[31000, 300000, 300000]")]
    with open_store(folder) as store:
        assert store.load(older).clock == READING
        with open_store(folder) as elsewhere:
            elsewhere.delete(older)
            elsewhere.delete(newer)
        for unknown in (older, "../../up"):
            with pytest.raises(NoSuchGameError):
                store.save_clock(unknown, READING)
    assert rows(folder) == []


def test_invalid_clock_reading_is_ignored(folder: Path) -> None:
    with open_store(folder) as store:
        game_id = create(store, 3)
        store.save_clock(game_id, READING)
    texts = ("[]", "[1, 2]", "[1, 2, 3, 4]", "[-1, 2, 3]", "[1e300, 2, 3]", "no JSON", b"\xff")
    for column, nonsense in [*(("reading", text) for text in texts), *(("number", one) for one in (-1, 4, "many"))]:
        tamper(folder, f"UPDATE clocks SET {column} = ?", nonsense)  # noqa: S608 - our own words
        with open_store(folder) as store:
            assert store.load(game_id).clock is None, nonsense
            assert store.notices == ()
            store.save_clock(game_id, READING)
            assert store.load(game_id).clock == READING


def test_clock_reading_of_a_shortened_game_is_dropped(folder: Path) -> None:
    with open_store(folder) as store:
        game_id = create(store, 6)
        store.save_clock(game_id, READING)
    tamper(folder, "UPDATE entries SET body = 'nonsense' WHERE number = 4")
    with open_store(folder) as store:
        assert store.load(game_id).clock is None
        append_plies(store, game_id, 4, 6)
        assert store.load(game_id).clock is None
