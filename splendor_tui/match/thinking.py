"""Computer players at the screen: they think in threads, and what nobody wants to know any more is withdrawn."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from math import inf
from random import Random
from threading import Event
from typing import Final

from splendor_tui.bots.levels import STRONGEST_LEVEL, create_bot, level_seconds
from splendor_tui.bots.player import Advice, Advisor, Bot, Budget
from splendor_tui.inputs.match_options import ENGINE
from splendor_tui.inputs.settings import Settings
from splendor_tui.match.asking import Answer, CancelledError, ask
from splendor_tui.match.background import in_background
from splendor_tui.match.flow import Flow
from splendor_tui.match.refusals import MatchPausedError
from splendor_tui.rules.view import View

ADVISER: Final = "merchant"
_ADVICE_SECONDS: Final = 5.0
_LOOK_AGAIN_SECONDS: Final = 0.05


async def play_computer(
    flow: Flow, bots: Mapping[int, Bot], rng: Random, settings: Settings, hurried: Callable[[], bool] = lambda: False
) -> None:
    """Ask the computer player that is to move, and play what it answers once the match does not stand still.

    The position stands for the pace of the settings before, as far as the computer has the time; so long as they say may an
    engine or the strongest level think. Once `hurried()` is true it answers with the best that it knows. Raises TimeOutError
    when it had no time left.
    """
    controller = flow.controller
    seat, ply, clock = controller.seat, controller.ply, controller.options.clock
    turn = clock.turn_seconds if clock else inf
    seconds = min(_thinking_seconds(controller.options.players[seat].kind, settings), turn / 2)
    thought = answer(bots[seat], controller.view_for(seat), rng, seconds, hurried)
    answered, _waited = await asyncio.gather(thought, asyncio.sleep(min(settings.bot_pace, turn / 4)))
    while True:
        while controller.standing_still:
            await asyncio.sleep(_LOOK_AGAIN_SECONDS)
        try:
            flow.play_for_computer(seat, answered, ply)
        except MatchPausedError:
            continue  # only now it was found that the machine had slept
        return


def _thinking_seconds(kind: str, settings: Settings) -> float:
    return settings.thinking_seconds if kind in {ENGINE, STRONGEST_LEVEL} else level_seconds(kind)


async def answer(
    bot: Bot, view: View, rng: Random, seconds: float, hurried: Callable[[], bool] = lambda: False
) -> Answer:
    """What the bot answers within so many seconds; the question is withdrawn when the task that awaits it is cancelled."""
    with _withdrawn_at_the_end() as withdrawn:
        try:
            return await in_background(
                partial(ask, bot, view, rng, cancelled=withdrawn.is_set, hurried=hurried, seconds=seconds)
            )
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
