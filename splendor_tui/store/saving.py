"""Keeps a match saved while the store may fail under it.

What could not be stored waits in order and is tried again before anything newer, so that play goes on and nothing is lost
once the store works again.
"""

from collections import deque
from collections.abc import Callable

from splendor_tui.store import StoreError


class Saver:
    """Does the writes it is given in order, and keeps those that failed.

    `check` raises StoreError where what was written is no longer there.
    """

    def __init__(self, check: Callable[[], None]) -> None:
        self._check = check
        self._waiting: deque[Callable[[], None]] = deque()
        self._passing: Callable[[], None] | None = None
        self.problem: StoreError | None = None

    def save(self, write: Callable[[], None]) -> None:
        """Do the write, after those that wait; where it raises StoreError it waits too, and `problem` says why."""
        self._waiting.append(write)
        self._passing = None
        self.retry()

    def save_passing(self, write: Callable[[], None]) -> None:
        """Do a write that is of no more use once a newer one is given, of either sort; where it fails it waits until then."""
        self._passing = write
        self.retry()

    def retry(self) -> None:
        """Try what waits; where nothing does, see whether all is still there."""
        self.problem = None
        try:
            if not self._waiting and self._passing is None:
                self._check()
            while self._waiting:
                self._waiting[0]()
                self._waiting.popleft()
            if self._passing is not None:
                self._passing()
                self._passing = None
        except StoreError as problem:
            self.problem = problem
