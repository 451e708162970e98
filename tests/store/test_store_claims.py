import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from splendor_tui.store import GameClaimedError, Store
from splendor_tui.store.locks import LockFile
from tests.store.stored import create, entries_of, open_store, plies, ply

HOLDER = """
import sys
from pathlib import Path
from splendor_tui.store import Store
store = Store.open(Path(sys.argv[1]))
claim = store.claim(sys.argv[2])
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def another_player(folder: Path, game_id: str) -> Iterator[subprocess.Popen[bytes]]:
    """Another process that plays the game until its input ends."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, folder, game_id], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        yield process


def test_game_of_another_process_is_refused_with_its_pid(store: Store, folder: Path) -> None:
    game_id, other = create(store), create(store)
    with another_player(folder, game_id) as process:
        for play in (store.claim, store.delete):
            with pytest.raises(GameClaimedError) as refusal:
                play(game_id)
            assert refusal.value.pid == process.pid
            assert str(process.pid) in str(refusal.value)
        assert store.load(game_id).id == game_id
        store.claim(other).release()
    store.claim(game_id).release()


def test_claim_dies_with_its_process(store: Store, folder: Path) -> None:
    game_id = create(store)
    with another_player(folder, game_id) as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert (folder / f"{game_id}.lock").exists()
        with store.claim(game_id), pytest.raises(GameClaimedError) as refusal:
            store.claim(game_id)
    assert refusal.value.pid == os.getpid()


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


def test_claim_is_retried_if_the_lock_file_was_just_removed(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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


def test_released_game_may_be_deleted_elsewhere(store: Store, folder: Path) -> None:
    game_id, gone = create(store), create(store)
    with store.claim(game_id):
        with store.claim(gone):
            store.append(gone, ply(1))
        with open_store(folder) as other:
            other.delete(gone)
        store.append(game_id, ply(1))
    assert entries_of(store, game_id) == plies(1)


def test_next_claimant_continues_after_the_plies_of_others(store: Store, folder: Path) -> None:
    game_id = create(store, 2)
    with open_store(folder) as other, other.claim(game_id):
        other.append(game_id, ply(3))
    with store.claim(game_id):
        store.append(game_id, ply(4))
    assert entries_of(store, game_id) == plies(4)
