"""The games file for as long as a store is open, whatever happens to it meanwhile."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from splendor_tui.store.claim import Claim
from splendor_tui.store.file_names import FILE_NAME
from splendor_tui.store.opened_file import OpenedFile
from splendor_tui.store.opening import open_beside, open_file
from splendor_tui.store.renewal import renew
from splendor_tui.store.rows import KeptGame, ProgressRow, is_stored
from splendor_tui.store.schema import connect, is_sound
from splendor_tui.store.store_error import StoreError, StoreFault, is_damage, store_errors
from splendor_tui.words import Message


class GamesFile:
    """Lends its connection for one piece of work after the other.

    `played` are the games that are played here, by id, as far as they are known to be stored, and `progress` is what was kept
    here, by subject and item: from them both are written anew when the file is lost. `notices` are sentences for the player,
    each once. Raises StoreError when it cannot be opened.
    """

    def __init__(self, folder: Path, open_here: Callable[[Path], OpenedFile] = open_file) -> None:
        with store_errors():
            self._opened = open_here(folder)
            self._trusted = self._opened.last_writes
        self.folder = folder
        self.notices: dict[Message, None] = dict.fromkeys(self._opened.notices)
        self.played: dict[str, KeptGame] = {}
        self.progress: dict[tuple[str, str], ProgressRow] = {}
        self._claims: list[Claim] = []
        self._lost = False
        """Whether the file was not the one at its path, not whole or damaged when last worked with."""
        self._damaged = False

    @contextmanager
    def at_work(self) -> Iterator[sqlite3.Connection]:
        """The connection for one piece of work, before and after which the file must be the one at its path, and whole.

        Raises StoreError, the first time that it is not or that it turns out to be damaged; the next time it is written
        anew. Faults within the block come out as StoreError too.
        """
        with store_errors():
            if self._lost:
                self._find_again()
            self._check(wrote=False)
            try:
                yield self._opened.connection
            except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
                self._lost = self._damaged = is_damage(error)
                raise
            self._check(wrote=True)

    def claim(self, game_id: str) -> Claim:
        """Claim a game, and forget those that are played here no longer. Raises GameClaimedError and StoreError."""
        claim = Claim(self.folder / f"{game_id}.lock", game_id)
        self._claims = [claim, *(other for other in self._claims if other.is_held)]
        claimed = {held.game_id for held in self._claims}
        self.played = {played: game for played, game in self.played.items() if played in claimed}
        return claim

    def beside(self) -> "GamesFile":
        """The same file opened once more, for the thread that asks. Raises StoreError, also when the file is lost."""
        with store_errors():
            if not self._opened.is_whole():
                raise StoreError(StoreFault.FILE_LOST)
        return GamesFile(self.folder, open_beside)

    def close(self) -> None:
        """Let go of the file. Claims are not ended by it."""
        self._opened.close()

    def _find_again(self) -> None:
        """Go on with the file if it is back in its place, and else write all games anew."""
        if self._damaged or not self._opened.is_whole():
            self._opened = renew(self.folder, self._opened, self.played.values(), self.progress.values())
            self.notices |= dict.fromkeys(self._opened.notices)
        self._trusted = self._opened.last_writes
        for claim in self._claims:
            claim.renew()
        self._lost = self._damaged = False

    def _check(self, *, wrote: bool) -> None:
        """Raise StoreError if the file was lost, or was written by something else and does not read back.

        `wrote` says that this process may just have written to the log.
        """
        if not self._opened.is_whole():
            self._lost = True
            raise StoreError(StoreFault.FILE_LOST)
        database, log = now = self._opened.last_writes
        rewritten = database != self._trusted[0]  # SQLite itself does so once every thousand pages
        if (rewritten or (log != self._trusted[1] and not wrote)) and not self._reads_back(whole=rewritten):
            self._lost = self._damaged = True
            raise StoreError(StoreFault.FILE_LOST)
        self._trusted = now

    def _reads_back(self, *, whole: bool) -> bool:
        """Whether a new connection, which has nothing in memory, finds the running games, and the `whole` file sound."""
        running = {claim.game_id for claim in self._claims if claim.is_held}
        try:
            with closing(connect(self.folder / FILE_NAME)) as connection:
                return (not whole or is_sound(connection)) and all(
                    is_stored(connection, game)
                    for game in self.played.values()
                    if game.id in running and not game.astray
                )
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            if is_damage(error):
                return False
            raise
