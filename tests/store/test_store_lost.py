"""A games file that is deleted, moved, replaced, overwritten or truncated during use: this is reported, and nothing is lost.

A file that another program only changes is no loss.
"""

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path

import pytest

from splendor_tui.store import (
    Claim,
    GameClaimedError,
    NoSuchGameError,
    Store,
    StoreError,
    StoreFault,
    games_file,
)
from splendor_tui.store.database import MAX_BACKUPS
from splendor_tui.store.journal_entries import UndoEntry
from tests.store.mishaps import MISHAPS, delete, halve
from tests.store.stored import (
    FILE,
    NOON,
    append_plies,
    at_second_attempt,
    create,
    entries_of,
    open_store,
    plies,
    ply,
    refused,
    result,
    tamper,
)

PLAYED, OTHER = 6, 3


KEEP_ALL = {"deleted", "folder deleted", "folder moved"} | {name for name in MISHAPS if "replaced" in name}
"""The faults after which the store can still read every game, not only the games in play."""


@pytest.mark.parametrize("mishap", MISHAPS)
def test_lost_file_is_reported_at_the_next_ply_and_rewritten(folder: Path, mishap: str) -> None:
    with open_store(folder) as store:
        other = create(store, OTHER, "Ed", "Flo")
        store.finish(other, result(15, 3), NOON)
    with open_store(folder) as store:
        game_id, unplayed = create(store, PLAYED), create(store)
        store.append(game_id, UndoEntry(to_ply=2))
        append_plies(store, game_id, 3, PLAYED)
        store.save_clock(game_id, (1_000, 2_000, 3_000))
        store.finish(unplayed, result(3, 15), NOON)
        MISHAPS[mishap](folder)
        at_second_attempt(store.append, game_id, ply(PLAYED + 1))
        store.append(game_id, ply(PLAYED + 2))
        store.save_clock(game_id, (1_001, 2_001, 3_001))
        expected = store.load(game_id)
        assert expected.entries == (*plies(PLAYED), UndoEntry(to_ply=2), *plies(PLAYED + 2)[2:])
        assert expected.clock == (1_001, 2_001, 3_001)
    with open_store(folder) as store:
        assert store.load(game_id) == expected
        assert store.load(unplayed).result == result(3, 15)
        assert entries_of(store, unplayed) == ()
        assert store.notices == ()
        if mishap in KEEP_ALL:
            assert entries_of(store, other) == plies(OTHER)
            assert store.load(other).finished == NOON
        names = {game.names for game in store.games()}
        assert (("Cy", "Di") in names) == (mishap == "replaced by other games"), "games of the other file are preserved"


@pytest.mark.parametrize(
    "statement", ["DELETE FROM games", "DELETE FROM entries", "UPDATE entries SET body = 'no JSON' WHERE number = 2"]
)
def test_running_game_changed_by_another_program_is_rewritten(folder: Path, statement: str) -> None:
    with open_store(folder) as store:
        game_id = create(store, PLAYED)
        with store.claim(game_id):
            store.append(game_id, ply(PLAYED + 1))
            tamper(folder, statement)
            at_second_attempt(store.append, game_id, ply(PLAYED + 2))
    with open_store(folder) as store:
        assert entries_of(store, game_id) == plies(PLAYED + 2)
        assert store.notices == ()


def test_restored_older_file_gets_the_missing_plies_progress_and_deletions(folder: Path) -> None:
    backup = folder.with_name("backup")
    with open_store(folder) as store:
        game_id = create(store, 2)
        store.progress.save("lesson", "one", "old")
        store.progress.save("lesson", "two", "old")
    shutil.copytree(folder, backup)
    with open_store(folder) as store:
        append_plies(store, game_id, 3, 5)
        gone = create(store, 2)
        store.delete(gone)
        for item, state in (
            ("three", "first look at the calendar"),
            ("four", "gone"),
            ("one", "second"),
            ("one", "third"),
        ):
            store.progress.save("lesson", item, state)
        for _twice in range(2):
            store.progress.delete("lesson", "four")
        (backup / FILE).replace(folder / FILE)
        at_second_attempt(store.append, game_id, ply(6))
        assert entries_of(store, game_id) == plies(6)
        assert store.progress.load("lesson") == {"one": "third", "two": "old", "three": "first look at the calendar"}
        with pytest.raises(NoSuchGameError):
            store.load(gone)


