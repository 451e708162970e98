"""A computer player that is an engine: a program that implements the protocol."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from threading import Lock
from typing import Final, TypeVar

from splendor_tui.bots.player import Budget
from splendor_tui.engines import protocol
from splendor_tui.engines.engine_process import EngineError, EngineLateError, EngineProcess, IllegalAnswerError
from splendor_tui.inputs.engine_names import EngineSettings, OptionValue, split_command
from splendor_tui.inputs.strict_models import shown
from splendor_tui.rules.actions import Action, Forfeit
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.errors import IllegalActionError, InvalidActionError
from splendor_tui.rules.legality import check_action
from splendor_tui.rules.notation import parse_action
from splendor_tui.rules.state import GameOptions
from splendor_tui.rules.view import View
from splendor_tui.words import N_, Message, enumerated

READY_SECONDS: Final = 10.0
"""The default time limit for the hello and for the preparation of a game, in seconds."""
GRACE_SECONDS: Final = 0.7
"""The time limit for the answer to a stop, in seconds."""
_POLL_SECONDS: Final = 0.02
_MAX_FAULTS: Final = 3
_ENDED_BEFORE_SECONDS: Final = 0.2
"""If an engine exits this soon after a request, it has probably not read the request, which is therefore repeated."""
_NOT_READY: Final = N_("The engine was not ready in time.")

_MessageT = TypeVar("_MessageT", protocol.EngineHello, protocol.Ready)


class _Session:
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
        self._game: tuple[Catalogue, GameOptions] | None = None
        self._is_ready = False
        self._has_request = False
        self._bad_line: Message | None = None
        self._waiting_since = time.monotonic()
        self._send(protocol.TableHello(protocol=protocol.PROTOCOL))

    def prepare(self, view: View, cancelled: Callable[[], bool]) -> bool:
        """Wait until the engine is ready for the game of this view. Returns False if cancelled. Raises EngineError.

        A game is new if its cards or options differ from those of the last one, or if the position is back in the first
        round after the engine has moved.
        """
        if not self._greet(cancelled):
            return False
        game = (view.catalogue, view.options)
        if self._game != game or (self._has_request and view.ply < view.options.players):
            self._discard_output()
            self._game, self._is_ready, self._has_request = game, False, False
            self._waiting_since = time.monotonic()
            self._send(protocol.NewGame.of(view))
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
        line = self._process.receive(_POLL_SECONDS)
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


class EnginePlayer:
    """A computer player that delegates to an engine.

    The process starts with `start` or the first request, and runs until `close`. After a failure, the process is closed
    and restarted for the next request. After three failures in a row, the engine is abandoned. An exit between two
    requests is not a failure. Requests from several threads are processed one at a time.
    """

    def __init__(self, settings: EngineSettings) -> None:
        self._settings = settings
        self._last_hello: protocol.EngineHello | None = None
        self._request_lock = Lock()  # held during a request
        self._session_lock = Lock()  # held only briefly, so that `close` does not wait for a request
        self._session: _Session | None = None
        self._is_closed = False
        self._faults = 0
        self._has_answered = False  # whether the current process has answered a request

    def start(self) -> None:
        """Start the engine without waiting for its hello. Raises EngineError if there is no such program."""
        self._start()

    def prepare(self, view: View, cancelled: Callable[[], bool] = lambda: False) -> bool:
        """Wait until the engine is ready for the game of this view. Returns False if cancelled. Raises EngineError."""
        with self._request(cancelled) as session:
            return session.prepare(view, cancelled)

    @property
    def hello(self) -> protocol.EngineHello | None:
        """The engine's last hello, or None before the first."""
        return (self._session and self._session.hello) or self._last_hello

    def close(self) -> None:
        """Close the engine. Returns immediately. A thread that waits for an answer gets EngineError."""
        with self._session_lock:
            self._is_closed = True
            if self._session is not None:
                self._session.close()

    @property
    def has_given_up(self) -> bool:
        """Whether the engine was abandoned after too many failures."""
        return self._faults == _MAX_FAULTS

    def wait(self, seconds: float) -> bool:
        """Wait at most this long after `close`. Returns whether all processes have exited."""
        return self._session is None or self._session.wait(seconds)

    def choose(self, view: View, rng: Random, budget: Budget) -> Action:
        """Ask the engine for an action. Raises EngineError if the answer is late or illegal."""
        seed, since, had_answered = rng.getrandbits(protocol.SEED_BITS), time.monotonic(), self._has_answered
        try:
            answer = self._ask(view, seed, budget)
        except EngineError as error:
            is_late = isinstance(error, EngineLateError) or time.monotonic() > since + _ENDED_BEFORE_SECONDS
            if is_late or not had_answered:
                raise
            answer = self._ask(view, seed, budget)
        return parse_legal_action(view, answer.action)

    def _ask(self, view: View, seed: int, budget: Budget) -> protocol.EngineAnswer:
        with self._request(budget.cancelled) as session:
            if session.prepare(view, budget.cancelled):
                answer = session.ask(view, budget, seed)
                self._faults, self._has_answered = 0, True
                return answer
        raise EngineLateError(_NOT_READY)

    @contextmanager
    def _request(self, cancelled: Callable[[], bool]) -> Iterator[_Session]:
        """The session for one request. It is closed if the request fails."""
        while not self._request_lock.acquire(timeout=_POLL_SECONDS):
            if cancelled():
                raise EngineLateError(_NOT_READY)
        try:
            session = self._start()
            try:
                yield session
            except EngineError:
                self._drop(session)
                raise
        finally:
            self._request_lock.release()

    def _start(self) -> _Session:
        """The current session, or a new one if there is none."""
        with self._session_lock:
            if self._is_closed:
                raise EngineError(N_("The engine has been closed."))
            if self.has_given_up:
                raise EngineError(N_("The engine failed {times} times in a row and was abandoned.", times=_MAX_FAULTS))
            if self._session is None:
                self._session = _Session(self._settings)
            return self._session

    def _drop(self, session: _Session) -> None:
        session.close()
        with self._session_lock:
            self._faults += 1
            self._has_answered = False
            self._last_hello = session.hello or self._last_hello
            if not self._is_closed:
                self._session = None


def parse_legal_action(view: View, line: str) -> Action:
    """Parse an engine's action. Raises IllegalAnswerError."""
    try:
        action = parse_action(line, view.catalogue)
        check_action(view, action)
    except (InvalidActionError, IllegalActionError) as error:
        raise IllegalAnswerError(_describe_illegal(line, error.message)) from error
    if isinstance(action, Forfeit):
        raise IllegalAnswerError(_describe_illegal(line, N_("an engine cannot resign.")))
    return action


def _describe_illegal(line: str, reason: Message) -> Message:
    return N_("The engine answered {line}, which is not legal: {reason}", line=shown(line), reason=reason)
