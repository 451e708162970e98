"""Rescue of games and progress from a damaged or lost games file; a new file replaces it.

A damaged file is backed up byte for byte first. Only a clock reading within a turn is not rescued: the one at the end of the
previous turn is in its ply.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Final, TypeVar

from splendor_tui.inputs.files import copy_file, make_private_file, sync_folder
from splendor_tui.store import sql
from splendor_tui.store.database import (
    COMPANIONS,
    FILE_NAME,
    back_up,
    connect,
    delete_old_backups,
    has_games,
    migrate,
    next_backup,
    with_companions,
)
from splendor_tui.store.rows import GameRow, GameRows, ProgressRow, checked, read_journal
from splendor_tui.store.store_error import is_damage, until_damage
from splendor_tui.words import NN_, Message

_Row = TypeVar("_Row")

_MAX_SKIPS: Final = 5_000
"""Row numbers to try after damage: more than a damaged page can hide."""

_DAMAGED: Final = "damaged"
"""The kind of a damaged file's backup."""


def restore(folder: Path) -> tuple[Message, ...]:
    """Replace the folder's damaged games file with a sound one; return sentences for the player.

    The caller must be the only user of the folder. The damaged file stays in place until the last step, so an interrupted
    restore is simply repeated.
    """
    whole = cut = 0
    with replacement(folder) as (target, aside):
        for game, is_cut in _read_damaged(folder, readable_games):
            merge_game(target, game)
            whole += not is_cut
            cut += is_cut
        merge_progress(target, _read_damaged(folder, readable_progress))
    return _report(aside.name, whole, cut)


def cut_off(connection: sqlite3.Connection, folder: Path, game_id: str, number: int) -> None:
    """Back up the file, then delete a game's entries from `number` on: they cannot be read."""
    back_up(connection, next_backup(folder, _DAMAGED))
    connection.execute(sql.DELETE_CLOCK, (game_id,))  # it may belong to a dropped entry
    connection.execute(sql.DELETE_ENTRIES_FROM, (game_id, number))
    delete_old_backups(folder, _DAMAGED)


@contextmanager
def replacement(folder: Path) -> Iterator[tuple[sqlite3.Connection, Path]]:
    """Yield a `new_file`, and the backup of the damaged file that it replaces. An error leaves no backup."""
    path, aside = folder / FILE_NAME, next_backup(folder, _DAMAGED)
    with ExitStack() as undo:
        for source, copy in zip(with_companions(path), with_companions(aside), strict=True):
            if source.exists() and not source.name.endswith("-shm"):
                undo.callback(copy.unlink, missing_ok=True)
                copy_file(source, copy)
        with new_file(folder) as target:
            yield target, aside
        undo.pop_all()
    delete_old_backups(folder, _DAMAGED)


@contextmanager
def new_file(folder: Path) -> Iterator[sqlite3.Connection]:
    """Yield a new games file to write to. It replaces the one in the folder if the block succeeds."""
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


def merge_game(target: sqlite3.Connection, game: GameRows) -> None:
    """Add a game's missing rows to the file.

    If its entries there differ, change nothing and mark the game `diverged`.
    """
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


def merge_progress(target: sqlite3.Connection, rows: Iterable[ProgressRow]) -> None:
    """Write progress, except where the file has a later state."""
    target.executemany(sql.KEEP_PROGRESS, (row.cells() for row in rows))


def readable_games(source: sqlite3.Connection) -> Iterator[tuple[GameRows, bool]]:
    """Each readable game with its readable entries, and whether others were cut off."""
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
    """The readable progress rows; empty for versions without progress."""
    with until_damage():
        for cells in source.execute(sql.SELECT_ALL_PROGRESS):
            if row := checked(ProgressRow, cells):
                yield row


def _read_damaged(folder: Path, read: Callable[[sqlite3.Connection], Iterator[_Row]]) -> Iterator[_Row]:
    with until_damage(), closing(connect(folder / FILE_NAME, damaged=True)) as source:
        yield from read(source)


def _game_cells(source: sqlite3.Connection) -> Iterator[tuple[object, ...]]:
    """The rows of the games table; continues after a damaged page."""
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
