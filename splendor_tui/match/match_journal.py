"""The journal that a match writes, and its copy in a store that may fail for a while."""

from collections import deque
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

from splendor_tui.record import result_of
from splendor_tui.rules.outcome import Outcome
from splendor_tui.store import Store, StoreError
from splendor_tui.store.journal import Entry


class Journal:
    """Writes nothing: for a match that is not saved. Subclasses return once the entry is durable, or waits."""

    problem: Exception | None = None
    """Why something waits to be written; None if everything is durable."""

    def append(self, entry: Entry) -> None:
        """Write an entry."""

    def save_clock(self, reading: Sequence[int]) -> None:
        """Write the clock after the last entry, in place of the previous reading."""

    def finish(self, outcome: Outcome) -> None:
        """Write how the match ended."""

    def reopen(self) -> None:
        """Delete how the match ended."""

    def note_help(self) -> None:
        """Note that a player had help, so that the game is not rated."""

    def retry(self) -> None:
        """Try to write what waits; if nothing does, check that the game is still where it was written."""


class StoredJournal(Journal):
    """Writes a match into a store.

    What the store refuses waits, and is written before anything newer: play continues, and nothing is lost once the store
    works again.
    """

    def __init__(self, store: Store, game_id: str, today: Callable[[], datetime]) -> None:
        self._store = store
        self._game_id = game_id
        self._today = today
        self._waiting: deque[Callable[[], None]] = deque()
        self._clock: Callable[[], None] | None = None
        """A waiting reading of the clock: useless once something newer is written."""

    def append(self, entry: Entry) -> None:
        """Write an entry."""
        self._save(partial(self._store.append, self._game_id, entry))

    def save_clock(self, reading: Sequence[int]) -> None:
        """Write the clock."""
        self._clock = partial(self._store.save_clock, self._game_id, reading)
        self.retry()

    def finish(self, outcome: Outcome) -> None:
        """Write how the match ended, and when."""
        self._save(partial(self._store.finish, self._game_id, result_of(outcome), self._today()))

    def reopen(self) -> None:
        """Delete how the match ended."""
        self._save(partial(self._store.reopen, self._game_id))

    def note_help(self) -> None:
        """Note that a player had help."""
        self._save(partial(self._store.note_help, self._game_id))

    def retry(self) -> None:
        """Try to write what waits; if nothing does, check that the game is still where it was written."""
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
