"""Files that one process at a time locks: the one module that knows how, by way of `filelock`."""

import os
from pathlib import Path
from typing import Final

from splendor_tui.inputs.private_files import open_private

_TEXT_AT: Final = 1  # the first byte is the locked one, which on Windows nobody else can read
_LONGEST_TEXT: Final = 32


class LockFile:
    """A private file to lock; the lock ends with `close`, or with the process however that ends.

    Two of them in one process keep each other out as well. A process that is forked off shares the lock: start others afresh.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor = open_private(path)

    def try_lock(self) -> bool:
        """Whether it is now locked by this one."""
        from filelock import lock_descriptor  # as long to import as half the store

        return lock_descriptor(self._descriptor, blocking=False)

    def is_in_place(self) -> bool:
        """Whether the file is still the one of its name."""
        try:
            return os.path.samestat(os.fstat(self._descriptor), self.path.lstat())
        except FileNotFoundError:
            return False

    def write(self, text: bytes) -> None:
        """Make the text the whole contents; whoever locks the file may."""
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        os.write(self._descriptor, bytes(_TEXT_AT) + text)
        os.ftruncate(self._descriptor, _TEXT_AT + len(text))

    def read(self) -> bytes:
        """The contents, of long ones the beginning; anybody may read them."""
        os.lseek(self._descriptor, _TEXT_AT, os.SEEK_SET)
        return os.read(self._descriptor, _LONGEST_TEXT)

    def close(self) -> None:
        """Let go of the lock."""
        os.close(self._descriptor)
