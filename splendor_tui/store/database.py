"""The database file: its name, schema and migrations, backups, connections and checks.

`PRAGMA user_version` numbers the format. A released migration never changes: append a new one to `MIGRATIONS`.
tests/store/golden has a file of each released version.
"""

import re
import sqlite3
from contextlib import closing, suppress
from itertools import chain
from pathlib import Path
from typing import Final

from splendor_tui.inputs.files import copy_file, make_private_file, on_error
from splendor_tui.store import sql
from splendor_tui.store.locks import LOCK_TIMEOUT
from splendor_tui.store.store_error import StoreError, StoreFault, store_errors, suppress_damage

_STEM: Final = "games"
_SUFFIX: Final = ".sqlite3"
FILE_NAME: Final = _STEM + _SUFFIX
COMPANIONS: Final = ("-journal", "-wal", "-shm")
"""The suffixes of the files that SQLite creates next to the database."""

MAX_BACKUPS: Final = 5
"""The number of backups of each kind. Older ones are deleted."""

_APPLICATION_ID: Final = 0x53504C4E  # "SPLN"

ORDER_BY_TIME: Final = """
    INSERT OR REPLACE INTO recency (game)
    SELECT id FROM games LEFT JOIN entries
    ON game = id AND number = (SELECT max(number) FROM entries WHERE game = id)
    ORDER BY coalesce(stored, started), games.rowid"""
"""Puts the games in the order of their times. Part of a released migration."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE games (
            id TEXT NOT NULL PRIMARY KEY,
            header TEXT NOT NULL,
            options TEXT NOT NULL,
            imported INTEGER NOT NULL,
            started TEXT NOT NULL,
            result TEXT,
            finished TEXT
        )""",
        """CREATE TABLE entries (
            game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            stored TEXT NOT NULL,
            body TEXT NOT NULL,
            PRIMARY KEY (game, number)
        ) WITHOUT ROWID""",
    ),
    (
        """CREATE TABLE clocks (
            game TEXT NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            reading TEXT NOT NULL
        ) WITHOUT ROWID""",
    ),
    (  # entries record timeouts; before, a timeout was a forfeit with no time left in the turn and the bank
        """UPDATE entries SET body = json_set(body, '$.timed_out', json('true'))
        WHERE CASE WHEN json_valid(body) THEN
            json_extract(body, '$.action') = 'forfeit'
            AND json_extract(body, '$.clock[0]') = 0
            AND json_extract(body, '$.clock[' || (json_extract(body, '$.seat') + 1) || ']') = 0
        END""",
    ),
    (),  # a header may contain a position instead of a deal; older headers remain valid
    (
        """CREATE TABLE reviews (
            game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
            ply INTEGER NOT NULL,
            judgement TEXT NOT NULL,
            PRIMARY KEY (game, ply)
        ) WITHOUT ROWID""",
    ),
    (
        """CREATE TABLE progress (
            subject TEXT NOT NULL,
            item TEXT NOT NULL,
            state TEXT NOT NULL,
            at TEXT NOT NULL,
            PRIMARY KEY (subject, item)
        ) WITHOUT ROWID""",
    ),
    (),  # undo and redo entries may have a clock
    (  # counters, because the time may be wrong: games in the order in which they were played, states of progress
        """CREATE TABLE recency (
            place INTEGER PRIMARY KEY,
            game TEXT NOT NULL UNIQUE REFERENCES games (id) ON DELETE CASCADE
        )""",
        ORDER_BY_TIME,
        "ALTER TABLE progress ADD COLUMN revision INTEGER NOT NULL DEFAULT 0",
    ),
)
"""The migration from each version to the next. The first creates the tables."""

_TABLES: Final = (
    (1, sql.SELECT_GAME),
    (1, sql.SELECT_JOURNAL),
    (2, sql.SELECT_CLOCK),
    (5, sql.SELECT_REVIEW),
    (6, sql.SELECT_PROGRESS),
    (8, "SELECT place FROM recency WHERE game = ?"),
    (8, "SELECT revision FROM progress WHERE item = ?"),
)
"""A query of each table, with the version that introduced the table."""

_MAGIC: Final = b"SQLite format 3\x00"
_ACCESS_AT: Final = slice(18, 20)
_ACCESS: Final = {1, 2}  # SQLite's write and read versions; it does not write to files with other versions


# --- names and backups -------------------------------------------------------------------------------------------------


def with_companions(path: Path) -> tuple[Path, ...]:
    """The database file and its companions, whether they exist or not."""
    return (path, *(path.with_name(path.name + companion) for companion in COMPANIONS))


def copy_games(folder: Path, target: Path) -> None:
    """Copy the games file and its companions into another folder. Raises StoreError."""
    with store_errors():
        for path in with_companions(folder / FILE_NAME):
            if path.exists():
                copy_file(path, target / path.name)


def next_backup(folder: Path, kind: str) -> Path:
    """The path of the next backup of the games file, such as games.damaged-3.sqlite3."""
    return folder / f"{_STEM}.{kind}-{max(_backups(folder, kind), default=0) + 1}{_SUFFIX}"


def back_up(connection: sqlite3.Connection, path: Path) -> None:
    """Copy the full database to a new private file."""
    with on_error(path.unlink, missing_ok=True):
        make_private_file(path)
        with closing(sqlite3.connect(path)) as copy:
            connection.backup(copy)


