"""Recovery of a games file that is damaged when it is opened: what is readable is saved to a new file."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Final, TypeAlias

from splendor_tui.inputs.files import copy_file, make_private_file, sync_folder
from splendor_tui.store import database, sql
from splendor_tui.store.database import FILE_NAME, with_companions
from splendor_tui.store.store_error import is_damage, suppress_damage
from splendor_tui.store.stored_rows import GameRow, GameRows, ProgressRow, checked, read_journal
from splendor_tui.words import NN_, Message

Merge: TypeAlias = Callable[[sqlite3.Connection], None]
"""Adds games to a file."""

DAMAGED: Final = "damaged"
"""The kind of backup of a damaged file."""

_MAX_SKIPS: Final = 5_000
"""The maximum number of rowids to skip in search of the next readable row. A damaged page holds fewer rows."""


def restore(folder: Path, source: Path, merge: Merge) -> tuple[Message, ...]:
    """Replace the folder's damaged games file by a sound one. Returns messages for the player.

    `source` is the damaged file or a copy of it. `merge` adds games, which take precedence. Each other clock falls back to
    its reading at the last ply. The damaged file stays in place until the last step, so an interrupted restore starts over.
    """
    path, backup = folder / FILE_NAME, database.next_backup(folder, DAMAGED)
    with ExitStack() as undo:
        for original, copy in zip(with_companions(path), with_companions(backup), strict=True):
            if original.exists() and not original.name.endswith("-shm"):
                undo.callback(copy.unlink, missing_ok=True)
                copy_file(original, copy)
        with new_file(folder) as target:
            merge(target)
            count, cut = merge_file(target, source)
        undo.pop_all()
    database.delete_old_backups(folder, DAMAGED)
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
def new_file(folder: Path) -> Iterator[sqlite3.Connection]:
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


def merge_file(target: sqlite3.Connection, source: Path) -> tuple[int, int]:
    """Add all readable games and progress. Returns the number of games, and of those that are missing their last entries."""
    count = cut = 0
    with suppress_damage(), closing(database.connect(source, damaged=True)) as connection:
        for game, is_cut in _readable_games(connection):
            merge_game(target, game)
            count += 1
            cut += is_cut
        target.execute(database.ORDER_BY_TIME)
        with suppress_damage():
            target.executemany(sql.MAKE_LATEST, connection.execute(sql.SELECT_RECENCY))
        merge_progress(target, _readable_progress(connection))
    return count, cut


def merge_game(target: sqlite3.Connection, game: GameRows) -> None:
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


def merge_progress(target: sqlite3.Connection, rows: Iterable[ProgressRow]) -> None:
    """Write progress, unless the file has a later state."""
    target.executemany(sql.MERGE_PROGRESS, (row.cells() for row in rows))


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
