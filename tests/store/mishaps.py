"""Faults of the open games file, by name."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.store.stored import FILE, create, open_store


def delete(folder: Path) -> None:
    (folder / FILE).unlink()


def cut(folder: Path) -> None:
    os.truncate(folder / FILE, 0)


def halve(folder: Path) -> None:
    os.truncate(folder / FILE, (folder / FILE).stat().st_size // 2)


def overwrite(folder: Path) -> None:
    """Overwrite the start of a file with garbage. Its name, inode and size remain."""
    with (folder / FILE).open("r+b") as file:
        file.write(Random(1).randbytes(8192))


def put_another(folder: Path) -> None:
    (folder / "new").write_bytes(b"mine" * 5_000)
    (folder / "new").replace(folder / FILE)


def put_a_copy(folder: Path) -> None:
    shutil.copy(folder / FILE, folder / "copy")
    (folder / "copy").replace(folder / FILE)


def put_other_games(folder: Path) -> None:
    with open_store(folder / "another") as store:
        create(store, 2, "Cy", "Di")
    (folder / "another" / FILE).replace(folder / FILE)


MISHAPS: dict[str, Callable[[Path], object]] = {
    "deleted": delete,
    "folder deleted": shutil.rmtree,
    "folder moved": lambda folder: folder.rename(folder.with_name("elsewhere")),
    "emptied": cut,
    "halved": halve,
    "overwritten": overwrite,
    "replaced by nonsense": put_another,
    "replaced by a copy": put_a_copy,
    "replaced by other games": put_other_games,
}
