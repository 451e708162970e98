"""Games are exported and imported as records; no file is overwritten or left incomplete."""

import stat
from dataclasses import replace
from pathlib import Path

import pytest

from splendor_tui.inputs.files import FileError
from splendor_tui.match.live_match import start_match
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import StoreError, StoreFault
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


def test_record_of_a_saved_game_finds_it(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        longer, ended = create(store, 3), create(store, 2)
        store.finish(ended, result(15, 3), NOON)
        assert save_game(store, store.export_record(ended), NOON) == ended
        assert save_game(store, store.export_record(longer), NOON) == longer
        other = save_game(store, replace(store.export_record(longer), plies=()), NOON)
        assert other not in {longer, ended}
        assert save_game(store, store.export_record(other), NOON) == other


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


@pytest.mark.parametrize("mask", [0o000, 0o777])
def test_record_is_readable_only_by_its_owner(tmp_path: Path, mask: int) -> None:
    with open_store(tmp_path) as store:
        game_id = create(store, 1)
        with umask(mask):
            write_game(store, game_id, tmp_path / "game", with_secrets=True)
    assert stat.S_IMODE((tmp_path / "game").stat().st_mode) == 0o600
