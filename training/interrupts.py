"""Delays Ctrl+C during changes that must not be left half done."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

STOPPING = (signal.SIGINT, signal.SIGTERM)


def stop_when_asked() -> None:
    """Treat SIGTERM like ctrl+c: KeyboardInterrupt."""
    for number in STOPPING:
        signal.signal(number, signal.default_int_handler)


@contextmanager
def postponed() -> Iterator[None]:
    """Within the block, a request to stop is postponed; it becomes KeyboardInterrupt at the end."""
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
