"""Games are exported and imported as records. No file is overwritten or left incomplete."""

import stat
from pathlib import Path

import pytest

from splendor_tui.inputs.files import FileError
from splendor_tui.record import format_record
from splendor_tui.store import Store
from splendor_tui.store.import_export import record_text, save_game, write_game
from tests.store.stored import NOON, create, largest_file, result, umask


def test_imported_game_contains_no_secrets(store: Store) -> None:
    record = store.export_record(create(store, 1))
    assert record_text(store, store.import_record(record, NOON)) == format_record(record)


def test_record_of_a_saved_game_finds_it(store: Store) -> None:
    longer, ended = create(store, 3), create(store, 2)
    store.finish(ended, result(15, 3), NOON)
    assert save_game(store, store.export_record(ended), NOON) == ended
    assert save_game(store, store.export_record(longer), NOON) == longer
    other = save_game(store, store.export_record(longer)._replace(plies=()), NOON)
    assert other not in {longer, ended}
    assert save_game(store, store.export_record(other), NOON) == other


def test_existing_file_is_never_overwritten(store: Store, folder: Path) -> None:
    (folder / "precious").write_text("precious")
    (folder / "link").symlink_to("precious")
    for name in ("precious", "link"):
        with pytest.raises(FileError, match="it already exists"):
            write_game(store, create(store, 1), folder / name, with_secrets=True)
    assert (folder / "precious").read_text() == "precious"


def test_partly_written_file_is_removed(store: Store, folder: Path) -> None:
    game_id = create(store, 1)
    with largest_file(500), pytest.raises(FileError, match="cannot be written: the file would be too large"):
        write_game(store, game_id, folder / "game", with_secrets=True)
    assert not (folder / "game").exists()
    write_game(store, game_id, folder / "game", with_secrets=True)


@pytest.mark.parametrize("mask", [0o000, 0o777])
def test_record_is_readable_only_by_its_owner(store: Store, folder: Path, mask: int) -> None:
    with umask(mask):
        write_game(store, create(store, 1), folder / "game", with_secrets=True)
    assert stat.S_IMODE((folder / "game").stat().st_mode) == 0o600
