"""Turns of computer players: their searches run outside the event loop, for a limited time.

Cancelling the task that awaits a result stops the search.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from random import Random
from typing import Final

from splendor_tui.bots.player import Bot, Policy, cores_to_search
from splendor_tui.engines.engine_player import EnginePlayer
from splendor_tui.engines.engine_process import EngineError
from splendor_tui.match.background import cancelled_on_exit, in_background
from splendor_tui.match.bot_answer import Answer, CancelledError, ask, stand_in
from splendor_tui.match.controller import Controller, MatchPausedError
from splendor_tui.match.thinking_time import SLOW_KINDS, Thinking, seconds_allowed
from splendor_tui.rules.errors import IllegalActionError
from splendor_tui.rules.view import View
from splendor_tui.rules.well_formed import NotAnActionError

_POLL_SECONDS: Final = 0.05


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
            controller.submit(seat, answered.action, ply, stand_in=answered.fault is not None, reason=answered.reason)
        except MatchPausedError:
            continue  # `submit` found that the machine was asleep
        except (IllegalActionError, NotAnActionError):
            answered = stand_in(controller.view_for(seat), rng)
        else:
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
        if players[seat].kind in SLOW_KINDS and isinstance(bot, Policy):
            with cancelled_on_exit() as cancelled:
                chance = Random(rng.random())
                await in_background(partial(bot.ponder, controller.view_for(seat), chance, cancelled.is_set))
            return
