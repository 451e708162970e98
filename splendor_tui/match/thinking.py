"""Computer players at the screen: they think off its loop, and what nobody wants to know any more is withdrawn."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from random import Random
from typing import Final

from splendor_tui.bots.levels import STRONGEST_LEVEL, level_seconds
from splendor_tui.bots.player import Bot, cores_to_search
from splendor_tui.engines.engine_error import EngineError
from splendor_tui.engines.engine_player import EnginePlayer
from splendor_tui.inputs.match_options import ENGINE
from splendor_tui.inputs.settings import Settings
from splendor_tui.match.asking import Answer, CancelledError, ask
from splendor_tui.match.background import in_background, withdrawn_at_the_end
from splendor_tui.match.controller import Controller
from splendor_tui.match.flow import Flow
from splendor_tui.match.refusals import MatchPausedError
from splendor_tui.match.thinking_time import Thinking, seconds_allowed
from splendor_tui.rules.view import View

_LOOK_AGAIN_SECONDS: Final = 0.05
_LONG: Final = frozenset({ENGINE, STRONGEST_LEVEL})


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
    flow: Flow, bots: Mapping[int, Bot], rng: Random, thinking: Thinking, pace: Callable[[], float]
) -> None:
    """Ask the computer player that is to move, and play what it answers once the match does not stand still.

    The position stands for `pace()` seconds before, which may change meanwhile, as far as the computer has the time. Somebody
    in a hurry need not wait for either. Raises TimeOutError when it had no time left.
    """
    controller = flow.controller
    seat, ply = controller.seat, controller.ply
    most = seconds_allowed(controller.clock) / 2
    answered, _stood = await asyncio.gather(
        answer(bots[seat], controller.view_for(seat), rng, thinking),
        _stand(lambda: min(pace(), most), thinking),
    )
    while True:
        while controller.standing_still:
            await asyncio.sleep(_LOOK_AGAIN_SECONDS)
        try:
            flow.play_for_computer(seat, answered, ply)
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
    """What the bot answers in its time; the question is withdrawn when the task that awaits it is cancelled."""
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
