"""Running work in threads, off the event loop."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from threading import Event, Thread
from typing import TypeVar

ResultT = TypeVar("ResultT")


async def in_background(call: Callable[[], ResultT]) -> ResultT:
    """Run a call in a thread, and return its result or raise its exception.

    Unlike `asyncio.to_thread`, the thread does not keep the program from ending.
    """
    answer: Future[ResultT] = Future()

    def run() -> None:
        try:
            answer.set_result(call())
        except Exception as error:  # noqa: BLE001 - raised in the caller
            answer.set_exception(error)

    answer.set_running_or_notify_cancel()
    Thread(target=run, name="background", daemon=True).start()
    return await asyncio.wrap_future(answer)


@contextmanager
def cancelled_on_exit() -> Iterator[Event]:
    """An event that is set on exit, to stop work that was started in the block."""
    cancelled = Event()
    try:
        yield cancelled
    finally:
        cancelled.set()