def test_game_that_differs_in_the_replacing_file_is_left_unchanged(folder: Path) -> None:
    backup = folder.with_name("backup")
    with open_store(folder) as store:
        game_id = create(store, 2)
    shutil.copytree(folder, backup)
    with open_store(backup) as store:
        store.append(game_id, ply(3, action="take R R"))
    with open_store(folder) as store:
        append_plies(store, game_id, 3, 4)
        (backup / FILE).replace(folder / FILE)
        with pytest.raises(StoreError):
            store.append(game_id, ply(5))
        with refused(StoreFault.CHANGED_ELSEWHERE):
            store.append(game_id, ply(5))
        assert entries_of(store, game_id) == (*plies(2), ply(3, action="take R R"))


def test_two_stores_share_the_rewritten_file(tmp_path: Path) -> None:
    for mishap, spoil in MISHAPS.items():
        folder = tmp_path / mishap / "games"
        with open_store(folder) as one, open_store(folder) as other:
            first, second = create(one, 2), create(other, 2)
            spoil(folder)
            for number in range(3, 8):
                for store, game_id in ((one, first), (other, second)):
                    with suppress(StoreError):
                        store.append(game_id, ply(number))
                        continue
                    store.append(game_id, ply(number))
            expected = {first: plies(7), second: plies(7)}
            for store in (one, other):
                assert {game_id: entries_of(store, game_id) for game_id in expected} == expected, mishap
        with open_store(folder) as store:
            assert {game_id: entries_of(store, game_id) for game_id in expected} == expected, mishap


def test_restored_file_is_used_again(store: Store, folder: Path) -> None:
    elsewhere = folder.with_name("elsewhere")
    game_id = create(store, 2)
    inode = (folder / FILE).stat().st_ino
    folder.rename(elsewhere)
    with refused(StoreFault.FILE_LOST):
        store.append(game_id, ply(3))
    elsewhere.rename(folder)
    append_plies(store, game_id, 3, 4)
    assert (folder / FILE).stat().st_ino == inode
    assert entries_of(store, game_id) == plies(4)


def test_game_and_its_claim_wait_until_a_new_folder_can_be_created(folder: Path) -> None:
    with open_store(folder) as store:
        game_id = create(store, 2)
        with store.claim(game_id):
            shutil.rmtree(folder)
            folder.write_text("in the way")
            for _attempt in range(3):
                with pytest.raises(StoreError):
                    store.append(game_id, ply(3))
            folder.unlink()
            append_plies(store, game_id, 3, 4)
            with open_store(folder) as other:
                assert entries_of(other, game_id) == plies(4)
                with pytest.raises(GameClaimedError):
                    other.claim(game_id)
        store.claim(game_id).release()


