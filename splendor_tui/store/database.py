"""The database file: its name and backups, connections to it, checks and migrations.

`PRAGMA user_version` numbers the format. A released migration never changes again: a new format is one more at the end of
`MIGRATIONS`, and a golden file of each released version stays in tests/store/golden permanently.
"""

import os
import re
import sqlite3
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Final

from splendor_tui.inputs.files import copy_file, make_private_file
from splendor_tui.store import sql
from splendor_tui.store.locks import PATIENCE
from splendor_tui.store.store_error import StoreError, StoreFault, store_errors, until_damage

_STEM: Final = "games"
_SUFFIX: Final = ".sqlite3"
FILE_NAME: Final = _STEM + _SUFFIX
COMPANIONS: Final = ("-journal", "-wal", "-shm")
"""The suffixes of SQLite's files beside the database."""

MAX_BACKUPS: Final = 5
"""Number of backups of a kind; older ones are deleted."""

APPLICATION_ID: Final = 0x53504C4E  # "SPLN"

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
    (  # entries record timeouts; older ones are recognised by the time left on the clock
        """UPDATE entries SET body = json_set(body, '$.timed_out', json('true'))
        WHERE CASE WHEN json_valid(body) THEN
            json_extract(body, '$.action') = 'forfeit'
            AND json_extract(body, '$.clock[0]') = 0
            AND json_extract(body, '$.clock[' || (json_extract(body, '$.seat') + 1) || ']') = 0
        END""",
    ),
    (),  # a header may have a position instead of a deal; older ones are unchanged
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
)
"""The migration from each version to the next, starting with an empty file."""

_MAGIC: Final = b"SQLite format 3\x00"
_HEADER_BYTES: Final = 100
_WRITERS_AT: Final = slice(18, 20)
_WRITERS: Final = {1, 2}  # how SQLite may access the file; an unknown value means read-only
_VERSION_AT: Final = slice(60, 64)
_APPLICATION_AT: Final = slice(68, 72)


# --- names and backups -------------------------------------------------------------------------------------------------


def with_companions(path: Path) -> tuple[Path, ...]:
    """A database and its companion files, existing or not."""
    return (path, *(path.with_name(path.name + companion) for companion in COMPANIONS))


def copy_games(folder: Path, target: Path) -> None:
    """Copy the games file and its companions into another folder. Raises StoreError."""
    with store_errors():
        for path in with_companions(folder / FILE_NAME):
            if path.exists():
                copy_file(path, target / path.name)


def next_backup(folder: Path, kind: str) -> Path:
    """The name of the next backup of the games file, such as games.damaged-3."""
    return _backup(folder, kind, max(_numbers(folder, kind), default=0) + 1)


def back_up(connection: sqlite3.Connection, path: Path) -> None:
    """Copy the whole database into a new private file."""
    with ExitStack() as undo:
        undo.callback(path.unlink, missing_ok=True)
        make_private_file(path)
        with closing(sqlite3.connect(path)) as copy:
            connection.backup(copy)
        undo.pop_all()


def delete_old_backups(folder: Path, kind: str) -> None:
    """Delete all but the newest `MAX_BACKUPS` backups; those that cannot be deleted stay."""
    for number in sorted(_numbers(folder, kind))[:-MAX_BACKUPS]:
        for path in with_companions(_backup(folder, kind, number)):
            with suppress(OSError):
                path.unlink()


def _backup(folder: Path, kind: str, number: int) -> Path:
    return folder / f"{_STEM}.{kind}-{number}{_SUFFIX}"


def _numbers(folder: Path, kind: str) -> set[int]:
    shape = re.compile(rf"{_STEM}\.{kind}-([1-9][0-9]{{0,8}}){re.escape(_SUFFIX)}")
    return {int(match[1]) for name in os.listdir(folder) if (match := shape.fullmatch(name))}  # noqa: PTH208 - only names


# --- connections and checks --------------------------------------------------------------------------------------------


def version() -> int:
    """The format version that this program writes."""
    return len(MIGRATIONS)


