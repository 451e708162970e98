"""The journal of a match: all that happened at the table in the order in which it happened, taking back included.

It only grows. What is in force at its end is the current line, see `Line`.
"""

from collections.abc import Iterable
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from splendor_tui.inputs.strict_model import Strict
from splendor_tui.record import MAX_PLIES, RecordPly, Seat


class JournalError(ValueError):
    """A sequence of entries that no match can have written; the text says why."""


class PlyEntry(RecordPly):
    """An action was applied: a ply as a record has it."""

    kind: Literal["ply"] = "ply"


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


class Line:
    """The plies in force: undone plies are out, redone ones in again, and a new ply ends redoing."""

    def __init__(self) -> None:
        self.plies: list[PlyEntry] = []
        self._undone: list[PlyEntry] = []

    def write(self, entry: Entry) -> None:
        """Follow one more entry. Raises JournalError, having changed nothing, when it cannot come after those before it."""
        length = len(self.plies)
        match entry:
            case PlyEntry():
                if entry.ply != length + 1:
                    raise JournalError(f"Ply {entry.ply} cannot come after {length} plies.")
                self.plies.append(entry)
                self._undone.clear()
            case UndoEntry():
                if entry.to_ply >= length:
                    raise JournalError(f"Nothing can be taken back to ply {entry.to_ply}: there are {length} plies.")
                self._undone += reversed(self.plies[entry.to_ply :])
                del self.plies[entry.to_ply :]
            case RedoEntry():
                if not length < entry.to_ply <= length + len(self._undone):
                    raise JournalError(
                        f"Nothing can be played again to ply {entry.to_ply}: there are {length} plies, "
                        f"and {len(self._undone)} were taken back."
                    )
                while len(self.plies) < entry.to_ply:
                    self.plies.append(self._undone.pop())
            case StandInEntry():
                if entry.ply != length:
                    raise JournalError(f"What is noted after ply {entry.ply} cannot stand after {length} plies.")


def current_line(entries: Iterable[Entry]) -> tuple[PlyEntry, ...]:
    """The plies in force after all entries. Raises JournalError for a sequence that no match can have written."""
    line = Line()
    for entry in entries:
        line.write(entry)
    return tuple(line.plies)
