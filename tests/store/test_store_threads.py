"""Several stores of the same games, as used by several threads."""

import threading
from pathlib import Path

import pytest

from splendor_tui.store import Store, StoreError, StoreFault
from splendor_tui.store.locks import has_no_user, opening_lock
from tests.store.mishaps import MISHAPS, SOME_MISHAPS
from tests.store.stored import NOON, create, open_store, refused, result


def finished(store: Store) -> str:
    game_id = create(store, 2)
    store.finish(game_id, result(15, 3), NOON)
    return game_id


def test_another_thread_reads_during_the_opening_lock(tmp_path: Path) -> None:
    found: list[int] = []

    def read(store: Store) -> None:
        with store.open_for_thread() as other:
            found.append(len(other.results()))

    with open_store(tmp_path) as store:
        finished(store)
        with opening_lock(tmp_path):
            thread = threading.Thread(target=read, args=(store,))
            thread.start()
            thread.join()
    assert found == [1]


def test_opening_beside_skips_the_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[object] = []
    with open_store(tmp_path) as store:
        monkeypatch.setattr("splendor_tui.store.database.is_sound", checked.append)
        with store.open_for_thread() as other:
            assert other.results() == ()
    assert checked == []


def test_second_reader_leaves_no_files(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        before = sorted(tmp_path.iterdir())
        with store.open_for_thread() as other:
            assert sorted(tmp_path.iterdir()) == before
            finished(store)
            assert len(other.results()) == 1, "it reads what comes after it was opened"
        with opening_lock(tmp_path):
            assert not has_no_user(tmp_path)
        finished(store)
        assert len(store.results()) == 2


@pytest.mark.parametrize("mishap", SOME_MISHAPS)
def test_lost_file_has_no_second_reader(tmp_path: Path, mishap: str) -> None:
    with open_store(tmp_path / "games") as store:
        finished(store)
        MISHAPS[mishap](tmp_path / "games")
        with refused(StoreFault.FILE_LOST, StoreFault.DAMAGED):
            store.open_for_thread()
        with pytest.raises(StoreError):
            store.check()
        store.check()
        with store.open_for_thread() as other:
            assert len(other.results()) == 1
