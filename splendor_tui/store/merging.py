"""Adds the games and the progress of one games file to another, also of a damaged one: whatever is readable."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from splendor_tui.store import database, sql
from splendor_tui.store.store_error import is_damage, suppress_damage
from splendor_tui.store.stored_rows import GameRow, GameRows, ProgressRow, checked, read_journal

_MAX_SKIPS: Final = 5_000
"""The maximum number of rowids to skip in search of the next readable row. A damaged page holds fewer rows."""


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
