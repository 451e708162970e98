"""A computer player that is an engine: a program that implements the protocol."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from threading import Lock
from typing import TYPE_CHECKING, Final

from splendor_tui.bots.player import Budget
from splendor_tui.engines.engine_process import EngineError, EngineLateError, IllegalAnswerError
from splendor_tui.inputs.engine_names import EngineSettings
from splendor_tui.inputs.strict_models import shown
from splendor_tui.rules.actions import Action, Forfeit
from splendor_tui.rules.errors import IllegalActionError, InvalidActionError
from splendor_tui.rules.legality import check_action
from splendor_tui.rules.notation import parse_action
from splendor_tui.rules.view import View
from splendor_tui.words import N_, Message

if TYPE_CHECKING:  # the protocol loads slowly, and most games need no engine
    from splendor_tui.engines.engine_session import EngineSession
    from splendor_tui.engines.protocol import EngineAnswer, EngineHello

_POLL_SECONDS: Final = 0.02
_MAX_FAULTS: Final = 3
_ENDED_BEFORE_SECONDS: Final = 0.2
"""If an engine exits this soon after a request, it has probably not read the request, which is therefore repeated."""
_NOT_READY: Final = N_("The engine was not ready in time.")


class EnginePlayer:
    """A computer player that delegates to an engine.

    The process starts with `start` or the first request, and runs until `close`. After a failure, the process is closed
    and restarted for the next request. After three failures in a row, the engine is abandoned. An exit between two
    requests is not a failure. Requests from several threads are processed one at a time.
    """

    def __init__(self, settings: EngineSettings) -> None:
        self._settings = settings
        self._last_hello: EngineHello | None = None
        self._request_lock = Lock()  # held during a request
        self._session_lock = Lock()  # held only briefly, so that `close` does not wait for a request
        self._session: EngineSession | None = None
        self._is_closed = False
        self._faults = 0
        self._has_answered = False  # whether the current process has answered a request

    def prepare(self, view: View, cancelled: Callable[[], bool] = lambda: False) -> bool:
        """Wait until the engine is ready for the game of this view. Returns False if cancelled. Raises EngineError."""
        with self._request(cancelled) as session:
            return session.prepare(view, cancelled)

    @property
    def hello(self) -> "EngineHello | None":
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
        from splendor_tui.engines.protocol import SEED_BITS

        seed, since, had_answered = rng.getrandbits(SEED_BITS), time.monotonic(), self._has_answered
        try:
            answer = self._ask(view, seed, budget)
        except EngineError as error:
            is_late = isinstance(error, EngineLateError) or time.monotonic() > since + _ENDED_BEFORE_SECONDS
            if is_late or not had_answered:
                raise
            answer = self._ask(view, seed, budget)
        return parse_legal_action(view, answer.action)

    def _ask(self, view: View, seed: int, budget: Budget) -> "EngineAnswer":
        with self._request(budget.cancelled) as session:
            if session.prepare(view, budget.cancelled):
                answer = session.ask(view, budget, seed)
                self._faults, self._has_answered = 0, True
                return answer
        raise EngineLateError(_NOT_READY)

    @contextmanager
    def _request(self, cancelled: Callable[[], bool]) -> "Iterator[EngineSession]":
        """The session for one request. It is closed if the request fails."""
        while not self._request_lock.acquire(timeout=_POLL_SECONDS):
            if cancelled():
                raise EngineLateError(_NOT_READY)
        try:
            session = self.start()
            try:
                yield session
            except EngineError:
                self._drop(session)
                raise
        finally:
            self._request_lock.release()

    def start(self) -> "EngineSession":
        """Start the engine, unless it is running, without waiting for its hello. Raises EngineError if that is impossible."""
        with self._session_lock:
            if self._is_closed:
                raise EngineError(N_("The engine has been closed."))
            if self.has_given_up:
                raise EngineError(N_("The engine failed {times} times in a row and was abandoned.", times=_MAX_FAULTS))
            if self._session is None:
                from splendor_tui.engines.engine_session import EngineSession

                self._session = EngineSession(self._settings)
            return self._session

    def _drop(self, session: "EngineSession") -> None:
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
