"""Several stores of the same games, as used by several threads."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from splendor_tui.store import Store, StoreFault
from splendor_tui.store.locks import opening_lock
from tests.store.mishaps import MISHAPS, SOME_MISHAPS
from tests.store.stored import NOON, at_second_attempt, create, refused, result


def finished(store: Store) -> None:
    store.finish(create(store, 2), result(15, 3), NOON)


def test_another_thread_reads_during_the_opening_lock_without_a_check(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read() -> int:
        with store.open_for_thread() as other:
            return len(other.results())

    finished(store)
    monkeypatch.setattr("splendor_tui.store.database.is_sound", None)  # the check of a large file is slow
    with opening_lock(folder), ThreadPoolExecutor(1) as another:
        assert another.submit(read).result() == 1


def test_second_reader_leaves_no_files(store: Store, folder: Path) -> None:
    before = sorted(folder.iterdir())
    with store.open_for_thread() as other:
        assert sorted(folder.iterdir()) == before
        finished(store)
        assert len(other.results()) == 1, "it reads what comes after it was opened"


@pytest.mark.parametrize("mishap", SOME_MISHAPS)
def test_lost_file_has_no_second_reader(store: Store, folder: Path, mishap: str) -> None:
    finished(store)
    other = store.open_for_thread()
    MISHAPS[mishap](folder)
    with refused(StoreFault.FILE_LOST, StoreFault.DAMAGED):
        other.results()
    at_second_attempt(store.check)
    with store.open_for_thread() as other:
        assert len(other.results()) == 1
