"""The games file of an open store. `recovery` restores a file that is damaged when opened; one lost during use is rewritten."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from splendor_tui.inputs.files import make_private_file, make_private_folder, on_error
from splendor_tui.store import database, recovery, sql
from splendor_tui.store.database import FILE_NAME, OpenDatabase, with_companions
from splendor_tui.store.locks import Claim, has_no_user, opening_lock
from splendor_tui.store.store_error import StoreError, StoreFault, is_damage, store_errors, suppress_damage
from splendor_tui.store.stored_rows import GameRows, ProgressRow, is_stored
from splendor_tui.words import Message

_Row = TypeVar("_Row")


class GamesFile:
    """The games file of an open store.

    The first process that opens it creates, checks, migrates or restores it; other processes share it. If the file is
    deleted, moved, replaced, overwritten or truncated during use, it is rewritten from memory (games in play, progress)
    and from everything that the old connection can still read. This may restore a deleted game, but it never loses a
    game in play.

    `played` maps ids to the games in play, and `progress` maps subject and item to the states saved by this process; both
    match the file. `notices` are messages for the player, without duplicates. Raises StoreError.
    """

    def __init__(self, folder: Path, opened: OpenDatabase | None = None) -> None:
        with store_errors():
            if opened is None:
                make_private_folder(folder)
                with opening_lock(folder):
                    opened = _open_locked(folder)
            self._opened = opened
            self._trusted = self._opened.last_writes
        self.folder = folder
        self.notices = self._opened.notices
        self.played: dict[str, GameRows] = {}
        self.progress: dict[tuple[str, str], ProgressRow] = {}
        self._claims: list[Claim] = []
        self._lost = False
        """Whether the last use found the file missing, replaced, truncated or damaged."""
        self._damaged = False

    @contextmanager
    def use(self) -> Iterator[sqlite3.Connection]:
        """Provide the connection for one operation, and check before and after it that the file is in place and intact.

        A failed check raises StoreError, and the next use rewrites the file. Errors in the block also become StoreError.
        """
        with store_errors():
            if self._lost:
                self._recover()
            self._check(wrote=False)
            try:
                yield self._opened.connection
            except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
                self._lost = self._damaged = is_damage(error)
                raise
            self._check(wrote=True)

    def claim(self, game_id: str) -> Claim:
        """Claim a game, and forget released claims. Raises GameClaimedError, StoreError."""
        claim = Claim(self.folder / f"{game_id}.lock", game_id)
        self._claims = [claim, *(other for other in self._claims if other.is_held)]
        claimed = {held.game_id for held in self._claims}
        self.played = {played: game for played, game in self.played.items() if played in claimed}
        return claim

    def notify(self, *messages: Message) -> None:
        """Add messages for the player, without duplicates."""
        self.notices = tuple(dict.fromkeys((*self.notices, *messages)))

    def open_for_thread(self) -> "GamesFile":
        """Open the same file again, for another thread. Raises StoreError, for example if the file is lost.

        Skips the integrity check, which would take longer with every game and block other processes.
        """
        with store_errors():
            if not self._opened.is_intact():
                raise StoreError(StoreFault.FILE_LOST)
            return GamesFile(self.folder, OpenDatabase(self.folder, secondary=True))

    def delete_entries(self, connection: sqlite3.Connection, game_id: str, first: int) -> None:
        """Back up the file, then delete a game's unreadable entries, from number `first` to the end."""
        database.back_up(connection, database.next_backup(self.folder, recovery.DAMAGED))
        connection.execute(sql.DELETE_CLOCK, (game_id,))  # the clock may belong to a deleted entry
        connection.execute(sql.DELETE_ENTRIES_FROM, (game_id, first))
        database.delete_old_backups(self.folder, recovery.DAMAGED)

    def close(self) -> None:
        """Close the file. Does not release claims."""
        self._opened.close()

    def _recover(self) -> None:
        """Continue with the file if it is back in place; otherwise rewrite it."""
        if self._damaged or not self._opened.is_intact():
            self._rewrite()
            self.notify(*self._opened.notices)
        self._trusted = self._opened.last_writes
        for claim in self._claims:
            claim.renew()
        self._lost = self._damaged = False

    def _rewrite(self) -> None:
        """Reopen the folder's games file, and write the contents of the old file to it.

        If another process or the player has put a new file in the folder, that file is used. The old connection can usually
        still read its data, but this is not guaranteed. Can be repeated after an interruption. Raises StoreError,
        sqlite3.Error, OSError.
        """
        folder, old = self.folder, self._opened
        make_private_folder(folder)
        old.release()
        old.make_readable()
        with opening_lock(folder):
            if old.is_in_place():
                with recovery.replacement(folder) as (target, _backup):
                    self._merge(target, old.connection)
            elif not os.path.lexists(folder / FILE_NAME):
                # Write the data in memory first: SQLite may crash when it reads a deleted file.
                with recovery.new_file(folder) as target:
                    self._merge(target)
            new = _open_locked(folder, force=True)
            with on_error(new.close), new.connection as target:
                target.execute("BEGIN IMMEDIATE")
                self._merge(target, old.connection)
        old.close()
        self._opened = new

    def _merge(self, target: sqlite3.Connection, old: sqlite3.Connection | None = None) -> None:
        """Add the games and progress in memory to `target`, and those that the old connection can read."""
        for game in self.played.values():
            recovery.merge_game(target, game)
        recovery.merge_progress(target, self.progress.values())
        if old:
            for game, _is_cut in _until_error(recovery.readable_games(old)):
                recovery.merge_game(target, game)
            recovery.merge_progress(target, _until_error(recovery.readable_progress(old)))

    def _check(self, *, wrote: bool) -> None:
        """Raise StoreError if the file is lost, or if another program changed it so that games in play cannot be read back.

        `wrote` is true if this process may just have written to the WAL.
        """
        if not self._opened.is_intact():
            self._lost = True
            raise StoreError(StoreFault.FILE_LOST)
        main, log = now = self._opened.last_writes
        rewritten = main != self._trusted[0]  # SQLite's checkpoints do this too
        if (rewritten or (log != self._trusted[1] and not wrote)) and not self._reads_back(check_file=rewritten):
            self._lost = self._damaged = True
            raise StoreError(StoreFault.FILE_LOST)
        self._trusted = now

    def _reads_back(self, *, check_file: bool) -> bool:
        """Whether a new connection, without a cache, finds the games in play. If `check_file`, the file must be sound too."""
        claimed = {claim.game_id for claim in self._claims if claim.is_held}
        running = [game for game in self.played.values() if game.id in claimed and not game.diverged]
        with suppress_damage(), closing(database.connect(self.folder / FILE_NAME)) as connection:
            return (not check_file or database.is_sound(connection)) and all(
                is_stored(connection, game) for game in running
            )
        return False


