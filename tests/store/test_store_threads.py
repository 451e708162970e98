"""Several threads that use a store."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from splendor_tui.store import Store, StoreError
from splendor_tui.store.locks import opening_lock
from tests.store.mishaps import delete
from tests.store.stored import create, entries_of, plies, ply


def test_other_threads_read_while_one_plays_and_while_another_process_opens_the_games(
    store: Store, folder: Path
) -> None:
    game_id = create(store, 10)
    with opening_lock(folder), ThreadPoolExecutor(2) as threads:
        reading = [threads.submit(entries_of, store, game_id) for _time in range(20)]
        for number in range(11, 21):
            store.append(game_id, ply(number))
    assert all(read.result() == plies(len(read.result())) for read in reading)


def test_file_that_is_lost_during_the_work_of_several_threads_is_restored(store: Store, folder: Path) -> None:
    def read() -> bool:
        try:
            store.results()
        except StoreError:
            return False
        return True

    game_id = create(store, 10)
    delete(folder)
    with ThreadPoolExecutor(4) as threads:
        done = [read.result() for read in [threads.submit(read) for _time in range(40)]]
    assert not all(done)
    assert entries_of(store, game_id) == plies(10)
