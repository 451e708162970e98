"""The signals that end the plain text, and the one that stops it for a while."""

import _thread
import asyncio
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

_ENDINGS: Final = ("SIGTERM", "SIGHUP", "SIGQUIT")
_LEAVE_SECONDS: Final = 0.7
"""So long it may take to leave after a signal; then the process ends as it is, with everything on the disk."""


@contextmanager
def signals_heard(ended: Callable[[int], object], stopped: Callable[[], object]) -> Iterator[None]:
    """Cancel the task within a second of a signal that ends it; what is ignored stays ignored.

    `ended` is told the exit code, 128 and the signal's number. `stopped` is called before the process stops.
    """
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None

    def end(number: int, _frame: object) -> None:
        code = 128 + number
        ended(code)
        _thread.start_new_thread(_leave_anyhow, (code,))
        loop.call_soon_threadsafe(task.cancel)

    def stop_now() -> None:
        stopped()
        os.kill(os.getpid(), signal.SIGSTOP)

    def stop(_number: int, _frame: object) -> None:
        loop.call_soon_threadsafe(stop_now)

    before: dict[int, Any] = {}
    for name, handler in (dict.fromkeys(_ENDINGS, end) | {"SIGTSTP": stop}).items():
        number = getattr(signal, name, None)  # Windows has few of them
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            before[number] = signal.signal(number, handler)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _leave_anyhow(code: int) -> None:
    time.sleep(_LEAVE_SECONDS)
    os._exit(code)
