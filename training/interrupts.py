"""Changes that an interruption must not leave incomplete: files, and blocks that delay Ctrl+C."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import BinaryIO

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


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Open a new file, which replaces the old one durably and atomically at the end of the block."""
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
