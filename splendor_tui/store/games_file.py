"""The games file for as long as a store is open, whatever happens to it meanwhile.

It is made, checked, migrated or restored by a process that is alone with it, and joined by others. After it was deleted,
moved, replaced, overwritten or cut short under a process that uses it, it is written again: every game that the old
connection still reads, and from memory those that are played here, and progress. That may bring a game back that was deleted
in the new file; it never loses one.
"""

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
    bring,
    bring_progress,
    connect,
    found_version,
    has_columns,
    has_games,
    is_sound,
    migrate,
    new_file,
    readable_games,
    readable_progress,
    replacement,
    restore,
    version,
    with_companions,
)
from splendor_tui.store.locks import Claim, has_no_user, lock_as_user, opening_lock
from splendor_tui.store.rows import KeptGame, ProgressRow, is_stored
from splendor_tui.store.store_error import StoreError, StoreFault, is_damage, store_errors, until_damage
from splendor_tui.words import Message

_Row = TypeVar("_Row")
_INDEX_HEADER: Final = 136
"""Bytes at the beginning of SQLite's index, without which it makes a new one."""


class GamesFile:
    """Lends its connection for one piece of work after the other.

    `played` are the games that are played here, by id, as far as they are known to be stored, and `progress` is what was saved
    here, by subject and item: from them both are written anew when the file is lost. `notices` are sentences for the player,
    each once. Raises StoreError when it cannot be opened.
    """

    def __init__(self, folder: Path, opened: "OpenedFile | None" = None) -> None:
        with store_errors():
            self._opened = opened or _open(folder)
            self._trusted = self._opened.last_writes
        self.folder = folder
        self.notices: dict[Message, None] = dict.fromkeys(self._opened.notices)
        self.played: dict[str, KeptGame] = {}
        self.progress: dict[tuple[str, str], ProgressRow] = {}
        self._claims: list[Claim] = []
        self._lost = False
        """Whether the file was not the one at its path, not whole or damaged when last worked with."""
        self._damaged = False

    @contextmanager
    def at_work(self) -> Iterator[sqlite3.Connection]:
        """The connection for one piece of work, before and after which the file must be the one at its path, and whole.

        Raises StoreError, the first time that it is not or that it turns out to be damaged; the next time it is written
        anew. Faults within the block come out as StoreError too.
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
        """Claim a game, and forget those that are played here no longer. Raises GameClaimedError and StoreError."""
        claim = Claim(self.folder / f"{game_id}.lock", game_id)
        self._claims = [claim, *(other for other in self._claims if other.is_held)]
        claimed = {held.game_id for held in self._claims}
        self.played = {played: game for played, game in self.played.items() if played in claimed}
        return claim

    def beside(self) -> "GamesFile":
        """The same file opened once more, for another thread. Raises StoreError, also when the file is lost.

        It is sound, and no other process sets it aside. A check would take longer the more games there are, and keep others
        from opening it meanwhile.
        """
        with store_errors():
            if not self._opened.is_whole():
                raise StoreError(StoreFault.FILE_LOST)
            return GamesFile(self.folder, OpenedFile(self.folder, beside=True))

    def close(self) -> None:
        """Let go of the file. Claims are not ended by it."""
        self._opened.close()

    def _find_again(self) -> None:
        """Go on with the file if it is back in its place, and else write all games anew."""
        if self._damaged or not self._opened.is_whole():
            self._write_anew()
            self.notices |= dict.fromkeys(self._opened.notices)
        self._trusted = self._opened.last_writes
        for claim in self._claims:
            claim.renew()
        self._lost = self._damaged = False

    def _write_anew(self) -> None:
        """Open the games of the folder once more, and write into the file all that the old one held.

        A file that has come in the place of the old one is joined, as another process or the player put it there. The old
        connection is no longer trusted, but mostly it still reads what it wrote. Whatever interrupts this, it can be done
        again. Raises StoreError, sqlite3.Error and OSError.
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
                # What is in memory first: SQLite does not survive every look into a file that has gone.
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
        """Bring what is in memory, and what the old connection reads."""
        for game in self.played.values():
            bring(target, game)
        bring_progress(target, self.progress.values())
        if old:
            for game, _cut in _while_read(readable_games(old)):
                bring(target, game)
            bring_progress(target, _while_read(readable_progress(old)))

    def _check(self, *, wrote: bool) -> None:
        """Raise StoreError if the file was lost, or was written by something else and does not read back.

        `wrote` says that this process may just have written to the log.
        """
        if not self._opened.is_whole():
            self._lost = True
            raise StoreError(StoreFault.FILE_LOST)
        database, log = now = self._opened.last_writes
        rewritten = database != self._trusted[0]  # SQLite itself does so once every thousand pages
        if (rewritten or (log != self._trusted[1] and not wrote)) and not self._reads_back(whole=rewritten):
            self._lost = self._damaged = True
            raise StoreError(StoreFault.FILE_LOST)
        self._trusted = now

    def _reads_back(self, *, whole: bool) -> bool:
        """Whether a new connection, which has nothing in memory, finds the running games, and the `whole` file sound."""
        claimed = {claim.game_id for claim in self._claims if claim.is_held}
        running = [game for game in self.played.values() if game.id in claimed and not game.astray]
        with until_damage(), closing(connect(self.folder / FILE_NAME)) as connection:
            return (not whole or is_sound(connection)) and all(is_stored(connection, game) for game in running)
        return False


