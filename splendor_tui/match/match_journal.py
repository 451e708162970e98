"""Where a match is written down, as the controller sees it."""

from collections.abc import Sequence
from typing import Final, Protocol

from splendor_tui.rules.outcome import Outcome
from splendor_tui.store.journal import Entry


class Journal(Protocol):
    """Where a match is written down. Each call returns when what it says is durable, or known to be waiting."""

    @property
    def problem(self) -> Exception | None:
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
        """Try to write what waits; where nothing does, check that what was written is still there."""


class UnsavedJournal:
    """Writes nothing, for play where nothing can be kept."""

    problem: Final = None

    def append(self, entry: Entry) -> None:
        """Forget the entry."""

    def keep_clock(self, reading: Sequence[int]) -> None:
        """Forget the reading."""

    def finish(self, outcome: Outcome) -> None:
        """Forget how the match ended."""

    def reopen(self) -> None:
        """Strike out nothing."""

    def note_help(self) -> None:
        """Forget the help."""

    def retry(self) -> None:
        """Nothing waits."""
