"""Faults of the open games file, by name."""

import os
import shutil
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

from tests.store.stored import FILE, create, open_store

LOG, INDEX = f"{FILE}-wal", f"{FILE}-shm"


def delete(folder: Path, name: str = FILE) -> None:
    (folder / name).unlink()


def cut(folder: Path, name: str = FILE) -> None:
    os.truncate(folder / name, 0)


def halve(folder: Path, name: str = FILE) -> None:
    os.truncate(folder / name, (folder / name).stat().st_size // 2)


def cut_during_a_write(folder: Path, name: str) -> None:
    """Truncate a file that SQLite then extends at its old end: its size remains, but its start is zeros."""
    size = (folder / name).stat().st_size
    os.truncate(folder / name, 0)
    os.truncate(folder / name, size)


def overwrite(folder: Path, name: str = FILE) -> None:
    """Overwrite the start of a file with garbage. Its name, inode and size remain."""
    with (folder / name).open("r+b") as file:
        file.write(Random(1).randbytes(8192))
    os.utime(folder / name, ns=(time.time_ns(), time.time_ns()))  # finer than the system's own timestamps


def put_another(folder: Path, name: str = FILE) -> None:
    (folder / "new").write_bytes(b"mine" * 5_000)
    (folder / "new").replace(folder / name)


def put_a_copy(folder: Path, name: str = FILE) -> None:
    shutil.copy(folder / name, folder / "copy")
    (folder / "copy").replace(folder / name)


def put_other_games(folder: Path) -> None:
    with open_store(folder / "another") as store:
        create(store, 2, "Cy", "Di")
    delete(folder, LOG)
    delete(folder, INDEX)
    (folder / "another" / FILE).replace(folder / FILE)


SOME_MISHAPS = ("deleted", "halved", "replaced by other games")
"""One fault of each kind, for tests that only check that the store detects it."""
MISHAPS: dict[str, Callable[[Path], object]] = {
    "deleted": delete,
    "log deleted": partial(delete, name=LOG),
    "index deleted": partial(delete, name=INDEX),
    "folder deleted": shutil.rmtree,
    "folder moved": lambda folder: folder.rename(folder.with_name("elsewhere")),
    "emptied": cut,
    "halved": halve,
    "log emptied": partial(cut, name=LOG),
    "log emptied during a write": partial(cut_during_a_write, name=LOG),
    "log halved": partial(halve, name=LOG),
    "index emptied": partial(cut, name=INDEX),
    "overwritten": overwrite,
    "log overwritten": partial(overwrite, name=LOG),
    "replaced by nonsense": put_another,
    "log replaced by nonsense": partial(put_another, name=LOG),
    "index replaced by nonsense": partial(put_another, name=INDEX),
    "replaced by a copy": put_a_copy,
    "log replaced by a copy": partial(put_a_copy, name=LOG),
    "replaced by other games": put_other_games,
}
