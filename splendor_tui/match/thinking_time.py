"""How long a computer player or the adviser may think, and how much of that time has passed."""

from collections.abc import Callable
from math import inf
from typing import Final

from splendor_tui.bots.levels import STRONGEST_LEVEL, get_level
from splendor_tui.inputs.match_options import ENGINE
from splendor_tui.inputs.settings import Settings
from splendor_tui.match.clock import Clock
from splendor_tui.match.controller import Controller

SLOW_KINDS: Final = frozenset({ENGINE, STRONGEST_LEVEL})
"""The kinds of computer players to which the thinking time in the settings applies."""


class Thinking:
    """The thinking time of a search, limited to `seconds` after `begin`. `now` is a monotonic time in seconds."""

    def __init__(self, seconds: float, now: Callable[[], float]) -> None:
        self.seconds = seconds
        self.hurried = False
        self._now = now
        self._since: float | None = None

    def begin(self) -> None:
        """Start counting the time. Call it when the computer is ready."""
        self._since = self._now()

    @property
    def passed(self) -> int | None:
        """The whole seconds since `begin`, at most `seconds`. None before `begin`."""
        return None if self._since is None else int(min(self._now() - self._since, self.seconds))

    @property
    def is_over(self) -> bool:
        """Whether the time is up."""
        return self.hurried or (self._since is not None and self._now() - self._since > self.seconds)

    def hurry(self) -> None:
        """Stop the search early, with its best result so far."""
        self.hurried = True


def seconds_allowed(clock: Clock | None) -> float:
    """The maximum thinking time of the seat to move.

    Half of the remaining turn time, or a twentieth of the time bank if the turn time is used up. Unlimited without a clock.
    """
    if clock is None:
        return inf
    return clock.turn_left / 2 or clock.banks[clock.seat] / 20


def thinks_long(controller: Controller) -> bool:
    """Whether the thinking time in the settings applies to the computer whose turn it is."""
    return controller.options.players[controller.seat].kind in SLOW_KINDS


def thinking_seconds(controller: Controller, settings: Settings) -> float:
    """The thinking time of the computer whose turn it is."""
    kind = controller.options.players[controller.seat].kind
    seconds = settings.thinking_seconds if thinks_long(controller) else get_level(kind).seconds
    return min(seconds, seconds_allowed(controller.clock))
