"""Asking the adviser: what it would do for the person at the keyboard, and how likely everybody is to win."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from random import Random
from time import monotonic
from typing import Final

from splendor_tui.bots.levels import STRONGEST_LEVEL, create_bot
from splendor_tui.bots.player import Advice, Advisor, Budget, Report, TurnAdvisor, cores_to_search
from splendor_tui.match.background import in_background, withdrawn_at_the_end
from splendor_tui.match.thinking_time import Thinking
from splendor_tui.rules.view import View

ADVISER: Final = STRONGEST_LEVEL
LEAST_HINT_SECONDS: Final = 5.0
_CHANCES_NODES: Final = 200
_LEAST_BETWEEN_REPORTS: Final = 0.2


def own_adviser() -> TurnAdvisor:
    """The strongest level."""
    return create_bot(ADVISER)


async def advise(adviser: Advisor, view: View, rng: Random, thinking: Thinking, report: Report) -> Advice:
    """What the adviser would do for the seat to move, and why. `report` gets what it considers until then, in this task's loop.

    A report that is on its way may still come when nobody waits any more. The question is withdrawn when the task that awaits
    it is cancelled.
    """
    loop = asyncio.get_running_loop()
    chance = Random(rng.random())
    with withdrawn_at_the_end() as withdrawn:
        budget = Budget(thinking.seconds, lambda: withdrawn.is_set() or thinking.is_over, cores=cores_to_search())
        told = _seldom(lambda advice: loop.call_soon_threadsafe(report, advice))
        thinking.begin()
        return await in_background(partial(adviser.advise, view, chance, budget, told))


async def chances_to_win(adviser: Advisor, view: View, rng: Random) -> Sequence[float]:
    """The chance of every seat to win as far as the viewer can know; empty where the adviser cannot say."""
    with withdrawn_at_the_end() as withdrawn:
        budget = Budget(inf, withdrawn.is_set, _CHANCES_NODES)
        advice = await in_background(partial(adviser.advise, view, Random(rng.random()), budget))
        return advice.chances


def _seldom(report: Callable[[Advice], object]) -> Report:
    """The report, given on only now and then: a search has news more often than anybody can read them."""
    last = -_LEAST_BETWEEN_REPORTS

    def reported(advice: Advice) -> None:
        nonlocal last
        if (now := monotonic()) >= last + _LEAST_BETWEEN_REPORTS:
            last = now
            report(advice)

    return reported