def connect(path: Path, *, damaged: bool = False) -> sqlite3.Connection:
    """A connection to an existing file, with explicit transactions and durable commits.

    From a `damaged` file it reads as much as possible.
    """
    uri = f"{path.absolute().as_uri()}?mode=rw"
    with ExitStack() as undo:
        connection = sqlite3.connect(uri, uri=True, timeout=PATIENCE, isolation_level=None)
        undo.callback(connection.close)
        # Invalid UTF-8 is read as surrogates, which the models refuse, instead of failing a whole query.
        connection.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
        if damaged:
            connection.execute("PRAGMA writable_schema = ON")  # SQLite's own way to continue if the file is too short
        connection.execute("PRAGMA synchronous = FULL")
        # Only macOS supports it: without it a power cut may lose synced data.
        connection.execute("PRAGMA fullfsync = ON")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA trusted_schema = OFF")
        # In KiB. Filled game by game; little of it is read again.
        connection.execute("PRAGMA cache_size = -256")
        undo.pop_all()
    return connection


def begins_well(path: Path) -> bool:
    """Whether the file is empty or has a database header, read as bytes.

    Raises StoreError for another program's database or an unknown version.
    """
    with path.open("rb") as file:
        header = file.read(_HEADER_BYTES)
    if not header:
        return True
    if len(header) < _HEADER_BYTES or not header.startswith(_MAGIC) or not _WRITERS.issuperset(header[_WRITERS_AT]):
        return False
    application, found = (int.from_bytes(header[place], signed=True) for place in (_APPLICATION_AT, _VERSION_AT))
    _check_identity(application, found)
    return True


def found_version(connection: sqlite3.Connection) -> int:
    """The format version of the database, 0 for a new one. Raises StoreError as `begins_well` does."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    _check_identity(application, found)
    if found == 0 and connection.execute("SELECT 1 FROM sqlite_schema").fetchone():
        raise StoreError(StoreFault.OTHER_PROGRAM, file=FILE_NAME)
    return int(found)


def is_sound(connection: sqlite3.Connection) -> bool:
    """Whether SQLite finds no damage."""
    (answer,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    return bool(answer == "ok")


def has_columns(connection: sqlite3.Connection) -> bool:
    """Whether every table and column of the current version exists."""
    return has_games(connection) and _can_run(connection, sql.SELECT_CLOCK, sql.SELECT_REVIEW, sql.SELECT_PROGRESS)


def has_games(connection: sqlite3.Connection) -> bool:
    """Whether the tables of all versions exist: games and entries."""
    return _can_run(connection, sql.SELECT_GAME, sql.SELECT_JOURNAL)


def _can_run(connection: sqlite3.Connection, *statements: str) -> bool:
    with until_damage():
        for statement in statements:
            connection.execute(f"EXPLAIN {statement}", ("",))  # compiled, but no page of the tables is read
        return True
    return False


def migrate(connection: sqlite3.Connection, folder: Path) -> None:
    """Migrate the database to the current version in one transaction, after a backup.

    Raises sqlite3.Error, without any change or backup, if its tables are not those of its version.
    """
    found = found_version(connection)
    if found == version():
        return
    kind = f"version-{found}"
    with ExitStack() as undo:
        if found:
            copy = next_backup(folder, kind)
            back_up(connection, copy)
            undo.callback(copy.unlink)
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            for statements in MIGRATIONS[found:]:
                for statement in statements:
                    connection.execute(statement)
            for statement in (
                sql.SELECT_CLOCK,
                sql.SELECT_REVIEW,
            ):  # tables that an earlier version should have created
                connection.execute(f"EXPLAIN {statement}", ("",))
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {version()}")
        undo.pop_all()
    delete_old_backups(folder, kind)


def _check_identity(application: int, found: int) -> None:
    if (application, found) == (0, 0):
        return  # the file exists, but its first transaction was interrupted
    if application != APPLICATION_ID:
        raise StoreError(StoreFault.OTHER_PROGRAM, file=FILE_NAME)
    if not 1 <= found <= version():
        raise StoreError(StoreFault.OTHER_VERSION, file=FILE_NAME, found=found, known=version())
