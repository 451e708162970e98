"""Which processes have the games of a folder open: each keeps a file of its own there locked as long as it does.

Whoever comes in goes through a door, one at a time. A process that was killed leaves its file but not the lock, and the
next one at the door clears it away.
"""

import re
import secrets
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from splendor_tui.store.lock_file import LockFile
from splendor_tui.store.rows import GAME_ID
from splendor_tui.store.store_error import StoreError, StoreFault

PATIENCE: Final = 0.5
"""Seconds for which one process waits for another that is writing, or at the door."""

_DOOR: Final = "games.lock"
_POLL: Final = 0.02


@contextmanager
def at_the_door(folder: Path) -> Iterator[None]:
    """Within it, no other process opens the games of the folder. Raises StoreError when one takes longer than `PATIENCE`."""
    deadline = time.monotonic() + PATIENCE
    with closing(LockFile(folder / _DOOR)) as door:
        while not door.try_lock():
            if time.monotonic() > deadline:
                raise StoreError(StoreFault.BUSY)
            time.sleep(_POLL)
        yield


def is_alone(folder: Path) -> bool:
    """Whether no process, this one included, has the games of the folder open. Ask at the door.

    The locks that killed processes have left, also on single games, are removed.
    """
    left = [_was_left(path) for path in folder.glob("games-*.lock")]  # a list, so that all are removed that can be
    if not all(left):
        return False
    for path in folder.glob("*.lock"):
        if re.fullmatch(GAME_ID, path.stem):
            _was_left(path)
    return True


def _was_left(path: Path) -> bool:
    with closing(LockFile(path)) as lock:
        if not lock.try_lock():
            return False
    path.unlink(missing_ok=True)
    return True


class Presence:
    """Tells the other processes that this one has the games of the folder open, until `leave`. Made at the door."""

    def __init__(self, folder: Path) -> None:
        with ExitStack() as undo:
            self._lock = undo.enter_context(closing(LockFile(folder / f"games-{secrets.token_hex(4)}.lock")))
            self._lock.try_lock()
            undo.pop_all()
        self._here = True

    def leave(self) -> None:
        """Be gone; a second time nothing happens."""
        if self._here:
            self._here = False
            self._lock.close()
            with suppress(OSError):  # a file that stays is cleared away by whoever comes next
                self._lock.path.unlink()
