"""How far the player is: a state for each item of a subject, for example for each puzzle.

A state is JSON text; what it says is checked by whoever reads it. It is stored as durably as a game and goes along when the
file is written anew or rescued from damage.
"""

from collections.abc import Callable, Mapping
from datetime import datetime

from splendor_tui.store import sql
from splendor_tui.store.games_file import GamesFile
from splendor_tui.store.rows import ProgressRow, checked


class KeptProgress:
    """The progress in a games file. Methods raise StoreError as those of the store do."""

    def __init__(self, file: GamesFile, now: Callable[[], datetime]) -> None:
        self._file = file
        self._now = now

    def load(self, subject: str) -> Mapping[str, str]:
        """The states of this subject, by item; what cannot be read is left out."""
        with self._file.at_work() as connection:
            found = connection.execute(sql.SELECT_PROGRESS, (subject,)).fetchall()
        return {row.item: row.state for cells in found if (row := checked(ProgressRow, cells))}

    def keep(self, subject: str, item: str, state: str) -> None:
        """Store the state of an item in place of the one before; it is on the disk when this returns.

        Raises ValueError for a subject, an item or a state that is too long or empty.
        """
        row = ProgressRow(subject=subject, item=item, state=state, at=self._now())
        with self._file.at_work() as connection:
            connection.execute(sql.KEEP_PROGRESS, row.cells())
        self._file.progress[subject, item] = row
