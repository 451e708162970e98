"""The player's progress, for example with puzzles, and the saved reviews of games."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime

from splendor_tui.store import sql
from splendor_tui.store.games_file import GamesFile
from splendor_tui.store.store_error import NoSuchGameError
from splendor_tui.store.stored_rows import ProgressRow, checked


def read_states(connection: sqlite3.Connection, subject: str) -> Iterator[tuple[str, str]]:
    """The items and states of a subject, not validated, because there may be one for each game."""
    rows = connection.execute(sql.SELECT_PROGRESS, (subject,)).fetchall()
    return ((item, state) for _subject, item, state, _at in rows)


def read_progress(connection: sqlite3.Connection, subject: str) -> Mapping[str, str]:
    """The readable states of a subject, by item, in the order of the items."""
    found = connection.execute(sql.SELECT_PROGRESS, (subject,)).fetchall()
    return {row.item: row.state for cells in found if (row := checked(ProgressRow, cells))}


class SavedProgress:
    """The player's progress: a state for each item of a subject, for example for each puzzle.

    A state is JSON text that callers must validate. It is as durable as a game, and is rewritten and restored like one.
    All methods raise StoreError if the disk or the file fails.
    """

    def __init__(self, file: GamesFile, now: Callable[[], datetime]) -> None:
        self._file = file
        self._now = now

    def load(self, subject: str) -> Mapping[str, str]:
        """The readable states of a subject, by item."""
        with self._file.use() as connection:
            return read_progress(connection, subject)

    def save(self, subject: str, item: str, state: str) -> None:
        """Save the state of an item. The state is on disk when this returns.

        Raises ValueError for an empty or overlong subject or item, or an overlong state.
        """
        row = ProgressRow(subject=subject, item=item, state=state, at=self._now())
        with self._file.use() as connection, connection:
            connection.execute("BEGIN IMMEDIATE")  # or another program would save with the same revision
            (last,) = connection.execute(sql.SELECT_REVISION).fetchone()
            row = row.model_copy(update={"revision": last + 1})
            connection.execute(sql.REPLACE_PROGRESS, row.cells())
        self._file.progress[subject, item] = row

    def delete(self, subject: str, item: str) -> None:
        """Delete the state of an item. Idempotent."""
        with self._file.use() as connection:
            connection.execute(sql.DELETE_PROGRESS, (subject, item))
        self._file.progress.pop((subject, item), None)


class SavedReviews:
    """Saved reviews of games: one string per turn, keyed by the turn's first ply. Callers must validate it.

    They are not restored from a damaged file, because they can be recomputed. All methods raise StoreError if the disk or
    the file fails.
    """

    def __init__(self, file: GamesFile) -> None:
        self._file = file

    def load(self, game_id: str) -> Mapping[int, str]:
        """The strings for this game, by first ply. Empty for an unknown game."""
        with self._file.use() as connection:
            rows = connection.execute(sql.SELECT_REVIEW, (game_id,)).fetchall()
        return {ply: text for ply, text in rows if isinstance(ply, int) and isinstance(text, str)}

    def save(self, game_id: str, ply: int, text: str) -> None:
        """Save the string for the turn that starts with this ply. Raises NoSuchGameError."""
        with self._file.use() as connection:
            try:
                connection.execute(sql.REPLACE_JUDGEMENT, (game_id, ply, text))
            except sqlite3.IntegrityError as error:
                raise NoSuchGameError(game_id) from error
