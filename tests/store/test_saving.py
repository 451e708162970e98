from collections.abc import Callable

from splendor_tui.store import StoreError, StoreFault
from splendor_tui.store.saving import Saver


class Disk:
    """Something to write to, which may be full."""

    def __init__(self) -> None:
        self.full = False
        self.lost = False
        self.written: list[str] = []
        self.attempts = 0

    def check(self) -> None:
        if self.lost:
            raise StoreError(StoreFault.FILE_LOST)

    def write(self, text: str) -> Callable[[], None]:
        def attempt() -> None:
            self.attempts += 1
            if self.full:
                raise StoreError(StoreFault.DISK_FULL)
            self.written.append(text)

        return attempt


def saver_and_disk() -> tuple[Saver, Disk]:
    disk = Disk()
    return Saver(disk.check), disk


def test_what_failed_is_written_in_order_before_anything_newer() -> None:
    saver, disk = saver_and_disk()
    disk.full = True
    for text in "ab":
        saver.save(disk.write(text))
    assert str(saver.problem).startswith("The disk is full")
    disk.full = False
    saver.save(disk.write("c"))
    assert disk.written == ["a", "b", "c"]
    assert saver.problem is None


def test_a_retry_writes_what_waits_and_only_once() -> None:
    saver, disk = saver_and_disk()
    disk.full = True
    saver.save(disk.write("a"))
    saver.retry()
    assert saver.problem is not None
    disk.full = False
    saver.retry()
    saver.retry()
    assert disk.written == ["a"]
    assert saver.problem is None


def test_only_the_newest_of_the_passing_writes_waits_and_it_comes_last() -> None:
    saver, disk = saver_and_disk()
    disk.full = True
    saver.save(disk.write("a"))
    for second in range(100):
        saver.save_passing(disk.write(f"{second}"))
    assert disk.attempts == 101, "a write that cannot be done yet keeps those behind it from being tried"
    disk.full = False
    saver.retry()
    saver.retry()
    assert disk.written == ["a", "99"]
    assert saver.problem is None


def test_a_passing_write_that_waits_is_dropped_for_what_is_newer() -> None:
    saver, disk = saver_and_disk()
    disk.full = True
    saver.save_passing(disk.write("passing"))
    assert saver.problem is not None
    saver.save(disk.write("a"))
    disk.full = False
    saver.retry()
    assert disk.written == ["a"]


def test_where_nothing_waits_a_retry_says_whether_what_was_written_is_still_there() -> None:
    saver, disk = saver_and_disk()
    saver.save(disk.write("a"))
    disk.lost = True
    saver.retry()
    assert saver.problem is not None
    disk.lost = False
    saver.retry()
    assert saver.problem is None