def test_claim_that_finds_a_lost_file_holds_nothing(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose_the_file(path: Path, game_id: str) -> Claim:
        delete(folder)
        return Claim(path, game_id)

    game_id = create(store, 2)
    with monkeypatch.context() as patch:
        patch.setattr(games_file, "Claim", lose_the_file)
        with refused(StoreFault.FILE_LOST):
            store.claim(game_id)
    store.claim(game_id).release()


HARMLESS: dict[str, Callable[[Path], None]] = {
    "touched": lambda folder: os.utime(folder / FILE),
    "compacted": lambda folder: tamper(folder, "VACUUM"),
    "in another mode": lambda folder: tamper(folder, "PRAGMA journal_mode = WAL"),
    "with its log applied": lambda folder: tamper(folder, "PRAGMA wal_checkpoint(TRUNCATE)"),
    "with a table of another program": lambda folder: tamper(folder, "CREATE TABLE IF NOT EXISTS diary (day TEXT)"),
}


def test_sound_file_that_another_program_changes_stays_in_use(store: Store, folder: Path) -> None:
    game_id, deleted = create(store), create(store, 1)
    with store.claim(game_id):
        for number, change in enumerate((*HARMLESS.values(), *HARMLESS.values()), 1):
            change(folder)
            store.append(game_id, ply(number))
            store.load(deleted)
        store.delete(deleted)
        change(folder)
        assert [game.id for game in store.games()] == [game_id], "a deleted game does not return"
    assert entries_of(store, game_id) == plies(2 * len(HARMLESS))
    assert not list(folder.glob("games.*-*.sqlite3"))


def test_loaded_game_stays_deleted_when_sqlite_applies_the_log_of_another_program(store: Store, folder: Path) -> None:
    log, frame = folder / f"{FILE}-wal", 24 + 4096
    game_id = create(store, 5)
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as other_program:
        other_program.execute("PRAGMA synchronous = OFF")
        other_program.execute("PRAGMA journal_mode = WAL")
        other_program.execute("CREATE TABLE diary (day TEXT)")
        store.load(game_id)
        while log.stat().st_size // frame < 998:  # SQLite applies the log at a thousand frames
            other_program.execute("INSERT INTO diary VALUES ('')")
        store.delete(game_id)
        store.check()
        assert store.games() == ()
    assert not list(folder.glob("games.*-*.sqlite3"))


def test_retried_entry_is_read_back_as_it_was_saved_first(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def commit_and_fail(connection: sqlite3.Connection) -> None:
        connection.close()
        raise sqlite3.OperationalError("disk I/O error")

    game_id = create(store, 2)
    with store.claim(game_id):
        with monkeypatch.context() as patch:
            patch.setattr(games_file, "closing", partial(ended_by, commit_and_fail))
            with refused(StoreFault.UNKNOWN):
                store.append(game_id, ply(3))
        store.append(game_id, ply(3))
        with open_store(folder) as other:
            create(other, 1)
        store.append(game_id, ply(4))
    assert entries_of(store, game_id) == plies(4)
    assert not list(folder.glob("games.damaged-*"))


@contextmanager
def ended_by(
    close: Callable[[sqlite3.Connection], None], connection: sqlite3.Connection
) -> Iterator[sqlite3.Connection]:
    yield connection
    close(connection)


def test_number_of_backups_is_limited(store: Store, folder: Path) -> None:
    game_id = create(store)
    for number in range(1, 2 * MAX_BACKUPS):
        (folder / f"games.damaged-{number}.sqlite3").touch()
    halve(folder)
    at_second_attempt(store.append, game_id, ply(1))
    copies = [path.name for path in folder.glob("games.damaged-*") if path.name.endswith(".sqlite3")]
    assert len(copies) == MAX_BACKUPS
    assert f"games.damaged-{2 * MAX_BACKUPS}.sqlite3" in copies


def test_interrupted_rewrite_is_repeated(store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = create(store, 3)
    halve(folder)

    def fail(_path: Path, _target: Path) -> Path:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", fail)
        for _attempt in range(3):
            with pytest.raises(StoreError):
                store.append(game_id, ply(4))
    assert not list(folder.glob("games.damaged-*"))
    store.append(game_id, ply(4))
    assert entries_of(store, game_id) == plies(4)


def test_damage_found_in_use_is_repaired_at_the_next_attempt(store: Store, folder: Path) -> None:
    game_id = create(store, PLAYED)
    tamper(folder, "DROP TABLE clocks")
    with refused(StoreFault.UNKNOWN):
        store.save_clock(game_id, (1, 2, 3))
    store.save_clock(game_id, (1, 2, 3))
    assert store.load(game_id).clock == (1, 2, 3)
    assert entries_of(store, game_id) == plies(PLAYED)
