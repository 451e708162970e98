"""What stands in the database, checked as it is read: whoever can write the file can write nonsense into it."""

import base64
import secrets
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Final, Self, TypeAlias, TypeVar

from pydantic import AwareDatetime, Field, Json, ValidationError, model_validator

from splendor_tui.inputs.strict_model import Strict
from splendor_tui.record import ClockReading, RecordHeader, RecordResult
from splendor_tui.store.journal import Entry, PlyEntry, StandInEntry, follow
from splendor_tui.store.line_of_play import JournalError, LineOfPlay
from splendor_tui.store.sql import SELECT_CLOCK, SELECT_FINISHED, SELECT_GAME, SELECT_JOURNAL
from splendor_tui.store.store_error import is_damage

GAME_ID: Final = r"^[a-z2-7]{8}$"
MAX_OPTIONS: Final = 65_536
MAX_NAME: Final = 64
MAX_STATE: Final = 65_536
_MAX_ENTRIES: Final = 1_000_000

StoredTime: TypeAlias = Annotated[AwareDatetime, Field(strict=False)]


class GameRow(Strict):
    """A row of the table of games; the fields of this one and the others are in the order of the columns."""

    id: str = Field(pattern=GAME_ID)
    header: Json[RecordHeader]
    options: str = Field(max_length=MAX_OPTIONS)
    imported: bool = Field(strict=False)
    started: StoredTime
    result: Json[RecordResult] | None
    finished: StoredTime | None

    def cells(self) -> tuple[object, ...]:
        """The row as it is stored."""
        result = self.result.model_dump_json() if self.result else None
        finished = stored_time(self.finished) if self.finished else None
        header, started = self.header.model_dump_json(), stored_time(self.started)
        return (self.id, header, self.options, self.imported, started, result, finished)

    @model_validator(mode="after")
    def _check_result(self) -> Self:
        if (self.result is None) != (self.finished is None):
            raise ValueError("a result and the time of it come together")
        if self.result and {standing.seat for standing in self.result.standings} != set(
            range(len(self.header.players))
        ):
            raise ValueError("a result has one standing for each seat")
        if self.result and all(standing.rank > 1 for standing in self.result.standings):
            raise ValueError("a result has a first place")
        return self


class EntryRow(Strict):
    """A row of the table of entries, beside the game's id. `number` counts from 1."""

    number: int = Field(ge=1, le=_MAX_ENTRIES)
    stored: StoredTime
    body: Json[Entry]


class ClockRow(Strict):
    """A row of the table of clocks, beside the game's id: a reading that was taken when the game had `number` entries."""

    number: int = Field(ge=0, le=_MAX_ENTRIES)
    reading: Json[ClockReading]


class ProgressRow(Strict):
    """A row of the table of progress: how far somebody is with an item of a subject, as JSON text."""

    subject: str = Field(min_length=1, max_length=MAX_NAME)
    item: str = Field(min_length=1, max_length=MAX_NAME)
    state: str = Field(max_length=MAX_STATE)
    at: StoredTime

    def cells(self) -> tuple[str, str, str, str]:
        """The row as it is stored."""
        return (self.subject, self.item, self.state, stored_time(self.at))


AnyRow = TypeVar("AnyRow", GameRow, EntryRow, ClockRow, ProgressRow)


@dataclass(frozen=True, slots=True)
class ReadJournal:
    """The entries of a game up to the first that cannot be read or cannot follow; `cut` when there was such a one."""

    rows: tuple[EntryRow, ...]
    line: LineOfPlay[PlyEntry]
    cut: bool

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What the rows hold."""
        return tuple(row.body for row in self.rows)

    def stored_rows(self) -> list[tuple[int, str, str]]:
        """The rows as they are stored."""
        return [(row.number, stored_time(row.stored), row.body.model_dump_json()) for row in self.rows]


@dataclass(slots=True)
class KeptGame:
    """The rows of one game as they are stored: all that it takes to keep it in another file too."""

    cells: tuple[object, ...]
    """Those of the table of games, the id first."""
    entries: list[tuple[int, str, str]]
    clock: tuple[int, str] | None = None
    astray: bool = False
    """Whether the file that is written to now has a game of this id that went another way."""

    @property
    def id(self) -> str:
        """Its id."""
        return str(self.cells[0])

    def end(self, result: str | None, finished: str | None) -> None:
        """Note how the game ended, or that it goes on again."""
        self.cells = (*self.cells[:-2], result, finished)


def checked(kind: type[AnyRow], cells: Iterable[object]) -> AnyRow | None:
    """The row in these cells, None when it cannot be read."""
    try:
        return kind.model_validate(dict(zip(kind.model_fields, cells, strict=True)))
    except ValidationError:
        return None


def read_finished(connection: sqlite3.Connection, *, with_imported: bool) -> Iterator[GameRow]:
    """The finished games that can be read, in the order in which they began; one after the other, as each tells its decks."""
    for cells in connection.execute(SELECT_FINISHED, (with_imported,)):
        if game := checked(GameRow, cells):
            yield game


def read_journal(connection: sqlite3.Connection, game_id: str) -> ReadJournal:
    """The journal of a game; damage that SQLite meets on the way ends it as well."""
    rows: list[EntryRow] = []
    line = LineOfPlay[PlyEntry]()
    try:
        for cells in connection.execute(SELECT_JOURNAL, (game_id,)):
            row = checked(EntryRow, cells)
            if row is None or row.number != len(rows) + 1:
                return ReadJournal(tuple(rows), line, cut=True)
            follow(line, row.body)
            rows.append(row)
    except JournalError:
        return ReadJournal(tuple(rows), line, cut=True)
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        return ReadJournal(tuple(rows), line, cut=True)
    return ReadJournal(tuple(rows), line, cut=False)


def is_stored(connection: sqlite3.Connection, game: KeptGame) -> bool:
    """Whether the database holds at least this much of the game; its result follows from its entries."""
    cells = connection.execute(SELECT_GAME, (game.id,)).fetchone()
    row = cells and checked(GameRow, cells)
    if not row or row.cells()[:-2] != game.cells[:-2]:
        return False
    return read_journal(connection, game.id).stored_rows()[: len(game.entries)] == game.entries


def read_clock(
    connection: sqlite3.Connection, game_id: str, journal: ReadJournal, seats: int
) -> tuple[int, ...] | None:
    """The reading of the clock where the journal ends; None when there is none, or only that of an earlier position."""
    cells = connection.execute(SELECT_CLOCK, (game_id,)).fetchone()
    row = checked(ClockRow, cells) if cells else None
    if row is None or row.number > len(journal.rows) or len(row.reading) != 1 + seats:
        return None
    # Counted in entries, not in plies: a ply that was taken back and played again is another position for the clock.
    moved_on = any(not isinstance(entry, StandInEntry) for entry in journal.entries[row.number :])
    return None if moved_on else row.reading


def new_game_id() -> str:
    """Eight letters and digits drawn at random."""
    return base64.b32encode(secrets.token_bytes(5)).decode("ascii").lower()


def utc_now() -> datetime:
    """The time of day, in UTC."""
    return datetime.now(UTC)


def stored_time(time: datetime) -> str:
    """A time as it is stored: UTC to the millisecond, so that the order of the texts is that of the times.

    Raises ValueError for a time without a zone.
    """
    if time.tzinfo is None:
        raise ValueError(f"{time} has no time zone.")
    return time.astimezone(UTC).isoformat(timespec="milliseconds")
