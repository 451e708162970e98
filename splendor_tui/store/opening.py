"""How the games file is opened: made, checked, migrated or salvaged by whoever is alone with it, joined by others."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from splendor_tui.inputs.private_files import make_private_file, make_private_folder
from splendor_tui.store.file_names import FILE_NAME, with_companions
from splendor_tui.store.opened_file import OpenedFile
from splendor_tui.store.presence import at_the_door, is_alone
from splendor_tui.store.salvage import salvage
from splendor_tui.store.schema import (
    begins_well,
    connect,
    found_version,
    has_columns,
    has_games,
    is_sound,
    migrate,
    version,
)
from splendor_tui.store.store_error import StoreError, StoreFault, is_damage
from splendor_tui.words import Message


def open_file(folder: Path) -> OpenedFile:
    """Open the games file of the folder; both are made if missing. Raises StoreError, sqlite3.Error and OSError."""
    make_private_folder(folder)
    with at_the_door(folder):
        return open_at_the_door(folder)


def open_beside(folder: Path) -> OpenedFile:
    """Open once more the file that this process has open, so that it is sound, and nobody sets it aside.

    The check takes longer the more games there are, and would keep the door shut to others meanwhile. Raises sqlite3.Error
    and OSError.
    """
    return OpenedFile(folder, (), beside=True)


def open_at_the_door(folder: Path, *, mending: bool = False) -> OpenedFile:
    """The same for a folder that is there, where the caller lets nobody else in.

    Alone, nobody else writes into a file that is being set aside or migrated. So it is when `mending`: the file has come
    in the place of another one, which whoever was here before has still open.
    """
    if is_alone(folder):
        return OpenedFile(folder, _prepare(folder))
    try:
        _check_shared(folder / FILE_NAME)
        return OpenedFile(folder, ())
    except StoreError as error:
        if not mending or error.fault not in {StoreFault.DAMAGED_IN_USE, StoreFault.VERSION_IN_USE}:
            raise
        return OpenedFile(folder, _prepare(folder))


def _prepare(folder: Path) -> tuple[Message, ...]:
    path = folder / FILE_NAME
    make_private_file(path)
    for beside in with_companions(path):
        if os.path.lexists(beside):
            make_private_file(beside)
    return () if begins_well(path) and _is_sound(path) and _migrates(path) else salvage(folder)


def _migrates(path: Path) -> bool:
    """Bring the file to this program's version; False where the tables are not those of the version that it names."""
    try:
        with closing(connect(path)) as connection:
            migrate(connection, path.parent)
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            return False
        raise
    return True


def _is_sound(path: Path) -> bool:
    """Whether nothing is damaged. Raises StoreError for another program's file or an unknown version."""
    try:
        with closing(connect(path)) as connection:
            found = found_version(connection)
            has_tables = has_columns if found == version() else has_games
            return is_sound(connection) and (found == 0 or has_tables(connection))
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if is_damage(error):
            return False
        raise


def _check_shared(path: Path) -> None:
    """Raise StoreError when the file, which others are using, would have to be salvaged or migrated first.

    It is never opened but by SQLite: closing it would drop the locks of this process's other connections (a trap of POSIX).
    """
    if not _is_sound(path):
        raise StoreError(StoreFault.DAMAGED_IN_USE)
    with closing(connect(path)) as connection:
        found = found_version(connection)
    if found < version():
        raise StoreError(StoreFault.VERSION_IN_USE, file=FILE_NAME, found=found, known=version())
