import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from splendor_tui.record import Record
from splendor_tui.store import Store, StoreError, StoreFault
from tests.store.stored import (
    FILE,
    NOON,
    append_plies,
    create,
    entries_of,
    header,
    largest_file,
    open_store,
    ply,
    refused,
    result,
)

NO_ROOM = {StoreFault.DISK_FULL, StoreFault.INPUT_OUTPUT}


@pytest.mark.parametrize("room", [0, 1, 30, 1000, 4000, 4120])
def test_entry_is_saved_once_the_disk_has_room_again(tmp_path: Path, room: int) -> None:
    with open_store(tmp_path) as store:
        game_id = create(store, 3)
        size = (tmp_path / f"{FILE}-wal").stat().st_size
        for _attempt in range(3):
            with largest_file(size + room), refused(*NO_ROOM):
                append_plies(store, game_id, 4, 9)
            stored = entries_of(store, game_id)
            assert stored == tuple(ply(number) for number in range(1, len(stored) + 1))
        append_plies(store, game_id, len(stored) + 1, 10)
    with open_store(tmp_path) as store:
        assert entries_of(store, game_id) == tuple(ply(number) for number in range(1, 11))
        assert store.notices == ()


def test_full_disk_is_reported_at_the_start(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        create(store, 3)
    with largest_file(20_000), pytest.raises(StoreError) as refusal:  # the index of SQLite needs 32 KB
        Store.open(tmp_path)
    assert refusal.value.fault is StoreFault.DISK_FULL


def test_lock_files_of_killed_processes_are_removed(tmp_path: Path) -> None:
    playing = (
        "import os, sys, pathlib; from splendor_tui.store import Store; "
        "store = Store.open(pathlib.Path(sys.argv[1])); claim = store._file.claim('abcdefgh'); os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", playing, str(tmp_path)], check=False)
    others = [tmp_path / "uv.lock", tmp_path / "abcdefg1.lock"]
    for other in others:
        other.touch()
    assert (tmp_path / "abcdefgh.lock").exists()
    with open_store(tmp_path):
        assert not (tmp_path / "abcdefgh.lock").exists()
    assert all(other.exists() for other in others)


def test_full_disk_leaves_no_partial_change(tmp_path: Path) -> None:
    plies = tuple(ply(number).as_record() for number in range(1, 200))
    with open_store(tmp_path) as store:
        game_id = create(store, 3)
        before = store.games()
        size = (tmp_path / f"{FILE}-wal").stat().st_size
        with largest_file(size + 12_000), pytest.raises(StoreError):
            store.import_record(Record(header(), plies, result(15, 3)), NOON)
        assert store.games() == before
        for write in (
            lambda: store.create_game(header(), "{}", NOON),
            lambda: store.finish(game_id, result(15, 3), NOON),
            lambda: store.delete(game_id),
        ):
            with largest_file(size), pytest.raises(StoreError):
                write()
            assert store.games() == before
        store.finish(game_id, result(15, 3), NOON)
        assert store.games()[0].finished == NOON


@pytest.mark.parametrize("room", [0, 10, 600, 4096, 8192, 12_000])
def test_store_can_be_created_once_the_disk_has_room(tmp_path: Path, room: int) -> None:
    with largest_file(room), refused(*NO_ROOM):
        Store.open(tmp_path)
    with open_store(tmp_path) as store:
        create(store, 2)
        assert store.notices == ()


def test_recovery_on_a_full_disk_changes_nothing(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        create(store, 200)
    content = bytes(16) + (tmp_path / FILE).read_bytes()[16:]
    (tmp_path / FILE).write_bytes(content)
    with largest_file(8192), refused(*NO_ROOM):
        Store.open(tmp_path)
    assert (tmp_path / FILE).read_bytes() == content
    assert not list(tmp_path.glob("games.damaged*"))


@pytest.mark.soak
def test_play_continues_when_a_full_disk_is_cleared(tmp_path: Path) -> None:
    alone = ("unshare", "--map-root-user", "--mount")
    filler = (sys.executable, "-m", "tests.match.crash.filler", str(tmp_path))
    done = subprocess.run([*alone, *filler], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("entries\n")


def test_lock_of_another_program_is_reported_and_temporary(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        game_id = create(store, 1)
        with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with refused(StoreFault.BUSY):
                store.append(game_id, ply(2))
        append_plies(store, game_id, 2, 3)
        assert len(entries_of(store, game_id)) == 3


def test_unknown_database_error_is_a_store_error(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        game_id = create(store, 1)
        with closing(sqlite3.connect(tmp_path / FILE)) as other:
            other.execute("CREATE TRIGGER no BEFORE INSERT ON entries BEGIN SELECT * FROM nowhere; END")
        with refused(StoreFault.UNKNOWN):
            store.append(game_id, ply(2))
        with closing(sqlite3.connect(tmp_path / FILE)) as other:
            other.execute("DROP TRIGGER no")
        store.append(game_id, ply(2))


def test_file_that_rejects_every_write_never_blocks_the_program(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        with closing(sqlite3.connect(tmp_path / FILE)) as other:
            other.execute("CREATE TRIGGER no BEFORE INSERT ON games BEGIN SELECT RAISE(ABORT, 'no'); END")
        with pytest.raises(StoreError):
            create(store)


def test_every_fault_has_its_own_sentence() -> None:
    file, versions = {"file": "games.sqlite3"}, {"found": 7, "known": 1}
    details: dict[StoreFault, dict[str, object]] = {
        StoreFault.NO_PLAIN_FILE: {**file},
        StoreFault.OTHER_PROGRAM: {**file},
        StoreFault.OTHER_VERSION: {**file, **versions},
        StoreFault.VERSION_IN_USE: {**file, **versions},
        StoreFault.UNREADABLE_GAME: {"game": "aaaaaaaa"},
        StoreFault.NO_SUCH_GAME: {"game": "aaaaaaaa"},
        StoreFault.NOT_OVER: {"game": "aaaaaaaa", "option": "--with-secrets"},
        StoreFault.CLAIMED: {"game": "aaaaaaaa", "pid": 1},
        StoreFault.UNKNOWN: {"error": "SQLITE_MISUSE"},
    }
    for fault in StoreFault:
        sentence = str(StoreError(fault, **details.get(fault, {})))
        assert sentence.endswith(".")
        assert "{" not in sentence
