"""Several threads that use a store."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from splendor_tui.store import Store, StoreError
from splendor_tui.store.locks import opening_lock
from tests.store.mishaps import delete
from tests.store.stored import NOON, create, entries_of, plies, ply, result


def test_other_threads_read_while_one_plays_and_while_another_process_opens_the_games(
    store: Store, folder: Path
) -> None:
    game_id = create(store, 10)
    store.finish(game_id, result(15, 3), NOON)
    with opening_lock(folder), ThreadPoolExecutor(2) as threads:
        reading = [threads.submit(store.statistics) for _time in range(20)]
        for number in range(11, 21):
            store.append(game_id, ply(number))
    assert all(5 <= player.averages.turns <= 10 for read in reading for player in read.result() if player.averages)
    assert entries_of(store, game_id) == plies(20)


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
