"""How long somebody may think about a question, and how long they have."""

from collections.abc import Callable
from math import inf

from splendor_tui.match.clock import Clock


class Thinking:
    """A question that is thought about for at most so many seconds from `begin` on. `now` is a monotonic time in seconds."""

    def __init__(self, seconds: float, now: Callable[[], float]) -> None:
        self.seconds = seconds
        self.hurried = False
        self._now = now
        self._since: float | None = None

    def begin(self) -> None:
        """Whoever thinks is ready: from now on the time counts."""
        self._since = self._now()

    @property
    def passed(self) -> int | None:
        """The whole seconds that have passed, never more than there are; None before the time counts."""
        return None if self._since is None else int(min(self._now() - self._since, self.seconds))

    @property
    def is_over(self) -> bool:
        """Whether the answer is due."""
        return self.hurried or (self._since is not None and self._now() - self._since > self.seconds)

    def hurry(self) -> None:
        """Ask for the answer at once, with the best that is known by now."""
        self.hurried = True


def seconds_allowed(clock: Clock | None) -> float:
    """How long the seat to move may plan to think: half of what is left of its turn, and past that a little of its reserve."""
    if clock is None:
        return inf
    return clock.turn_left / 2 or clock.reserves[clock.seat] / 20