# --- opening -----------------------------------------------------------------------------------------------------------


def _open_locked(folder: Path, *, force: bool = False) -> OpenDatabase:
    """Open the games file of an existing folder, under the `opening_lock`.

    Restores or migrates the file only if no other process uses it, or if `force` is true. Use `force` only after the
    file was replaced: other processes then still have the old one open.
    """
    if not has_no_user(folder):
        # Check the file only through SQLite: under POSIX locking, closing any other descriptor for it would release the
        # locks held by this process's other connections.
        found, known = database.sound_version(folder / FILE_NAME), database.version()
        if found == known:
            return OpenDatabase(folder)
        if found is None and not force:
            raise StoreError(StoreFault.DAMAGED_IN_USE)
        if not force:
            raise StoreError(StoreFault.VERSION_IN_USE, file=FILE_NAME, found=found, known=known)
    return OpenDatabase(folder, _prepare(folder))


def _prepare(folder: Path) -> tuple[Message, ...]:
    """Create, migrate or restore the games file. Returns messages for the player."""
    path = folder / FILE_NAME
    make_private_file(path)
    for companion in with_companions(path):
        if os.path.lexists(companion):
            make_private_file(companion)
    if database.has_valid_header(path) and database.sound_version(path) is not None:
        with suppress_damage(), closing(database.connect(path)) as connection:
            database.migrate(connection, folder)
            return ()
    return recovery.restore(folder)


def _until_error(rows: Iterator[_Row]) -> Iterator[_Row]:
    with suppress(sqlite3.Error):  # data in memory can be saved even if the old file cannot be read
        yield from rows
