"""Turns of computer players: their searches run outside the event loop, for a limited time.

Cancelling the task that awaits a result stops the search.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from math import inf
from random import Random
from typing import Final

from splendor_tui.bots.levels import STRONGEST_LEVEL, get_level
from splendor_tui.bots.player import Bot, Policy, cores_to_search
from splendor_tui.engines.engine_player import EnginePlayer
from splendor_tui.engines.engine_process import EngineError
from splendor_tui.inputs.match_options import ENGINE
from splendor_tui.inputs.settings import Settings
from splendor_tui.match.background import cancelled_on_exit, in_background
from splendor_tui.match.bot_answer import Answer, CancelledError, ask
from splendor_tui.match.clock import Clock
from splendor_tui.match.controller import Controller, MatchPausedError
from splendor_tui.rules.view import View

_POLL_SECONDS: Final = 0.05
_LONG: Final = frozenset({ENGINE, STRONGEST_LEVEL})


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


# --- computer players --------------------------------------------------------------------------------------------------


def thinks_long(controller: Controller) -> bool:
    """Whether the thinking time in the settings applies to the computer whose turn it is."""
    return controller.options.players[controller.seat].kind in _LONG


def thinking_seconds(controller: Controller, settings: Settings) -> float:
    """The thinking time of the computer whose turn it is."""
    kind = controller.options.players[controller.seat].kind
    seconds = settings.thinking_seconds if thinks_long(controller) else get_level(kind).seconds
    return min(seconds, seconds_allowed(controller.clock))


async def prepare_engines(controller: Controller, bots: Mapping[int, Bot]) -> None:
    """Prepare the engines while other players think."""

    def prepare(engine: EnginePlayer, view: View) -> None:
        with suppress(EngineError):  # the next request for an action will report it
            engine.prepare(view)

    engines = [(bot, controller.view_for(seat)) for seat, bot in bots.items() if isinstance(bot, EnginePlayer)]
    await asyncio.gather(*(in_background(partial(prepare, *engine)) for engine in engines))


async def play_computer(
    controller: Controller, bots: Mapping[int, Bot], rng: Random, thinking: Thinking, pace: Callable[[], float]
) -> None:
    """Ask the computer whose turn it is for an action, and play the action as soon as the match is not paused.

    The computer waits at least `pace()` seconds, which may change during the wait, but at most half of the allowed time.
    `thinking.hurry` ends both waits. Raises TimeOutError if the computer runs out of time.
    """
    seat, ply = controller.seat, controller.ply
    most = seconds_allowed(controller.clock) / 2
    answered, _waited = await asyncio.gather(
        answer(bots[seat], controller.view_for(seat), rng, thinking), _wait(lambda: min(pace(), most), thinking)
    )
    while True:
        while controller.pauses:
            await asyncio.sleep(_POLL_SECONDS)
        try:
            controller.submit(seat, answered.action, ply, stand_in=answered.stand_in, reason=answered.reason)
        except MatchPausedError:
            continue  # `submit` found that the machine was asleep
        return


async def _wait(seconds: Callable[[], float], thinking: Thinking) -> None:
    """Wait this long, or until `thinking.hurry`."""
    loop = asyncio.get_running_loop()
    since = loop.time()
    while not thinking.hurried and (left := since + seconds() - loop.time()) > 0:
        await asyncio.sleep(min(left, _POLL_SECONDS))


async def answer(bot: Bot, view: View, rng: Random, thinking: Thinking) -> Answer:
    """Ask the bot for its answer. Cancelling the task also cancels the bot."""
    with cancelled_on_exit() as cancelled:
        question = partial(
            ask,
            bot,
            view,
            rng,
            cancelled=cancelled.is_set,
            hurried=lambda: thinking.hurried,
            seconds=thinking.seconds,
            cores=cores_to_search(),
            begin=thinking.begin,
        )
        try:
            return await in_background(question)
        except CancelledError:
            raise asyncio.CancelledError from None


@contextmanager
def pondering(controller: Controller, bots: Mapping[int, Bot], rng: Random, *, allowed: bool) -> Iterator[None]:
    """Let the next computer search in the background during the block."""
    task = asyncio.create_task(ponder(controller, bots, rng)) if allowed else None
    try:
        yield
    finally:
        if task is not None:
            task.cancel()


async def ponder(controller: Controller, bots: Mapping[int, Bot], rng: Random) -> None:
    """Let the next computer with a long search ponder, using its own view, until this task is cancelled."""
    players = controller.options.players
    for seat in (*range(controller.seat + 1, len(players)), *range(controller.seat)):
        bot = bots.get(seat)
        if players[seat].kind in _LONG and isinstance(bot, Policy):
            with cancelled_on_exit() as cancelled:
                chance = Random(rng.random())
                await in_background(partial(bot.ponder, controller.view_for(seat), chance, cancelled.is_set))
            return
