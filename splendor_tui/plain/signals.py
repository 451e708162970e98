"""The signals that end the plain text mode, and the one that suspends it."""

import _thread
import asyncio
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

_ENDINGS: Final = ("SIGTERM", "SIGHUP", "SIGQUIT")
_EXIT_SECONDS: Final = 0.7
"""After this time the process exits as it is; everything is on the disk."""


@contextmanager
def handled_signals(on_end: Callable[[int], object], on_stop: Callable[[], object]) -> Iterator[None]:
    """Cancel the current task on a signal that ends the program; ignored signals stay ignored.

    `on_end` gets the exit code, 128 plus the signal's number. `on_stop` is called before the process stops.
    """
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None

    def end(number: int, _frame: object) -> None:
        code = 128 + number
        on_end(code)
        _thread.start_new_thread(_exit_anyway, (code,))
        loop.call_soon_threadsafe(task.cancel)

    def stop_now() -> None:
        on_stop()
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


def _exit_anyway(code: int) -> None:
    time.sleep(_EXIT_SECONDS)
    os._exit(code)
