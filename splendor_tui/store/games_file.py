"""The games file of an open store, which is opened again for each operation.

`recovery` restores a file that is damaged when the store opens. A file that is lost during use gets its games back.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import BinaryIO
from weakref import finalize

from splendor_tui.inputs.files import make_private_file, make_private_folder
from splendor_tui.store import database, merging, recovery, sql, write_ahead_log
from splendor_tui.store.database import FILE_NAME, with_companions
from splendor_tui.store.locks import Claim, is_in_use, opening_lock
from splendor_tui.store.recovery import Merge
from splendor_tui.store.store_error import StoreError, StoreFault, is_damage, store_errors, suppress_damage
from splendor_tui.store.stored_rows import GameRows, ProgressRow, is_stored, read_journal
from splendor_tui.words import Message


class GamesFile:
    """The games file of an open store.

    If another program deletes, moves, replaces, overwrites or truncates the file during use, it gets everything back that
    is in memory (games in play, progress) and that the file contained before. This may restore a deleted game, but it never
    loses a game in play.

    `played` maps ids to the games in play, and `progress` maps subject and item to the states saved by this process; both
    match the file. `notices` are messages for the player, without duplicates. Raises StoreError.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.notices: tuple[Message, ...] = ()
        self.played: dict[str, GameRows] = {}
        self.progress: dict[tuple[str, str], ProgressRow] = {}
        self._path = folder / FILE_NAME
        self._claims: list[Claim] = []
        self._lost = False
        """Whether the last use found the file missing, replaced or damaged."""
        self._recovery = Lock()
        """For the threads of this process."""
        with store_errors():
            make_private_folder(folder)
            with opening_lock(folder):
                self.notices = _prepare(folder, self._merge_memory)
            self._content = self._open_content()
            self._seen = os.fstat(self._content.fileno())

    @contextmanager
    def use(self) -> Iterator[sqlite3.Connection]:
        """Open the file for one operation, and close it.

        Raises StoreError if the file is not in place, or if the games in play cannot be read back. The next use restores
        them. Errors in the block also become StoreError.
        """
        with store_errors():
            with self._recovery:
                if self._lost:
                    self._recover()
            self._check_place()
            try:
                with closing(database.connect(self._path)) as connection:
                    if not self._reads_back(connection):
                        raise self._loss()
                    yield connection
            except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
                self._lost = is_damage(error)
                raise
            self._check_place()

    @property
    def state(self) -> object:
        """Differs after each change of the file, also by another process."""
        return _states(self._path)

    def claim(self, game_id: str) -> Claim:
        """Claim a game, and forget released claims. Raises GameClaimedError, StoreError."""
        claim = Claim(self.folder / f"{game_id}.lock", game_id)
        self._claims = [claim, *(other for other in self._claims if other.is_held)]
        claimed = {held.game_id for held in self._claims}
        self.played = {played: game for played, game in self.played.items() if played in claimed}
        return claim

    def remember(self, game: GameRows | None) -> None:
        """Keep the rows of a game in play, if there are any."""
        if game is not None:
            self.played[game.id] = game

    def notify(self, *messages: Message) -> None:
        """Add messages for the player, without duplicates."""
        self.notices = tuple(dict.fromkeys((*self.notices, *messages)))

    def delete_entries(self, connection: sqlite3.Connection, game_id: str, first: int) -> None:
        """Back up the file, then delete a game's unreadable entries, from number `first` to the end."""
        database.back_up(connection, database.next_backup(self.folder, recovery.DAMAGED))
        connection.execute(sql.DELETE_CLOCK, (game_id,))  # the clock may belong to a deleted entry
        connection.execute(sql.DELETE_ENTRIES_FROM, (game_id, first))
        database.delete_old_backups(self.folder, recovery.DAMAGED)

    def close(self) -> None:
        """Release the file. Does not release claims."""
        self._content.close()

    def _open_content(self) -> BinaryIO:
        """Open the file to read it after another program has deleted or replaced it."""
        content = self._path.open("rb", buffering=0)
        finalize(self, content.close)
        return content

    def _is_in_place(self) -> bool:
        """Whether the file is the one that was opened first."""
        now = _lstat(self._path)
        return now is not None and os.path.samestat(now, self._seen)

    def _check_place(self) -> None:
        """Raise StoreError if the file is missing or another one."""
        if not self._is_in_place():
            raise self._loss()

    def _loss(self) -> StoreError:
        self._lost = True
        return StoreError(StoreFault.FILE_LOST)

    def _reads_back(self, connection: sqlite3.Connection) -> bool:
        """Whether the file contains the games in play."""
        claimed = {claim.game_id for claim in self._claims if claim.is_held}
        running = [game for game in self.played.values() if game.id in claimed and not game.diverged]
        return database.is_current(connection) and all(is_stored(connection, game) for game in running)

    def _recover(self) -> None:
        """Create or restore the file if necessary, and add the games and the progress that it lacks. Can be repeated."""
        make_private_folder(self.folder)
        with opening_lock(self.folder), ExitStack() as cleanup:
            old = None
            if not self._is_in_place():
                old = Path(cleanup.enter_context(TemporaryDirectory())) / FILE_NAME
                self._content.seek(0)
                with old.open("wb") as copy:
                    shutil.copyfileobj(self._content, copy)
            elif self._path.stat().st_size == 0:
                self._path.unlink()  # so that other processes notice that the file is another one
            self.notify(*_prepare(self.folder, self._merge_memory, force=True))
            with closing(database.connect(self._path)) as target:
                for game in [*self.played.values()]:
                    journal = read_journal(target, game.id)
                    if journal.is_cut:
                        self.delete_entries(target, game.id, len(journal.entries) + 1)
                with target:
                    target.execute("BEGIN IMMEDIATE")
                    self._merge_memory(target)
                    if old:
                        merging.merge_file(target, old)
        for claim in self._claims:
            claim.renew()
        before, self._content = self._content, self._open_content()
        self._seen = os.fstat(self._content.fileno())
        before.close()
        self._lost = False

    def _merge_memory(self, target: sqlite3.Connection) -> None:
        """Add the games and the progress in memory."""
        for game in [*self.played.values()]:  # copies, because another thread may play on
            merging.merge_game(target, game)
        merging.merge_progress(target, [*self.progress.values()])


