"""The match clock. Each turn has its own time; when it is used up, the player's time bank runs.

The time source must be monotonic, in seconds. A gap of more than `SLEEP_GAP` between two readings means that the
machine was asleep: no player is charged, and the clock is paused until `resume`.
"""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Final

from splendor_tui.inputs.house_rules import ClockOptions

SLEEP_GAP: Final = 5.0


class Tick(Enum):
    """The result of reading the clock."""

    STANDING = "standing"
    RUNNING = "running"
    SLEPT = "slept"
    FLAGGED = "flagged"
    """The time of the seat to move is up; `Controller` then ends its game."""


class Clock:
    """The clock of one match. The seat `first` starts. The clock is paused until `resume`."""

    def __init__(self, options: ClockOptions, seats: int, now: Callable[[], float], *, first: int = 0) -> None:
        self._options = options
        self._now = now
        self._reading: float | None = None
        self.seat = first
        self.turn_left: float = options.turn_seconds
        self.banks: list[float] = [options.reserve_seconds] * seats
        self._left: dict[tuple[int, int], float] = {}
        """The turn time that remained after the last action of each turn, by round and seat."""

    @property
    def running(self) -> bool:
        """Whether the clock is running."""
        return self._reading is not None

    def start_turn(self, seat: int) -> None:
        """Reset the seat's turn time. Neither starts nor pauses the clock."""
        self.seat = seat
        self.turn_left = self._options.turn_seconds

    def leave(self, round_number: int) -> None:
        """Remember how much turn time the seat has left in this round, for `go_back`."""
        self._left[round_number, self.seat] = self.turn_left

    def go_back(self, round_number: int, seat: int, *, left: int) -> None:
        """Return to the seat's turn in this round, with its remaining turn time. Play was in the round `left`.

        The time banks stay as they are. If turn time and bank are both used up, the turn starts over: otherwise the
        seat would forfeit at once.
        """
        self.leave(left)
        self.start_turn(seat)
        seconds = self._left.get((round_number, seat), self.turn_left)
        if seconds or self.banks[seat]:
            self.turn_left = seconds

    def resume(self) -> None:
        """Start charging time."""
        self._reading = self._now()

    def pause(self) -> Tick:
        """Charge the time since the last reading, then stop charging."""
        result = self.tick()
        self._reading = None
        return result

    def tick(self) -> Tick:
        """Charge the time since the last reading to the seat's turn, and the rest to its bank."""
        if self._reading is None:
            return Tick.STANDING
        now = self._now()
        passed, self._reading = now - self._reading, now
        if passed > SLEEP_GAP:
            self._reading = None
            return Tick.SLEPT
        beyond = max(0.0, passed - self.turn_left)
        self.turn_left = max(0.0, self.turn_left - passed)
        self.banks[self.seat] = max(0.0, self.banks[self.seat] - beyond)
        if self.turn_left or self.banks[self.seat]:
            return Tick.RUNNING
        return Tick.FLAGGED

    def snapshot(self) -> tuple[int, ...]:
        """The time left in the turn, then in each seat's time bank, in milliseconds."""
        return tuple(round(1000 * seconds) for seconds in (self.turn_left, *self.banks))

    def restore(self, snapshot: Sequence[int]) -> None:
        """Restore a snapshot taken during this seat's turn. It must have the same number of seats."""
        self.turn_left, *self.banks = (milliseconds / 1000 for milliseconds in snapshot)
