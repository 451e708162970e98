"""Imports and exports games as records, for commands and screens."""

import os
from datetime import datetime
from itertools import count
from pathlib import Path

from splendor_tui.board_game_arena import MAX_PAGE_BYTES, is_replay_page, read_replay_page
from splendor_tui.inputs.files import FileError, quoted_path, read_regular_file, system_reason, write_new_file
from splendor_tui.record import Record, format_record, parse_record
from splendor_tui.replay import final_state
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import Store, StoreError, StoreFault
from splendor_tui.words import N_


def record_text(store: Store, game_id: str, *, with_secrets: bool = False) -> str:
    """The text of a saved game's record.

    Raises StoreError if the game cannot be read. Also raises it for an unfinished game, because a record reveals the decks,
    unless the game is imported or `with_secrets` is true.
    """
    game = store.load(game_id)
    if game.finished is None and not game.imported and not with_secrets:
        raise StoreError(StoreFault.NOT_OVER, game=game_id, option="--with-secrets")
    return format_record(store.export_record(game_id))


def write_game(store: Store, game_id: str, path: Path, *, with_secrets: bool = False) -> None:
    """Write a saved game's record to a new private file. Never changes an existing file.

    Raises FileError and the errors of `record_text`; in that case, no new file is left.
    """
    write_text(path, record_text(store, game_id, with_secrets=with_secrets))


def write_text(path: Path, text: str) -> None:
    """Write text to a new private file. If that fails, raises FileError and leaves no file."""
    try:
        write_new_file(path, text.encode())
    except OSError as error:
        sentence = N_(
            "{file} cannot be written: {reason}; choose a new file in a writable folder.",
            file=quoted_path(path),
            reason=system_reason(error),
        )
        raise FileError(sentence) from error


def free_file_name(game_id: str, ending: str = "jsonl") -> str:
    """A name for a file about the game that is free in the current folder. By default, the file is a record."""
    names = (f"splendor-{game_id}{f'-{number}' if number > 1 else ''}.{ending}" for number in count(1))
    return next(name for name in names if not os.path.lexists(name))


def save_game(store: Store, record: Record, imported: datetime) -> str:
    """Save a record as a game unless it is already saved. Returns the game's id. Raises StoreError."""
    same = (game_id for game_id in store.games_with(record.header) if store.export_record(game_id) == record)
    return next(same, None) or store.import_record(record, imported)


def read_game(path: Path, catalogue: Catalogue) -> Record:
    """Read the record or the replay page in a file, and check it against the rules. Raises FileError, RecordError."""
    content = read_regular_file(path, MAX_PAGE_BYTES)
    record = read_replay_page(content, catalogue) if is_replay_page(content) else parse_record(content)
    final_state(record, catalogue)
    return record
