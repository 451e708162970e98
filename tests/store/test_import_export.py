"""Games are exported and imported as records. No file is overwritten or left incomplete."""

import errno
import os
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from splendor_tui.inputs.files import FileError
from splendor_tui.match.live_match import start_match
from splendor_tui.record import RecordError, format_record
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import NoSuchGameError, StoreError, StoreFault
from splendor_tui.store.import_export import read_game, record_text, save_game, write_game
from tests.match.tables import Time, options
from tests.store.stored import NOON, create, largest_file, open_store, result, umask


def test_exported_record_is_read_again(catalogue: Catalogue, tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        game_id, _table = start_match(store, catalogue, options(), now=Time(), today=lambda: NOON)
        write_game(store, game_id, tmp_path / "game", with_secrets=True)
        assert read_game(tmp_path / "game", catalogue) == store.export_record(game_id)


def test_unfinished_game_is_exported_only_with_secrets(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        game_id = create(store, 1)
        with pytest.raises(StoreError, match="order of the decks") as refusal:
            write_game(store, game_id, tmp_path / "game")
        assert refusal.value.fault is StoreFault.NOT_OVER
        assert not (tmp_path / "game").exists()
        told = record_text(store, game_id, with_secrets=True)
        store.finish(game_id, result(15, 3), NOON)
        assert record_text(store, game_id).startswith(told)


def test_imported_game_contains_no_secrets(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        record = store.export_record(create(store, 1))
        assert record_text(store, store.import_record(record, NOON)) == format_record(record)


def test_record_of_a_saved_game_finds_it(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        longer, ended = create(store, 3), create(store, 2)
        store.finish(ended, result(15, 3), NOON)
        assert save_game(store, store.export_record(ended), NOON) == ended
        assert save_game(store, store.export_record(longer), NOON) == longer
        other = save_game(store, replace(store.export_record(longer), plies=()), NOON)
        assert other not in {longer, ended}
        assert save_game(store, store.export_record(other), NOON) == other


def test_record_with_another_card_set_is_not_imported(catalogue: Catalogue, tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        write_game(store, create(store, 1), tmp_path / "game", with_secrets=True)
    with pytest.raises(RecordError):
        read_game(tmp_path / "game", catalogue)


def test_existing_file_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("precious")
    (tmp_path / "link").symlink_to("precious")
    with open_store(tmp_path) as store:
        for name in ("precious", "link"):
            with pytest.raises(FileError, match="it already exists"):
                write_game(store, create(store, 1), tmp_path / name, with_secrets=True)
    assert (tmp_path / "precious").read_text() == "precious"


def test_partly_written_file_is_removed(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        game_id = create(store, 1)
        with largest_file(500), pytest.raises(FileError, match="cannot be written: the file would be too large"):
            write_game(store, game_id, tmp_path / "game", with_secrets=True)
        assert not (tmp_path / "game").exists()
        write_game(store, game_id, tmp_path / "game", with_secrets=True)


def test_exporting_a_missing_game_leaves_no_file(tmp_path: Path) -> None:
    with open_store(tmp_path) as store, pytest.raises(NoSuchGameError):
        write_game(store, "aaaaaaaa", tmp_path / "game")
    assert not (tmp_path / "game").exists()


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o777])
def test_record_is_readable_only_by_its_owner(tmp_path: Path, mask: int) -> None:
    with open_store(tmp_path) as store:
        game_id = create(store, 1)
        with umask(mask):
            write_game(store, game_id, tmp_path / "game", with_secrets=True)
    assert stat.S_IMODE((tmp_path / "game").stat().st_mode) == 0o600


def test_export_to_a_full_disk_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "whatever the system says")

    with open_store(tmp_path) as store:
        game_id = create(store, 1)
        monkeypatch.setattr(os, "fsync", no_room)
        with pytest.raises(FileError, match="the disk is full"):
            write_game(store, game_id, tmp_path / "game", with_secrets=True)
    assert not (tmp_path / "game").exists()
