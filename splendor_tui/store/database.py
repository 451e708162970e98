"""The database file: opened, checked, migrated, backed up, restored, and rewritten if it is lost while in use.

`PRAGMA user_version` numbers the format. A released migration never changes again: a new format is one more at the end of
`MIGRATIONS`, and a golden file of each released version stays in tests/store/golden permanently.
"""

import os
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Final, TypeVar

from splendor_tui.inputs.files import copy_file, make_private_file, make_private_folder, sync_folder
from splendor_tui.store import sql
from splendor_tui.store.locks import PATIENCE, Claim, has_no_user, lock_as_user, opening_lock
from splendor_tui.store.rows import GameRow, GameRows, ProgressRow, checked, is_stored, read_journal
from splendor_tui.store.store_error import StoreError, StoreFault, is_damage, store_errors, until_damage
from splendor_tui.words import NN_, Message

_Row = TypeVar("_Row")
_MAX_SKIPS: Final = 5_000
"""Row numbers to try after damage: more than a damaged page can hide."""
_STEM: Final = "games"
_SUFFIX: Final = ".sqlite3"
FILE_NAME: Final = _STEM + _SUFFIX
COMPANIONS: Final = ("-journal", "-wal", "-shm")
"""The suffixes of SQLite's files beside the database."""

MAX_COPIES: Final = 5
"""Number of backups of a kind; older ones are deleted."""

DAMAGED: Final = "damaged"
"""The kind of a damaged file's backup."""

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


# --- names and copies --------------------------------------------------------------------------------------------------


def with_companions(path: Path) -> tuple[Path, ...]:
    """A database and its companion files, existing or not."""
    return (path, *(path.with_name(path.name + companion) for companion in COMPANIONS))


def copy_games(folder: Path, target: Path) -> None:
    """Copy the games file and its companions into another folder. Raises StoreError."""
    with store_errors():
        for path in with_companions(folder / FILE_NAME):
            if path.exists():
                copy_file(path, target / path.name)


def next_copy(folder: Path, kind: str) -> Path:
    """The name of the next backup of the games file, such as games.damaged-3."""
    return _copy(folder, kind, max(_numbers(folder, kind), default=0) + 1)


def back_up(connection: sqlite3.Connection, path: Path) -> None:
    """Copy the whole database into a new private file."""
    with ExitStack() as undo:
        undo.callback(path.unlink, missing_ok=True)
        make_private_file(path)
        with closing(sqlite3.connect(path)) as copy:
            connection.backup(copy)
        undo.pop_all()


def drop_old_copies(folder: Path, kind: str) -> None:
    """Delete all but the newest `MAX_COPIES` backups; those that cannot be deleted stay."""
    for number in sorted(_numbers(folder, kind))[:-MAX_COPIES]:
        for path in with_companions(_copy(folder, kind, number)):
            with suppress(OSError):
                path.unlink()


def _copy(folder: Path, kind: str, number: int) -> Path:
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
    """Whether the file is empty or starts like a database, read as bytes.

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
    """The version of the database, 0 for a new one. Raises StoreError as `begins_well` does."""
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
            copy = next_copy(folder, kind)
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
    drop_old_copies(folder, kind)


def _check_identity(application: int, found: int) -> None:
    if (application, found) == (0, 0):
        return  # the file exists, but its first transaction was interrupted
    if application != APPLICATION_ID:
        raise StoreError(StoreFault.OTHER_PROGRAM, file=FILE_NAME)
    if not 1 <= found <= version():
        raise StoreError(StoreFault.OTHER_VERSION, file=FILE_NAME, found=found, known=version())


# --- restoring games and progress --------------------------------------------------------------------------------------

# From a damaged file, which is backed up byte for byte, and from memory if the file is gone. Only a clock reading
# within a turn is not recovered: the one at the end of the previous turn is in its ply.


def restore(folder: Path) -> tuple[Message, ...]:
    """Replace the folder's damaged games file by a sound one; return sentences for the player.

    The caller must be the only user of the folder. The damaged file stays in place until the last step, so an interrupted
    restore is simply repeated.
    """
    whole = cut = 0
    with replacement(folder) as (target, aside):
        for game, is_cut in _read_damaged(folder, readable_games):
            bring(target, game)
            whole += not is_cut
            cut += is_cut
        bring_progress(target, _read_damaged(folder, readable_progress))
    return _report(aside.name, whole, cut)


def cut_off(connection: sqlite3.Connection, folder: Path, game_id: str, number: int) -> None:
    """Delete a game's entries from this one on, which cannot be read, after a backup."""
    back_up(connection, next_copy(folder, DAMAGED))
    connection.execute(sql.DELETE_CLOCK, (game_id,))  # it may belong to a dropped entry
    connection.execute(sql.DELETE_ENTRIES_FROM, (game_id, number))
    drop_old_copies(folder, DAMAGED)


