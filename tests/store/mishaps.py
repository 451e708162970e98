"""Faults of the open games file, by name."""

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.store.stored import FILE, create, open_store


def delete(name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).unlink()


def cut(name: str, size: int) -> Callable[[Path], None]:
    return lambda folder: os.truncate(folder / name, size)


def halve(name: str) -> Callable[[Path], None]:
    return lambda folder: os.truncate(folder / name, (folder / name).stat().st_size // 2)


def cut_during_a_write(name: str) -> Callable[[Path], None]:
    """Truncate a file that SQLite then extends at its old end: its size remains, but its start is zeros."""

    def cut(folder: Path) -> None:
        size = (folder / name).stat().st_size
        os.truncate(folder / name, 0)
        os.truncate(folder / name, size)

    return cut


def overwrite(name: str) -> Callable[[Path], None]:
    """Overwrite the start of a file with garbage. Its name, inode and size remain."""

    def write(folder: Path) -> None:
        with (folder / name).open("r+b") as file:
            file.write(Random(1).randbytes(8192))
        os.utime(folder / name, ns=(time.time_ns(), time.time_ns()))  # finer than the system's own timestamps

    return write


def put_another(name: str) -> Callable[[Path], None]:
    def put(folder: Path) -> None:
        (folder / "new").write_bytes(b"mine" * 5_000)
        (folder / "new").replace(folder / name)

    return put


def put_a_copy(name: str) -> Callable[[Path], None]:
    def put(folder: Path) -> None:
        shutil.copy(folder / name, folder / "copy")
        (folder / "copy").replace(folder / name)

    return put


def put_other_games(folder: Path) -> None:
    with open_store(folder / "another") as store:
        create(store, 2, "Cy", "Di")
    delete(f"{FILE}-wal")(folder)
    delete(f"{FILE}-shm")(folder)
    (folder / "another" / FILE).replace(folder / FILE)


def delete_folder(folder: Path) -> None:
    shutil.rmtree(folder)


def move_away(folder: Path) -> None:
    folder.rename(folder.with_name("elsewhere"))


SOME_MISHAPS = ("deleted", "halved", "replaced by other games")
"""One fault of each kind, for tests that only check that the store detects it."""
MISHAPS: dict[str, Callable[[Path], None]] = {
    "deleted": delete(FILE),
    "log deleted": delete(f"{FILE}-wal"),
    "index deleted": delete(f"{FILE}-shm"),
    "folder deleted": delete_folder,
    "folder moved": move_away,
    "emptied": cut(FILE, 0),
    "halved": halve(FILE),
    "log emptied": cut(f"{FILE}-wal", 0),
    "log emptied during a write": cut_during_a_write(f"{FILE}-wal"),
    "log halved": halve(f"{FILE}-wal"),
    "index emptied": cut(f"{FILE}-shm", 0),
    "overwritten": overwrite(FILE),
    "log overwritten": overwrite(f"{FILE}-wal"),
    "replaced by nonsense": put_another(FILE),
    "log replaced by nonsense": put_another(f"{FILE}-wal"),
    "index replaced by nonsense": put_another(f"{FILE}-shm"),
    "replaced by a copy": put_a_copy(FILE),
    "log replaced by a copy": put_a_copy(f"{FILE}-wal"),
    "replaced by other games": put_other_games,
}
