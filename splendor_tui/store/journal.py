"""The journal of a match: all that happened at the table in the order in which it happened, taking back included.

It only grows. What is in force at its end is the current line, see `follow`.
"""

from collections.abc import Iterable
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from splendor_tui.inputs.strict_model import Strict
from splendor_tui.record import MAX_PLIES, RecordPly, Seat
from splendor_tui.store.line_of_play import JournalError, LineOfPlay
from splendor_tui.words import N_


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
    length = len(line.played)
    match entry:
        case PlyEntry():
            if entry.ply != length + 1:
                raise JournalError(N_("Action {ply} cannot come after {plies} actions.", ply=entry.ply, plies=length))
            line.play(entry)
        case UndoEntry():
            line.take_back(entry.to_ply)
        case RedoEntry():
            line.play_again(entry.to_ply)
        case StandInEntry():
            if entry.ply != length:
                sentence = N_("A note after action {ply} cannot follow {plies} actions.", ply=entry.ply, plies=length)
                raise JournalError(sentence)


def current_line(entries: Iterable[Entry]) -> tuple[PlyEntry, ...]:
    """The plies in force after all entries. Raises JournalError for a sequence that no match can have written."""
    line = LineOfPlay[PlyEntry]()
    for entry in entries:
        follow(line, entry)
    return tuple(line.played)
