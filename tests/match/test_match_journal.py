from collections.abc import Sequence

from splendor_tui.match.match_journal import Journal
from splendor_tui.store import Store, StoreError, StoreFault
from splendor_tui.store.journal_entries import Entry, UndoEntry
from tests.store.stored import NOON


class Disk(Store):
    """A store that fails on request, as with a full disk or a lost file."""

    def __init__(self) -> None:
        self.fault: StoreFault | None = None
        self.written: list[object] = []
        self.attempts = 0

    def check(self) -> None:
        if self.fault:
            raise StoreError(self.fault)

    def append(self, game_id: str, entry: Entry) -> None:  # noqa: ARG002 - the signature of the store
        self._write(entry)

    def save_clock(self, game_id: str, reading: Sequence[int]) -> None:  # noqa: ARG002 - the signature of the store
        self._write(reading)

    def _write(self, written: object) -> None:
        self.attempts += 1
        self.check()
        self.written.append(written)


def journal_and_disk() -> tuple[Journal, Disk]:
    disk = Disk()
    return Journal(disk, "aaaaaaaa", lambda: NOON), disk


def undone_to(ply: int) -> UndoEntry:
    return UndoEntry(to_ply=ply)


def test_unsaved_entries_are_written_once_in_order_before_newer_ones() -> None:
    journal, disk = journal_and_disk()
    disk.fault = StoreFault.DISK_FULL
    for ply in (1, 2):
        journal.append(undone_to(ply))
    journal.retry()
    assert str(journal.problem).startswith("The disk is full")
    disk.fault = None
    journal.append(undone_to(3))
    for _twice in range(2):
        assert disk.written == [undone_to(1), undone_to(2), undone_to(3)]
        assert journal.problem is None
        journal.retry()


def test_only_the_newest_clock_reading_waits() -> None:
    journal, disk = journal_and_disk()
    disk.fault = StoreFault.DISK_FULL
    journal.append(undone_to(1))
    for second in range(100):
        journal.save_clock([second])
    assert disk.attempts == 101, "a write that cannot be done yet keeps those behind it from being tried"
    disk.fault = None
    journal.retry()
    journal.retry()
    assert disk.written == [undone_to(1), [99]]
    assert journal.problem is None
    disk.fault = StoreFault.DISK_FULL
    journal.save_clock([7])
    assert journal.problem is not None
    journal.append(undone_to(2))
    disk.fault = None
    journal.retry()
    assert disk.written[2:] == [undone_to(2)], "the reading was obsolete"


def test_retry_detects_and_clears_a_lost_file() -> None:
    journal, disk = journal_and_disk()
    journal.append(undone_to(1))
    disk.fault = StoreFault.FILE_LOST
    journal.retry()
    assert journal.problem is not None
    disk.fault = None
    journal.retry()
    assert journal.problem is None
