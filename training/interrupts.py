"""Delays Ctrl+C during changes that must not be left incomplete."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

STOPPING = (signal.SIGINT, signal.SIGTERM)


def interrupt_on_sigterm() -> None:
    """Make SIGTERM raise KeyboardInterrupt, like Ctrl+C."""
    for number in STOPPING:
        signal.signal(number, signal.default_int_handler)


@contextmanager
def postponed() -> Iterator[None]:
    """Postpone Ctrl+C until the end of the block, which then raises KeyboardInterrupt."""
    requests: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        requests.append(number)

    before = {number: signal.signal(number, note) for number in STOPPING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if requests:
        raise KeyboardInterrupt
