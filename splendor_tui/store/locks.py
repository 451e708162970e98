"""Locks between processes: for opening the games, and for playing a game.

The lock file of a killed process remains, but is unlocked, and the next process removes it.
"""

import os
import re
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from splendor_tui.inputs.files import on_error, open_private
from splendor_tui.inputs.match_options import GAME_ID
from splendor_tui.store.store_error import GameClaimedError, StoreError, StoreFault, store_errors

LOCK_TIMEOUT: Final = 0.5
"""The maximum time in seconds to wait for another process that writes or opens the games."""

_USED: Final = re.compile(rf"games-[0-9a-f]{{8}}|{GAME_ID}")
"""The names of the locks of games, and of the processes of version 1.0, without their suffix."""

_POLL_SECONDS: Final = 0.02
_TEXT_AT: Final = 1  # the locked first byte cannot be read by others on Windows
_MAX_TEXT: Final = 32


class LockFile:
    """A private file with a lock. The lock ends with `close`, with `remove` or with the process, even if it is killed.

    Two locks in one process also exclude each other. A forked process shares the lock, so use spawn instead.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor = open_private(path)
        self.is_open = True

    @property
    def descriptor(self) -> int:
        """The descriptor of the file."""
        return self._descriptor

    def try_lock(self) -> bool:
        """Take the lock if it is free. Returns whether it was free."""
        try:
            # What filelock uses, too, but importing that takes 2 % of a start.
            from fcntl import LOCK_EX, LOCK_NB, flock
        except ImportError:  # on Windows
            from filelock import lock_descriptor

            return lock_descriptor(self._descriptor, blocking=False)
        try:
            flock(self._descriptor, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def is_in_place(self) -> bool:
        """Whether the path still refers to this file."""
        try:
            return os.path.samestat(os.fstat(self._descriptor), self.path.lstat())
        except FileNotFoundError:
            return False

    def write(self, text: bytes) -> None:
        """Replace the contents. Requires the lock."""
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        os.write(self._descriptor, bytes(_TEXT_AT) + text)
        os.ftruncate(self._descriptor, _TEXT_AT + len(text))

    def read(self) -> bytes:
        """The first bytes of the contents. Does not require the lock."""
        os.lseek(self._descriptor, _TEXT_AT, os.SEEK_SET)
        return os.read(self._descriptor, _MAX_TEXT)

    def close(self) -> None:
        """Release the lock."""
        self.is_open = False
        os.close(self._descriptor)

    def remove(self) -> None:
        """Release the lock and remove the file. Idempotent."""
        if self.is_open:
            # Remove the file before unlocking it, so that waiting processes notice; see `_lock_game`.
            with suppress(OSError):  # a leftover file is harmless
                if self.is_in_place():
                    self.path.unlink()
            self.close()


@contextmanager
def opening_lock(folder: Path) -> Iterator[None]:
    """Prevent other processes from opening the folder's games.

    Raises StoreError if another process holds the lock for too long.
    """
    deadline = time.monotonic() + LOCK_TIMEOUT
    with closing(LockFile(folder / "games.lock")) as lock:
        while not lock.try_lock():
            if time.monotonic() > deadline:
                raise StoreError(StoreFault.BUSY)
            time.sleep(_POLL_SECONDS)
        yield


def is_in_use(folder: Path) -> bool:
    """Whether a process plays one of the folder's games, or version 1.0 uses them. Requires the `opening_lock`.

    Removes the lock files that killed processes left.
    """
    locks = [path for path in folder.glob("*.lock") if _USED.fullmatch(path.stem)]
    return any([not _is_abandoned(path) for path in locks])  # noqa: C419 - a generator would stop early


def _is_abandoned(path: Path) -> bool:
    with closing(LockFile(path)) as lock:
        if not lock.try_lock():
            return False
    path.unlink(missing_ok=True)
    return True


class Claim(AbstractContextManager["Claim"]):
    """The exclusive right to play a saved game, until `release`, the end of a `with` block, or the end of the process.

    Raises GameClaimedError with the pid of the holder, or StoreError.
    """

    def __init__(self, path: Path, game_id: str) -> None:
        self.game_id = game_id
        with store_errors():
            self._lock = _lock_game(path, game_id)

    @property
    def is_held(self) -> bool:
        """Whether the claim has not been released."""
        return self._lock.is_open

    def renew(self) -> None:
        """Claim the game again if its lock file is gone. Raises GameClaimedError, StoreError."""
        with store_errors():
            if self.is_held and not self._lock.is_in_place():
                lock = _lock_game(self._lock.path, self.game_id)
                self._lock.close()
                self._lock = lock

    def release(self) -> None:
        """Release the claim. Idempotent."""
        self._lock.remove()

    def __exit__(self, *_error: object) -> None:
        self.release()


def _lock_game(path: Path, game_id: str) -> LockFile:
    while True:
        lock = LockFile(path)
        with on_error(lock.close):
            if not lock.try_lock():
                pid = lock.read()
                raise GameClaimedError(game_id, int(pid) if pid.strip().isdigit() else None)
            if lock.is_in_place():
                with suppress(OSError):  # the claim is valid without the pid, for example on a full disk
                    lock.write(b"%d\n" % os.getpid())
                return lock
        lock.close()  # the previous holder removed the file before this process locked it
