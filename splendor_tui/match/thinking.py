"""Computer players at the screen: they think in threads, and what nobody wants to know any more is withdrawn."""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from math import inf
from random import Random
from threading import Event
from typing import Final

from splendor_tui.bots.levels import create_bot, level_seconds
from splendor_tui.bots.player import Advice, Advisor, Bot, Budget
from splendor_tui.match.asking import Answer, CancelledError, ask
from splendor_tui.match.background import in_background
from splendor_tui.match.flow import Flow
from splendor_tui.match.refusals import MatchPausedError
from splendor_tui.rules.view import View

ADVISER: Final = "merchant"
_ADVICE_SECONDS: Final = 5.0
_LOOK_AGAIN_SECONDS: Final = 0.05


async def play_computer(flow: Flow, bots: Mapping[int, Bot], rng: Random, pace: float) -> None:
    """Ask the computer player that is to move, and play what it answers once the match does not stand still.

    The position stands for `pace` seconds before, as far as the computer has the time. Raises TimeOutError when it had not.
    """
    controller = flow.controller
    seat, ply, clock = controller.seat, controller.ply, controller.options.clock
    turn = clock.turn_seconds if clock else inf
    seconds = min(level_seconds(controller.options.players[seat].kind), turn / 2)
    answered, _waited = await asyncio.gather(
        answer(bots[seat], controller.view_for(seat), rng, seconds), asyncio.sleep(min(pace, turn / 4))
    )
    while True:
        while controller.standing_still:
            await asyncio.sleep(_LOOK_AGAIN_SECONDS)
        try:
            flow.play_for_computer(seat, answered.action, ply, stand_in=answered.stand_in)
        except MatchPausedError:
            continue  # only now it was found that the machine had slept
        return


async def answer(bot: Bot, view: View, rng: Random, seconds: float) -> Answer:
    """What the bot answers within so many seconds; the question is withdrawn when the task that awaits it is cancelled."""
    with _withdrawn_at_the_end() as withdrawn:
        try:
            return await in_background(partial(ask, bot, view, rng, cancelled=withdrawn.is_set, seconds=seconds))
        except CancelledError:
            raise asyncio.CancelledError from None


async def advice(view: View, rng: Random) -> Advice:
    """What the adviser would do in the place of the player to move, and why."""
    adviser = create_bot(ADVISER)
    assert isinstance(adviser, Advisor)
    with _withdrawn_at_the_end() as withdrawn:
        return await in_background(partial(adviser.advise, view, rng, Budget(_ADVICE_SECONDS, withdrawn.is_set)))


@contextmanager
def _withdrawn_at_the_end() -> Iterator[Event]:
    withdrawn = Event()
    try:
        yield withdrawn
    finally:
        withdrawn.set()
