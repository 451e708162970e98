"""Saves all games in one SQLite file. When `append` returns, the entry is on disk.

One thread plays, while others may read results, statistics and progress. Several processes can use the same file, and claims
prevent two processes from playing the same game.
"""

import json
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Self

from splendor_tui.inputs.files import on_error
from splendor_tui.inputs.match_options import GAME_ID
from splendor_tui.record import Record, RecordHeader, RecordResult
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.state import State
from splendor_tui.store import sql
from splendor_tui.store.games_file import GamesFile
from splendor_tui.store.journal_entries import Entry, PlyEntry, plies_after
from splendor_tui.store.locks import Claim
from splendor_tui.store.renames import SUBJECT as RENAMES
from splendor_tui.store.renames import Rename, SavedRenames, read_renames
from splendor_tui.store.saved_game import (
    GameSummary,
    Help,
    SavedGame,
    SavedResult,
    Withdrawal,
    position_after,
    summary_of,
    time_used,
    visiting_nobles,
    withdrawals_in,
)
from splendor_tui.store.saved_progress import SavedProgress, SavedReviews, read_progress, read_states
from splendor_tui.store.statistics import PlayerStatistics, statistics_of
from splendor_tui.store.store_error import NoSuchGameError, StoreError, StoreFault
from splendor_tui.store.stored_rows import (
    EntryRow,
    GameRow,
    GameRows,
    ReadJournal,
    checked,
    new_game_id,
    read_clock,
    read_journal,
    stored_time,
    utc_now,
)
from splendor_tui.words import N_, NN_, Message
from splendor_tui.words.languages import current_language

_HELPED: Final = "helped"
"""The progress subject that lists the games with help."""
_ASSETS: Final = "assets"
"""The progress subject that lists the games with other cards than the standard ones, and the folders of these cards."""
_RETURNS: Final = "returns"
"""The progress subject that lists the resumed games, and when players returned to them."""
_MAX_RETURNS: Final = 100