def _while_read(rows: Iterator[_Row]) -> Iterator[_Row]:
    with suppress(sqlite3.Error):  # whatever it says of a file that was taken from under it, memory can be saved
        yield from rows


class OpenedFile:
    """A sound games file of this program's version. Made under the `opening_lock`, or `beside` one that was.

    SQLite goes on writing to a file that was deleted or moved away, and nobody finds there what it wrote; so whoever
    writes asks `is_whole` before and after, which costs three looks at the folder.
    """

    def __init__(self, folder: Path, notices: tuple[Message, ...] = (), *, beside: bool = False) -> None:
        path = folder / FILE_NAME
        self.notices = notices
        with ExitStack() as undo:
            self.connection = undo.enter_context(closing(connect(path)))
            self.connection.execute("PRAGMA journal_mode = WAL")  # the file remembers it
            self.connection.execute(sql.SELECT_GAME_EXISTS, ("",))  # the companions are there from the first look on
            self._path = str(path)
            self._seen = {str(name): os.lstat(name) for name in with_companions(path) if os.path.lexists(name)}
            self._user_lock = None if beside else lock_as_user(folder)
            undo.pop_all()

    def is_whole(self) -> bool:
        """Whether each file is the one that was opened, and no shorter than it was. Raises OSError."""
        for name, before in self._seen.items():
            now = _look(name)
            if now is None or not os.path.samestat(now, before) or now.st_size < before.st_size:
                return False
            self._seen[name] = now
        return True

    @property
    def last_writes(self) -> tuple[object, object]:
        """When the database and its log were last written by anyone, as `is_whole` last found them."""
        return _written(self._seen.get(self._path)), _written(self._seen.get(self._path + "-wal"))

    def is_in_place(self) -> bool:
        """Whether the file of that name is the one that was opened, damaged or not. Raises OSError."""
        now = _look(self._path)
        return now is not None and os.path.samestat(now, self._seen[self._path])

    def make_readable(self) -> None:
        """Let what was committed be read although a file was cut short under SQLite. Raises OSError.

        SQLite maps into memory the file in which it looks up where things are, and would not survive a look behind its
        end. Lengthened again and with a beginning of zeros it says nothing, and SQLite makes it anew from what is there.
        """
        index = self._path + "-shm"
        now, before = _look(index), self._seen.get(index)
        if now is not None and before is not None and os.path.samestat(now, before):
            with Path(index).open("r+b") as file:
                file.truncate(before.st_size)
                file.write(bytes(_INDEX_HEADER))

    def leave(self) -> None:
        """Stop counting as a user of the folder. Idempotent."""
        if self._user_lock is not None:
            self._user_lock.remove()

    def close(self) -> None:
        """Let go of it."""
        self.connection.close()
        self.leave()


def _look(name: str) -> os.stat_result | None:
    try:
        return os.lstat(name)
    except (FileNotFoundError, NotADirectoryError):
        return None


def _written(found: os.stat_result | None) -> object:
    return found and (found.st_mtime_ns, found.st_ctime_ns)


def _open(folder: Path) -> OpenedFile:
    """Open the games file of the folder; both are made if missing. Raises StoreError, sqlite3.Error and OSError."""
    make_private_folder(folder)
    with opening_lock(folder):
        return _open_locked(folder)


def _open_locked(folder: Path, *, mending: bool = False) -> OpenedFile:
    """The same for a folder that is there, under the `opening_lock`.

    Alone, nobody else writes into a file that is being restored or migrated. So it is when `mending`: the file has come in
    the place of another one, which its users still have open.
    """
    if has_no_user(folder):
        return OpenedFile(folder, _prepare(folder))
    try:
        _check_shared(folder / FILE_NAME)
        return OpenedFile(folder)
    except StoreError as error:
        if not mending or error.fault not in {StoreFault.DAMAGED_IN_USE, StoreFault.VERSION_IN_USE}:
            raise
        return OpenedFile(folder, _prepare(folder))


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
    """Whether nothing is damaged. Raises StoreError for another program's file or an unknown version."""
    with until_damage(), closing(connect(path)) as connection:
        found = found_version(connection)
        has_tables = has_columns if found == version() else has_games
        return is_sound(connection) and (found == 0 or has_tables(connection))
    return False


def _check_shared(path: Path) -> None:
    """Raise StoreError when the file, which others are using, would have to be restored or migrated first.

    It is never opened but by SQLite: closing it would drop the locks of this process's other connections (a trap of POSIX).
    """
    if not _is_sound(path):
        raise StoreError(StoreFault.DAMAGED_IN_USE)
    with closing(connect(path)) as connection:
        found = found_version(connection)
    if found < version():
        raise StoreError(StoreFault.VERSION_IN_USE, file=FILE_NAME, found=found, known=version())
