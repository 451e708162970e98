"""A connection to the games file, and whether that is still the one at its path."""

import os
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Final

from splendor_tui.store.file_names import FILE_NAME, with_companions
from splendor_tui.store.presence import Presence
from splendor_tui.store.schema import connect
from splendor_tui.store.sql import SELECT_GAME_EXISTS
from splendor_tui.words import Message

_INDEX_HEADER: Final = 136
"""Bytes at the beginning of SQLite's index, without which it makes a new one."""


class OpenedFile:
    """A sound games file of this program's version. Opened at the door, see `presence`, or `beside` one that was.

    SQLite goes on writing to a file that was deleted or moved away, and nobody finds there what it wrote; so whoever
    writes asks `is_whole` before and after, which costs three looks at the folder.
    """

    def __init__(self, folder: Path, notices: tuple[Message, ...], *, beside: bool = False) -> None:
        path = folder / FILE_NAME
        self.notices = notices
        with ExitStack() as undo:
            self.connection = undo.enter_context(closing(connect(path)))
            self.connection.execute("PRAGMA journal_mode = WAL")  # the file remembers it
            self.connection.execute(SELECT_GAME_EXISTS, ("",))  # the companions are there from the first look on
            self._path = str(path)
            self._seen = {str(name): os.lstat(name) for name in with_companions(path) if os.path.lexists(name)}
            self._presence = None if beside else Presence(folder)
            undo.pop_all()

    def is_whole(self) -> bool:
        """Whether each file is the one that was opened, and no shorter than it was. Raises OSError."""
        for name, before in self._seen.items():
            now = _look(name)
            if now is None or not os.path.samestat(now, before) or now.st_size < before.st_size:
                return False
            self._seen[name] = now
        return True

    @property
    def last_writes(self) -> tuple[object, object]:
        """When the database and its log were last written by anyone, as `is_whole` last found them."""
        return _written(self._seen.get(self._path)), _written(self._seen.get(self._path + "-wal"))

    def is_in_place(self) -> bool:
        """Whether the file of that name is the one that was opened, damaged or not. Raises OSError."""
        now = _look(self._path)
        return now is not None and os.path.samestat(now, self._seen[self._path])

    def make_readable(self) -> None:
        """Let what was committed be read although a file was cut short under SQLite. Raises OSError.

        SQLite maps into memory the file in which it looks up where things are, and would not survive a look behind its
        end. Lengthened again and with a beginning of zeros it says nothing, and SQLite makes it anew from what is there.
        """
        index = self._path + "-shm"
        now, before = _look(index), self._seen.get(index)
        if now is not None and before is not None and os.path.samestat(now, before):
            with Path(index).open("r+b") as file:
                file.truncate(before.st_size)
                file.write(bytes(_INDEX_HEADER))

    def leave(self) -> None:
        """Be no longer in the way of whoever comes to the door."""
        if self._presence is not None:
            self._presence.leave()

    def close(self) -> None:
        """Let go of it."""
        self.connection.close()
        self.leave()


def _look(name: str) -> os.stat_result | None:
    try:
        return os.lstat(name)
    except (FileNotFoundError, NotADirectoryError):
        return None


def _written(found: os.stat_result | None) -> object:
    return found and (found.st_mtime_ns, found.st_ctime_ns)
