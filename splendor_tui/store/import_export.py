"""Games that leave as records and come back from them: what the commands and the screens have in common."""

from pathlib import Path

from splendor_tui.inputs.private_files import write_new_file
from splendor_tui.inputs.regular_file import FileError, quoted_path
from splendor_tui.inputs.system_reason import system_reason
from splendor_tui.record import Record, final_state, format_record, read_record
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import Store
from splendor_tui.words import N_


def write_game(store: Store, game_id: str, path: Path) -> None:
    """Write a stored game as a record into a new private file; a file that is there already is never touched.

    Raises StoreError when the game cannot be read, and FileError when the file cannot be written; it is then not there.
    """
    text = format_record(store.export_record(game_id))
    try:
        write_new_file(path, text.encode())
    except OSError as error:
        sentence = N_(
            "{file} cannot be written: {reason}; name a new file in a folder that may be written.",
            file=quoted_path(path),
            reason=system_reason(error),
        )
        raise FileError(sentence) from error


def read_game(path: Path, catalogue: Catalogue) -> Record:
    """The record in a file, after it has been replayed through the rules.

    Raises FileError when the file is not read, and RecordError when it holds no game that these cards allow.
    """
    record = read_record(path)
    final_state(record, catalogue)
    return record
