"""Files and folders that only their owner can read, and locks that die with their process."""

import os
import shutil
import stat
import time
from pathlib import Path
from typing import Final

from splendor_tui.store.store_error import StoreError, StoreFault

PATIENCE: Final = 0.5
"""Seconds for which one process waits for another that is writing."""

_POLL: Final = 0.02
_PRIVATE_FILE: Final = 0o600


def open_private(path: Path) -> int:
    """A descriptor for reading and writing of a plain file with mode 0600 whatever the umask; it is made if missing.

    Raises StoreError for a link, a pipe, a device or anything else that is no plain file, and OSError.
    """
    # Without O_NONBLOCK a device could block here for ever; on a plain file it means nothing.
    flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    if path.is_symlink():
        raise StoreError(StoreFault.NO_PLAIN_FILE, file=path.name)
    descriptor = os.open(path, flags, _PRIVATE_FILE)
    try:
        _make_private_if_plain(descriptor, path)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def make_private(path: Path) -> None:
    """Make the file if it is missing; raises as `open_private` does."""
    os.close(open_private(path))


def _make_private_if_plain(descriptor: int, path: Path) -> None:
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        raise StoreError(StoreFault.NO_PLAIN_FILE, file=path.name)
    if stat.S_IMODE(mode) != _PRIVATE_FILE:
        os.fchmod(descriptor, _PRIVATE_FILE)


def free_path(folder: Path, stem: str, suffix: str) -> Path:
    """The first of stem-1, stem-2, … in the folder that is not there yet."""
    number = 1
    while os.path.lexists(path := folder / f"{stem}-{number}{suffix}"):
        number += 1
    return path


def copy_private(source: Path, target: Path) -> None:
    """Copy a file's bytes into a private file, durably; there is no file when that fails."""
    try:
        with source.open("rb") as original, os.fdopen(open_private(target), "wb") as copy:
            shutil.copyfileobj(original, copy)
            copy.flush()
            os.fsync(copy.fileno())
    except BaseException:
        target.unlink(missing_ok=True)
        raise


class LockFile:
    """A private file that processes lock; the lock ends with `close`, or with the process however that ends.

    Two of them in one process keep each other out as well. A process that is forked off shares the lock: start others afresh.
    """

    def __init__(self, path: Path) -> None:
        self._descriptor = open_private(path)

    def try_alone(self) -> bool:
        """Whether the lock is now held by this one alone."""
        import fcntl  # there is none on Windows; the module must be importable there all the same

        return self._try(fcntl.LOCK_EX)

    def share(self) -> None:
        """Hold the lock together with others. Raises StoreError when somebody holds it alone for longer than `PATIENCE`."""
        import fcntl

        deadline = time.monotonic() + PATIENCE
        while not self._try(fcntl.LOCK_SH):
            if time.monotonic() > deadline:
                raise StoreError(StoreFault.BUSY)
            time.sleep(_POLL)

    def _try(self, operation: int) -> bool:
        import fcntl

        try:
            fcntl.flock(self._descriptor, operation | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def is_at(self, path: Path) -> bool:
        """Whether the file is still the one of that name."""
        try:
            return os.path.samestat(os.fstat(self._descriptor), path.lstat())
        except FileNotFoundError:
            return False

    def write(self, text: bytes) -> None:
        """Make the text the whole contents."""
        os.pwrite(self._descriptor, text, 0)
        os.ftruncate(self._descriptor, len(text))

    def read(self) -> bytes:
        """The contents, at most 32 bytes."""
        return os.pread(self._descriptor, 32, 0)

    def close(self) -> None:
        """Let go of the lock."""
        os.close(self._descriptor)
