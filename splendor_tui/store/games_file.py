"""The games file of an open store. A file that is damaged when opened is restored; one lost during use is rewritten."""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Final, TypeVar

from splendor_tui.inputs.files import copy_file, make_private_file, make_private_folder, on_error, sync_folder
from splendor_tui.store import database, sql
from splendor_tui.store.database import FILE_NAME, OpenDatabase, with_companions
from splendor_tui.store.locks import Claim, has_no_user, opening_lock
from splendor_tui.store.store_error import StoreError, StoreFault, is_damage, store_errors, suppress_damage
from splendor_tui.store.stored_rows import GameRow, GameRows, ProgressRow, checked, is_stored, read_journal
from splendor_tui.words import NN_, Message

_Row = TypeVar("_Row")

DAMAGED: Final = "damaged"
"""The kind of backup of a damaged file."""

_MAX_SKIPS: Final = 5_000
"""The maximum number of rowids to skip in search of the next readable row. A damaged page holds fewer rows."""


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
        database.back_up(connection, database.next_backup(self.folder, DAMAGED))
        connection.execute(sql.DELETE_CLOCK, (game_id,))  # the clock may belong to a deleted entry
        connection.execute(sql.DELETE_ENTRIES_FROM, (game_id, first))
        database.delete_old_backups(self.folder, DAMAGED)

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
                with _replacement(folder) as (target, _backup):
                    self._merge(target, old.connection)
            elif not os.path.lexists(folder / FILE_NAME):
                # Write the data in memory first: SQLite may crash when it reads a deleted file.
                with _new_file(folder) as target:
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
            _merge_game(target, game)
        _merge_progress(target, self.progress.values())
        if old:
            for game, _is_cut in _until_error(_readable_games(old)):
                _merge_game(target, game)
            _merge_progress(target, _until_error(_readable_progress(old)))

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
    return _restore(folder)


# --- restoring ---------------------------------------------------------------------------------------------------------


def _restore(folder: Path) -> tuple[Message, ...]:
    """Replace the folder's damaged games file with a sound one. Returns messages for the player.

    The caller must be the only user of the folder. Each clock falls back to its reading at the last ply. The damaged
    file stays in place until the last step, so an interrupted restore starts over.
    """
    count = cut = 0
    with _replacement(folder) as (target, backup):
        for game, is_cut in _read_damaged(folder, _readable_games):
            _merge_game(target, game)
            count += 1
            cut += is_cut
        _merge_progress(target, _read_damaged(folder, _readable_progress))
    recovered = NN_(
        "The games file was damaged. It is saved as {file}, and {count} game was recovered.",
        "The games file was damaged. It is saved as {file}, and {count} games were recovered.",
        count,
        file=backup.name,
    )
    shortened = NN_(
        "{count} recovered game is missing its last actions.",
        "{count} recovered games are missing their last actions.",
        cut,
    )
    return (recovered, shortened) if cut else (recovered,)


@contextmanager
def _replacement(folder: Path) -> Iterator[tuple[sqlite3.Connection, Path]]:
    """Yield a new games file, and the path of the backup of the damaged file. After an error, there is no backup."""
    path, backup = folder / FILE_NAME, database.next_backup(folder, DAMAGED)
    with ExitStack() as undo:
        for source, copy in zip(with_companions(path), with_companions(backup), strict=True):
            if source.exists() and not source.name.endswith("-shm"):
                undo.callback(copy.unlink, missing_ok=True)
                copy_file(source, copy)
        with _new_file(folder) as target:
            yield target, backup
        undo.pop_all()
    database.delete_old_backups(folder, DAMAGED)


@contextmanager
def _new_file(folder: Path) -> Iterator[sqlite3.Connection]:
    """Yield a new games file to write to. If the block succeeds, the new file replaces the one in the folder."""
    path, rescued = folder / FILE_NAME, folder / "games.rescued.sqlite3"
    for leftover in with_companions(rescued):
        leftover.unlink(missing_ok=True)
    make_private_file(rescued)
    with closing(database.connect(rescued)) as target:
        database.migrate(target, folder)
        with target:
            target.execute("BEGIN IMMEDIATE")
            yield target
    for companion in database.COMPANIONS:  # the companions belong to the old file
        path.with_name(FILE_NAME + companion).unlink(missing_ok=True)
    rescued.replace(path)
    sync_folder(folder)


# --- merging -----------------------------------------------------------------------------------------------------------


def _merge_game(target: sqlite3.Connection, game: GameRows) -> None:
    """Add a game's missing rows to the file.

    If the file has different entries for this game, write nothing and mark the game as `diverged`.
    """
    there = [body for _number, _stored, body in target.execute(sql.SELECT_JOURNAL, (game.id,))]
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


def _merge_progress(target: sqlite3.Connection, rows: Iterable[ProgressRow]) -> None:
    """Write progress, unless the file has a later state."""
    target.executemany(sql.SAVE_PROGRESS, (row.cells() for row in rows))


# --- reading -----------------------------------------------------------------------------------------------------------


def _readable_games(source: sqlite3.Connection) -> Iterator[tuple[GameRows, bool]]:
    """Each readable game up to its first unreadable entry, and whether such an entry exists."""
    with suppress_damage():
        if database.has_tables(source, version=1):
            found: set[str] = set()
            for cells in _game_cells(source):
                # Damaged pointers may lead to the same page twice.
                if (row := checked(GameRow, cells)) and row.id not in found:
                    found.add(row.id)
                    journal = read_journal(source, row.id)
                    yield GameRows(cells, journal.stored), journal.is_cut


def _game_cells(source: sqlite3.Connection) -> Iterator[tuple[object, ...]]:
    """The rows of the games table. Skips damaged pages."""
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


def _readable_progress(source: sqlite3.Connection) -> Iterator[ProgressRow]:
    """The readable progress rows. Empty for versions without progress."""
    with suppress_damage():
        for cells in source.execute(sql.SELECT_ALL_PROGRESS):
            if row := checked(ProgressRow, cells):
                yield row


def _read_damaged(folder: Path, read: Callable[[sqlite3.Connection], Iterator[_Row]]) -> Iterator[_Row]:
    with suppress_damage(), closing(database.connect(folder / FILE_NAME, damaged=True)) as source:
        yield from read(source)


def _until_error(rows: Iterator[_Row]) -> Iterator[_Row]:
    with suppress(sqlite3.Error):  # data in memory can be saved even if the old file cannot be read
        yield from rows