@contextmanager
def replacement(folder: Path) -> Iterator[tuple[sqlite3.Connection, Path]]:
    """A `new_file`, and the backup of the damaged one that it replaces; after an error there is no backup."""
    path, aside = folder / FILE_NAME, next_copy(folder, DAMAGED)
    with ExitStack() as undo:
        for source, copy in zip(with_companions(path), with_companions(aside), strict=True):
            if source.exists() and not source.name.endswith("-shm"):
                undo.callback(copy.unlink, missing_ok=True)
                copy_file(source, copy)
        with new_file(folder) as target:
            yield target, aside
        undo.pop_all()
    drop_old_copies(folder, DAMAGED)


@contextmanager
def new_file(folder: Path) -> Iterator[sqlite3.Connection]:
    """A new games file to write to, which replaces the one in the folder if the block succeeds."""
    path, rescued = folder / FILE_NAME, folder / "games.rescued.sqlite3"
    for leftover in with_companions(rescued):
        leftover.unlink(missing_ok=True)
    make_private_file(rescued)
    with closing(connect(rescued)) as target:
        migrate(target, folder)
        with target:
            target.execute("BEGIN IMMEDIATE")
            yield target
    # The new file must not be mistaken for the owner of the old companions.
    for companion in COMPANIONS:
        path.with_name(FILE_NAME + companion).unlink(missing_ok=True)
    rescued.replace(path)
    sync_folder(folder)


def bring(target: sqlite3.Connection, game: GameRows) -> None:
    """Write a game into a file that has nothing of it, or less; a longer game there is left alone."""
    there = [body for (body,) in target.execute(sql.SELECT_BODIES, (game.id,))]
    bodies = [body for _number, _stored, body in game.entries]
    if there[: len(bodies)] != bodies[: len(there)]:
        game.diverged = True
        return
    if len(there) > len(bodies):
        return
    if not target.execute(sql.SELECT_GAME_EXISTS, (game.id,)).fetchone():
        target.execute(sql.INSERT_GAME, game.cells)
    elif len(there) < len(bodies) or game.cells[-1] is not None:
        target.execute(sql.UPDATE_RESULT, (*game.cells[-2:], game.id))
    target.executemany(sql.INSERT_ENTRY, ((game.id, *row) for row in game.entries[len(there) :]))
    if game.clock is not None:
        target.execute(sql.REPLACE_CLOCK, (game.id, *game.clock))


def bring_progress(target: sqlite3.Connection, rows: Iterable[ProgressRow]) -> None:
    """Write progress into a file, unless the file has a later state."""
    target.executemany(sql.KEEP_PROGRESS, (row.cells() for row in rows))


def readable_games(source: sqlite3.Connection) -> Iterator[tuple[GameRows, bool]]:
    """All readable games with their readable entries; and whether there was anything else."""
    with until_damage():
        if has_games(source):
            found: set[str] = set()
            for cells in _game_cells(source):
                # Damaged pointers may lead to the same page twice.
                if (row := checked(GameRow, cells)) and row.id not in found:
                    found.add(row.id)
                    journal = read_journal(source, row.id)
                    yield GameRows(cells, journal.stored), journal.cut


