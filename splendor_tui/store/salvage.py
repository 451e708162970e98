"""A damaged games file: it is kept aside by name, byte for byte, and what is readable in it goes into a new one.

Only the reading of a clock within a turn is not looked for: the one at the end of the turn before is with its ply.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from splendor_tui.inputs.private_folder import sync_folder
from splendor_tui.store.private_files import copy_private, free_path, make_private
from splendor_tui.store.rows import GameRow, Journal, checked, read_journal, stored_time
from splendor_tui.store.schema import (
    COMPANIONS,
    FILE_NAME,
    FILE_STEM,
    FILE_SUFFIX,
    connect,
    has_games,
    migrate,
)
from splendor_tui.store.sql import INSERT_ENTRY, INSERT_GAME, SELECT_GAMES_AFTER
from splendor_tui.store.store_error import is_damage
from splendor_tui.words import NN_, Message

_MOST_SKIPS: Final = 5_000
"""How many row numbers are tried behind damage: more than one damaged page can hide."""


def salvage(folder: Path) -> tuple[Message, ...]:
    """Set the games file of the folder aside and put a sound one in its place; answers with sentences for the player.

    The caller must be alone in using the folder. Until the very last step the damaged file stays in its place, so that
    whatever interrupts this, it is simply done again.
    """
    path = folder / FILE_NAME
    aside = free_path(folder, f"{FILE_STEM}.damaged", FILE_SUFFIX)
    copy_private(path, aside)
    for companion in ("-journal", "-wal"):
        beside = path.with_name(FILE_NAME + companion)
        if beside.exists():
            copy_private(beside, aside.with_name(aside.name + companion))
    rescued = folder / f"{FILE_STEM}.rescued{FILE_SUFFIX}"
    for leftover in _with_companions(rescued):
        leftover.unlink(missing_ok=True)
    make_private(rescued)
    whole = cut = 0
    with closing(connect(rescued)) as target:
        migrate(target, folder)
        with target:
            target.execute("BEGIN IMMEDIATE")
            for cells, journal in _readable_games(path):
                _insert(target, cells, journal)
                whole += not journal.cut
                cut += journal.cut
    # The new file must not be taken for the one that the old companions belong to.
    for companion in COMPANIONS:
        path.with_name(FILE_NAME + companion).unlink(missing_ok=True)
    rescued.replace(path)
    sync_folder(folder)
    return _report(aside.name, whole, cut)


def _with_companions(path: Path) -> tuple[Path, ...]:
    return (path, *(path.with_name(path.name + companion) for companion in COMPANIONS))


def _insert(target: sqlite3.Connection, cells: tuple[object, ...], journal: Journal) -> None:
    target.execute(INSERT_GAME, cells)
    target.executemany(
        INSERT_ENTRY,
        ((cells[0], row.number, stored_time(row.stored), row.body.model_dump_json()) for row in journal.rows),
    )


def _report(aside: str, whole: int, cut: int) -> tuple[Message, ...]:
    count = whole + cut
    recovered = NN_(
        "The games file was damaged and is kept as {file}; {count} game could be recovered.",
        "The games file was damaged and is kept as {file}; {count} games could be recovered.",
        count,
        file=aside,
    )
    shortened = NN_(
        "{count} recovered game lacks its last plies.", "{count} recovered games lack their last plies.", cut
    )
    return (recovered, shortened) if cut else (recovered,)


def _readable_games(damaged: Path) -> Iterator[tuple[tuple[object, ...], Journal]]:
    """The cells of every game that can be read, each with what can be read of its journal."""
    try:
        with closing(connect(damaged, damaged=True)) as source:
            if has_games(source):
                found: set[str] = set()
                for cells in _game_cells(source):
                    # Damaged pointers may lead to the same page twice.
                    if (game := checked(GameRow, cells)) and game.id not in found:
                        found.add(game.id)
                        yield cells, read_journal(source, game.id)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if not is_damage(error):
            raise


def _game_cells(source: sqlite3.Connection) -> Iterator[tuple[object, ...]]:
    """The rows of the table of games; where a page of them is damaged, it goes on behind it."""
    seen = 0
    for _skip in range(_MOST_SKIPS):
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
