"""Safe file access: only regular files, private regardless of the umask, and durable.

Only this module uses platform-specific flags and modes. Windows lacks most of them, but also the pipes, devices
and modes that they are for.
"""

import codecs
import errno
import os
import re
import shlex
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Final, ParamSpec

from splendor_tui.words import N_, Message, MessageError, quoted

_PRIVATE: Final = 0o600
_PRIVATE_FOLDER: Final = 0o700
_BINARY: Final = getattr(os, "O_BINARY", 0)
# Opening a pipe could block forever. The flag has no effect on a regular file.
_NONBLOCK: Final = getattr(os, "O_NONBLOCK", 0)
_NOFOLLOW: Final = getattr(os, "O_NOFOLLOW", 0)
_CAN_OPEN_FOLDERS: Final = hasattr(os, "O_DIRECTORY")

_MAX_PATH: Final = 200

_FREE_DESCRIPTORS: Final = 24
"""Enough for an event loop or processes, and to save a match."""
_FILE_URL: Final = re.compile(r"file:(?://[^/]*)?(/.*)")  # with or without a host

P = ParamSpec("P")

_REASONS: Final[Mapping[int, Message]] = {
    errno.EACCES: N_("permission denied"),
    errno.EPERM: N_("permission denied"),
    errno.ENOENT: N_("no such file or folder"),
    errno.EEXIST: N_("it already exists"),
    errno.EISDIR: N_("it is a folder"),
    errno.ENOTDIR: N_("a part of the path is not a folder"),
    errno.ENAMETOOLONG: N_("the name is too long"),
    errno.ELOOP: N_("links form a loop"),
    errno.EROFS: N_("the disk is read-only"),
    errno.ENOSPC: N_("the disk is full"),
    errno.EDQUOT: N_("your disk quota is used up"),
    errno.EFBIG: N_("the file would be too large"),
    errno.EIO: N_("the disk reports an error"),
    errno.EMFILE: N_("too many files are open"),
    errno.ENFILE: N_("too many files are open"),
    errno.EBUSY: N_("another program uses it"),
    errno.ETXTBSY: N_("another program uses it"),
    errno.ENXIO: N_("nothing answers there"),
}


class FileError(MessageError, ValueError):
    """Raised for a file that cannot be read or written. The message gives its name and the reason."""


class NotRegularError(OSError):
    """Raised for a link, pipe, device or folder instead of a regular file. `filename` is its path."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EINVAL, "no regular file", str(path))


@contextmanager
def on_error(undo: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> Iterator[None]:
    """Call `undo` with these arguments if the block raises."""
    try:
        yield
    except BaseException:
        undo(*args, **kwargs)
        raise


def _open_regular(path: Path, flags: int, *, follow: bool = True) -> int:
    """Open a regular file, with private permissions if it is created. Returns the descriptor. Never blocks.

    Raises OSError: NotRegularError for anything but a regular file, and also for a link to one unless `follow` is true.
    """
    if not follow and path.is_symlink():
        raise NotRegularError(path)
    descriptor = os.open(path, flags | _BINARY | _NONBLOCK | (0 if follow else _NOFOLLOW), _PRIVATE)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise NotRegularError(path)
    return descriptor


def _make_private(descriptor: int) -> None:
    """Allow only the owner to read or write the file."""
    if hasattr(os, "fchmod") and stat.S_IMODE(os.fstat(descriptor).st_mode) != _PRIVATE:
        os.fchmod(descriptor, _PRIVATE)


def sync_folder(folder: Path) -> None:
    """Make the folder's entries durable, on platforms that need it."""
    if not _CAN_OPEN_FOLDERS:
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


# --- reading -----------------------------------------------------------------------------------------------------------


def read_regular_file(path: Path, most: int) -> bytes:
    """Read a regular file of at most `most` bytes.

    Never blocks or reads endlessly, even from a pipe or device. Raises FileError.
    """
    try:
        with os.fdopen(_open_regular(path, os.O_RDONLY), "rb") as file:
            content = file.read(most + 1)
    except NotRegularError as error:
        raise FileError(N_("{path} is not a regular file, so it cannot be read.", path=quoted_path(path))) from error
    except FileNotFoundError as error:
        raise FileError(N_("{path} does not exist.", path=quoted_path(path))) from error
    except OSError as error:
        reason = system_reason(error)
        raise FileError(N_("{path} cannot be read: {reason}.", path=quoted_path(path), reason=reason)) from error
    if len(content) > most:
        raise FileError(N_("{path} is larger than {most} bytes.", path=quoted_path(path), most=most))
    return content


