"""Keeps the keys of one player from acting for the next."""

from enum import Enum, auto
from math import inf
from typing import Final

PAUSE_SECONDS: Final = 0.3
"""After a pause of this length, a key belongs to the next player."""
PATIENCE_SECONDS: Final = 1.5
"""After this time, any key that is not held belongs to the next player: keys typed ahead have come by then."""
REPEAT_SECONDS: Final = 0.15
"""A held key repeats faster than this."""
_FIRST_REPEAT_SECONDS: Final = 1.0
"""A held key begins to repeat within this time."""


class Verdict(Enum):
    """What to do with a key."""

    COUNTS = auto()
    IGNORED = auto()
    DOUBTFUL = auto()
    """The key counts unless it is repeated within REPEAT_SECONDS: it may have been held since the guard began."""


class KeyGuard:
    """After `begin`, ignores keys until there was a pause, and held keys even longer.

    A held key makes such a pause too, before it begins to repeat. Whoever presses keys steadily gets through after a fixed
    time.
    """

    def __init__(self) -> None:
        self._is_on = False
        self._last_key = ""
        self._quiet_since = -inf
        self._ignored_until = self._steady_from = -inf
        self._doubtful = False
        """Whether the last key was doubtful."""

    def begin(self, now: float, seconds: float = 0) -> None:
        """Ignore keys for some seconds, and until there was a pause. Nothing is ignored if no key was ever pressed.

        Keys pressed without a pause count `PATIENCE_SECONDS` later, unless they are held.
        """
        self._is_on, self._doubtful = True, False
        if self._last_key:
            self._quiet_since, self._ignored_until = now, now + seconds
            self._steady_from = self._ignored_until + PATIENCE_SECONDS

    def end(self) -> None:
        """Let all keys count."""
        self._is_on = self._doubtful = False

    def judge(self, key: str, at: float) -> Verdict:
        """Decide whether a key counts, given the time when it was pressed."""
        quiet, is_same = at - self._quiet_since, key == self._last_key
        self._last_key, self._quiet_since = key, max(at, self._quiet_since)
        is_repeat = is_same and quiet < REPEAT_SECONDS
        if self._doubtful and not is_repeat:
            self.end()  # the doubtful key was pressed, not held
        if not self._is_on:
            return Verdict.COUNTS
        if at < self._ignored_until:
            return Verdict.IGNORED
        belongs = quiet >= PAUSE_SECONDS or (at >= self._steady_from and not is_repeat)
        self._doubtful = belongs and is_same and quiet < _FIRST_REPEAT_SECONDS
        if self._doubtful:
            return Verdict.DOUBTFUL
        if not belongs:
            return Verdict.IGNORED
        self.end()
        return Verdict.COUNTS
