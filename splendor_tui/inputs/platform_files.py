"""How files are opened: the one place that knows which flags and modes a platform has.

Windows lacks most of them, and with them what they guard against: pipes and devices among the files, and modes.
"""

import errno
import os
import stat
from pathlib import Path
from typing import Final

PRIVATE: Final = 0o600
_BINARY: Final = getattr(os, "O_BINARY", 0)
_WITHOUT_WAITING: Final = getattr(
    os, "O_NONBLOCK", 0
)  # a pipe could block for ever; to a regular file it means nothing
_NOT_FOLLOWING: Final = getattr(os, "O_NOFOLLOW", 0)
_OPENS_FOLDERS: Final = hasattr(os, "O_DIRECTORY")


class NotRegularError(OSError):
    """A link, a pipe, a device or a folder stands where a regular file is needed; `filename` says where."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EINVAL, "no regular file", str(path))


def open_regular(path: Path, flags: int, *, follow: bool = True) -> int:
    """A descriptor of a regular file, private if it is made; never waits, whatever is there.

    Raises OSError, and as one of them NotRegularError; unless asked to `follow`, for a link too.
    """
    if not follow and path.is_symlink():
        raise NotRegularError(path)
    descriptor = os.open(path, flags | _BINARY | _WITHOUT_WAITING | (0 if follow else _NOT_FOLLOWING), PRIVATE)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise NotRegularError(path)
    return descriptor


def make_private(descriptor: int) -> None:
    """Let nobody but the owner read or write the file."""
    if hasattr(os, "fchmod") and stat.S_IMODE(os.fstat(descriptor).st_mode) != PRIVATE:
        os.fchmod(descriptor, PRIVATE)


def sync_folder(folder: Path) -> None:
    """Make the names in the folder durable, where a platform leaves that to the program."""
    if not _OPENS_FOLDERS:
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
