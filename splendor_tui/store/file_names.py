"""What the games file and its copies are called."""

import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Final

from splendor_tui.inputs.private_files import copy_file
from splendor_tui.store.store_error import store_errors

_STEM: Final = "games"
_SUFFIX: Final = ".sqlite3"
FILE_NAME: Final = _STEM + _SUFFIX
COMPANIONS: Final = ("-journal", "-wal", "-shm")
"""What SQLite appends to the file's name for those that it keeps beside it."""

RESCUED: Final = f"{_STEM}.rescued{_SUFFIX}"
"""The file in which games are gathered until it takes the place of a damaged one."""

MOST_COPIES: Final = 5
"""So many copies of a kind are kept; then the oldest goes, so that no pile grows."""


def with_companions(path: Path) -> tuple[Path, ...]:
    """A database and the files beside it, whether they are there or not."""
    return (path, *(path.with_name(path.name + companion) for companion in COMPANIONS))


def copy_games(folder: Path, target: Path) -> None:
    """Copy the games file and those beside it into another folder. Raises StoreError."""
    with store_errors():
        for path in with_companions(folder / FILE_NAME):
            if path.exists():
                copy_file(path, target / path.name)


def next_copy(folder: Path, kind: str) -> Path:
    """The name of one more copy of the games file, such as games.damaged-3; only the newest `MOST_COPIES` are kept."""
    return _copy(folder, kind, max(_numbers(folder, kind), default=0) + 1)


def drop_old_copies(folder: Path, kind: str) -> None:
    """Delete the copies that are too many; what cannot be deleted stays."""
    for number in sorted(_numbers(folder, kind))[:-MOST_COPIES]:
        for path in with_companions(_copy(folder, kind, number)):
            with suppress(OSError):
                path.unlink()


def _copy(folder: Path, kind: str, number: int) -> Path:
    return folder / f"{_STEM}.{kind}-{number}{_SUFFIX}"


def _numbers(folder: Path, kind: str) -> set[int]:
    shape = re.compile(rf"{_STEM}\.{kind}-([1-9][0-9]{{0,8}}){re.escape(_SUFFIX)}")
    return {int(match[1]) for name in os.listdir(folder) if (match := shape.fullmatch(name))}  # noqa: PTH208 - only names
