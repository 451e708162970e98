"""Runs work in threads outside the event loop."""

import asyncio
import os
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from threading import Event, Thread, get_native_id
from typing import Final, TypeVar

_THINKING_NICENESS: Final = 10
_NAME: Final = "background"

ResultT = TypeVar("ResultT")


async def in_background(call: Callable[[], ResultT]) -> ResultT:
    """Run a call in a thread. Returns its result or raises its exception."""
    return await asyncio.wrap_future(in_thread(call))


def in_thread(call: Callable[[], ResultT]) -> Future[ResultT]:
    """Run a call in a thread. Unlike a thread of an executor, this one does not delay the exit of the program."""
    answer: Future[ResultT] = Future()

    def run() -> None:
        _yield_to_screen()
        try:
            answer.set_result(call())
        except Exception as error:  # noqa: BLE001 - raised in the caller
            answer.set_exception(error)

    answer.set_running_or_notify_cancel()
    Thread(target=run, name=_NAME, daemon=True).start()
    return answer


def is_running() -> bool:
    """Whether a thread is at work."""
    return any(thread.name == _NAME for thread in threading.enumerate())


def _yield_to_screen() -> None:
    """Lower the priority of this thread and of the threads that it starts, so that the screen stays responsive.

    Has an effect only on Linux, where each thread has its own priority, and only if the program does not already run at
    a lower one.
    """
    if sys.platform == "linux":
        thread = os.PRIO_PROCESS, get_native_id()
        with suppress(PermissionError):
            os.setpriority(*thread, max(_THINKING_NICENESS, os.getpriority(*thread)))


@contextmanager
def cancelled_on_exit() -> Iterator[Event]:
    """An event that is set when the block ends, to stop the work started in it."""
    cancelled = Event()
    try:
        yield cancelled
    finally:
        cancelled.set()
