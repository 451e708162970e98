"""Starts an engine, and kills it and all its children when the program ends.

This script uses only the standard library, to start fast and use little memory: `python -I -S kill_with_parent.py LIFELINE
COMMAND …`. LIFELINE is the read end of a pipe. Only the program holds the other end, which closes when the program ends.
"""

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Final, NoReturn

CANNOT_RUN: Final = 127
"""The exit code if the engine cannot be run. The last line on its error output is the reason."""
_SIGNALLED: Final = 128
_DIE_WITH_PARENT: Final = 1  # PR_SET_PDEATHSIG, see prctl(2)
_ADOPT_ORPHANS: Final = 36  # PR_SET_CHILD_SUBREAPER


def main() -> NoReturn:
    """Run the engine, and exit with its code."""
    lifeline, command, supervisor = int(sys.argv[1]), sys.argv[2:], os.getpid()
    os.set_inheritable(lifeline, False)
    _prctl(_ADOPT_ORPHANS, 1)
    engine = os.fork()
    if engine == 0:
        _run(command, supervisor)
    with suppress(OSError):
        os.setpgid(engine, engine)  # both processes do this, so that the group exists before it is killed
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(3):
        os.dup2(null, descriptor)  # only the engine may hold the pipes
    Thread(target=_kill_when_closed, args=(lifeline, engine), daemon=True).start()
    _pid, status = os.waitpid(engine, 0)
    _kill(engine)
    _kill_orphans()
    code = os.waitstatus_to_exitcode(status)
    os._exit(code if code >= 0 else _SIGNALLED - code)


def _run(command: list[str], supervisor: int) -> NoReturn:
    os.setpgid(0, 0)
    _prctl(_DIE_WITH_PARENT, signal.SIGKILL)
    if os.getppid() != supervisor:
        os._exit(CANNOT_RUN)  # the supervisor was killed before prctl took effect
    try:
        os.execvp(command[0], command)  # noqa: S606 - the user has chosen this command
    except OSError as error:
        os.write(2, f"{error.strerror}\n".encode())
        os._exit(CANNOT_RUN)


def _kill_when_closed(lifeline: int, engine: int) -> None:
    while os.read(lifeline, 1):
        pass
    _kill(engine)


def _kill(engine: int) -> None:
    """Kill the engine and its process group."""
    for kill in (os.killpg, os.kill):
        with suppress(ProcessLookupError, PermissionError):
            kill(engine, signal.SIGKILL)


def _kill_orphans() -> None:
    """Kill orphans that left the group. On Linux, this process adopts them."""
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    with suppress(OSError):
        while orphans := children.read_text().split():
            for orphan in orphans:
                os.kill(int(orphan), signal.SIGKILL)
                os.waitpid(int(orphan), 0)


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


if __name__ == "__main__":
    main()
