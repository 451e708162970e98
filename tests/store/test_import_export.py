"""Games are exported and imported as records. No file is overwritten or left incomplete."""

import stat
from pathlib import Path

import pytest

from splendor_tui.inputs.files import FileError
from splendor_tui.store import Store
from splendor_tui.store.import_export import save_game, write_game
from tests.store.stored import NOON, create, largest_file, result, umask


def test_record_of_a_saved_game_finds_it(store: Store) -> None:
    longer, ended = create(store, 3), create(store, 2)
    store.finish(ended, result(15, 3), NOON)
    assert save_game(store, store.export_record(ended), NOON) == ended
    assert save_game(store, store.export_record(longer), NOON) == longer
    other = save_game(store, store.export_record(longer)._replace(plies=()), NOON)
    assert other not in {longer, ended}
    assert save_game(store, store.export_record(other), NOON) == other


def test_record_is_written_to_a_new_private_file_or_not_at_all(store: Store, folder: Path) -> None:
    game_id = create(store, 1)
    (folder / "precious").write_text("precious")
    (folder / "link").symlink_to("precious")
    for name in ("precious", "link"):
        with pytest.raises(FileError, match="it already exists"):
            write_game(store, game_id, folder / name, with_secrets=True)
    assert (folder / "precious").read_text() == "precious"
    with largest_file(500), pytest.raises(FileError, match="cannot be written: the file would be too large"):
        write_game(store, game_id, folder / "game", with_secrets=True)
    assert not (folder / "game").exists()
    for mask in (0o000, 0o777):
        with umask(mask):
            write_game(store, game_id, folder / f"game {mask}", with_secrets=True)
        assert stat.S_IMODE((folder / f"game {mask}").stat().st_mode) == 0o600