class Store(AbstractContextManager["Store"]):
    """The games in a folder. Everything read is validated; `notices` reports what cannot be read.

    Every method raises StoreError if the disk or the file fails. No change is partial, and the call can be repeated. If
    another program deleted, replaced or changed the file, the first call raises StoreError and the next one restores
    the games; see `GamesFile`.
    """

    def __init__(self, file: GamesFile, now: Callable[[], datetime], make_id: Callable[[], str]) -> None:
        self._file = file
        self.reviews = SavedReviews(file)
        self.progress = SavedProgress(file, now)
        self.renames = SavedRenames(self.progress)
        self._now = now
        self._make_id = make_id
        self._cut: set[str] = set()  # games whose end cannot be read
        self._known: dict[object, tuple[int, GameSummary | None]] = {}
        """The last summary of each game that was read, with the hash of its cells and the language, by id."""

    @classmethod
    def open(
        cls, folder: Path, *, now: Callable[[], datetime] = utc_now, make_id: Callable[[], str] = new_game_id
    ) -> Self:
        """Open the games folder. Creates the folder and the file if missing, with owner-only permissions.

        `now` gives the time of each entry, `make_id` the ids of new games. A damaged file is backed up, its readable part is
        restored, and `notices` reports it. Raises StoreError, without changing the file, for an unknown version, another
        program's file, or a non-regular file.
        """
        return cls(GamesFile(folder), now, make_id)

    def close(self) -> None:
        """Close the file. Does not release claims."""
        self._file.close()

    def __exit__(self, *_error: object) -> None:
        self.close()

    @property
    def folder(self) -> Path:
        """The games folder."""
        return self._file.folder

    @property
    def notices(self) -> tuple[Message, ...]:
        """Messages for the player about unreadable data, without duplicates."""
        return self._file.notices

    @property
    def state(self) -> object:
        """Differs after each change of the file, also by another process. As long as it is equal, nothing must be read again."""
        return self._file.state

    # --- playing -------------------------------------------------------------------------------------------------------

    def check(self) -> None:
        """Check that the file is in place and readable. Raises StoreError."""
        with self._file.use():
            pass

    def new_id(self) -> str:
        """A new id, for something other than a game."""
        return self._make_id()

    def create_game(self, header: RecordHeader, options_json: str, started: datetime) -> str:
        """Save a new game. Returns its id."""
        cells = (header.model_dump_json(), options_json, False, stored_time(started), None, None)
        with self._file.use() as connection:
            game = self._insert_game(connection, cells)
            self._file.played[game.id] = game
            return game.id

    def append(self, game_id: str, entry: Entry) -> None:
        """Add an entry to a game's journal. When this returns, the entry is on disk.

        Raises NoSuchGameError, or StoreError if another process has continued the game since this store read it. Repeating
        a failed call never saves the entry twice.
        """
        body, time = entry.model_dump_json(), stored_time(self._now())
        with self._file.use() as connection:
            game = self._game_played(connection, game_id)
            row = (len(game.entries) + 1, time, body)
            if game_id in self._cut:
                self._file.delete_entries(connection, game_id, row[0])
                self._cut.discard(game_id)
            try:
                connection.execute(sql.INSERT_ENTRY, (game_id, *row))
            except sqlite3.IntegrityError:
                self._check_exists(connection, game_id)
                saved = connection.execute(sql.SELECT_ENTRY, (game_id, row[0])).fetchone()
                if saved is None or saved[-1] != body:
                    raise StoreError(StoreFault.CHANGED_ELSEWHERE) from None
                row = saved  # an earlier attempt, at another time
            connection.execute(sql.MAKE_LATEST, (game_id,))
        game.entries.append(row)

    def save_clock(self, game_id: str, reading: Sequence[int]) -> None:
        """Save the clock reading after the last entry, in the units of `Clock.snapshot`. Replaces the previous reading.

        Raises NoSuchGameError.
        """
        with self._file.use() as connection:
            game = self._game_played(connection, game_id)
            game.clock = (len(game.entries), json.dumps(reading))
            try:
                connection.execute(sql.REPLACE_CLOCK, (game_id, *game.clock))
            except sqlite3.IntegrityError as error:
                raise NoSuchGameError(game_id) from error

    def finish(self, game_id: str, result: RecordResult, finished: datetime) -> None:
        """Save the result of a game. Raises NoSuchGameError."""
        self._update(game_id, sql.UPDATE_RESULT, result.model_dump_json(), stored_time(finished))

    def note_help(self, game_id: str, kind: Help) -> None:
        """Record that a player had a hint, or undid an action that had revealed a card. Such a game is not rated."""
        self.progress.save(_HELPED, game_id, json.dumps(kind))

    def note_assets(self, game_id: str, folder: Path) -> None:
        """Record the folder of the cards of a game."""
        self.progress.save(_ASSETS, game_id, json.dumps(str(folder)))

    def assets(self, game_id: str) -> Path | None:
        """The folder of the cards of a game. None for the standard cards, and for a game of version 1.0."""
        return _folder(self.progress.load(_ASSETS).get(game_id, ""))

    def note_return(self, game_id: str) -> None:
        """Record that the players have returned to a game. The time since its last action counts for nobody."""
        times = [*_times(self.progress.load(_RETURNS).get(game_id, "")), self._now()][-_MAX_RETURNS:]
        self.progress.save(_RETURNS, game_id, json.dumps([*map(stored_time, times)]))

    def reopen(self, game_id: str) -> None:
        """Delete the result of a game whose last ply was undone. Raises NoSuchGameError."""
        self._update(game_id, sql.UPDATE_RESULT, None, None)

    def save_options(self, game_id: str, options_json: str) -> None:
        """Replace the options passed to `create_game`. Raises NoSuchGameError."""
        self._update(game_id, sql.UPDATE_OPTIONS, options_json)

    def claim(self, game_id: str) -> Claim:
        """Claim a game. Raises GameClaimedError, with the pid of the holder, and NoSuchGameError."""
        with self._file.use() as connection:
            self._check_exists(connection, game_id)
        claim = self._file.claim(game_id)
        known = self._file.played.pop(game_id, None)  # another process may have played it in the meantime
        with on_error(claim.release), on_error(lambda: self._file.remember(known)), self._file.use() as connection:
            if known and known.entries:
                self._game_played(connection, game_id)
            else:
                self._file.remember(known)
        return claim

    # --- reading -------------------------------------------------------------------------------------------------------

    def load(self, game_id: str) -> SavedGame:
        """Load a game with its entries up to the first unreadable one.

        Raises NoSuchGameError, or StoreError if the game's own row is unreadable.
        """
        with self._file.use() as connection, connection:
            connection.execute("BEGIN")
            game, cells = self._read_game(connection, game_id)
            journal = self._journal(connection, game_id)
            clock = read_clock(connection, game_id, journal, seats=len(game.header.players))
        known = self._file.played.get(game_id)
        if known is None or len(known.entries) < len(journal.stored):  # another thread may have played on since
            self._file.played[game_id] = GameRows(cells, journal.stored)
        entries, plies = tuple(journal.entries), tuple(journal.line.played)
        return SavedGame.model_construct(**dict(game), entries=entries, plies=plies, clock=clock, is_cut=journal.is_cut)

    def games(self, series: str | None = None) -> tuple[GameSummary, ...]:
        """All readable games, or those of the series that began with this game, most recently played first."""
        if series is None:
            return self._summaries(sql.ALL)
        return self._summaries(sql.IN_SERIES, series, f'%"first_game":"{series}"%')

    def latest_games(
        self, number: int, *, with_imported: bool = True, only_finished: bool = False
    ) -> tuple[GameSummary, ...]:
        """At most this many games, most recently played first. Takes no longer if there are more."""
        return self._summaries(sql.LATEST, with_imported, only_finished, number)

    def latest_with_goal(self, number: int) -> tuple[GameSummary, ...]:
        """Those of this many latest games that belong to a series with a goal. Without imported games."""
        return self._summaries(sql.LATEST_WITH_GOAL, number)

    def games_with(self, header: RecordHeader) -> tuple[str, ...]:
        """The ids of all games with this header: the same players and the same deal."""
        with self._file.use() as connection:
            rows = connection.execute(sql.SELECT_BY_HEADER, (header.model_dump_json(),))
            return tuple(game_id for (game_id,) in rows)

    def latest_unfinished(self) -> GameSummary | None:
        """The most recently played game that can be resumed, or None."""
        return next((game for game in self._summaries(sql.UNFINISHED) if game.can_resume), None)

    def results(self, *, with_imported: bool = False, with_nobles: Catalogue | None = None) -> tuple[SavedResult, ...]:
        """The results of the finished games, with the current names, the last one last.

        `with_imported` includes imported games. `with_nobles` counts the nobles of the games with these cards, which
        takes two milliseconds a game.
        """
        with self._file.use() as connection:
            found = self._finished(connection, with_imported=with_imported, with_nobles=with_nobles)
            return tuple(result for _id, result in found)

    def time_used(self, game_id: str) -> Sequence[float]:
        """Each seat's time in seconds. Empty for an imported game. Raises the errors of `load`."""
        with self._file.use() as connection:
            game, _cells = self._read_game(connection, game_id)
            returns = _times(read_progress(connection, _RETURNS).get(game_id, ""))
            return () if game.imported else time_used(game, self._journal(connection, game_id), returns)

    def position(self, game_id: str, catalogue: Catalogue) -> State | None:
        """The current position of a game. None with other cards, or if it violates the rules. Raises the errors of `load`."""
        with self._file.use() as connection:
            game, _cells = self._read_game(connection, game_id)
            plies = self._journal(connection, game_id).line.played
        return position_after(game.header, plies, catalogue)

    def statistics(self, *, with_imported: bool = False) -> tuple[PlayerStatistics, ...]:
        """The statistics of all players in finished games; `with_imported` includes imported games."""
        with self._file.use() as connection:
            results = self._finished(connection, with_imported=with_imported)
            return statistics_of(
                (result, self._journal(connection, game_id).line.played) for game_id, result in results
            )

    # --- deleting, importing, exporting --------------------------------------------------------------------------------

    def delete(self, game_id: str) -> None:
        """Delete a game. Raises NoSuchGameError, or GameClaimedError while it is being played."""
        with self.claim(game_id), self._file.use() as connection:
            connection.execute(sql.DELETE_GAME, (game_id,))
            self._file.played.pop(game_id, None)

    def import_record(self, record: Record, imported: datetime) -> str:
        """Save a validated record as an imported game. Returns its id."""
        time = stored_time(imported)
        result = record.result and record.result.model_dump_json()
        cells = (record.header.model_dump_json(), "", True, time, result, result and time)
        with self._file.use() as connection, connection:
            connection.execute("BEGIN IMMEDIATE")
            game_id = self._insert_game(connection, cells).id
            connection.executemany(
                sql.INSERT_ENTRY,
                (
                    (game_id, number, time, PlyEntry(**dict(ply)).model_dump_json())
                    for number, ply in enumerate(record.plies, start=1)
                ),
            )
            connection.execute(sql.MAKE_LATEST, (game_id,))
        return game_id

    def export_record(self, game_id: str) -> Record:
        """Export the current plies of a game, without the result if some plies are unreadable. Raises the errors of `load`."""
        game = self.load(game_id)
        plies = tuple(ply.as_record() for ply in game.plies)
        return Record(game.header, plies, None if game.is_cut else game.result)

    # --- helpers -------------------------------------------------------------------------------------------------------

    def _insert_game(self, connection: sqlite3.Connection, cells: tuple[object, ...]) -> GameRows:
        """Insert a row of `games` with these values and a new id."""
        while True:
            game = GameRows((self._make_id(), *cells), [])
            try:
                connection.execute(sql.INSERT_GAME, game.cells)
            except sqlite3.IntegrityError:
                self._check_exists(connection, game.id)
                continue  # the id is in use
            return game

    def _update(self, game_id: str, statement: str, *cells: str | None) -> None:
        """Change cells of a game."""
        with self._file.use() as connection:
            if connection.execute(statement, (*cells, game_id)).rowcount == 0:
                raise NoSuchGameError(game_id)
            if any(cells):
                connection.execute(sql.MAKE_LATEST, (game_id,))
            row = connection.execute(sql.SELECT_GAME, (game_id,)).fetchone()
        if game := self._file.played.get(game_id):
            game.cells = row

    def _check_exists(self, connection: sqlite3.Connection, game_id: str) -> None:
        # The id becomes a file name, so check its pattern even if the database has it: anyone can edit the database.
        if not re.fullmatch(GAME_ID, game_id) or not connection.execute(sql.SELECT_GAME_EXISTS, (game_id,)).fetchone():
            raise NoSuchGameError(game_id)

    def _read_game(self, connection: sqlite3.Connection, game_id: str) -> tuple[GameRow, tuple[object, ...]]:
        self._check_exists(connection, game_id)
        cells = connection.execute(sql.SELECT_GAME, (game_id,)).fetchone()
        game = checked(GameRow, cells)
        if game is None:
            raise StoreError(StoreFault.UNREADABLE_GAME, game=game_id)
        return game, cells

    def _game_played(self, connection: sqlite3.Connection, game_id: str) -> GameRows:
        if game_id not in self._file.played:
            _game, cells = self._read_game(connection, game_id)
            self._file.played[game_id] = GameRows(cells, self._journal(connection, game_id).stored)
        game = self._file.played[game_id]
        if game.diverged:
            raise StoreError(StoreFault.CHANGED_ELSEWHERE)
        return game

    def _journal(self, connection: sqlite3.Connection, game_id: str) -> ReadJournal:
        journal = read_journal(connection, game_id)
        if journal.is_cut:
            self._cut.add(game_id)
            self._file.notify(
                N_(
                    "Game {game} can only be read up to action {plies}.",
                    game=game_id,
                    plies=len(journal.line.played),
                )
            )
        return journal

    def _finished(
        self, connection: sqlite3.Connection, *, with_imported: bool, with_nobles: Catalogue | None = None
    ) -> Iterator[tuple[str, SavedResult]]:
        """The ids and results of the readable finished games, in the order in which they ended."""
        helped, renames = self._helped(connection), _renames(connection)
        # Reading prevents others from writing, so do not validate rows during it.
        for cells in connection.execute(sql.SELECT_FINISHED, (with_imported,)).fetchall():
            if (game := checked(GameRow, cells)) and game.result and game.finished:
                result = SavedResult.of(game.header, game.result, game.finished, helped.get(game.id))
                result = result._replace(started=None if game.imported else game.started)
                withdrawn = any(standing.forfeited for standing in game.result.standings)
                if withdrawn or (with_nobles and with_nobles.digest == result.catalogue):
                    plies = self._journal(connection, game.id).line.played
                    nobles = visiting_nobles(game.header, plies, with_nobles) if with_nobles else ()
                    result = result._replace(withdrawals=tuple(withdrawals_in(plies)), nobles=nobles)
                yield game.id, result.renamed(renames)

    def _helped(self, connection: sqlite3.Connection) -> dict[str, Help]:
        """The last help that a player had, by game."""
        kinds = {json.dumps(kind): kind for kind in Help}
        return {game: kinds.get(state, Help.EITHER) for game, state in read_states(connection, _HELPED)}

    def _summaries(self, condition: str, *values: object) -> tuple[GameSummary, ...]:
        """The summaries of the readable games that meet this condition, most recently played first."""
        summaries: list[GameSummary] = []
        with self._file.use() as connection:
            helped, assets = self._helped(connection), dict(read_states(connection, _ASSETS))
            renames = _renames(connection)
            rows = connection.execute(sql.SELECT_SUMMARIES.format(condition), values).fetchall()
            for cells in rows:
                if game := self._summary(connection, cells):
                    if game.id in helped or game.id in assets:
                        folder = _folder(assets.get(game.id, ""))
                        game = game._replace(helped=game.id in helped, assets=str(folder) if folder else None)
                    summaries.append(game.renamed(renames) if renames else game)
        if unreadable := len(rows) - len(summaries):
            self._file.notify(
                NN_(
                    "{count} game cannot be read and is not listed.",
                    "{count} games cannot be read and are not listed.",
                    unreadable,
                )
            )
        return tuple(summaries)

    def _summary(self, connection: sqlite3.Connection, cells: tuple[object, ...]) -> GameSummary | None:
        """The summary of the game with these cells of `SELECT_SUMMARIES`. It is kept, because ten thousand take a second."""
        state = hash((current_language(), cells))  # the cells themselves are a kilobyte
        known = self._known.get(cells[0])
        if known is None or known[0] != state:
            known = self._known[cells[0]] = state, self._read_summary(connection, cells)
        return known[1]

    def _read_summary(self, connection: sqlite3.Connection, cells: tuple[object, ...]) -> GameSummary | None:
        columns = len(GameRow.model_fields)
        game = checked(GameRow, cells[:columns])
        if game is None:
            return None
        plies, last_played = self._last_ply(connection, game, cells[columns:])
        if game.result and not any(standing.forfeited for standing in game.result.standings):
            return summary_of(game, plies, last_played)
        return summary_of(game, plies, last_played, self._withdrawals(connection, game.id))

    def _withdrawals(self, connection: sqlite3.Connection, game_id: str) -> Iterable[Withdrawal]:
        """The players who have resigned or run out of time."""
        if connection.execute(sql.SELECT_FORFEITED, (game_id,)).fetchone() is None:
            return ()
        return withdrawals_in(read_journal(connection, game_id).line.played)

    def _last_ply(self, connection: sqlite3.Connection, game: GameRow, last: Sequence[object]) -> tuple[int, datetime]:
        """The number of current plies after the last entry, and its time. If it is unreadable, the start of the game."""
        if last == (None, None, None):
            return 0, game.started
        if row := checked(EntryRow, last):
            return plies_after(row.body), row.stored
        return len(self._journal(connection, game.id).line.played), game.started


def _renames(connection: sqlite3.Connection) -> Sequence[Rename]:
    """The renames, oldest first."""
    return [*read_renames(read_progress(connection, RENAMES)).values()]


def _folder(state: str) -> Path | None:
    """Parse a state of the subject `_ASSETS`. None if it is missing or damaged."""
    with suppress(ValueError, RecursionError):
        folder = json.loads(state)
        if isinstance(folder, str) and folder and "\0" not in folder:
            return Path(folder)
    return None


def _times(state: str) -> Sequence[datetime]:
    """Parse a state of the subject `_RETURNS`. Empty if it is missing or damaged."""
    with suppress(ValueError, TypeError, RecursionError):
        return [datetime.fromisoformat(time).astimezone(UTC) for time in json.loads(state)]
    return ()
