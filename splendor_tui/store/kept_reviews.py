"""Reviews, kept with their games: a text about a turn, by the ply that it began with.

What the texts say is checked by whoever reads them. They can be made anew from the games, so nothing of them is rescued
from a damaged file.
"""

import sqlite3
from collections.abc import Mapping

from splendor_tui.store import sql
from splendor_tui.store.games_file import GamesFile
from splendor_tui.store.store_error import NoSuchGameError


class KeptReviews:
    """The reviews in a games file. Methods raise StoreError as those of the store do."""

    def __init__(self, file: GamesFile) -> None:
        self._file = file

    def load(self, game_id: str) -> Mapping[int, str]:
        """The texts about this game, by first ply; none for a game that is not there."""
        with self._file.at_work() as connection:
            rows = connection.execute(sql.SELECT_REVIEW, (game_id,)).fetchall()
        return {ply: text for ply, text in rows if isinstance(ply, int) and isinstance(text, str)}

    def keep(self, game_id: str, ply: int, text: str) -> None:
        """Store the text about the turn that began with this ply, in place of another one. Raises NoSuchGameError."""
        with self._file.at_work() as connection:
            try:
                connection.execute(sql.REPLACE_JUDGEMENT, (game_id, ply, text))
            except sqlite3.IntegrityError as error:
                raise NoSuchGameError(game_id) from error
