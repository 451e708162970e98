"""The right to play a stored game, which one process at a time has."""

import os
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from splendor_tui.store.lock_file import LockFile
from splendor_tui.store.store_error import GameClaimedError, store_errors


class Claim:
    """Holds a game for this process until `release`, the end of a `with` block, or the end of the process.

    Raises GameClaimedError with the pid of the process that holds the game, or StoreError.
    """

    def __init__(self, path: Path, game_id: str) -> None:
        self._path = path
        self.game_id = game_id
        with store_errors():
            self._lock: LockFile | None = _lock(path, game_id)

    @property
    def is_held(self) -> bool:
        """Whether it was not released yet."""
        return self._lock is not None

    def renew(self) -> None:
        """Claim the game again where its file has gone, as with the whole folder. Raises as making one does."""
        with store_errors():
            if self._lock is not None and not self._lock.is_in_place():
                lock = _lock(self._path, self.game_id)
                self._lock.close()
                self._lock = lock

    def release(self) -> None:
        """Let others play the game; a second time nothing happens."""
        if self._lock is not None:
            # Removed while still locked: whoever waits for this very file then sees that its name is gone, see `_lock`.
            with suppress(OSError):  # a file that stays does no more harm than that of a process that was killed
                if self._lock.is_in_place():
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
        with ExitStack() as undo:
            lock = undo.enter_context(closing(LockFile(path)))
            if not lock.try_lock():
                raise GameClaimedError(game_id, _pid(lock.read()))
            if lock.is_in_place():  # else it was released, and so removed, before it could be locked
                lock.write(b"%d\n" % os.getpid())
                undo.pop_all()
                return lock


def _pid(text: bytes) -> int | None:
    return int(text) if text.strip().isdigit() else None
