"""The files of a store: private, never through links, and refused where they cannot be written. Claims of games."""

import ctypes
import os
import stat
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import pytest

from splendor_tui.store import GameClaimedError, Store, StoreError, StoreFault
from splendor_tui.store.database import MAX_BACKUPS
from splendor_tui.store.locks import LockFile
from tests.match.other_processes import Other, hold, play_on
from tests.store.mishaps import MISHAPS
from tests.store.stored import FILE, create, entries_of, open_store, plies, ply, refused, umask

# Linux's <linux/capability.h>
CAPABILITY_VERSION_3 = 0x20080522
DAC_OVERRIDE = 1 << 1


@contextmanager
def bound_by_file_modes() -> Iterator[None]:
    """Take from root the right to write anywhere, and nothing else: any folder that root owns stays in reach."""
    if os.geteuid() != 0:
        yield
        return
    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    rights = (ctypes.c_uint32 * 6)()  # effective, permitted and inheritable, then the upper halves
    assert libc.capget(header, rights) == 0
    before = rights[0]
    rights[0] &= ~DAC_OVERRIDE
    assert libc.capset(header, rights) == 0
    try:
        yield
    finally:
        rights[0] = before
        assert libc.capset(header, rights) == 0


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


@pytest.mark.parametrize("mask", [0o000, 0o777])
def test_only_the_owner_can_read_the_games(tmp_path: Path, mask: int) -> None:
    folder = tmp_path / "share" / "splendor"
    with umask(mask), open_store(folder) as store:
        game_id = create(store, 3)
        with store.claim(game_id):
            files = {path.name: mode(path) for path in folder.iterdir()}
        assert set(files) == {FILE, "games.lock", f"{game_id}.lock"}
        assert set(files.values()) == {0o600}
    assert mode(folder) == mode(folder.parent) == 0o700


def test_readable_games_file_becomes_private_and_an_existing_folder_keeps_its_mode(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    with open_store(tmp_path) as store:
        create(store)
    (tmp_path / FILE).chmod(0o644)
    with open_store(tmp_path) as store:
        create(store)
        assert mode(tmp_path / FILE) == 0o600
    assert mode(tmp_path) == 0o755


@pytest.mark.parametrize("name", [FILE, f"{FILE}-wal", f"{FILE}-shm", "games.lock"])
def test_links_pipes_and_folders_are_errors_and_never_followed(tmp_path: Path, name: str) -> None:
    target = tmp_path / "target"
    target.write_bytes(b"mine")
    folder = tmp_path / "games"
    folder.mkdir()
    place = folder / name
    for make in (
        lambda place: place.symlink_to(target),
        lambda place: place.symlink_to(tmp_path / "nowhere"),
        os.mkfifo,
        Path.mkdir,
    ):
        make(place)
        with refused(StoreFault.NO_PLAIN_FILE, StoreFault.UNREACHABLE):
            Store.open(folder)
        place.rmdir() if place.is_dir() and not place.is_symlink() else place.unlink()
    assert target.read_bytes() == b"mine"
    assert not (tmp_path / "nowhere").exists()


def test_read_only_folder_or_file_is_reported(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    with bound_by_file_modes():
        with open_store(folder) as store:
            create(store)
        (folder / FILE).chmod(0o400)
        with refused(StoreFault.READ_ONLY):
            Store.open(folder)
        (folder / FILE).chmod(0o600)
        folder.chmod(0o500)
        for unwritable in (folder, folder / "below"):
            with refused(StoreFault.READ_ONLY):
                Store.open(unwritable)
        folder.chmod(0o700)


def test_file_in_place_of_the_folder_is_reported(tmp_path: Path) -> None:
    place = tmp_path / "games"
    place.write_bytes(b"mine")
    for folder in (place, place / "below"):
        with refused(StoreFault.UNREACHABLE):
            Store.open(folder)
    assert place.read_bytes() == b"mine"


# --- attacks -----------------------------------------------------------------------------------------------------------


PATIENCE = 60
AT_REST = 6
"""The number of saved plies after which an earlier fault must be repaired."""


def plays_on(player: Other, saved: int) -> int:
    """Wait for this many more saved plies. Returns the number of plies before them."""
    begin, until = len(player.said), time.monotonic() + PATIENCE
    while sum(is_saved for _game_id, _ply, is_saved in player.said[begin:]) < saved:
        assert player.process.is_alive()
        assert time.monotonic() < until, player.said[-3:]
        time.sleep(0.02)
    return begin


@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 200), marks=pytest.mark.soak)])
def test_saved_plies_survive_random_mishaps_to_the_files(tmp_path: Path, seeds: range) -> None:
    for seed in seeds:
        rng, folder = Random(seed), tmp_path / f"{seed}" / "games"
        with Other(play_on, folder, 2 * seed) as one, Other(play_on, folder, 2 * seed + 1) as other:
            check_survives(folder, (one, other), rng)


def check_survives(folder: Path, players: Sequence[Other], rng: Random) -> None:
    for player in players:
        plays_on(player, 1)
    for _mishap in range(rng.randint(1, 8)):
        with suppress(OSError, StoreError):
            MISHAPS[rng.choice([*MISHAPS])](folder)
        time.sleep(rng.choice((0, 0.01, 0.1, 0.3)))
    begins = [plays_on(player, AT_REST) for player in players]
    for player in players:
        player.kill()
    saved = {
        game_id: ply
        for player, begin in zip(players, begins, strict=True)
        for game_id, ply, is_saved in player.said[begin:]
        if is_saved
    }
    with Store.open(folder) as store:
        found = {game.id: game.plies for game in store.games()}
    assert {game_id: ply for game_id, ply in saved.items() if found.get(game_id, 0) < ply} == {}
    assert len(list(folder.glob("games.damaged-*.sqlite3"))) <= MAX_BACKUPS


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
