"""The errors of the store, with messages for the player, and their causes in SQLite and the system."""

import errno
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Final

from splendor_tui.inputs.files import NotRegularError
from splendor_tui.words import N_, MessageError, quoted


class StoreFault(Enum):
    """The message for each kind of error. `StoreError` fills in the details."""

    DISK_FULL = N_("The disk is full; free some space, and everything will be saved.")
    READ_ONLY = N_("Games cannot be saved here; make the folder writable, or choose another with --data.")
    INPUT_OUTPUT = N_("The disk reports an error; check it, or choose another folder with --data.")
    UNREACHABLE = N_("The games folder cannot be reached; choose another with --data.")
    NO_PLAIN_FILE = N_("{file} is not a regular file; move it away, or choose another folder with --data.")
    FILE_LOST = N_(
        "Another program has deleted, replaced or changed the games file; all games that can still be read will be saved "
        "again shortly."
    )
    UNKNOWN = N_("The games file has an error ({error}); choose another folder with --data.")
    BUSY = N_("Another program is writing to the games file; try again in a moment.")
    DAMAGED = N_("The games file is damaged; its readable games will be recovered at the next attempt.")
    DAMAGED_IN_USE = N_(
        "The games file is damaged, and another copy of the program is using it; close that one and start again."
    )
    OTHER_VERSION = N_(
        "{file} has format version {found}, and this program knows versions 1 to {known}; "
        "use a newer program, or choose another folder with --data."
    )
    OTHER_PROGRAM = N_("{file} belongs to another program; choose another folder with --data.")
    VERSION_IN_USE = N_(
        "{file} has format version {found} and must be updated to version {known}, but another copy of the program is "
        "using it; close that one and start again."
    )
    CHANGED_ELSEWHERE = N_("Another copy of the program has continued this game; open it again.")
    UNREADABLE_GAME = N_("Game {game} cannot be read: its description is damaged.")
    NO_SUCH_GAME = N_("There is no game {game}. `splendor-tui games` lists your games.")
    CLAIMED = N_("Game {game} is being played by process {pid}; continue there, or close it first.")
    NOT_OVER = N_(
        "Game {game} is unfinished, and its record reveals the order of the decks; finish it first, or export"
        " it with {option} if no player will see it."
    )


class StoreError(MessageError):
    """Raised if the store fails. The message tells the player what to do. No change is partial."""

    def __init__(self, fault: StoreFault, **details: object) -> None:
        super().__init__(fault.value.filled_in(**details))
        self.fault = fault


class NoSuchGameError(StoreError):
    """Raised for an unknown game id."""

    def __init__(self, game_id: str) -> None:
        super().__init__(StoreFault.NO_SUCH_GAME, game=quoted(game_id))


class GameClaimedError(StoreError):
    """Raised if another process is playing the game. `pid` is None until that process has written its pid."""

    def __init__(self, game_id: str, pid: int | None) -> None:
        super().__init__(StoreFault.CLAIMED, game=game_id, pid="?" if pid is None else pid)
        self.pid = pid


_OF_SQLITE: Final[Mapping[int, StoreFault]] = {
    sqlite3.SQLITE_FULL: StoreFault.DISK_FULL,
    sqlite3.SQLITE_READONLY: StoreFault.READ_ONLY,
    sqlite3.SQLITE_PERM: StoreFault.READ_ONLY,
    sqlite3.SQLITE_IOERR_SHORT_READ: StoreFault.DAMAGED,  # another program has truncated the database
    sqlite3.SQLITE_IOERR: StoreFault.INPUT_OUTPUT,
    sqlite3.SQLITE_CANTOPEN: StoreFault.READ_ONLY,  # the rollback journal cannot be created
    sqlite3.SQLITE_BUSY: StoreFault.BUSY,
    sqlite3.SQLITE_LOCKED: StoreFault.BUSY,
    sqlite3.SQLITE_PROTOCOL: StoreFault.BUSY,
    sqlite3.SQLITE_CORRUPT: StoreFault.DAMAGED,
    sqlite3.SQLITE_NOTADB: StoreFault.DAMAGED,
}

_OF_SYSTEM: Final[Mapping[int, StoreFault]] = {
    errno.ENOSPC: StoreFault.DISK_FULL,
    errno.EDQUOT: StoreFault.DISK_FULL,
    errno.EFBIG: StoreFault.DISK_FULL,
    errno.EROFS: StoreFault.READ_ONLY,
    errno.EACCES: StoreFault.READ_ONLY,
    errno.EPERM: StoreFault.READ_ONLY,
    errno.EIO: StoreFault.INPUT_OUTPUT,
}


def is_damage(error: sqlite3.DatabaseError | UnicodeDecodeError) -> bool:
    """Whether the error is caused by the file's contents, not by the statement."""
    if isinstance(error, UnicodeDecodeError):
        return True  # Python raises it when SQLite quotes a damaged name
    # SQLITE_ERROR means an unsupported format, or a damaged table or column name.
    return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_ERROR or _fault_of(error) is StoreFault.DAMAGED


def _fault_of(error: sqlite3.Error) -> StoreFault | None:
    # The low byte is the kind of error; the rest refines it. Python's own errors have no code.
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else _OF_SQLITE.get(code) or _OF_SQLITE.get(code & 0xFF)


@contextmanager
def suppress_damage() -> Iterator[None]:
    """Suppress errors caused by damage to the file. Other errors propagate."""
    try:
        yield
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if not is_damage(error):
            raise


@contextmanager
def store_errors() -> Iterator[None]:
    """Convert all errors that SQLite or the system raises in the block to StoreError, including unforeseen ones."""
    try:
        yield
    except sqlite3.Error as error:
        if isinstance(error, sqlite3.ProgrammingError) and not hasattr(error, "sqlite_errorcode"):
            raise  # misuse, such as a call from another thread, is a bug
        if fault := _fault_of(error):
            raise StoreError(fault) from error
        name = getattr(error, "sqlite_errorname", type(error).__name__)
        raise StoreError(StoreFault.UNKNOWN, error=name) from error
    except UnicodeDecodeError as error:  # see `is_damage`
        raise StoreError(StoreFault.DAMAGED) from error
    except NotRegularError as error:
        raise StoreError(StoreFault.NO_PLAIN_FILE, file=Path(error.filename).name) from error
    except OSError as error:
        raise StoreError(_OF_SYSTEM.get(error.errno or 0, StoreFault.UNREACHABLE)) from error
