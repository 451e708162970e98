"""Computer players at the screen: they think in threads, and what nobody wants to know any more is withdrawn."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from random import Random
from threading import Event
from typing import Final

from splendor_tui.bots.levels import create_bot
from splendor_tui.bots.player import Advice, Advisor, Bot, Budget
from splendor_tui.match.asking import Answer, CancelledError, ask
from splendor_tui.match.background import in_background
from splendor_tui.rules.view import View

ADVISER: Final = "merchant"
_ADVICE_SECONDS: Final = 5.0


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