def _lstat(path: Path) -> os.stat_result | None:
    try:
        return os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None


def _states(path: Path) -> list[tuple[int, int] | None]:
    """Differs after each write to the database or its companions."""
    return [state and (state.st_size, state.st_mtime_ns) for state in map(_lstat, with_companions(path))]


# --- opening -----------------------------------------------------------------------------------------------------------


def _prepare(folder: Path, merge: Merge, *, force: bool = False) -> tuple[Message, ...]:
    """Create, migrate or restore the games file, under the `opening_lock`. Returns messages for the player.

    Migrates or restores it only if no other process uses it, or if `force` is true, for a file that was lost in use. `merge`
    adds games to a restored file.
    """
    path = folder / FILE_NAME
    if not os.access(folder, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
        raise StoreError(StoreFault.READ_ONLY)  # SQLite would report it only when it writes
    for file in with_companions(path):
        if file == path or os.path.lexists(file):
            make_private_file(file)
    if not force and is_in_use(folder):
        found, known = database.sound_version(path), database.version()
        if found is None:
            raise StoreError(StoreFault.DAMAGED_IN_USE)
        if found != known:
            raise StoreError(StoreFault.VERSION_IN_USE, file=FILE_NAME, found=found, known=known)
        return ()
    with ExitStack() as cleanup:
        source = path
        if write_ahead_log.exists(path) or database.is_interrupted(path):
            # SQLite would change the file, even if the rest of the interrupted work is damaged. So it opens a copy first.
            scratch = Path(cleanup.enter_context(TemporaryDirectory()))
            source, before = scratch / FILE_NAME, _states(path)
            database.copy_games(folder, scratch)
        is_whole = not write_ahead_log.apply_if_damaged(source)
        if is_whole and database.has_valid_header(source) and database.sound_version(source) is not None:
            with suppress_damage(), closing(database.connect(path)) as connection:
                database.migrate(connection, folder)
                return ()
        if source != path and _states(path) != before:  # the copy is of no use
            raise StoreError(StoreFault.BUSY)
        return recovery.restore(folder, source, merge)
