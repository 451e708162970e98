"""How the games file is opened: made, checked, migrated or salvaged by whoever is alone with it, joined by others."""

import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from splendor_tui.inputs.private_folder import make_private_folder
from splendor_tui.store.private_files import LockFile, make_private
from splendor_tui.store.salvage import salvage
from splendor_tui.store.schema import (
    COMPANIONS,
    FILE_NAME,
    begins_well,
    connect,
    found_version,
    has_columns,
    is_sound,
    migrate,
    version,
)
from splendor_tui.store.store_error import StoreError, StoreFault, is_damage
from splendor_tui.words import Message

_PRESENCE: Final = "games.lock"


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """A sound games file of this program's version; `presence` tells other processes that it is in use."""

    connection: sqlite3.Connection
    presence: LockFile
    notices: tuple[Message, ...]


def open_file(folder: Path) -> OpenedFile:
    """Open the games file of the folder; both are made if missing. Raises StoreError, sqlite3.Error and OSError."""
    make_private_folder(folder)
    presence = LockFile(folder / _PRESENCE)
    try:
        # Alone, nobody else writes into a file that is being set aside or migrated.
        if presence.try_alone():
            notices = _prepare(folder)
            presence.share()
        else:
            notices = ()
            presence.share()
            _check_shared(folder / FILE_NAME)
        return OpenedFile(connect(folder / FILE_NAME), presence, notices)
    except BaseException:
        presence.close()
        raise


def _prepare(folder: Path) -> tuple[Message, ...]:
    path = folder / FILE_NAME
    make_private(path)
    for companion in COMPANIONS:
        beside = path.with_name(FILE_NAME + companion)
        if os.path.lexists(beside):
            make_private(beside)
    notices = () if begins_well(path) and _is_sound(path) else salvage(folder)
    with closing(connect(path)) as connection:
        migrate(connection, folder)
        connection.execute("PRAGMA journal_mode = WAL")  # the file remembers it
    return notices


def _is_sound(path: Path) -> bool:
    """Whether nothing is damaged. Raises StoreError for another program's file or an unknown version."""
    try:
        with closing(connect(path)) as connection:
            found = found_version(connection)
            return is_sound(connection) and (found < version() or has_columns(connection))
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
