"""Ctrl+C waits where half of a change would be worse than none."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

STOPPING = (signal.SIGINT, signal.SIGTERM)


def stop_when_asked() -> None:
    """Being ended politely is the same as ctrl+c: KeyboardInterrupt."""
    for number in STOPPING:
        signal.signal(number, signal.default_int_handler)


@contextmanager
def postponed() -> Iterator[None]:
    """Within this, a request to stop is noted; it is KeyboardInterrupt at the end."""
    asked: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        asked.append(number)

    before = {number: signal.signal(number, note) for number in STOPPING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if asked:
        raise KeyboardInterrupt
