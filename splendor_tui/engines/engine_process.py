"""An engine as a process that reads and writes lines.

Only `receive` and `wait` block, at most for the time passed to them. An engine that exceeds the limits on the size or rate
of its output is killed.
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

from splendor_tui.engines.kill_with_parent import CANNOT_RUN
from splendor_tui.inputs.engine_names import shown_command
from splendor_tui.inputs.files import system_reason
from splendor_tui.inputs.strict_models import escaped
from splendor_tui.words import N_, Message, MessageError

QUIT_SECONDS: Final = 1.0
_MAX_LINE_BYTES: Final = 64 * 1024
_MAX_BYTES_A_SECOND: Final = 1024 * 1024
_MAX_LINES_A_SECOND: Final = 2_000
_MAX_UNREAD_LINES: Final = 10_000
_MAX_ERROR_BYTES: Final = 2_000
_MAX_SHOWN: Final = 500
"""Of an error message. It may name the interpreter and a file, each with a long path."""
_CHUNK: Final = 64 * 1024
_SUPERVISOR: Final = str(Path(__file__).with_name("kill_with_parent.py"))


class EngineError(MessageError):
    """Raised if an engine cannot be started, has exited, or breaks the protocol."""


class EngineLateError(EngineError):
    """Raised if an engine does not answer in time."""


class IllegalAnswerError(EngineError):
    """Raised if an engine's answer is not a legal action."""


class EngineProcess:
    """A running engine. Raises EngineError if it cannot be started.

    On POSIX it runs in its own session under `kill_with_parent.py`, which kills it and its child processes when this
    process ends for any reason.
    """

    def __init__(self, command: Sequence[str]) -> None:
        if which(command[0]) is None:
            raise EngineError(N_("There is no executable program {program}.", program=shown_command(command[0])))
        self._lifeline: int | None = None
        self._lifeline_lock = Lock()
        try:
            self._process = self._start(command)
        except OSError as error:
            self._cut_lifeline()
            raise EngineError(N_("It cannot be started: {reason}.", reason=system_reason(error))) from error
        self._to_write: SimpleQueue[bytes | None] = SimpleQueue()
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        self._errors = b""
        self._fault: Message | None = None
        self._ended = Event()
        readers = [Thread(target=call, name="engine", daemon=True) for call in (self._read_output, self._read_errors)]
        for thread in readers:
            thread.start()
        Thread(target=self._write_input, name="engine", daemon=True).start()
        Thread(target=self._reap, args=(readers,), name="engine", daemon=True).start()

    def _start(self, command: Sequence[str]) -> "subprocess.Popen[bytes]":
        pipe = subprocess.PIPE
        if os.name != "posix":
            return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0)  # noqa: S603
        watched, self._lifeline = os.pipe()
        supervised = [sys.executable, "-I", "-S", _SUPERVISOR, str(watched), *command]
        try:
            return subprocess.Popen(  # noqa: S603 - the user has chosen this command
                supervised, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, pass_fds=[watched], start_new_session=True
            )
        finally:
            os.close(watched)

    def send(self, line: bytes) -> None:
        """Queue a line, which is written when the engine reads. Discards it if the engine has exited."""
        self._to_write.put(line + b"\n")

    def receive(self, seconds: float) -> bytes | None:
        """The next line without its line ending, or None after a timeout. Raises EngineError if the engine has exited."""
        try:
            line = self._lines.get(timeout=seconds) if seconds > 0 else self._lines.get_nowait()
        except Empty:
            return None
        if line is None:
            self._lines.put(None)  # so that the next call also raises
            assert self._fault is not None
            raise EngineError(self._fault)
        return line

    @property
    def last_error(self) -> str:
        """The last line of the error output, safe for a terminal. Empty if there is none."""
        lines = self._errors.decode(errors="replace").split("\n")
        return next((escaped(line.strip(), _MAX_SHOWN)[1:-1] for line in reversed(lines) if line.strip()), "")

    def close_input(self) -> None:
        """Close the engine's input after all lines sent so far."""
        self._to_write.put(None)

    def close(self) -> None:
        """Close the engine's input, and kill the engine if it is still running a second later. Returns immediately."""
        self.close_input()
        timer = Timer(QUIT_SECONDS, self.kill)
        timer.daemon = True
        timer.start()

    def kill(self) -> None:
        """Kill the engine. Returns immediately."""
        if os.name == "posix":
            self._cut_lifeline()
        else:
            self._process.kill()

    def wait(self, seconds: float) -> bool:
        """Wait at most this long. Returns whether all the engine's processes have exited."""
        return self._ended.wait(seconds)

    def _cut_lifeline(self) -> None:
        with self._lifeline_lock:
            if self._lifeline is not None:
                os.close(self._lifeline)
                self._lifeline = None

    # --- threads; each closes its pipe ---------------------------------------------------------------------------------

    def _write_input(self) -> None:
        with cast("FileIO", self._process.stdin) as pipe, suppress(OSError):
            while (line := self._to_write.get()) is not None:
                while line:
                    line = line[pipe.write(line) :]

    def _read_errors(self) -> None:
        with cast("FileIO", self._process.stderr) as pipe:
            while chunk := pipe.read(_CHUNK):
                self._errors = (self._errors + chunk)[-_MAX_ERROR_BYTES:]

    def _read_output(self) -> None:
        with cast("FileIO", self._process.stdout) as pipe:
            try:
                for line in _lines_of(pipe):
                    if self._lines.qsize() < _MAX_UNREAD_LINES:
                        self._lines.put(line)
            except EngineError as error:
                self._fault = error.message
                self.kill()
        if not self.wait(QUIT_SECONDS):
            self._fault = self._fault or N_("The engine closed its output.")
            self.kill()

    def _reap(self, readers: Sequence[Thread]) -> None:
        code = self._process.wait()
        self._cut_lifeline()
        self._to_write.put(None)
        self._ended.set()
        for thread in readers:
            thread.join(QUIT_SECONDS)  # read the rest, but a child of the engine may hold the pipe open
        self._fault = self._fault or self._describe_end(code)
        self._lines.put(None)

    def _describe_end(self, code: int) -> Message:
        if code == CANNOT_RUN:
            return N_("The engine cannot be run: {words}.", words=self.last_error)
        if self.last_error:
            return N_("The engine exited with code {code} and the message {words}.", code=code, words=self.last_error)
        return N_("The engine exited with code {code}.", code=code)


def _lines_of(pipe: FileIO) -> Iterator[bytes]:
    """Yield the non-blank lines. Raises EngineError if the output exceeds the limits."""
    rest, since, size, count = b"", time.monotonic(), 0, 0
    while chunk := pipe.read(_CHUNK):
        *lines, rest = (rest + chunk).split(b"\n")
        if time.monotonic() > since + 1:
            since, size, count = time.monotonic(), 0, 0
        size, count = size + len(chunk), count + len(lines)
        if max(map(len, (*lines, rest))) > _MAX_LINE_BYTES:
            raise EngineError(N_("The engine wrote a line of more than {most} bytes.", most=_MAX_LINE_BYTES))
        if size > _MAX_BYTES_A_SECOND or count > _MAX_LINES_A_SECOND:
            details = {"lines": _MAX_LINES_A_SECOND, "bytes": _MAX_BYTES_A_SECOND}
            raise EngineError(N_("The engine wrote more than {lines} lines or {bytes} bytes in a second.", **details))
        yield from (line.rstrip(b"\r") for line in lines if line.strip())
