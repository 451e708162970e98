"""The rows of the database. They are validated when read, because anyone can edit the file."""

import secrets
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Final, Self, TypeAlias, TypeVar

from pydantic import AwareDatetime, Field, Json, ValidationError, model_validator

from splendor_tui.inputs.match_options import GAME_ID
from splendor_tui.inputs.strict_models import Strict
from splendor_tui.record import ClockReading, RecordHeader, RecordResult
from splendor_tui.store import sql
from splendor_tui.store.journal_entries import Entry, JournalError, LineOfPlay, PlyEntry, StandInEntry, follow
from splendor_tui.store.store_error import suppress_damage

_ID_CHARACTERS: Final = "abcdefghijklmnopqrstuvwxyz234567"
_ID_LENGTH: Final = 8
_MAX_OPTIONS: Final = 65_536
MAX_NAME: Final = 64
_MAX_STATE: Final = 65_536
_MAX_ENTRIES: Final = 1_000_000

UtcTime: TypeAlias = Annotated[AwareDatetime, Field(strict=False)]


class GameRow(Strict):
    """A row of `games`. The fields of each row class are in the order of the columns."""

    id: str = Field(pattern=GAME_ID)
    header: Json[RecordHeader]
    options: str = Field(max_length=_MAX_OPTIONS)
    imported: bool = Field(strict=False)
    started: UtcTime
    result: Json[RecordResult] | None
    finished: UtcTime | None

    @model_validator(mode="after")
    def _check_result(self) -> Self:
        if (self.result is None) != (self.finished is None):
            raise ValueError("a result and its time must be given together")
        seats = {standing.seat for standing in self.result.standings} if self.result else None
        if seats is not None and seats != set(range(len(self.header.players))):
            raise ValueError("a result has one standing for each seat")
        if self.result and all(standing.rank > 1 for standing in self.result.standings):
            raise ValueError("a result has a first place")
        return self


class EntryRow(Strict):
    """A row of `entries`, without the game's id. `number` starts at 1."""

    number: int = Field(ge=1, le=_MAX_ENTRIES)
    stored: UtcTime
    body: Json[Entry]


class ClockRow(Strict):
    """A row of `clocks`, without the game's id: the clock reading after `number` entries."""

    number: int = Field(ge=0, le=_MAX_ENTRIES)
    reading: Json[ClockReading]


class ProgressRow(Strict):
    """A row of `progress`: the state of one item of a subject, as JSON text. A later state has a greater `revision`."""

    subject: str = Field(min_length=1, max_length=MAX_NAME)
    item: str = Field(min_length=1, max_length=MAX_NAME)
    state: str = Field(max_length=_MAX_STATE)
    at: UtcTime
    revision: int = Field(default=0, ge=0)

    def cells(self) -> tuple[str, str, str, str, int]:
        """The values of the row's columns."""
        return (self.subject, self.item, self.state, stored_time(self.at), self.revision)


AnyRow = TypeVar("AnyRow", GameRow, EntryRow, ClockRow, ProgressRow)

EntryCells: TypeAlias = tuple[int, str, str]
"""The column values of an `EntryRow`."""


@dataclass(slots=True)
class ReadJournal:
    """The entries of a game up to the first unreadable or impossible one. `is_cut` is true if there is such an entry."""

    stored: list[EntryCells]
    entries: list[Entry]
    line: LineOfPlay[PlyEntry]
    is_cut: bool = True


@dataclass(slots=True)
class GameRows:
    """A game as stored, for writing to another file."""

    cells: tuple[object, ...]
    """The game's row in `games`, starting with the id."""
    entries: list[EntryCells]
    clock: tuple[int, str] | None = None
    diverged: bool = False
    """Whether the current file has different entries for this game."""

    @property
    def id(self) -> str:
        """The game's id."""
        return str(self.cells[0])


def checked(kind: type[AnyRow], cells: Iterable[object]) -> AnyRow | None:
    """The validated row, or None if it is invalid. Columns may be missing if there are defaults."""
    try:
        return kind.model_validate(dict(zip(kind.model_fields, cells, strict=False)))
    except ValidationError:
        return None


def read_journal(connection: sqlite3.Connection, game_id: str) -> ReadJournal:
    """Read the journal of a game, up to the first unreadable entry."""
    journal = ReadJournal([], [], LineOfPlay())
    with suppress_damage():
        for cells in connection.execute(sql.SELECT_JOURNAL, (game_id,)):
            row = checked(EntryRow, cells)
            if row is None or row.number != len(journal.entries) + 1:
                return journal
            try:
                follow(journal.line, row.body)
            except JournalError:
                return journal
            journal.entries.append(row.body)
            journal.stored.append(cells)
        journal.is_cut = False
    return journal


def is_stored(connection: sqlite3.Connection, game: GameRows) -> bool:
    """Whether the database contains at least these rows of the game. The game's result is not compared."""
    cells = connection.execute(sql.SELECT_GAME, (game.id,)).fetchone()
    entries = connection.execute(sql.SELECT_JOURNAL, (game.id,)).fetchall()
    return cells is not None and cells[:-2] == game.cells[:-2] and entries[: len(game.entries)] == game.entries


def read_clock(connection: sqlite3.Connection, game_id: str, journal: ReadJournal, seats: int) -> ClockReading | None:
    """The clock reading at the end of the journal. None if there is none, or if it belongs to an earlier position."""
    cells = connection.execute(sql.SELECT_CLOCK, (game_id,)).fetchone()
    row = checked(ClockRow, cells) if cells else None
    if row is None or row.number > len(journal.entries) or len(row.reading) != 1 + seats:
        return None
    # The number of entries identifies the reading. Plies would not: after undo and redo, the clock differs.
    moved_on = any(not isinstance(entry, StandInEntry) for entry in journal.entries[row.number :])
    return None if moved_on else row.reading


def new_game_id() -> str:
    """A random id of eight letters and digits."""
    return "".join(secrets.choice(_ID_CHARACTERS) for _character in range(_ID_LENGTH))


def utc_now() -> datetime:
    """The current time in UTC."""
    return datetime.now(UTC)


def stored_time(time: datetime) -> str:
    """Format a time in UTC to the millisecond, so that the strings sort by time.

    Raises ValueError for a time without a zone.
    """
    if time.tzinfo is None:
        raise ValueError(f"{time} has no time zone.")
    return time.astimezone(UTC).isoformat(timespec="milliseconds")