def readable_progress(source: sqlite3.Connection) -> Iterator[ProgressRow]:
    """The readable progress; empty for a version without it."""
    with until_damage():
        for cells in source.execute(sql.SELECT_ALL_PROGRESS):
            if row := checked(ProgressRow, cells):
                yield row


def _read_damaged(folder: Path, read: Callable[[sqlite3.Connection], Iterator[_Row]]) -> Iterator[_Row]:
    with until_damage(), closing(connect(folder / FILE_NAME, damaged=True)) as source:
        yield from read(source)


def _game_cells(source: sqlite3.Connection) -> Iterator[tuple[object, ...]]:
    """The rows of the table of games; continues behind a damaged page."""
    seen = 0
    for _skip in range(_MAX_SKIPS):
        try:
            for rowid, *cells in source.execute(sql.SELECT_GAMES_AFTER, (seen,)):
                seen = rowid
                yield tuple(cells)
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
            seen += 1
        else:
            return


def _report(aside: str, whole: int, cut: int) -> tuple[Message, ...]:
    count = whole + cut
    recovered = NN_(
        "The games file was damaged and is kept as {file}; {count} game could be recovered.",
        "The games file was damaged and is kept as {file}; {count} games could be recovered.",
        count,
        file=aside,
    )
    shortened = NN_(
        "{count} recovered game lacks its last actions.", "{count} recovered games lack their last actions.", cut
    )
    return (recovered, shortened) if cut else (recovered,)


# --- the open database -------------------------------------------------------------------------------------------------

_INDEX_HEADER: Final = 136
"""The header of SQLite's index; without it SQLite rebuilds the index."""


