"""Work off the loop of the screen."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from threading import Event, Thread
from typing import TypeVar

ResultT = TypeVar("ResultT")


async def in_background(call: Callable[[], ResultT]) -> ResultT:
    """What a call that takes its time gives back, or raises; it runs in a thread of its own.

    Unlike `asyncio.to_thread`, whose threads are waited for at the end of the program, the thread ends with it.
    """
    answer: Future[ResultT] = Future()

    def run() -> None:
        try:
            answer.set_result(call())
        except Exception as error:  # noqa: BLE001 - handed on to whoever asked
            answer.set_exception(error)

    answer.set_running_or_notify_cancel()
    Thread(target=run, name="background", daemon=True).start()
    return await asyncio.wrap_future(answer)


@contextmanager
def withdrawn_at_the_end() -> Iterator[Event]:
    """An event for a question that is asked in here: once it is set, nobody waits for the answer any more."""
    withdrawn = Event()
    try:
        yield withdrawn
    finally:
        withdrawn.set()
