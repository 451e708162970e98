"""The games file of an open store. A file that is damaged when opened is restored; one lost during use is rewritten."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from splendor_tui.inputs.files import make_private_file, make_private_folder
from splendor_tui.store import sql
from splendor_tui.store.database import (
    FILE_NAME,
    OpenDatabase,
    back_up,
    connect,
    delete_old_backups,
    has_valid_header,
    is_sound,
    migrate,
    next_backup,
    sound_version,
    version,
    with_companions,
)
from splendor_tui.store.locks import Claim, has_no_user, opening_lock
from splendor_tui.store.recovery import DAMAGED, merge, merge_readable, new_file, replacement, restore
from splendor_tui.store.store_error import StoreError, StoreFault, is_damage, store_errors, suppress_damage
from splendor_tui.store.stored_rows import GameRows, ProgressRow, is_stored
from splendor_tui.words import Message


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
        back_up(connection, next_backup(self.folder, DAMAGED))
        connection.execute(sql.DELETE_CLOCK, (game_id,))  # the clock may belong to a deleted entry
        connection.execute(sql.DELETE_ENTRIES_FROM, (game_id, first))
        delete_old_backups(self.folder, DAMAGED)

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
        with opening_lock(folder), ExitStack() as undo:
            if old.is_in_place():
                with replacement(folder) as (target, _backup):
                    self._merge_all(target, old.connection)
            elif not os.path.lexists(folder / FILE_NAME):
                # Write the data in memory first: SQLite may crash when it reads a deleted file.
                with new_file(folder) as target:
                    self._merge_all(target)
            new = undo.enter_context(closing(_open_locked(folder, force=True)))
            with new.connection as target:
                target.execute("BEGIN IMMEDIATE")
                self._merge_all(target, old.connection)
            undo.pop_all()
        old.close()
        self._opened = new

    def _merge_all(self, target: sqlite3.Connection, old: sqlite3.Connection | None = None) -> None:
        """Merge the games and progress in memory into `target`, and those that the old connection can read."""
        merge(target, self.played.values(), self.progress.values())
        if old:
            merge_readable(target, old)

    def _check(self, *, wrote: bool) -> None:
        """Raise StoreError if the file is lost, or if another program changed it so that games in play cannot be read back.

        `wrote` is true if this process may just have written to the WAL.
        """
        if not self._opened.is_intact():
            self._lost = True
            raise StoreError(StoreFault.FILE_LOST)
        database, log = now = self._opened.last_writes
        rewritten = database != self._trusted[0]  # SQLite's checkpoints do this too
        if (rewritten or (log != self._trusted[1] and not wrote)) and not self._reads_back(check_file=rewritten):
            self._lost = self._damaged = True
            raise StoreError(StoreFault.FILE_LOST)
        self._trusted = now

    def _reads_back(self, *, check_file: bool) -> bool:
        """Whether a new connection, without a cache, finds the games in play. If `check_file`, the file must be sound too."""
        claimed = {claim.game_id for claim in self._claims if claim.is_held}
        running = [game for game in self.played.values() if game.id in claimed and not game.diverged]
        with suppress_damage(), closing(connect(self.folder / FILE_NAME)) as connection:
            return (not check_file or is_sound(connection)) and all(is_stored(connection, game) for game in running)
        return False


# --- opening -----------------------------------------------------------------------------------------------------------


def _open_locked(folder: Path, *, force: bool = False) -> OpenDatabase:
    """Open the games file of an existing folder, under the `opening_lock`.

    Restores or migrates the file only if no other process uses it, or if `force` is true. Use `force` only after the
    file was replaced: other processes then still have the old one open.
    """
    if has_no_user(folder):
        return OpenDatabase(folder, _prepare(folder))
    try:
        _check_shared(folder / FILE_NAME)
        return OpenDatabase(folder)
    except StoreError as error:
        if not force or error.fault not in {StoreFault.DAMAGED_IN_USE, StoreFault.VERSION_IN_USE}:
            raise
        return OpenDatabase(folder, _prepare(folder))


def _prepare(folder: Path) -> tuple[Message, ...]:
    """Create, migrate or restore the games file. Returns messages for the player."""
    path = folder / FILE_NAME
    make_private_file(path)
    for companion in with_companions(path):
        if os.path.lexists(companion):
            make_private_file(companion)
    if has_valid_header(path) and sound_version(path) is not None:
        with suppress_damage(), closing(connect(path)) as connection:
            migrate(connection, folder)
            return ()
    return restore(folder)


def _check_shared(path: Path) -> None:
    """Raise StoreError if a file that other processes use needs to be restored or migrated.

    Opens the file only through SQLite: under POSIX locking, closing any other descriptor for it would release the locks held
    by this process's other connections.
    """
    found = sound_version(path)
    if found is None:
        raise StoreError(StoreFault.DAMAGED_IN_USE)
    if found < version():
        raise StoreError(StoreFault.VERSION_IN_USE, file=FILE_NAME, found=found, known=version())