class GamesFile:
    """The games file of an open store, whatever happens to it.

    A process that is alone with the file creates, checks, migrates or restores it; others join. If the file is deleted, moved,
    replaced, overwritten or truncated while in use, it is rewritten: every game that the old connection still reads, and from
    memory the games in play and the progress. This may bring back a game that was deleted in the new file; it never loses one.

    `played` are the games in play by id, and `progress` the states saved here by subject and item, both as saved on
    disk. `notices` are sentences for the player, each once. Raises StoreError.
    """

    def __init__(self, folder: Path, opened: "OpenDatabase | None" = None) -> None:
        with store_errors():
            self._opened = opened or _open(folder)
            self._trusted = self._opened.last_writes
        self.folder = folder
        self.notices: dict[Message, None] = dict.fromkeys(self._opened.notices)
        self.played: dict[str, GameRows] = {}
        self.progress: dict[tuple[str, str], ProgressRow] = {}
        self._claims: list[Claim] = []
        self._lost = False
        """Whether the last use found the file replaced, truncated or damaged."""
        self._damaged = False

    @contextmanager
    def at_work(self) -> Iterator[sqlite3.Connection]:
        """The connection for one piece of work. Before and after it, the file must be in place and whole.

        Otherwise raises StoreError the first time, and rewrites the file the next time. Faults in the block become
        StoreError too.
        """
        with store_errors():
            if self._lost:
                self._find_again()
            self._check(wrote=False)
            try:
                yield self._opened.connection
            except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
                self._lost = self._damaged = is_damage(error)
                raise
            self._check(wrote=True)

    def claim(self, game_id: str) -> Claim:
        """Claim a game, and forget released ones. Raises GameClaimedError, StoreError."""
        claim = Claim(self.folder / f"{game_id}.lock", game_id)
        self._claims = [claim, *(other for other in self._claims if other.is_held)]
        claimed = {held.game_id for held in self._claims}
        self.played = {played: game for played, game in self.played.items() if played in claimed}
        return claim

    def beside(self) -> "GamesFile":
        """The same file opened again, for another thread. Raises StoreError, also when the file is lost.

        It is not checked again: the file is sound, and a check would take longer with every game and block others.
        """
        with store_errors():
            if not self._opened.is_whole():
                raise StoreError(StoreFault.FILE_LOST)
            return GamesFile(self.folder, OpenDatabase(self.folder, beside=True))

    def close(self) -> None:
        """Close the file. Claims stay."""
        self._opened.close()

    def _find_again(self) -> None:
        """Use the file again if it is back in place; otherwise rewrite all games."""
        if self._damaged or not self._opened.is_whole():
            self._write_anew()
            self.notices |= dict.fromkeys(self._opened.notices)
        self._trusted = self._opened.last_writes
        for claim in self._claims:
            claim.renew()
        self._lost = self._damaged = False

    def _write_anew(self) -> None:
        """Open the folder's games again, and write everything that the old file held.

        A file that another process or the player put there is used. The old connection is not trusted, but usually it
        still reads what it wrote. Can be repeated after an interruption. Raises StoreError, sqlite3.Error, OSError.
        """
        folder, old = self.folder, self._opened
        make_private_folder(folder)
        old.leave()
        old.make_readable()
        with opening_lock(folder), ExitStack() as undo:
            if old.is_in_place():
                with replacement(folder) as (target, _aside):
                    self._bring_all(target, old.connection)
            elif not os.path.lexists(folder / FILE_NAME):
                # What is in memory first: SQLite may crash on reading a file that is gone.
                with new_file(folder) as target:
                    self._bring_all(target)
            new = undo.enter_context(closing(_open_locked(folder, mending=True)))
            with new.connection as target:
                target.execute("BEGIN IMMEDIATE")
                self._bring_all(target, old.connection)
            undo.pop_all()
        old.close()
        self._opened = new

    def _bring_all(self, target: sqlite3.Connection, old: sqlite3.Connection | None = None) -> None:
        """Copy the games and progress in memory, and what the old connection reads."""
        for game in self.played.values():
            bring(target, game)
        bring_progress(target, self.progress.values())
        if old:
            for game, _cut in _while_read(readable_games(old)):
                bring(target, game)
            bring_progress(target, _while_read(readable_progress(old)))

    def _check(self, *, wrote: bool) -> None:
        """Raise StoreError if the file is lost, or something else wrote to it and it does not read back.

        With `wrote`, this process may just have written to the log.
        """
        if not self._opened.is_whole():
            self._lost = True
            raise StoreError(StoreFault.FILE_LOST)
        database, log = now = self._opened.last_writes
        rewritten = database != self._trusted[0]  # SQLite itself does so every thousand pages
        if (rewritten or (log != self._trusted[1] and not wrote)) and not self._reads_back(whole=rewritten):
            self._lost = self._damaged = True
            raise StoreError(StoreFault.FILE_LOST)
        self._trusted = now

    def _reads_back(self, *, whole: bool) -> bool:
        """Whether a new connection, without a cache, finds the games in play, and the `whole` file sound."""
        claimed = {claim.game_id for claim in self._claims if claim.is_held}
        running = [game for game in self.played.values() if game.id in claimed and not game.diverged]
        with until_damage(), closing(connect(self.folder / FILE_NAME)) as connection:
            return (not whole or is_sound(connection)) and all(is_stored(connection, game) for game in running)
        return False


def _while_read(rows: Iterator[_Row]) -> Iterator[_Row]:
    with suppress(sqlite3.Error):  # memory can be saved, whatever the old file contains
        yield from rows


