"""Finds the remaining processes of an engine by an environment variable that all of its children inherit."""

import os
import signal
import time
from pathlib import Path

MARK = "SPLENDOR_TUI_TEST_ENGINE"
SOON = 30.0


def marked(mark: str) -> list[int]:
    """The processes with this mark in their environment."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if f"{MARK}={mark}".encode() in (process / "environ").read_bytes().split(b"\0"):
                found.append(int(process.name))
        except OSError:
            continue
    return found


def no_process_left(mark: str) -> bool:
    until = time.monotonic() + SOON
    while left := marked(mark):
        if time.monotonic() > until:
            for pid in left:
                os.kill(pid, signal.SIGKILL)
            return False
        time.sleep(0.02)
    return True
