"""Brings games and progress into another file: out of a damaged one, and out of memory where the file has gone.

A damaged file is kept under another name, byte for byte, and what is readable in it goes into a new one. Only the reading of
a clock within a turn is not recovered: the one at the end of the turn before is with its ply.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Final, TypeVar

from splendor_tui.inputs.files import copy_file, make_private_file, sync_folder
from splendor_tui.store.database import (
    COMPANIONS,
    DAMAGED,
    FILE_NAME,
    connect,
    drop_old_copies,
    has_games,
    keep_copy,
    migrate,
    next_copy,
    with_companions,
)
from splendor_tui.store.rows import (
    DELETE_CLOCK,
    DELETE_ENTRIES_FROM,
    INSERT_ENTRY,
    INSERT_GAME,
    KEEP_PROGRESS,
    REPLACE_CLOCK,
    SELECT_ALL_PROGRESS,
    SELECT_BODIES,
    SELECT_GAME_EXISTS,
    SELECT_GAMES_AFTER,
    UPDATE_RESULT,
    GameRow,
    KeptGame,
    ProgressRow,
    checked,
    read_journal,
)
from splendor_tui.store.store_error import is_damage, until_damage
from splendor_tui.words import NN_, Message

_Row = TypeVar("_Row")
_MAX_SKIPS: Final = 5_000
"""How many row numbers are tried behind damage: more than one damaged page can hide."""


def restore(folder: Path) -> tuple[Message, ...]:
    """Set the damaged games file of the folder aside and put a sound one in its place; returns sentences for the player.

    The caller must be alone in using the folder. Until the very last step the damaged file stays in its place, so that
    whatever interrupts this, it is simply done again.
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
    """Drop a game's entries that cannot be read, from this one on, when it goes on before them; a copy is kept."""
    keep_copy(connection, next_copy(folder, DAMAGED))
    connection.execute(DELETE_CLOCK, (game_id,))  # it may belong to an entry that is dropped
    connection.execute(DELETE_ENTRIES_FROM, (game_id, number))
    drop_old_copies(folder, DAMAGED)


@contextmanager
def replacement(folder: Path) -> Iterator[tuple[sqlite3.Connection, Path]]:
    """A new file as of `new_file`, and the copy that is kept of the damaged one that it replaces; no copy after an error."""
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
    """A new games file to write into, which takes the place of the one in the folder when the block ends without an error."""
    path, rescued = folder / FILE_NAME, folder / "games.rescued.sqlite3"
    for leftover in with_companions(rescued):
        leftover.unlink(missing_ok=True)
    make_private_file(rescued)
    with closing(connect(rescued)) as target:
        migrate(target, folder)
        with target:
            target.execute("BEGIN IMMEDIATE")
            yield target
    # The new file must not be taken for the one that the old companions belong to.
    for companion in COMPANIONS:
        path.with_name(FILE_NAME + companion).unlink(missing_ok=True)
    rescued.replace(path)
    sync_folder(folder)


def bring(target: sqlite3.Connection, game: KeptGame) -> None:
    """Write a game into a file where there is nothing of it, or no more than this; one that goes on there stays."""
    there = [body for (body,) in target.execute(SELECT_BODIES, (game.id,))]
    bodies = [body for _number, _stored, body in game.entries]
    if there[: len(bodies)] != bodies[: len(there)]:
        game.astray = True
        return
    if len(there) > len(bodies):
        return
    if not target.execute(SELECT_GAME_EXISTS, (game.id,)).fetchone():
        target.execute(INSERT_GAME, game.cells)
    elif len(there) < len(bodies) or game.cells[-1] is not None:
        target.execute(UPDATE_RESULT, (*game.cells[-2:], game.id))
    target.executemany(INSERT_ENTRY, ((game.id, *row) for row in game.entries[len(there) :]))
    if game.clock is not None:
        target.execute(REPLACE_CLOCK, (game.id, *game.clock))


def bring_progress(target: sqlite3.Connection, rows: Iterable[ProgressRow]) -> None:
    """Write progress into a file, but for what was saved there later."""
    target.executemany(KEEP_PROGRESS, (row.cells() for row in rows))


def readable_games(source: sqlite3.Connection) -> Iterator[tuple[KeptGame, bool]]:
    """Every game that can be read, with what can be read of its journal; and whether more than that was there."""
    with until_damage():
        if has_games(source):
            found: set[str] = set()
            for cells in _game_cells(source):
                # Damaged pointers may lead to the same page twice.
                if (row := checked(GameRow, cells)) and row.id not in found:
                    found.add(row.id)
                    journal = read_journal(source, row.id)
                    yield KeptGame(cells, journal.stored), journal.cut


def readable_progress(source: sqlite3.Connection) -> Iterator[ProgressRow]:
    """The progress that can be read; none of a version that had none."""
    with until_damage():
        for cells in source.execute(SELECT_ALL_PROGRESS):
            if row := checked(ProgressRow, cells):
                yield row


def _read_damaged(folder: Path, read: Callable[[sqlite3.Connection], Iterator[_Row]]) -> Iterator[_Row]:
    with until_damage(), closing(connect(folder / FILE_NAME, damaged=True)) as source:
        yield from read(source)


def _game_cells(source: sqlite3.Connection) -> Iterator[tuple[object, ...]]:
    """The rows of the table of games; where a page of them is damaged, it goes on behind it."""
    seen = 0
    for _skip in range(_MAX_SKIPS):
        try:
            for rowid, *cells in source.execute(SELECT_GAMES_AFTER, (seen,)):
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
