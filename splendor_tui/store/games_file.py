"""The open games file: created, checked and migrated by its first user, joined by others, rewritten if it is lost."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Final, TypeVar

from splendor_tui.inputs.files import make_private_file, make_private_folder
from splendor_tui.store import sql
from splendor_tui.store.database import (
    FILE_NAME,
    begins_well,
    connect,
    found_version,
    has_columns,
    has_games,
    is_sound,
    migrate,
    version,
    with_companions,
)
from splendor_tui.store.locks import Claim, has_no_user, lock_as_user, opening_lock
from splendor_tui.store.rescue import (
    merge_game,
    merge_progress,
    new_file,
    readable_games,
    readable_progress,
    replacement,
    restore,
)
from splendor_tui.store.rows import GameRows, ProgressRow, is_stored
from splendor_tui.store.store_error import StoreError, StoreFault, is_damage, store_errors, until_damage
from splendor_tui.words import Message

_Row = TypeVar("_Row")

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
        """The connection for one operation. Before and after it, the file must be in place and whole.

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
        """Claim a game, and drop released claims. Raises GameClaimedError, StoreError."""
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
        """Reopen the folder's games, and write the contents of the old file.

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
                    self._merge_all(target, old.connection)
            elif not os.path.lexists(folder / FILE_NAME):
                # What is in memory first: SQLite may crash on reading a file that is gone.
                with new_file(folder) as target:
                    self._merge_all(target)
            new = undo.enter_context(closing(_open_locked(folder, mending=True)))
            with new.connection as target:
                target.execute("BEGIN IMMEDIATE")
                self._merge_all(target, old.connection)
            undo.pop_all()
        old.close()
        self._opened = new

    def _merge_all(self, target: sqlite3.Connection, old: sqlite3.Connection | None = None) -> None:
        """Copy the games and progress in memory, and what the old connection reads."""
        for game in self.played.values():
            merge_game(target, game)
        merge_progress(target, self.progress.values())
        if old:
            for game, _cut in _while_read(readable_games(old)):
                merge_game(target, game)
            merge_progress(target, _while_read(readable_progress(old)))

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
    """A connection to a sound games file of this version. Open it under the `opening_lock`, or `beside` an open one.

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
        """Release the user lock on the folder. Idempotent."""
        if self._user_lock is not None:
            self._user_lock.remove()

    def close(self) -> None:
        """Close the connection and release the lock."""
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
    """Create, migrate or restore the games file; return sentences for the player."""
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
