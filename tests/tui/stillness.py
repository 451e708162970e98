"""Determines whether an app under test is idle by inspection, instead of waiting for the processor."""

import asyncio
from asyncio import AbstractEventLoop
from typing import Any, Final, cast

_SOON: Final = 0.02
_ROUNDS: Final = 3
_LONGEST: Final = 1.0


async def wait_until_idle(_min_sleep: float = 0, max_sleep: float = _LONGEST) -> None:
    """Wait until no task is ready and no frame is due. Does not wait for slower timers or threads.

    Replaces Textual's `wait_for_idle`, which sleeps at least 20 ms each time, and on a busy machine considers a waiting app
    idle. Waits for a ready task even after `max_sleep`, because a busy machine may spend this time on other processes.
    """
    loop = asyncio.get_running_loop()
    end = loop.time() + max_sleep
    still = 0
    while still < _ROUNDS and (_can_go_on(loop) or loop.time() < end):
        await asyncio.sleep(0)
        if _can_go_on(loop):
            still = 0
        elif (due := _next_frame(loop)) is not None:
            still = 0
            await asyncio.sleep(max(0.0, due - loop.time()))
        else:
            still += 1


def _can_go_on(loop: AbstractEventLoop) -> bool:
    """Whether a callback is ready. asyncio has no public API for this."""
    return bool(cast("Any", loop)._ready)  # noqa: SLF001


def _next_frame(loop: AbstractEventLoop) -> float | None:
    """The time at which the next frame is due, on the loop's clock."""
    scheduled: list[asyncio.TimerHandle] = cast("Any", loop)._scheduled  # noqa: SLF001
    times = [handle.when() for handle in scheduled if not handle.cancelled()]
    return min((time for time in times if time < loop.time() + _SOON), default=None)
