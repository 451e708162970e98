"""The journal of a match, written to a store that may fail temporarily."""

from collections import deque
from collections.abc import Callable, Sequence
from datetime import datetime

from splendor_tui.record import result_of
from splendor_tui.rules.outcome import Outcome
from splendor_tui.store import Help, Store, StoreError, utc_now
from splendor_tui.store.journal_entries import Entry


class Journal:
    """Writes a match to a store, or nothing if `store` is None.

    If the store fails, play continues. Pending entries are written first, in order, once the store works again.
    """

    problem: Exception | None = None
    """The reason why data is pending, or None if everything is on disk."""

    def __init__(self, store: Store | None = None, game_id: str = "", today: Callable[[], datetime] = utc_now) -> None:
        self._store = store
        self._game_id = game_id
        self._today = today
        self._waiting: deque[Callable[[Store], None]] = deque()
        self._clock: Sequence[int] | None = None
        """A pending reading of the clock. A newer entry makes it obsolete."""

    def append(self, entry: Entry) -> None:
        """Write an entry."""
        self._save(lambda store: store.append(self._game_id, entry))

    def save_clock(self, reading: Sequence[int]) -> None:
        """Save the clock after the last entry. Replaces the previous reading."""
        self._clock = reading
        self.retry()

    def finish(self, outcome: Outcome) -> None:
        """Save the result and the time at which the match ended."""
        finished = self._today()
        self._save(lambda store: store.finish(self._game_id, result_of(outcome), finished))

    def reopen(self) -> None:
        """Delete the result, because play continues."""
        self._save(lambda store: store.reopen(self._game_id))

    def note_help(self, kind: Help) -> None:
        """Record that a player had help, so that the game is not rated."""
        self._save(lambda store: store.note_help(self._game_id, kind))

    def _save(self, write: Callable[[Store], None]) -> None:
        self._waiting.append(write)
        self._clock = None
        self.retry()

    def retry(self) -> None:
        """Try to write pending entries. If there are none, check that the games file is intact."""
        if self._store is None:
            return
        self.problem = None
        try:
            if not self._waiting and self._clock is None:
                self._store.check()
            while self._waiting:
                self._waiting[0](self._store)
                self._waiting.popleft()
            if self._clock is not None:
                self._store.save_clock(self._game_id, self._clock)
                self._clock = None
        except StoreError as problem:
            self.problem = problem
