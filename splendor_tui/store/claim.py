"""The right to play a stored game, which one process at a time has."""

import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from splendor_tui.store.private_files import LockFile
from splendor_tui.store.store_error import GameClaimedError, store_errors


class Claim:
    """Holds a game for this process until `release`, the end of a `with` block, or the end of the process.

    Raises GameClaimedError with the pid of the process that holds the game, or StoreError.
    """

    def __init__(self, path: Path, game_id: str) -> None:
        self._path = path
        with store_errors():
            self._lock: LockFile | None = _lock(path, game_id)

    def release(self) -> None:
        """Let others play the game; a second time nothing happens."""
        if self._lock is not None:
            # Removed while still locked: whoever waits for this very file then sees that its name is gone, see `_lock`.
            with suppress(OSError):  # a file that stays does no more harm than that of a process that was killed
                self._path.unlink()
            self._lock.close()
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.release()


def _lock(path: Path, game_id: str) -> LockFile:
    while True:
        lock = LockFile(path)
        try:
            if _is_held(lock, path, game_id):
                return lock
        except BaseException:
            lock.close()
            raise
        lock.close()


def _is_held(lock: LockFile, path: Path, game_id: str) -> bool:
    """Whether the game is now ours; False when the file was released, and so removed, before it could be locked."""
    if not lock.try_alone():
        raise GameClaimedError(game_id, _pid(lock.read()))
    if not lock.is_at(path):
        return False
    lock.write(b"%d\n" % os.getpid())
    return True


def _pid(text: bytes) -> int | None:
    return int(text) if text.strip().isdigit() else None
