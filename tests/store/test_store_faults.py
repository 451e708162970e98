import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from splendor_tui.record import Record
from splendor_tui.store import Store, StoreFault
from tests.store.stored import (
    FILE,
    NOON,
    append_plies,
    create,
    entries_of,
    header,
    largest_file,
    open_store,
    plies,
    ply,
    refused,
    result,
)

NO_ROOM = {StoreFault.DISK_FULL, StoreFault.INPUT_OUTPUT}


@pytest.mark.parametrize("room", [0, 600, 5_000, 20_000, 30_000])
def test_entry_is_saved_once_the_disk_has_room_again(folder: Path, room: int) -> None:
    with open_store(folder) as store:
        game_id = create(store, 3)
        for _attempt in range(3):
            with largest_file(room), refused(*NO_ROOM):
                append_plies(store, game_id, len(entries_of(store, game_id)) + 1, 300)
            stored = entries_of(store, game_id)
            assert stored == plies(len(stored))
        append_plies(store, game_id, len(stored) + 1, 300)
    with open_store(folder) as store:
        assert entries_of(store, game_id) == plies(300)
        assert store.notices == ()


def test_games_are_listed_and_claimed_on_a_full_disk(folder: Path) -> None:
    with open_store(folder) as store:
        game_id = create(store, 3)
    with largest_file(0), open_store(folder) as store:
        assert [game.id for game in store.games()] == [game_id]
        with store.claim(game_id), refused(*NO_ROOM):
            store.append(game_id, ply(4))
    with open_store(folder) as store:
        assert entries_of(store, game_id) == plies(3)


@pytest.mark.parametrize("room", [0, 600, 5_000, 10_000, 20_000])
def test_full_disk_leaves_no_partial_change(store: Store, room: int) -> None:
    long = Record(header(), tuple(entry.as_record() for entry in plies(200)), result(15, 3))
    game_id = create(store, 3)
    before = store.games()
    with largest_file(room), refused(*NO_ROOM):
        store.import_record(long, NOON)
    assert store.games() == before
    for write in (
        lambda: store.create_game(header(), "{}", NOON),
        lambda: store.finish(game_id, result(15, 3), NOON),
        lambda: store.delete(game_id),
    ):
        with largest_file(min(room, 5_000)), refused(*NO_ROOM):
            write()
        assert store.games() == before
    store.finish(game_id, result(15, 3), NOON)
    assert store.games()[0].finished == NOON


@pytest.mark.parametrize("room", [0, 10, 600, 4096, 8192, 12_000])
def test_store_can_be_created_once_the_disk_has_room(folder: Path, room: int) -> None:
    with largest_file(room), refused(*NO_ROOM):
        Store.open(folder)
    with open_store(folder) as store:
        create(store, 2)
        assert store.notices == ()


def test_recovery_on_a_full_disk_changes_nothing(folder: Path) -> None:
    with open_store(folder) as store:
        create(store, 200)
    content = bytes(16) + (folder / FILE).read_bytes()[16:]
    (folder / FILE).write_bytes(content)
    with largest_file(8192), refused(*NO_ROOM):
        Store.open(folder)
    assert (folder / FILE).read_bytes() == content
    assert not list(folder.glob("games.damaged*"))


@pytest.mark.soak
def test_play_continues_when_a_full_disk_is_cleared(folder: Path) -> None:
    folder.mkdir()  # a small disk is mounted there
    alone = ("unshare", "--map-root-user", "--mount")
    filler = (sys.executable, "-m", "tests.store.filler", str(folder))
    done = subprocess.run([*alone, *filler], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("entries\n")


def test_lock_of_another_program_is_reported_and_temporary(store: Store, folder: Path) -> None:
    game_id = create(store, 1)
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with refused(StoreFault.BUSY):
            store.append(game_id, ply(2))
    append_plies(store, game_id, 2, 3)
    assert len(entries_of(store, game_id)) == 3
