"""An engine as a process: lines go in, lines come out, and it is gone when it is to go.

Nothing here waits for the engine but `receive`, and that no longer than it is told. What an engine writes is read at once, up
to a length of a line and so much a second; whoever writes more is killed.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from io import FileIO
from pathlib import Path
from queue import Empty, SimpleQueue
from shutil import which
from threading import Event, Lock, Thread, Timer
from typing import Final, cast

from splendor_tui.engines.engine_error import EngineError
from splendor_tui.engines.keeper import CANNOT_RUN
from splendor_tui.inputs.files import system_reason
from splendor_tui.inputs.problems import escaped, shown
from splendor_tui.words import N_, Message

LONGEST_LINE: Final = 64 * 1024
MOST_BYTES_A_SECOND: Final = 1024 * 1024
MOST_LINES_A_SECOND: Final = 2_000
QUIT_SECONDS: Final = 1.0
_MOST_UNREAD: Final = 10_000
_LONGEST_COMPLAINT: Final = 2_000
_CHUNK: Final = 64 * 1024
_KEEPER: Final = str(Path(__file__).with_name("keeper.py"))


class EngineProcess:
    """A running engine. Raises EngineError where it cannot be started.

    On POSIX it lives in a session of its own under `keeper.py`, which kills all of it when this process ends, in whatever way.
    """

    def __init__(self, command: Sequence[str]) -> None:
        if which(command[0]) is None:
            raise EngineError(N_("There is no program {program} that can be run.", program=shown(command[0])))
        self._lifeline: int | None = None
        self._lifeline_lock = Lock()
        try:
            self._process = self._start(command)
        except OSError as error:
            self._cut_lifeline()
            raise EngineError(N_("It cannot be started: {reason}.", reason=system_reason(error))) from error
        self._to_write: SimpleQueue[bytes | None] = SimpleQueue()
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        self._complaint = b""
        self._fault: Message | None = None
        self._gone = Event()
        listening = [Thread(target=call, name="engine", daemon=True) for call in (self._listen, self._overhear)]
        for thread in listening:
            thread.start()
        for call, arguments in ((self._write, ()), (self._reap, (listening,))):
            Thread(target=call, args=arguments, name="engine", daemon=True).start()

    def _start(self, command: Sequence[str]) -> "subprocess.Popen[bytes]":
        pipe = subprocess.PIPE
        if os.name != "posix":
            return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0)  # noqa: S603
        watched, self._lifeline = os.pipe()
        keeper = [sys.executable, "-I", "-S", _KEEPER, str(watched), *command]
        try:
            return subprocess.Popen(  # noqa: S603 - a person has named this command
                keeper, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, pass_fds=[watched], start_new_session=True
            )
        finally:
            os.close(watched)

    # --- talking -------------------------------------------------------------------------------------------------------

    def send(self, line: bytes) -> None:
        """Write a line as soon as the engine reads; one that has ended gets nothing."""
        self._to_write.put(line + b"\n")

    def receive(self, seconds: float) -> bytes | None:
        """The next line without its end, or None where none comes in so many seconds. Raises EngineError once it has ended."""
        try:
            line = self._lines.get(timeout=seconds) if seconds > 0 else self._lines.get_nowait()
        except Empty:
            return None
        if line is None:
            self._lines.put(None)  # for whoever asks again
            assert self._fault is not None
            raise EngineError(self._fault)
        return line

    @property
    def complaint(self) -> str:
        """The last line on its error output, safe on a terminal; empty where there is none."""
        lines = self._complaint.decode(errors="replace").split("\n")
        return next((escaped(line.strip())[1:-1] for line in reversed(lines) if line.strip()), "")

    # --- ending --------------------------------------------------------------------------------------------------------

    def end_input(self) -> None:
        """Give it no more to read."""
        self._to_write.put(None)

    def end(self) -> None:
        """Give it no more to read, and kill it if it is still there a second later; returns at once."""
        self.end_input()
        timer = Timer(QUIT_SECONDS, self.kill)
        timer.daemon = True
        timer.start()

    def kill(self) -> None:
        """End it now; returns at once."""
        if os.name == "posix":
            self._cut_lifeline()
        else:
            self._process.kill()

    def gone(self, seconds: float) -> bool:
        """Whether nothing is left of it, waited for so long."""
        return self._gone.wait(seconds)

    def _cut_lifeline(self) -> None:
        with self._lifeline_lock:
            if self._lifeline is not None:
                os.close(self._lifeline)
                self._lifeline = None

    # --- in threads, each of which closes its pipe -----------------------------------------------------------------------

    def _write(self) -> None:
        with cast("FileIO", self._process.stdin) as pipe, suppress(OSError):
            while (line := self._to_write.get()) is not None:
                while line:
                    line = line[pipe.write(line) :]

    def _overhear(self) -> None:
        with cast("FileIO", self._process.stderr) as pipe:
            while chunk := pipe.read(_CHUNK):
                self._complaint = (self._complaint + chunk)[-_LONGEST_COMPLAINT:]

    def _listen(self) -> None:
        with cast("FileIO", self._process.stdout) as pipe:
            try:
                for line in _lines_of(pipe):
                    if self._lines.qsize() < _MOST_UNREAD:
                        self._lines.put(line)
            except EngineError as error:
                self._fault = error.message
                self.kill()
        if not self.gone(QUIT_SECONDS):
            self._fault = self._fault or N_("The engine closed its output.")
            self.kill()

    def _reap(self, listening: Sequence[Thread]) -> None:
        code = self._process.wait()
        self._cut_lifeline()
        self._to_write.put(None)
        self._gone.set()
        for thread in listening:
            thread.join(QUIT_SECONDS)  # what it said before its end; somebody it has started may hold the pipe open
        self._fault = self._fault or self._last_words(code)
        self._lines.put(None)

    def _last_words(self, code: int) -> Message:
        if code == CANNOT_RUN:
            return N_("The engine cannot be run: {words}.", words=self.complaint)
        if self.complaint:
            return N_("The engine ended with exit code {code}, saying {words}.", code=code, words=self.complaint)
        return N_("The engine ended with exit code {code}.", code=code)


def _lines_of(pipe: FileIO) -> Iterator[bytes]:
    """What is written, line by line. Raises EngineError when a line is too long, or too much comes in a second."""
    begun, since, size, count = b"", time.monotonic(), 0, 0
    while chunk := pipe.read(_CHUNK):
        *lines, begun = (begun + chunk).split(b"\n")
        if time.monotonic() > since + 1:
            since, size, count = time.monotonic(), 0, 0
        size, count = size + len(chunk), count + len(lines)
        if max(map(len, (*lines, begun))) > LONGEST_LINE:
            raise EngineError(N_("The engine wrote a line of more than {most} bytes.", most=LONGEST_LINE))
        if size > MOST_BYTES_A_SECOND or count > MOST_LINES_A_SECOND:
            raise EngineError(
                N_(
                    "The engine wrote more than {lines} lines or {bytes} bytes in a second.",
                    lines=MOST_LINES_A_SECOND,
                    bytes=MOST_BYTES_A_SECOND,
                )
            )
        yield from (line.rstrip(b"\r") for line in lines if line.strip())
