"""The journal of a match: all that happened at the table in the order in which it happened, undoing included.

It only grows. `LineOfPlay` has the moves in force, and those undone, which can be redone until a new one is made.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Generic, Literal, TypeAlias, TypeVar

from pydantic import Field

from splendor_tui.inputs.problems import Strict
from splendor_tui.record import MAX_PLIES, RecordPly, Seat

MoveT = TypeVar("MoveT")


class JournalError(ValueError):
    """An entry that no match can have written after those before it."""


class LineOfPlay(Generic[MoveT]):
    """What has been played from a start on; what a move is, whoever keeps the line decides."""

    def __init__(self) -> None:
        self._played: list[MoveT] = []
        self._undone: list[MoveT] = []

    @property
    def played(self) -> Sequence[MoveT]:
        """The moves in force, the oldest first."""
        return self._played

    @property
    def undone(self) -> Sequence[MoveT]:
        """The moves that can be played again; the next of them stands last."""
        return self._undone

    @property
    def last(self) -> MoveT | None:
        """The newest move in force; None at the start."""
        return self._played[-1] if self._played else None

    def play(self, move: MoveT) -> None:
        """Go on with a new move; what was taken back is dropped."""
        self._played.append(move)
        self._undone.clear()

    def take_back(self, length: int) -> tuple[MoveT, ...]:
        """Leave so many moves in force; answers with those taken back, the last one first.

        Raises JournalError, having changed nothing, when so many are in force already, or fewer.
        """
        if not 0 <= length < len(self._played):
            raise JournalError(f"to {length} of {len(self._played)}")
        taken = self._played[length:][::-1]
        del self._played[length:]
        self._undone += taken
        return tuple(taken)

    def play_again(self, length: int) -> tuple[MoveT, ...]:
        """Play again until so many moves are in force; answers with those played again.

        Raises JournalError, having changed nothing, when more would be needed than were taken back.
        """
        more = length - len(self._played)
        if not 0 < more <= len(self._undone):
            raise JournalError(f"{more} of {len(self._undone)}")
        again = [self._undone.pop() for _move in range(more)]
        self._played += again
        return tuple(again)


class PlyEntry(RecordPly):
    """An action was applied: a ply as a record has it; `timed_out` where the clock made the seat leave the game."""

    kind: Literal["ply"] = "ply"
    timed_out: bool = False

    def as_record(self) -> RecordPly:
        """The ply as a record has it."""
        return RecordPly.model_validate(self.model_dump(exclude={"kind", "timed_out"}))


class UndoEntry(Strict):
    """Everything after ply `to_ply` was taken back; 0 is the start."""

    kind: Literal["undo"] = "undo"
    to_ply: int = Field(ge=0, le=MAX_PLIES)


class RedoEntry(Strict):
    """What had been taken back was played again, up to ply `to_ply`."""

    kind: Literal["redo"] = "redo"
    to_ply: int = Field(ge=1, le=MAX_PLIES)


class StandInEntry(Strict):
    """After ply `ply` the computer player at `seat` gave no legal answer, so that its next action was drawn by lot."""

    kind: Literal["stand-in"] = "stand-in"
    ply: int = Field(ge=0, le=MAX_PLIES)
    seat: Seat


Entry: TypeAlias = Annotated[PlyEntry | UndoEntry | RedoEntry | StandInEntry, Field(discriminator="kind")]


def plies_after(entry: Entry) -> int:
    """How many plies are in force once this entry is written."""
    return entry.to_ply if isinstance(entry, UndoEntry | RedoEntry) else entry.ply


def follow(line: LineOfPlay[PlyEntry], entry: Entry) -> None:
    """Follow one more entry. Raises JournalError, having changed nothing, when it cannot come after those before it."""
    match entry:
        case PlyEntry():
            if entry.ply != len(line.played) + 1:
                raise JournalError(entry.ply)
            line.play(entry)
        case UndoEntry():
            line.take_back(entry.to_ply)
        case RedoEntry():
            line.play_again(entry.to_ply)
        case StandInEntry():
            if entry.ply != len(line.played):
                raise JournalError(entry.ply)


def current_line(entries: Iterable[Entry]) -> tuple[PlyEntry, ...]:
    """The plies in force after all entries. Raises JournalError for a sequence that no match can have written."""
    line = LineOfPlay[PlyEntry]()
    for entry in entries:
        follow(line, entry)
    return tuple(line.played)
