"""Files and folders that only their owner can read, whatever the umask."""

import os
import shutil
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from splendor_tui.inputs.platform_files import make_private, open_regular, sync_folder

_PRIVATE_FOLDER: Final = 0o700


def make_private_folder(folder: Path) -> None:
    """Make the folder and those above it that are missing, with mode 0700. One that exists stays as it is."""
    missing = [place for place in (folder, *folder.parents) if not place.exists()]
    for place in reversed(missing):
        place.mkdir(mode=_PRIVATE_FOLDER, exist_ok=True)
        place.chmod(_PRIVATE_FOLDER)


def open_private(path: Path) -> int:
    """A descriptor for reading and writing of a regular file with mode 0600; it is made if missing.

    Raises OSError, and as one of them NotRegularError, also for a link.
    """
    descriptor = open_regular(path, os.O_RDWR | os.O_CREAT, follow=False)
    with ExitStack() as undo:
        undo.callback(os.close, descriptor)
        make_private(descriptor)
        undo.pop_all()
    return descriptor


def make_private_file(path: Path) -> None:
    """Make the file if it is missing, and private if it is not; raises as `open_private` does."""
    os.close(open_private(path))


def write_new_file(path: Path, content: bytes) -> None:
    """Write a private file that was not there before. Raises OSError, and then there is none, or still that of another."""
    descriptor = open_regular(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    with ExitStack() as undo:
        undo.callback(path.unlink, missing_ok=True)
        _write(descriptor, content)
        undo.pop_all()


def replace_file(path: Path, content: bytes) -> None:
    """Make this the whole content of a private file, durably: whoever reads meanwhile finds the old one or the new one.

    A link stays one, and what it leads to is replaced. Raises OSError, and then the old file is as it was.
    """
    make_private_folder(path.parent)
    target = Path(os.path.realpath(path))
    descriptor, name = tempfile.mkstemp(prefix=f"{path.name}.", dir=target.parent)
    with ExitStack() as undo:
        undo.callback(Path(name).unlink, missing_ok=True)
        _write(descriptor, content)
        Path(name).replace(target)
        undo.pop_all()
    sync_folder(target.parent)


def copy_file(source: Path, target: Path) -> None:
    """Copy a file's bytes into a private file, durably. Raises OSError, and then there is no such file."""
    with ExitStack() as undo:
        undo.callback(target.unlink, missing_ok=True)
        with source.open("rb") as original, os.fdopen(open_private(target), "wb") as copy:
            shutil.copyfileobj(original, copy)
            copy.flush()
            os.fsync(copy.fileno())
        undo.pop_all()


def _write(descriptor: int, content: bytes) -> None:
    with os.fdopen(descriptor, "wb") as file:
        make_private(file.fileno())
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
