"""Where a match is written down, and how it is kept saved while the store may fail under it."""

from collections import deque
from collections.abc import Callable, Sequence
from datetime import datetime

from splendor_tui.record import result_of
from splendor_tui.rules.outcome import Outcome
from splendor_tui.store import Store, StoreError
from splendor_tui.store.journal import Entry


class Journal:
    """Writes nothing, for play where nothing can be saved. Others write what they are told.

    Each call returns when what it says is durable, or known to be waiting.
    """

    problem: Exception | None = None
    """Why something waits to be written; None while everything is durable."""

    def append(self, entry: Entry) -> None:
        """Write an entry."""

    def keep_clock(self, reading: Sequence[int]) -> None:
        """Write the reading of the clock after the last entry, in place of the one before."""

    def finish(self, outcome: Outcome) -> None:
        """Write how the match ended."""

    def reopen(self) -> None:
        """Strike out how the match ended."""

    def note_help(self) -> None:
        """Note that somebody had help, so that the game is not rated."""

    def retry(self) -> None:
        """Try to write what waits; if nothing does, check that what was written is still there."""


class StoredJournal(Journal):
    """Writes a match into a store.

    What the store refuses waits in order and is tried again before anything newer, so that play goes on and nothing is lost
    once the store works again.
    """

    def __init__(self, store: Store, game_id: str, today: Callable[[], datetime]) -> None:
        self._store = store
        self._game_id = game_id
        self._today = today
        self._waiting: deque[Callable[[], None]] = deque()
        self._clock: Callable[[], None] | None = None
        """A waiting reading of the clock: of no use once something newer is written."""

    def append(self, entry: Entry) -> None:
        """Write an entry."""
        self._save(lambda: self._store.append(self._game_id, entry))

    def keep_clock(self, reading: Sequence[int]) -> None:
        """Write the reading of the clock."""
        self._clock = lambda: self._store.keep_clock(self._game_id, reading)
        self.retry()

    def finish(self, outcome: Outcome) -> None:
        """Write how the match ended, and when."""
        finished = self._today()
        self._save(lambda: self._store.finish(self._game_id, result_of(outcome), finished))

    def reopen(self) -> None:
        """Strike out how the match ended."""
        self._save(lambda: self._store.reopen(self._game_id))

    def note_help(self) -> None:
        """Note that somebody had help."""
        self._save(lambda: self._store.note_help(self._game_id))

    def retry(self) -> None:
        """Try to write what waits; if nothing does, check that the game is still where it was written."""
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

    def _save(self, write: Callable[[], None]) -> None:
        self._waiting.append(write)
        self._clock = None
        self.retry()
