"""Games and entries to save. The store does not know the rules, so they need not be legal."""

import os
import resource
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from splendor_tui.record import RecordDeal, RecordHeader, RecordOptions, RecordPlayer, RecordResult, RecordStanding
from splendor_tui.rules.outcome import Ending
from splendor_tui.store import Store, StoreError, StoreFault
from splendor_tui.store.journal_entries import Entry, LineOfPlay, PlyEntry, follow

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
FILE = "games.sqlite3"


class Calendar:
    """A clock that advances by a minute with each call."""

    def __init__(self) -> None:
        self._minutes = count()

    def __call__(self) -> datetime:
        return NOON + timedelta(minutes=next(self._minutes))


def open_store(folder: Path) -> Store:
    return Store.open(folder, now=Calendar())


def header(*names: str, kinds: Sequence[str] = ()) -> RecordHeader:
    names = names or ("Ann", "Bo")
    return RecordHeader(
        format="splendor-tui-record",
        version=1,
        players=tuple(
            RecordPlayer(name=name, kind=kind)
            for name, kind in zip(names, kinds or ["human"] * len(names), strict=True)
        ),
        options=RecordOptions(target=15, tie_seat=None, open_reserves=False),
        deal=RecordDeal(
            decks=(
                tuple(f"1-{number:02}" for number in range(1, 41)),
                tuple(f"2-{number:02}" for number in range(1, 31)),
                tuple(f"3-{number:02}" for number in range(1, 21)),
            ),
            nobles=("charles-v", "henry-viii", "isabella-of-castile"),
        ),
        catalogue="0123456789abcdef",
    )


def ply(number: int, *, seats: int = 2, action: str = "take W U G") -> PlyEntry:
    return PlyEntry(
        ply=number,
        seat=(number - 1) % seats,
        action=action,
        digest=f"{number:016x}",
        clock=(60_000, *[300_000 - number] * seats),
    )


def plies(last: int) -> tuple[PlyEntry, ...]:
    """The plies from the first to this one."""
    return tuple(ply(number) for number in range(1, last + 1))


def line_of(entries: Sequence[Entry]) -> tuple[PlyEntry, ...]:
    """The current plies after all entries. Raises JournalError for an impossible sequence."""
    line = LineOfPlay[PlyEntry]()
    for entry in entries:
        follow(line, entry)
    return tuple(line.played)


def result(*points: int) -> RecordResult:
    """A result in which the most points win, and equal points share a rank."""
    ranks = [1 + sum(other > own for other in points) for own in points]
    standings = tuple(
        RecordStanding(seat=seat, rank=ranks[seat], points=own, cards=10, forfeited=False)
        for seat, own in enumerate(points)
    )
    return RecordResult(ending=Ending.TARGET, standings=standings)


def create(store: Store, plies: int = 0, *names: str) -> str:
    """Create a game with this many plies. Returns its id."""
    game_id = store.create_game(header(*names), '{"target": 15}', NOON)
    append_plies(store, game_id, 1, plies)
    return game_id


def append_plies(store: Store, game_id: str, first: int, last: int) -> None:
    for number in range(first, last + 1):
        store.append(game_id, ply(number))


def entries_of(store: Store, game_id: str) -> tuple[Entry, ...]:
    return store.load(game_id).entries


@contextmanager
def refused(*faults: StoreFault) -> Iterator[None]:
    """Expect a StoreError with one of these faults."""
    with pytest.raises(StoreError) as refusal:
        yield
    assert refusal.value.fault in faults


def at_second_attempt(work: Callable[..., object], *arguments: object) -> None:
    """Check that the first call finds the file lost, and that the second one succeeds."""
    with refused(StoreFault.FILE_LOST, StoreFault.DAMAGED):
        work(*arguments)
    work(*arguments)


def tamper(folder: Path, statement: str, *values: object) -> None:
    """Edit the file as another program would."""
    with closing(sqlite3.connect(folder / FILE)) as connection, connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(statement, values)


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """Limit the size of files in the block. Larger writes are incomplete, or fail."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)