def decode_text(content: bytes, errors: str = "strict") -> str:
    """Decode UTF-8 text without the byte order mark that some editors add. Raises UnicodeDecodeError."""
    return content.decode("utf-8-sig", errors)


def typed_encoding() -> str:
    """The encoding of what is typed: that of the standard input, or UTF-8 instead of ASCII, which is a part of it."""
    encoding = codecs.lookup(sys.__stdin__.encoding if sys.__stdin__ else "utf-8").name
    return "utf-8" if encoding == "ascii" else encoding


def typed_path(text: str) -> Path:
    """The path that a player typed, or that a terminal pasted for a dropped file: quoted, escaped, or as a URL.

    A path that exists exactly as typed has priority.
    """
    typed = Path(os.path.expanduser(text))  # noqa: PTH111 - Path.expanduser raises without a home folder
    if os.path.lexists(typed):
        return typed
    with suppress(ValueError):  # several words, or an open quote
        [text] = shlex.split(text) if os.name == "posix" else [text.strip('"')]
    if url := _FILE_URL.fullmatch(text):
        from urllib.request import url2pathname  # a slow import

        text = url2pathname(url[1])
    return Path(os.path.expanduser(text))  # noqa: PTH111


def quoted_path(path: Path) -> Message:
    """The path in quotes, safe for a terminal. A very long path is shortened at the start."""
    text = str(path)
    return quoted(text if len(text) <= _MAX_PATH else "…" + text[-_MAX_PATH:], _MAX_PATH + 1)


def system_reason(error: OSError) -> Message:
    """The reason for the failure, for the end of a sentence."""
    return _REASONS.get(error.errno or 0) or N_("system error {number}", number=error.errno or "?")


def failure(error: OSError) -> Message:
    """The reason for the failure, after the name of the file if it is known."""
    reason = system_reason(error)
    if not isinstance(error.filename, str):
        return reason
    return N_("{path}: {reason}", path=quoted_path(Path(error.filename)), reason=reason)


def check_descriptors() -> None:
    """Raise OSError if too few files can be opened for a match. asyncio and multiprocessing would print tracebacks."""
    with ExitStack() as opened:
        for _pair in range(_FREE_DESCRIPTORS // 2):
            for descriptor in os.pipe():
                opened.callback(os.close, descriptor)


# --- private files -----------------------------------------------------------------------------------------------------


def make_private_folder(folder: Path) -> None:
    """Create the folder and its missing parents with mode 0700. Does not change existing folders."""
    missing = [place for place in (folder, *folder.parents) if not place.exists()]
    for place in reversed(missing):
        place.mkdir(mode=_PRIVATE_FOLDER, exist_ok=True)
        place.chmod(_PRIVATE_FOLDER)


def open_private(path: Path) -> int:
    """Open a regular file with mode 0600 for reading and writing, and create it if missing. Returns the descriptor.

    Raises OSError: NotRegularError for anything but a regular file, even for a link to one.
    """
    descriptor = _open_regular(path, os.O_RDWR | os.O_CREAT, follow=False)
    with on_error(os.close, descriptor):
        _make_private(descriptor)
    return descriptor


def make_private_file(path: Path) -> None:
    """Create the file if missing, and make it private. Raises OSError, even for a link to a regular file."""
    os.close(open_private(path))


def write_new_file(path: Path, content: bytes) -> None:
    """Write a new private file. If that fails, raises OSError and does not leave a file."""
    descriptor = _open_regular(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    with on_error(path.unlink, missing_ok=True):
        _write(descriptor, BytesIO(content))


def replace_file(path: Path, content: bytes) -> None:
    """Replace the contents of a private file, durably and atomically: readers find either the old or the new contents.

    Replaces the target of a link, not the link. If that fails, raises OSError and leaves the old file unchanged.
    """
    make_private_folder(path.parent)
    target = Path(os.path.realpath(path))
    descriptor, name = tempfile.mkstemp(prefix=f"{path.name}.", dir=target.parent)
    with on_error(Path(name).unlink, missing_ok=True):
        _write(descriptor, BytesIO(content))
        Path(name).replace(target)
    sync_folder(target.parent)


def copy_file(source: Path, target: Path) -> None:
    """Copy a file to a private file, durably. If that fails, raises OSError and does not leave a copy."""
    with on_error(target.unlink, missing_ok=True), source.open("rb") as content:
        _write(open_private(target), content)


def _write(descriptor: int, content: BinaryIO) -> None:
    """Write the content to a private file, and close it. When this returns, the content is on disk."""
    with os.fdopen(descriptor, "wb") as file:
        _make_private(file.fileno())
        shutil.copyfileobj(content, file)
        file.flush()
        os.fsync(file.fileno())
