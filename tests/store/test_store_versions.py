import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from splendor_tui.store import Store, StoreError, StoreFault, database
from splendor_tui.store.database import MAX_BACKUPS
from tests.store.golden.versions import PROGRESS, VERSIONS, golden, written
from tests.store.stored import FILE, NOON, create, entries_of, open_store, plies, refused, tamper

VERSION = database.version()
COUNTERS = 8
"""The first version in which a counter decides which game was played last, not the time."""


@pytest.mark.parametrize("version", VERSIONS)
def test_file_of_every_version_is_read(tmp_path: Path, version: int) -> None:
    shutil.copyfile(golden(version), tmp_path / FILE)
    with open_store(tmp_path) as store, written(tmp_path / "new", version) as expected:
        games = expected.games()
        if version < COUNTERS:
            games = tuple(sorted(games, key=lambda game: game.last_played, reverse=True))
        assert store.games() == games
        for game in expected.games():
            assert store.load(game.id) == expected.load(game.id)
            assert store.reviews.load(game.id) == expected.reviews.load(game.id)
        for subject in PROGRESS:
            assert store.progress.load(subject) == expected.progress.load(subject)
        assert store.statistics() == expected.statistics()
        assert store.notices == ()


def test_old_timeouts_and_resignations_are_distinguished(tmp_path: Path) -> None:
    shutil.copyfile(golden(2), tmp_path / FILE)
    left = {
        "aaaaaaa2": {"clock": [0, 300_000, 0]},  # Zoë, with no time left in the turn and the bank
        "bbbbbbb3": {"clock": [0, 0, 1, 0]},  # with time left in the bank
        "ddddddd5": {},  # in a game without a clock
    }
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        for game, clock in left.items():
            last, plies = connection.execute(
                "SELECT max(number), json_extract(body, '$.ply') FROM entries WHERE game = ?", (game,)
            ).fetchone()
            body = {"ply": plies + 1, "seat": 1, "action": "forfeit", "digest": "0" * 16, **clock, "kind": "ply"}
            connection.execute(
                "INSERT INTO entries VALUES (?, ?, ?, ?)", (game, last + 1, NOON.isoformat(), json.dumps(body))
            )
        connection.execute("UPDATE entries SET body = '{' WHERE game = 'ccccccc4' AND number = 3")
        connection.commit()
    with open_store(tmp_path) as store:
        assert [entries_of(store, game)[-1].timed_out for game in left] == [True, False, False]  # type: ignore[union-attr]
        assert len(entries_of(store, "ccccccc4")) == 2, "what cannot be read is no reason to stop"


@pytest.mark.parametrize("version", [1, COUNTERS - 1, VERSION])
def test_games_and_progress_are_recovered_from_a_damaged_file_of_any_version(tmp_path: Path, version: int) -> None:
    content = bytearray(golden(version).read_bytes())
    content[39] ^= 1  # the number of free pages
    (tmp_path / FILE).write_bytes(content)
    with open_store(tmp_path) as store, written(tmp_path / "new", version) as expected:
        assert "saved as games.damaged-1.sqlite3" in str(store.notices[0])
        assert {game.id for game in store.games()} == {game.id for game in expected.games()}
        last = max(expected.games(), key=lambda game: game.last_played) if version < COUNTERS else expected.games()[0]
        assert store.games()[0].id == last.id
        for subject in PROGRESS:
            assert store.progress.load(subject) == expected.progress.load(subject)


def test_older_file_is_migrated_and_backed_up_if_not_in_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_store(tmp_path) as store:
        game_id = create(store, 3)
        added = ("ALTER TABLE games ADD COLUMN place TEXT",)
        with store.claim(game_id):
            monkeypatch.setattr(database, "MIGRATIONS", (*database.MIGRATIONS, added))
            with refused(StoreFault.VERSION_IN_USE):
                Store.open(tmp_path)
    with open_store(tmp_path) as store:
        assert entries_of(store, game_id) == plies(3)
        assert store.notices == ()
    original = tmp_path / f"games.version-{VERSION}-1.sqlite3"
    assert original.stat().st_mode & 0o777 == 0o600
    monkeypatch.undo()
    with pytest.raises(StoreError):
        Store.open(tmp_path)
    original.replace(tmp_path / FILE)
    with open_store(tmp_path) as store:
        assert entries_of(store, game_id) == plies(3)


def test_failed_migration_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_store(tmp_path) as store:
        game_id = create(store, 3)
    before = (tmp_path / FILE).read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(database, "MIGRATIONS", (*database.MIGRATIONS, ("DROP TABLE entries", "DROP TABLE nothing")))
        for _attempt in range(2):
            with refused(StoreFault.UNKNOWN):
                Store.open(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before
    assert {path.name for path in tmp_path.iterdir()} <= {FILE, "games.lock", "games.rescued.sqlite3"}
    with open_store(tmp_path) as store:
        assert len(entries_of(store, game_id)) == 3


@pytest.mark.parametrize(
    ("version", "statement"),
    [
        (1, ""),
        (1, "DROP TABLE clocks"),
        (2, "DROP TABLE clocks"),
        (1, "CREATE VIEW clock AS SELECT * FROM games"),
        (VERSION, "DROP TABLE progress"),
    ],
)
def test_file_with_a_wrong_version_number_is_set_aside_once(tmp_path: Path, version: int, statement: str) -> None:
    with open_store(tmp_path) as store:
        game_id = create(store, 3)
    tamper(tmp_path, f"PRAGMA user_version = {version}")
    tamper(tmp_path, statement)
    kept = None
    for _start in range(3):
        with open_store(tmp_path) as store:
            assert entries_of(store, game_id) == plies(3)
        copies = {path.name for path in tmp_path.glob("games.*-*")}
        assert len(copies) == 1
        assert kept in (None, copies)
        kept = copies


def test_number_of_copies_of_older_versions_is_limited(tmp_path: Path) -> None:
    for number in range(1, 2 * MAX_BACKUPS):
        (tmp_path / f"games.version-1-{number}.sqlite3").touch()
    shutil.copyfile(golden(1), tmp_path / FILE)
    open_store(tmp_path).close()
    copies = [path.name for path in tmp_path.glob("games.version-1-*")]
    assert len(copies) == MAX_BACKUPS
    assert f"games.version-1-{2 * MAX_BACKUPS}.sqlite3" in copies


@pytest.mark.parametrize(
    ("application", "version", "said"),
    [
        *((0x53504C4E, version, rf"{version}.* versions 1 to {VERSION}") for version in (VERSION + 1, 99, -1)),
        (7, 0, "belongs to another program"),
        (0, 0, "belongs to another program"),
    ],
)
def test_file_of_an_unknown_version_or_another_program_is_an_error_and_untouched(
    tmp_path: Path, application: int, version: int, said: str
) -> None:
    tamper(tmp_path, f"PRAGMA application_id = {application}")
    tamper(tmp_path, f"PRAGMA user_version = {version}")
    tamper(tmp_path, "CREATE TABLE diary (day TEXT)")
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(StoreError, match=said):
        Store.open(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before
    assert {path.name for path in tmp_path.iterdir()} == {FILE, "games.lock"}
