import os
from pathlib import Path

import pytest

from splendor_tui.store import GameClaimedError, Store
from splendor_tui.store.locks import LockFile
from tests.match.other_processes import Other, hold
from tests.store.stored import create, entries_of, open_store, plies, ply


def test_game_of_another_process_is_refused_with_its_pid_until_it_dies(store: Store, folder: Path) -> None:
    game_id, free = create(store), create(store)
    with Other(hold, folder, game_id) as other:
        for play in (store.claim, store.delete):
            with pytest.raises(GameClaimedError, match=f"{other.process.pid}") as refusal:
                play(game_id)
            assert refusal.value.pid == other.process.pid
        assert store.load(game_id).id == game_id
        store.claim(free).release()
    assert (folder / f"{game_id}.lock").exists()
    with store.claim(game_id), pytest.raises(GameClaimedError) as refusal:
        store.claim(game_id)
    assert refusal.value.pid == os.getpid()


def test_lock_files_of_killed_processes_are_removed(folder: Path) -> None:
    with open_store(folder) as store:
        game_id = create(store)
    with Other(hold, folder, game_id):
        pass
    lock, *others = (folder / f"{name}.lock" for name in (game_id, "uv", "abcdefg1"))
    for other in others:
        other.touch()
    assert lock.exists()
    with open_store(folder):
        assert not lock.exists()
    assert all(other.exists() for other in others)


def test_released_claim_leaves_no_file_and_may_be_released_twice(store: Store, folder: Path) -> None:
    game_id = create(store)
    claim = store.claim(game_id)
    claim.release()
    with store.claim(game_id):
        claim.release()
        with pytest.raises(GameClaimedError):
            store.claim(game_id)
    assert not list(folder.glob(f"{game_id}*"))
    with store.claim(game_id):
        (folder / f"{game_id}.lock").unlink()
    store.claim(game_id).release()


def test_claim_is_released_even_if_its_file_cannot_be_deleted(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, *, missing_ok: bool = False) -> None:
        raise PermissionError(path, missing_ok)

    game_id = create(store)
    with monkeypatch.context() as fault, store.claim(game_id):
        fault.setattr(Path, "unlink", refuse)
    store.claim(game_id).release()


def test_claim_is_retried_if_its_lock_is_removed(store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = create(store)
    released = [folder / f"{game_id}.lock"]
    lock = LockFile.try_lock

    def lock_late(self: LockFile) -> bool:
        while released:
            released.pop().unlink()
        return lock(self)

    monkeypatch.setattr(LockFile, "try_lock", lock_late)
    with store.claim(game_id), pytest.raises(GameClaimedError):
        store.claim(game_id)


def test_released_game_may_be_deleted_or_continued_elsewhere(store: Store, folder: Path) -> None:
    game_id, gone = create(store), create(store)
    with store.claim(game_id):
        with store.claim(gone):
            store.append(gone, ply(1))
        with open_store(folder) as other:
            other.delete(gone)
        store.append(game_id, ply(1))
    with open_store(folder) as other, other.claim(game_id):
        other.append(game_id, ply(2))
    with store.claim(game_id):
        store.append(game_id, ply(3))
    assert entries_of(store, game_id) == plies(3)
