"""Writes the games file again after it was deleted, moved, replaced, overwritten or cut short under a process that uses it.

The connection is no longer trusted, but mostly it still reads what it wrote. A file that has come in the place of the old
one is joined, as another process or the player put it there; else a new one is made. Every game that the old connection
reads goes along, and those that are played go along from memory, whatever happened to the file; progress as well. It may
bring a game back that was deleted in the new file; it never loses one.
"""

import os
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TypeVar

from splendor_tui.inputs.private_files import make_private_folder
from splendor_tui.store.file_names import FILE_NAME, drop_old_copies
from splendor_tui.store.opened_file import OpenedFile
from splendor_tui.store.opening import open_at_the_door
from splendor_tui.store.presence import at_the_door
from splendor_tui.store.rows import KeptGame, ProgressRow
from splendor_tui.store.salvage import (
    DAMAGED,
    bring,
    bring_progress,
    new_file,
    readable_games,
    readable_progress,
    set_aside,
)

_Row = TypeVar("_Row")


def renew(folder: Path, old: OpenedFile, played: Collection[KeptGame], progress: Collection[ProgressRow]) -> OpenedFile:
    """Open the games of the folder once more, and write into it all that the old file held.

    Whatever interrupts it, it can be done again. Raises StoreError, sqlite3.Error and OSError.
    """
    make_private_folder(folder)
    old.leave()
    old.make_readable()
    with at_the_door(folder), ExitStack() as undo:
        if old.is_in_place():
            _replace(folder, old, played, progress)
        elif not os.path.lexists(folder / FILE_NAME):
            # What is in memory first: SQLite does not survive every look into a file that has gone.
            with new_file(folder) as target:
                _bring_all(target, played, progress)
        new = undo.enter_context(closing(open_at_the_door(folder, mending=True)))
        with new.connection as target:
            target.execute("BEGIN IMMEDIATE")
            _bring_all(target, played, progress)
            _bring_old(target, old.connection)
        undo.pop_all()
    old.close()
    return new


def _replace(folder: Path, old: OpenedFile, played: Collection[KeptGame], progress: Collection[ProgressRow]) -> None:
    """Put a new file in the place of the old one, of which a copy is kept, whatever is left of it."""
    with ExitStack() as undo:
        set_aside(folder, undo)
        with new_file(folder) as target:
            _bring_all(target, played, progress)
            _bring_old(target, old.connection)
        undo.pop_all()
    drop_old_copies(folder, DAMAGED)


def _bring_all(target: sqlite3.Connection, games: Iterable[KeptGame], progress: Iterable[ProgressRow]) -> None:
    for game in games:
        bring(target, game)
    bring_progress(target, progress)


def _bring_old(target: sqlite3.Connection, source: sqlite3.Connection) -> None:
    games = (game for game, _cut in _while_read(source, readable_games))
    _bring_all(target, games, _while_read(source, readable_progress))


def _while_read(source: sqlite3.Connection, read: Callable[[sqlite3.Connection], Iterator[_Row]]) -> Iterator[_Row]:
    try:
        yield from read(source)
    except sqlite3.Error:
        return  # whatever it says of a file that was taken from under it, what is in memory can be saved
