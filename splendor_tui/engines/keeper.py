"""Starts an engine for a table, and ends it with everything that it started, however the table ends.

It is run as a script that needs nothing but the standard library, so that it starts at once and stays small:
`python -I -S keeper.py LIFELINE COMMAND …`. LIFELINE is a descriptor to read. Only the table holds its other end; when that is
closed, which no way of being killed prevents, the engine is killed.
"""

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Final, NoReturn

CANNOT_RUN: Final = 127
"""The exit code when the engine cannot be run at all; the reason is the last line on its error output."""
_SIGNALLED: Final = 128
_DIE_WITH_PARENT: Final = 1  # of Linux, like the next one; see prctl(2)
_ADOPT_ORPHANS: Final = 36


def main() -> NoReturn:
    """Run the engine, and end as it ends."""
    lifeline, command, keeper = int(sys.argv[1]), sys.argv[2:], os.getpid()
    os.set_inheritable(lifeline, False)
    _ask_linux(_ADOPT_ORPHANS, 1)
    engine = os.fork()
    if engine == 0:
        _become(command, keeper)
    with suppress(OSError):
        os.setpgid(engine, engine)  # whoever of the two is first: the group is there before it is killed
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(3):
        os.dup2(nowhere, descriptor)  # the ends of the engine's pipes are the engine's alone
    Thread(target=_kill_when_closed, args=(lifeline, engine), daemon=True).start()
    _pid, status = os.waitpid(engine, 0)
    _kill(engine)
    _kill_orphans()
    code = os.waitstatus_to_exitcode(status)
    os._exit(code if code >= 0 else _SIGNALLED - code)


def _become(command: list[str], keeper: int) -> NoReturn:
    os.setpgid(0, 0)
    _ask_linux(_DIE_WITH_PARENT, signal.SIGKILL)
    if os.getppid() != keeper:
        os._exit(CANNOT_RUN)  # it was killed before it could be asked to tell
    try:
        os.execvp(command[0], command)  # noqa: S606 - a person has named this command
    except OSError as error:
        os.write(2, f"{error.strerror}\n".encode())
        os._exit(CANNOT_RUN)


def _kill_when_closed(lifeline: int, engine: int) -> None:
    while os.read(lifeline, 1):
        pass
    _kill(engine)


def _kill(engine: int) -> None:
    """The engine and its process group."""
    for kill in (os.killpg, os.kill):
        with suppress(ProcessLookupError, PermissionError):
            kill(engine, signal.SIGKILL)


def _kill_orphans() -> None:
    """What left the group and has lost its parent since: Linux has made it a child of this process."""
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    with suppress(OSError):
        while orphans := children.read_text().split():
            for orphan in orphans:
                os.kill(int(orphan), signal.SIGKILL)
                os.waitpid(int(orphan), 0)


def _ask_linux(wish: int, value: int) -> None:
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(wish, value, 0, 0, 0)


if __name__ == "__main__":
    main()
