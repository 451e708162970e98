"""Runs the adviser outside the event loop: hints and chances of winning.

Cancelling the task that awaits a result stops the search.
"""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from random import Random
from time import monotonic
from typing import Final

from splendor_tui.bots.levels import STRONGEST_LEVEL, create_bot
from splendor_tui.bots.player import Advice, Advisor, Budget, Report, TurnAdvisor, cores_to_search
from splendor_tui.inputs.settings import Settings
from splendor_tui.match.background import cancelled_on_exit, in_background
from splendor_tui.match.clock import Clock
from splendor_tui.match.thinking_time import Thinking, seconds_allowed
from splendor_tui.rules.view import View

ADVISER: Final = STRONGEST_LEVEL
_MIN_HINT_SECONDS: Final = 1.0
_CHANCES_NODES: Final = 200
_REPORT_SECONDS: Final = 0.2


def hint_seconds(clock: Clock | None, settings: Settings) -> float:
    """The adviser's thinking time for a hint."""
    return min(max(_MIN_HINT_SECONDS, settings.thinking_seconds), seconds_allowed(clock))


def default_adviser() -> TurnAdvisor:
    """The built-in adviser, a bot of the strongest level."""
    return create_bot(ADVISER)


async def advise(adviser: Advisor, view: View, rng: Random, thinking: Thinking, report: Report) -> Advice:
    """The adviser's suggestions for the seat to move. `report` is called in the event loop with each interim result.

    A last report may arrive after the task has been cancelled.
    """
    loop = asyncio.get_running_loop()
    chance = Random(rng.random())
    with cancelled_on_exit() as cancelled:
        budget = Budget(thinking.seconds, lambda: cancelled.is_set() or thinking.is_over, cores=cores_to_search())
        throttled = _throttled(lambda advice: loop.call_soon_threadsafe(report, advice))
        thinking.begin()
        return await in_background(partial(adviser.advise, view, chance, budget, throttled))


async def chances_to_win(adviser: Advisor, view: View, rng: Random) -> Sequence[float]:
    """Each seat's chance of winning, based on this view. Empty if the adviser does not estimate chances."""
    with cancelled_on_exit() as cancelled:
        budget = Budget(inf, cancelled.is_set, _CHANCES_NODES)
        advice = await in_background(partial(adviser.advise, view, Random(rng.random()), budget))
        return advice.chances


def _throttled(report: Callable[[Advice], object]) -> Report:
    """Forward at most one report per `_REPORT_SECONDS`."""
    last = -_REPORT_SECONDS

    def reported(advice: Advice) -> None:
        nonlocal last
        if (now := monotonic()) >= last + _REPORT_SECONDS:
            last = now
            report(advice)

    return reported