def delete_old_backups(folder: Path, kind: str) -> None:
    """Delete all but the newest `MAX_BACKUPS` backups. Ignores those that cannot be deleted."""
    backups = _backups(folder, kind)
    for number in sorted(backups)[:-MAX_BACKUPS]:
        for path in with_companions(backups[number]):
            with suppress(OSError):
                path.unlink()


def _backups(folder: Path, kind: str) -> dict[int, Path]:
    """The existing backups by number."""
    shape = re.compile(rf"{_STEM}\.{kind}-([1-9][0-9]{{0,8}}){re.escape(_SUFFIX)}")
    return {int(match[1]): path for path in folder.iterdir() if (match := shape.fullmatch(path.name))}


# --- connections and checks --------------------------------------------------------------------------------------------


def version() -> int:
    """The format version that this program writes."""
    return len(MIGRATIONS)


def connect(path: Path, *, damaged: bool = False) -> sqlite3.Connection:
    """Connect to an existing file, with explicit transactions and durable commits. Takes a tenth of a millisecond.

    If `damaged` is true, the connection reads as much as possible.
    """
    uri = f"{path.absolute().as_uri()}?mode=rw"
    connection = sqlite3.connect(uri, uri=True, timeout=LOCK_TIMEOUT, isolation_level=None)
    with on_error(connection.close):
        # Decode invalid UTF-8 to surrogates, so that the models reject one row instead of the query failing.
        connection.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
        if damaged:
            connection.execute("PRAGMA writable_schema = ON")  # lets SQLite read a file that is too short
        # EXTRA also syncs the folder after a commit has deleted the rollback journal, which would undo the commit.
        connection.execute("PRAGMA synchronous = EXTRA")
        # Has an effect only on macOS, where a plain fsync leaves data in the cache of the disk.
        connection.execute("PRAGMA fullfsync = ON")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA trusted_schema = OFF")
        # In KiB. Small, because little of the file is read twice.
        connection.execute("PRAGMA cache_size = -256")
    return connection


def has_valid_header(path: Path) -> bool:
    """Whether the file is empty or starts like a database to which SQLite writes. Does not use SQLite."""
    with path.open("rb") as file:
        header = file.read(_ACCESS_AT.stop)
    return not header or (header.startswith(_MAGIC) and _ACCESS.issuperset(header[_ACCESS_AT]))


def is_interrupted(path: Path) -> bool:
    """Whether a process was killed while it wrote, so that SQLite would roll the file back. Changes nothing."""
    if not with_companions(path)[1].exists():
        return False
    try:
        with closing(
            sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=LOCK_TIMEOUT)
        ) as connection:
            connection.execute("SELECT 1 FROM sqlite_schema").fetchone()
    except sqlite3.OperationalError as error:
        return error.sqlite_errorcode == sqlite3.SQLITE_READONLY_ROLLBACK
    except sqlite3.DatabaseError:
        return True
    return False


def sound_version(path: Path) -> int | None:
    """The format version of the file, 0 if it is new, or None if it is damaged.

    Raises StoreError for another program's database or an unknown version.
    """
    with suppress_damage(), closing(connect(path)) as connection:
        application, found = _identity(connection)
        if (application, found) == (0, 0):  # also after an interrupted first transaction
            if connection.execute("SELECT 1 FROM sqlite_schema").fetchone():
                raise StoreError(StoreFault.OTHER_PROGRAM, file=FILE_NAME)
        elif application != _APPLICATION_ID:
            raise StoreError(StoreFault.OTHER_PROGRAM, file=FILE_NAME)
        elif not 1 <= found <= version():
            raise StoreError(StoreFault.OTHER_VERSION, file=FILE_NAME, found=found, known=version())
        if connection.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",) and has_tables(connection, found):
            return found
    return None


def has_tables(connection: sqlite3.Connection, version: int) -> bool:
    """Whether the tables of this version exist, with their columns."""
    with suppress_damage():
        for introduced, query in _TABLES:
            if introduced <= version:
                connection.execute(f"EXPLAIN {query}", ("",))  # compiles the query without reading the tables
        return True
    return False


def is_current(connection: sqlite3.Connection) -> bool:
    """Whether the file is a games file of the version that this program writes."""
    return _identity(connection) == (_APPLICATION_ID, version())


def migrate(connection: sqlite3.Connection, folder: Path) -> None:
    """Back up the database, and migrate it to the current version in one transaction.

    Replaces the write-ahead log of version 1.0 by a rollback journal. If a migration fails, raises sqlite3.Error; the data
    is unchanged and the backup is removed.
    """
    connection.execute("PRAGMA journal_mode = DELETE")
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    if found == version():
        return
    kind = f"version-{found}"
    backup = next_backup(folder, kind)
    with on_error(backup.unlink, missing_ok=True), connection:
        if found:
            back_up(connection, backup)
        connection.execute("BEGIN IMMEDIATE")
        for statement in chain.from_iterable(MIGRATIONS[found:]):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {version()}")
    delete_old_backups(folder, kind)


def _identity(connection: sqlite3.Connection) -> tuple[int, int]:
    """The program that the file belongs to, and its format version."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    return application, found
