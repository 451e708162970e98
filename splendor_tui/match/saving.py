"""Keeps a match saved while the store may fail under it.

What could not be stored waits in order and is tried again before anything newer, so that play goes on and nothing is lost
once the store works again.
"""

from collections import deque
from collections.abc import Callable

from splendor_tui.match.store import StoreError


class Saver:
    """Does the writes it is given in order, and keeps those that failed."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()
        self.problem: StoreError | None = None

    @property
    def saved(self) -> bool:
        """Whether everything is stored."""
        return not self._waiting

    def save(self, write: Callable[[], None]) -> None:
        """Do the write, after those that wait; where it raises StoreError it waits too, and `problem` says why."""
        self._waiting.append(write)
        self.retry()

    def retry(self) -> bool:
        """Try what waits; tell whether everything is stored now."""
        self.problem = None
        while self._waiting:
            try:
                self._waiting[0]()
            except StoreError as problem:
                self.problem = problem
                return False
            self._waiting.popleft()
        return True
