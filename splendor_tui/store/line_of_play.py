"""The line of play: the moves in force, and those taken back, which can be played again until a new one is made."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from splendor_tui.words import N_, MessageError

MoveT = TypeVar("MoveT")


class JournalError(MessageError, ValueError):
    """Something that no match can have done; the message says why."""


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
            sentence = N_(
                "Nothing can be taken back to action {ply}: there are {plies} actions.",
                ply=length,
                plies=len(self._played),
            )
            raise JournalError(sentence)
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
            sentence = N_(
                "Nothing can be played again to action {ply}: there are {plies} actions, and {undone} were taken back.",
                ply=length,
                plies=len(self._played),
                undone=len(self._undone),
            )
            raise JournalError(sentence)
        again = [self._undone.pop() for _move in range(more)]
        self._played += again
        return tuple(again)
