"""The journal of a match. `Journal` writes nothing; `StoredJournal` writes to a store, which may fail temporarily."""

from collections import deque
from collections.abc import Callable, Sequence
from datetime import datetime

from splendor_tui.record import result_of
from splendor_tui.rules.outcome import Outcome
from splendor_tui.store import Help, Store, StoreError
from splendor_tui.store.entries import Entry


class Journal:
    """A journal that writes nothing, for an unsaved match. In a subclass, each call saves its data or keeps it pending."""

    problem: Exception | None = None
    """The reason why data is pending, or None if everything is on disk."""

    def append(self, entry: Entry) -> None:
        """Write an entry."""

    def save_clock(self, reading: Sequence[int]) -> None:
        """Save the clock after the last entry. Replaces the previous reading."""

    def finish(self, outcome: Outcome) -> None:
        """Save the result."""

    def reopen(self) -> None:
        """Delete the result, because play continues."""

    def note_help(self, kind: Help) -> None:
        """Record that a player had help, so that the game is not rated."""

    def retry(self) -> None:
        """Try to write pending entries. If there are none, check that the games file is intact."""


class StoredJournal(Journal):
    """Writes a match to a store.

    If the store fails, play continues. Pending entries are written first, in order, once the store works again.
    """

    def __init__(self, store: Store, game_id: str, today: Callable[[], datetime]) -> None:
        self._store = store
        self._game_id = game_id
        self._today = today
        self._waiting: deque[Callable[[], None]] = deque()
        self._clock: Callable[[], None] | None = None
        """A pending reading of the clock. A newer entry makes it obsolete."""

    def append(self, entry: Entry) -> None:
        """Write an entry."""
        self._save(lambda: self._store.append(self._game_id, entry))

    def save_clock(self, reading: Sequence[int]) -> None:
        """Save the clock after the last entry. Replaces the previous reading."""
        self._clock = lambda: self._store.save_clock(self._game_id, reading)
        self.retry()

    def finish(self, outcome: Outcome) -> None:
        """Save the result and the time at which the match ended."""
        finished = self._today()
        self._save(lambda: self._store.finish(self._game_id, result_of(outcome), finished))

    def reopen(self) -> None:
        """Delete the result, because play continues."""
        self._save(lambda: self._store.reopen(self._game_id))

    def note_help(self, kind: Help) -> None:
        """Record that a player had help, so that the game is not rated."""
        self._save(lambda: self._store.note_help(self._game_id, kind))

    def retry(self) -> None:
        """Try to write pending entries. If there are none, check that the games file is intact."""
        self._save(None)

    def _save(self, write: Callable[[], None] | None) -> None:
        if write is not None:
            self._waiting.append(write)
            self._clock = None
        self.problem = None
        try:
            if not self._waiting and self._clock is None:
                self._store.check()
            while self._waiting:
                self._waiting[0]()
                self._waiting.popleft()
            if self._clock is not None:
                self._clock()
                self._clock = None
        except StoreError as problem:
            self.problem = problem
