"""Thinking at a table, off its loop: computer players before they move, and the adviser for the person at the keyboard.

A question is withdrawn when the task that awaits its answer is cancelled.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from math import inf
from random import Random
from time import monotonic
from typing import Final

from splendor_tui.bots.levels import STRONGEST_LEVEL, create_bot, level_seconds
from splendor_tui.bots.player import Advice, Advisor, Bot, Budget, Report, TurnAdvisor, cores_to_search
from splendor_tui.engines.engine_player import EnginePlayer
from splendor_tui.engines.engine_process import EngineError
from splendor_tui.inputs.match_options import ENGINE
from splendor_tui.inputs.settings import Settings
from splendor_tui.match.asking import Answer, CancelledError, ask
from splendor_tui.match.background import in_background, withdrawn_at_the_end
from splendor_tui.match.clock import Clock
from splendor_tui.match.controller import Controller, MatchPausedError
from splendor_tui.rules.view import View

ADVISER: Final = STRONGEST_LEVEL
LEAST_HINT_SECONDS: Final = 5.0
_CHANCES_NODES: Final = 200
_LEAST_BETWEEN_REPORTS: Final = 0.2
_LOOK_AGAIN_SECONDS: Final = 0.05
_LONG: Final = frozenset({ENGINE, STRONGEST_LEVEL})


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
    return clock.turn_left / 2 or clock.banks[clock.seat] / 20


# --- computer players --------------------------------------------------------------------------------------------------


def thinks_long(controller: Controller) -> bool:
    """Whether the computer player that is to move thinks as long as the settings say."""
    return controller.options.players[controller.seat].kind in _LONG


def thinking_seconds(controller: Controller, settings: Settings) -> float:
    """How long the computer player that is to move may think."""
    kind = controller.options.players[controller.seat].kind
    seconds = settings.thinking_seconds if thinks_long(controller) else level_seconds(kind)
    return min(seconds, seconds_allowed(controller.clock))


async def get_ready(controller: Controller, bots: Mapping[int, Bot]) -> None:
    """Let the engines among the computer players load what they need, while others think."""

    def prepare(engine: EnginePlayer, view: View) -> None:
        with suppress(EngineError):  # whoever asks it for an action is told
            engine.prepare(view)

    engines = [(bot, controller.view_for(seat)) for seat, bot in bots.items() if isinstance(bot, EnginePlayer)]
    await asyncio.gather(*(in_background(partial(prepare, *engine)) for engine in engines))


async def play_computer(
    controller: Controller, bots: Mapping[int, Bot], rng: Random, thinking: Thinking, pace: Callable[[], float]
) -> None:
    """Ask the computer player that is to move, and play what it answers once the match does not stand still.

    The position stands for `pace()` seconds before, which may change meanwhile, as far as the computer has the time. Somebody
    in a hurry need not wait for either. Raises TimeOutError when it had no time left.
    """
    seat, ply = controller.seat, controller.ply
    most = seconds_allowed(controller.clock) / 2
    answered, _stood = await asyncio.gather(
        answer(bots[seat], controller.view_for(seat), rng, thinking),
        _stand(lambda: min(pace(), most), thinking),
    )
    while True:
        while controller.pauses:
            await asyncio.sleep(_LOOK_AGAIN_SECONDS)
        try:
            controller.submit(seat, answered.action, ply, stand_in=answered.stand_in, reason=answered.reason)
        except MatchPausedError:
            continue  # only now it was found that the machine had slept
        return


async def _stand(seconds: Callable[[], float], thinking: Thinking) -> None:
    """Wait for so long, or until somebody is in a hurry."""
    loop = asyncio.get_running_loop()
    since = loop.time()
    while not thinking.hurried and (left := since + seconds() - loop.time()) > 0:
        await asyncio.sleep(min(left, _LOOK_AGAIN_SECONDS))


async def answer(bot: Bot, view: View, rng: Random, thinking: Thinking) -> Answer:
    """What the bot answers in its time."""
    with withdrawn_at_the_end() as withdrawn:
        question = partial(
            ask,
            bot,
            view,
            rng,
            cancelled=withdrawn.is_set,
            hurried=lambda: thinking.hurried,
            seconds=thinking.seconds,
            cores=cores_to_search(),
            begin=thinking.begin,
        )
        try:
            return await in_background(question)
        except CancelledError:
            raise asyncio.CancelledError from None


# --- the adviser -------------------------------------------------------------------------------------------------------


def own_adviser() -> TurnAdvisor:
    """The strongest level."""
    return create_bot(ADVISER)


async def advise(adviser: Advisor, view: View, rng: Random, thinking: Thinking, report: Report) -> Advice:
    """What the adviser would do for the seat to move, and why. `report` gets what it considers until then, in this task's loop.

    A report that is on its way may still come when nobody waits any more.
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
