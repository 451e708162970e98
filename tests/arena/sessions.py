"""Finds processes that a program has left behind."""

import subprocess


def processes_of(session: int) -> list[int]:
    """The processes of a session, except zombies."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,sess=,stat="], capture_output=True, text=True, check=True).stdout  # noqa: S607
    rows = [line.split() for line in listed.splitlines()]
    return [int(pid) for pid, owner, status in rows if int(owner) == session and not status.startswith("Z")]
