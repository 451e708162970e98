"""A running engine, to which the program sends one request at a time."""

import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeVar

from splendor_tui.bots.player import Budget
from splendor_tui.engines import protocol
from splendor_tui.engines.engine_process import EngineError, EngineLateError, EngineProcess
from splendor_tui.inputs.engine_names import EngineSettings, OptionValue, split_command
from splendor_tui.inputs.strict_models import shown
from splendor_tui.rules.view import View
from splendor_tui.words import N_, Message, enumerated

READY_SECONDS: Final = 10.0
"""The default time limit for the hello and for the preparation of a game, in seconds."""
GRACE_SECONDS: Final = 0.7
"""The time limit for the answer to a stop, in seconds."""
POLL_SECONDS: Final = 0.02

_MessageT = TypeVar("_MessageT", protocol.EngineHello, protocol.Ready)


class EngineSession:
    """A running engine that processes one request at a time. Raises EngineError if it cannot be started.

    The engine has READY_SECONDS to say hello and to prepare a game, or the time requested in its hello, up to
    `settings.ready_seconds`. All messages are appended to the log, with the id of this process. Close the session after an
    EngineError.
    """

    def __init__(self, settings: EngineSettings) -> None:
        self.hello: protocol.EngineHello | None = None
        self._settings = settings
        self._ready_seconds = READY_SECONDS
        self._log = Path(settings.log).expanduser() if settings.log else None
        self._process = EngineProcess(split_command(settings.command))
        self._game: protocol.NewGame | None = None
        self._is_ready = False
        self._has_request = False
        self._bad_line: Message | None = None
        self._waiting_since = time.monotonic()
        self._send(protocol.TableHello(protocol=protocol.PROTOCOL))

    def prepare(self, view: View, cancelled: Callable[[], bool]) -> bool:
        """Wait until the engine is ready for the game of this view. Returns False if cancelled. Raises EngineError.

        A game is new if its cards, nobles or options differ from those of the last one, or if the position is back in the first
        round after the engine has moved.
        """
        if not self._greet(cancelled):
            return False
        game = protocol.NewGame.of(view)
        if self._game != game or (self._has_request and view.ply < view.options.players):
            self._discard_output()
            self._game, self._is_ready, self._has_request = game, False, False
            self._waiting_since = time.monotonic()
            self._send(game)
        if not self._is_ready:
            late = N_("The engine was not ready for a game in time.")
            self._is_ready = self._await(protocol.Ready, cancelled, late) is not None
        return self._is_ready

    def _greet(self, cancelled: Callable[[], bool]) -> bool:
        """Wait for the hello, and set the options. Returns False if cancelled."""
        if self.hello is not None:
            return True
        hello = self._await(protocol.EngineHello, cancelled, N_("The engine did not send its hello in time."))
        if hello is None:
            return False
        if hello.protocol != protocol.PROTOCOL:
            raise EngineError(
                N_(
                    "The engine speaks version {theirs} of the protocol; this program speaks version {ours}.",
                    theirs=hello.protocol,
                    ours=protocol.PROTOCOL,
                )
            )
        if hello.ready_seconds > self._settings.ready_seconds:
            raise EngineError(
                N_(
                    "The engine asks for {wanted:g} seconds to get ready; its settings allow {allowed:g} "
                    "(ready_seconds).",
                    wanted=hello.ready_seconds,
                    allowed=self._settings.ready_seconds,
                )
            )
        self._ready_seconds = max(self._ready_seconds, hello.ready_seconds)
        for name, value in self._settings.options.items():
            _check_option(name, value, hello.options)
            self._send(protocol.SetOption(name=name, value=value))
        self.hello = hello
        return True

    def ask(self, view: View, budget: Budget, seed: int) -> protocol.EngineAnswer:
        """Ask for the action of the seat to move. The engine must be ready.

        Sends a stop when the time is up or the budget is cancelled. Raises EngineError if no answer follows.
        """
        self._discard_output()
        self._has_request = True
        self._send(protocol.SetPosition.of(view))
        self._send(protocol.Go(seconds=budget.seconds, nodes=budget.nodes, seed=seed))
        until, stopped = time.monotonic() + budget.seconds, False
        while True:
            if isinstance(answer := self._receive(), protocol.EngineAnswer):
                return answer
            if stopped and time.monotonic() > until:
                raise EngineLateError(self._add_bad_line(N_("The engine did not answer in time.")))
            if not stopped and (budget.cancelled() or time.monotonic() > until):
                self._send(protocol.Stop())
                until, stopped = time.monotonic() + GRACE_SECONDS, True

    def close(self) -> None:
        """Send a quit, and kill the engine if it is still running a second later. Returns immediately."""
        self._send(protocol.Quit())
        self._process.close()

    def wait(self, seconds: float) -> bool:
        """Wait at most this long. Returns whether all the engine's processes have exited."""
        return self._process.wait(seconds)

    def _discard_output(self) -> None:
        """Discard messages that were not requested."""
        while self._process.receive(0):
            pass
        self._bad_line = None

    def _await(self, kind: type[_MessageT], cancelled: Callable[[], bool], late: Message) -> _MessageT | None:
        """Wait for a message of this kind. Returns None if cancelled. A timeout raises EngineLateError with the text `late`."""
        while not cancelled():
            if isinstance(message := self._receive(), kind):
                return message
            if time.monotonic() > self._waiting_since + self._ready_seconds:
                raise EngineLateError(self._add_bad_line(late))
        return None

    def _send(self, message: protocol.FromTable) -> None:
        line = protocol.write_message(message)
        self._write_log(">", line)
        self._process.send(line)

    def _receive(self) -> protocol.FromEngine | None:
        """The next message, or None after a short wait. Remembers the last invalid line for error messages."""
        line = self._process.receive(POLL_SECONDS)
        if line is None:
            return None
        self._write_log("<", line)
        try:
            return protocol.read_from_engine(line)
        except protocol.UnknownKindError:
            return None
        except protocol.NotAMessageError as error:
            self._bad_line = N_("{line}: {reason}", line=shown(line.decode(errors="replace")), reason=error.message)
            return None

    def _write_log(self, direction: str, line: bytes) -> None:
        """Append a line to the log. Errors are ignored, so that the game continues."""
        if self._log is not None:
            with suppress(OSError), self._log.open("a", encoding="utf-8") as file:
                file.write(f"{os.getpid()} {direction} {line.decode(errors='replace')}\n")

    def _add_bad_line(self, fault: Message) -> Message:
        if self._bad_line is None:
            return fault
        return N_("{what} The last line it sent is not a message: {nonsense}", what=fault, nonsense=self._bad_line)


def _check_option(name: str, value: OptionValue, options: Sequence[protocol.EngineOption]) -> None:
    """Raise EngineError if the engine has no such option, or if the value has a different type."""
    defaults = {option.name: option.default for option in options}
    if name not in defaults:
        known = enumerated([shown(one) for one in defaults]) if defaults else N_("none")
        raise EngineError(N_("The engine has no option {name}; it has: {known}.", name=shown(name), known=known))
    default = defaults[name]
    if type(value) is not type(default) and not (type(value) is int and type(default) is float):
        raise EngineError(
            N_(
                "The engine's option {name} is set to {value}; it takes a value like {default}.",
                name=shown(name),
                value=shown(value),
                default=shown(default),
            )
        )
