"""The entries of a game's journal: plies, undo, redo and stand-ins. Entries are only added; an undo deletes none."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Generic, Literal, TypeAlias, TypeVar

from pydantic import Field

from splendor_tui.inputs.problems import Strict
from splendor_tui.record import MAX_PLIES, RecordPly, Seat

MoveT = TypeVar("MoveT")


class JournalError(ValueError):
    """An entry that cannot follow those before it."""


class LineOfPlay(Generic[MoveT]):
    """The current moves of any type, and the undone ones, which can be redone until a new move."""

    def __init__(self) -> None:
        self._played: list[MoveT] = []
        self._undone: list[MoveT] = []

    @property
    def played(self) -> Sequence[MoveT]:
        """The current moves, oldest first."""
        return self._played

    @property
    def undone(self) -> Sequence[MoveT]:
        """The moves that can be redone, the next one last."""
        return self._undone

    @property
    def last(self) -> MoveT | None:
        """The newest current move; None at the start."""
        return self._played[-1] if self._played else None

    def play(self, move: MoveT) -> None:
        """Add a new move, and discard the undone ones."""
        self._played.append(move)
        self._undone.clear()

    def undo_to(self, length: int) -> tuple[MoveT, ...]:
        """Undo all but the first `length` moves; return the undone ones, the last first.

        Raises JournalError, without a change, if there are not more than that.
        """
        if not 0 <= length < len(self._played):
            raise JournalError(f"to {length} of {len(self._played)}")
        taken = self._played[length:][::-1]
        del self._played[length:]
        self._undone += taken
        return tuple(taken)

    def redo_to(self, length: int) -> tuple[MoveT, ...]:
        """Redo moves until there are `length`; return the redone ones.

        Raises JournalError, without a change, if too few were undone.
        """
        more = length - len(self._played)
        if not 0 < more <= len(self._undone):
            raise JournalError(f"{more} of {len(self._undone)}")
        again = [self._undone.pop() for _move in range(more)]
        self._played += again
        return tuple(again)


class PlyEntry(RecordPly):
    """A ply, as in a record; `timed_out` if the clock made the seat forfeit."""

    kind: Literal["ply"] = "ply"
    timed_out: bool = False

    def as_record(self) -> RecordPly:
        """The ply in the form of a record."""
        return RecordPly.model_validate(self.model_dump(exclude={"kind", "timed_out"}))


class UndoEntry(Strict):
    """All plies after `to_ply` were undone; 0 is the start."""

    kind: Literal["undo"] = "undo"
    to_ply: int = Field(ge=0, le=MAX_PLIES)


class RedoEntry(Strict):
    """The plies up to `to_ply` were redone."""

    kind: Literal["redo"] = "redo"
    to_ply: int = Field(ge=1, le=MAX_PLIES)


class StandInEntry(Strict):
    """After `ply`, the computer at `seat` gave no legal answer, so its next action was random."""

    kind: Literal["stand-in"] = "stand-in"
    ply: int = Field(ge=0, le=MAX_PLIES)
    seat: Seat


Entry: TypeAlias = Annotated[PlyEntry | UndoEntry | RedoEntry | StandInEntry, Field(discriminator="kind")]


def plies_after(entry: Entry) -> int:
    """The number of current plies after this entry."""
    return entry.to_ply if isinstance(entry, UndoEntry | RedoEntry) else entry.ply


def follow(line: LineOfPlay[PlyEntry], entry: Entry) -> None:
    """Apply an entry to the line. Raises JournalError, without a change, if it cannot follow."""
    match entry:
        case PlyEntry():
            if entry.ply != len(line.played) + 1:
                raise JournalError(entry.ply)
            line.play(entry)
        case UndoEntry():
            line.undo_to(entry.to_ply)
        case RedoEntry():
            line.redo_to(entry.to_ply)
        case StandInEntry():
            if entry.ply != len(line.played):
                raise JournalError(entry.ply)


def current_line(entries: Iterable[Entry]) -> tuple[PlyEntry, ...]:
    """The current plies after all entries. Raises JournalError for an impossible sequence."""
    line = LineOfPlay[PlyEntry]()
    for entry in entries:
        follow(line, entry)
    return tuple(line.played)
