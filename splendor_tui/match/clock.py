"""The match clock: each turn has its own time, and past it the player's reserve runs.

The source of time is passed in and must be monotonic, in seconds. A gap of more than `SLEEP_GAP` between two readings means
that the machine slept: it is charged to nobody and the clock stands still until somebody resumes it.
"""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Final

from splendor_tui.inputs.match_options import ClockOptions
from splendor_tui.match.refusals import MatchError
from splendor_tui.words import N_

SLEEP_GAP: Final = 5.0


class Tick(Enum):
    """What a reading of the clock found."""

    STANDING = "standing"
    RUNNING = "running"
    SLEPT = "slept"
    FLAGGED = "flagged"


class Clock:
    """Times one match, in which the seat `first` begins. It stands still until `start_turn` or `resume`."""

    def __init__(self, options: ClockOptions, seats: int, now: Callable[[], float], *, first: int = 0) -> None:
        self._options = options
        self._seats = seats
        self._first = first
        self._now = now
        self._reading: float | None = None
        self.reset()

    def reset(self) -> None:
        """Give everybody all their time; the clock keeps running or standing as it did."""
        self.seat = self._first
        self.turn_left: float = self._options.turn_seconds
        self.reserves: list[float] = [self._options.reserve_seconds] * self._seats

    @property
    def running(self) -> bool:
        """Whether time is being charged."""
        return self._reading is not None

    def start_turn(self, seat: int) -> None:
        """Give the seat a fresh turn; the clock keeps running or standing as it did."""
        self.seat = seat
        self.turn_left = self._options.turn_seconds

    def resume(self) -> None:
        """Let the time run from now on."""
        self._reading = self._now()

    def pause(self) -> Tick:
        """Charge what has passed, then stand still; answers with what the last reading found."""
        found = self.tick()
        self._reading = None
        return found

    def tick(self) -> Tick:
        """Charge the time since the last reading to the seat's turn, and past that to its reserve."""
        if self._reading is None:
            return Tick.STANDING
        now = self._now()
        passed, self._reading = now - self._reading, now
        if passed > SLEEP_GAP:
            self._reading = None
            return Tick.SLEPT
        beyond = max(0.0, passed - self.turn_left)
        self.turn_left = max(0.0, self.turn_left - passed)
        self.reserves[self.seat] = max(0.0, self.reserves[self.seat] - beyond)
        if self.turn_left or self.reserves[self.seat]:
            return Tick.RUNNING
        return Tick.FLAGGED

    def snapshot(self) -> tuple[int, ...]:
        """Milliseconds left: of the turn, then of each seat's reserve."""
        return tuple(round(1000 * seconds) for seconds in (self.turn_left, *self.reserves))

    def restore(self, snapshot: Sequence[int], seat: int) -> None:
        """Go back to a snapshot taken in a turn of `seat`. Raises MatchError when it is of another number of seats."""
        turn_left, *reserves = (milliseconds / 1000 for milliseconds in snapshot)
        if len(reserves) != self._seats:
            sentence = N_(
                "The clock reading is of {found} seats; {players} play.", found=len(reserves), players=self._seats
            )
            raise MatchError(sentence)
        self.seat = seat
        self.turn_left = turn_left
        self.reserves = reserves