class OpenDatabase:
    """A connection to a sound games file of this version. Opened under the `opening_lock`, or `beside` such a one.

    SQLite keeps writing to a file that was deleted or moved away, where nobody finds it. So callers check `is_whole` before
    and after writing; that costs three `lstat` calls.
    """

    def __init__(self, folder: Path, notices: tuple[Message, ...] = (), *, beside: bool = False) -> None:
        path = folder / FILE_NAME
        self.notices = notices
        with ExitStack() as undo:
            self.connection = undo.enter_context(closing(connect(path)))
            self.connection.execute("PRAGMA journal_mode = WAL")  # stored in the file
            self.connection.execute(sql.SELECT_GAME_EXISTS, ("",))  # the companions exist from the first check on
            self._path = str(path)
            self._seen = {str(name): os.lstat(name) for name in with_companions(path) if os.path.lexists(name)}
            self._user_lock = None if beside else lock_as_user(folder)
            undo.pop_all()

    def is_whole(self) -> bool:
        """Whether each file is the one that was opened, and not shorter than before. Raises OSError."""
        for name, before in self._seen.items():
            now = _look(name)
            if now is None or not os.path.samestat(now, before) or now.st_size < before.st_size:
                return False
            self._seen[name] = now
        return True

    @property
    def last_writes(self) -> tuple[object, object]:
        """The last known modification times of the database and its log, from `is_whole`."""
        return _written(self._seen.get(self._path)), _written(self._seen.get(self._path + "-wal"))

    def is_in_place(self) -> bool:
        """Whether the file with that name is the one that was opened, damaged or not. Raises OSError."""
        now = _look(self._path)
        return now is not None and os.path.samestat(now, self._seen[self._path])

    def make_readable(self) -> None:
        """Make committed data readable after the index was truncated under SQLite. Raises OSError.

        SQLite maps its index into memory and crashes on reading past its end. Extended and with a header of zeros,
        the index is empty, and SQLite rebuilds it.
        """
        index = self._path + "-shm"
        now, before = _look(index), self._seen.get(index)
        if now is not None and before is not None and os.path.samestat(now, before):
            with Path(index).open("r+b") as file:
                file.truncate(before.st_size)
                file.write(bytes(_INDEX_HEADER))

    def leave(self) -> None:
        """Give up the lock as a user of the folder. Idempotent."""
        if self._user_lock is not None:
            self._user_lock.remove()

    def close(self) -> None:
        """Close the connection, and leave."""
        self.connection.close()
        self.leave()


def _look(name: str) -> os.stat_result | None:
    try:
        return os.lstat(name)
    except (FileNotFoundError, NotADirectoryError):
        return None


def _written(found: os.stat_result | None) -> object:
    return found and (found.st_mtime_ns, found.st_ctime_ns)


def _open(folder: Path) -> OpenDatabase:
    """Open the folder's games file; both are created if missing. Raises StoreError, sqlite3.Error, OSError."""
    make_private_folder(folder)
    with opening_lock(folder):
        return _open_locked(folder)


def _open_locked(folder: Path, *, mending: bool = False) -> OpenDatabase:
    """Open the games file of an existing folder, under the `opening_lock`.

    A process restores or migrates a file only when alone with it, or when `mending`: its users then have a replaced
    file open.
    """
    if has_no_user(folder):
        return OpenDatabase(folder, _prepare(folder))
    try:
        _check_shared(folder / FILE_NAME)
        return OpenDatabase(folder)
    except StoreError as error:
        if not mending or error.fault not in {StoreFault.DAMAGED_IN_USE, StoreFault.VERSION_IN_USE}:
            raise
        return OpenDatabase(folder, _prepare(folder))


def _prepare(folder: Path) -> tuple[Message, ...]:
    path = folder / FILE_NAME
    make_private_file(path)
    for companion in with_companions(path):
        if os.path.lexists(companion):
            make_private_file(companion)
    if begins_well(path) and _is_sound(path):
        with until_damage(), closing(connect(path)) as connection:
            migrate(connection, folder)
            return ()
    return restore(folder)


def _is_sound(path: Path) -> bool:
    """Whether the file is undamaged. Raises StoreError for another program's file or an unknown version."""
    with until_damage(), closing(connect(path)) as connection:
        found = found_version(connection)
        has_tables = has_columns if found == version() else has_games
        return is_sound(connection) and (found == 0 or has_tables(connection))
    return False


def _check_shared(path: Path) -> None:
    """Raise StoreError if a file that others use needs to be restored or migrated.

    Only SQLite opens it: with POSIX locks, closing it elsewhere would drop the locks of this process's other connections.
    """
    if not _is_sound(path):
        raise StoreError(StoreFault.DAMAGED_IN_USE)
    with closing(connect(path)) as connection:
        found = found_version(connection)
    if found < version():
        raise StoreError(StoreFault.VERSION_IN_USE, file=FILE_NAME, found=found, known=version())
