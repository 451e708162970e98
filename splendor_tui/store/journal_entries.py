"""The entries of a game's journal: plies, undo, redo and stand-ins. The journal is append-only; undo does not delete entries."""

from collections.abc import Sequence
from typing import Annotated, Generic, Literal, TypeAlias, TypeVar

from pydantic import Field

from splendor_tui.inputs.strict_models import Strict
from splendor_tui.record import MAX_PLIES, ClockReading, RecordPly, Seat

MoveT = TypeVar("MoveT")


class JournalError(ValueError):
    """Raised for an entry that is impossible after the previous ones."""


class LineOfPlay(Generic[MoveT]):
    """The current moves, and the undone moves, which can be redone until a new move is played."""

    def __init__(self) -> None:
        self._played: list[MoveT] = []
        self._undone: list[MoveT] = []

    @property
    def played(self) -> Sequence[MoveT]:
        """The current moves, oldest first."""
        return self._played

    @property
    def undone(self) -> Sequence[MoveT]:
        """The moves that can be redone, in reverse order."""
        return self._undone

    @property
    def last(self) -> MoveT | None:
        """The newest current move; None at the start."""
        return self._played[-1] if self._played else None

    def play(self, move: MoveT) -> None:
        """Add a new move. The undone moves are discarded."""
        self._played.append(move)
        self._undone.clear()

    def undo_to(self, length: int) -> tuple[MoveT, ...]:
        """Undo all but the first `length` moves. Returns the undone moves, last first.

        If there are no more than `length` moves, raises JournalError and changes nothing.
        """
        if not 0 <= length < len(self._played):
            raise JournalError(f"to {length} of {len(self._played)}")
        taken = self._played[length:][::-1]
        del self._played[length:]
        self._undone += taken
        return tuple(taken)

    def redo_to(self, length: int) -> tuple[MoveT, ...]:
        """Redo moves until there are `length`. Returns the redone moves.

        If not enough moves were undone, raises JournalError and changes nothing.
        """
        more = length - len(self._played)
        if not 0 < more <= len(self._undone):
            raise JournalError(f"{more} of {len(self._undone)}")
        again = [self._undone.pop() for _move in range(more)]
        self._played += again
        return tuple(again)


class PlyEntry(RecordPly):
    """A ply, as in a record. `timed_out` is true for a forfeit on time."""

    kind: Literal["ply"] = "ply"
    timed_out: bool = False

    def as_record(self) -> RecordPly:
        """The ply in the form of a record."""
        return RecordPly.model_validate(self.model_dump(exclude={"kind", "timed_out"}))


class UndoEntry(Strict):
    """An undo of all plies after `to_ply`. 0 is the start of the game. `clock` is the reading before the undo."""

    kind: Literal["undo"] = "undo"
    to_ply: int = Field(ge=0, le=MAX_PLIES)
    clock: ClockReading | None = None


class RedoEntry(Strict):
    """A redo of the undone plies up to `to_ply`. `clock` is the reading before the redo."""

    kind: Literal["redo"] = "redo"
    to_ply: int = Field(ge=1, le=MAX_PLIES)
    clock: ClockReading | None = None


class StandInEntry(Strict):
    """The computer player at `seat` failed: its next action, after `ply`, is a random stand-in."""

    kind: Literal["stand-in"] = "stand-in"
    ply: int = Field(ge=0, le=MAX_PLIES)
    seat: Seat


Entry: TypeAlias = Annotated[PlyEntry | UndoEntry | RedoEntry | StandInEntry, Field(discriminator="kind")]


def plies_after(entry: Entry) -> int:
    """The number of current plies after this entry."""
    return entry.to_ply if isinstance(entry, UndoEntry | RedoEntry) else entry.ply


def follow(line: LineOfPlay[PlyEntry], entry: Entry) -> None:
    """Apply an entry to the line. If the entry is impossible here, raises JournalError and changes nothing."""
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
