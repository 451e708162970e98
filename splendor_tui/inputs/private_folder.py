"""Folders that only their owner can read, and names in them that last."""

import os
from pathlib import Path
from typing import Final

_PRIVATE_FOLDER: Final = 0o700


def make_private_folder(folder: Path) -> None:
    """Make the folder and those above it that are missing, with mode 0700 whatever the umask. One that exists stays as it is."""
    missing = [place for place in (folder, *folder.parents) if not place.exists()]
    for place in reversed(missing):
        place.mkdir(mode=_PRIVATE_FOLDER, exist_ok=True)
        place.chmod(_PRIVATE_FOLDER)


def sync_folder(folder: Path) -> None:
    """Make the names in the folder durable."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
