"""Asks a computer player for an action, and survives every failure.

A bot that hangs, crashes or returns nonsense must not end the game. Each bot thinks in its own thread, with a time
limit. If it does not give a legal answer in time, the answer is a random legal action.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from queue import Empty, SimpleQueue
from random import Random
from threading import Thread
from typing import Final

from splendor_tui.bots.player import Bot, Budget
from splendor_tui.engines.engine_player import EnginePlayer
from splendor_tui.engines.engine_process import EngineError, EngineLateError, IllegalAnswerError
from splendor_tui.match.background import yield_to_screen
from splendor_tui.rules.actions import Action
from splendor_tui.rules.errors import IllegalActionError
from splendor_tui.rules.legality import check_action, legal_actions
from splendor_tui.rules.view import View
from splendor_tui.rules.well_formed import NotAnActionError, well_formed
from splendor_tui.words import N_, Message

_THINKING_SECONDS: Final = 10.0
GRACE_SECONDS: Final = 1.0
_POLL_SECONDS: Final = 0.05
_log = logging.getLogger(__name__)


class CancelledError(Exception):
    """Raised if the caller cancels before the bot has answered."""


class Fault(StrEnum):
    """The reason why a bot did not give a legal answer in time."""

    ILLEGAL = "illegal"
    LATE = "late"
    FAILED = "failed"


_FAULTS: Final = {EngineLateError: Fault.LATE, IllegalAnswerError: Fault.ILLEGAL}


@dataclass(frozen=True, slots=True)
class Answer:
    """The action to play. If `fault` is set, the action is random, and `reason` explains the error, if known."""

    action: Action
    fault: Fault | None = None
    reason: Message | None = None

    @property
    def stand_in(self) -> bool:
        """Whether the action is a random replacement."""
        return self.fault is not None


def ask(
    bot: Bot,
    view: View,
    rng: Random,
    *,
    cancelled: Callable[[], bool],
    hurried: Callable[[], bool] = lambda: False,
    seconds: float = _THINKING_SECONDS,
    nodes: int | None = None,
    cores: int = 1,
    begin: Callable[[], object] = lambda: None,
) -> Answer:
    """The bot's action for the seat to move in `view`. Blocks: do not call it in the event loop.

    The bot's budget ends after `seconds`, or once `hurried()` is true. If there is no legal answer `GRACE_SECONDS`
    later, the action is random. An engine's startup time does not count: `begin` is called once it is ready. `nodes`
    and `cores` limit the budget as in `Budget`. Raises CancelledError soon after `cancelled()` is true. A bot that
    never returns blocks only its own thread, which ends with the process.
    """
    chance = Random(rng.random())
    try:
        if isinstance(bot, EnginePlayer):
            bot.prepare(view, cancelled)
        begin()
        deadline = _Deadline(seconds, hurried)
        budget = Budget(seconds, lambda: cancelled() or deadline.passed(), nodes, cores)
        action = _legal(view, _wait(_thinking(bot, view, rng, budget), deadline, cancelled))
    except _NoAnswerError as error:
        return Answer(chance.choice(legal_actions(view)), error.fault, error.reason)
    except EngineError as error:
        return Answer(chance.choice(legal_actions(view)), _FAULTS.get(type(error), Fault.FAILED), error.message)
    return Answer(action)


class _Deadline:
    """A deadline this many seconds from now, or as soon as `hurried()` is true."""

    def __init__(self, seconds: float, hurried: Callable[[], bool]) -> None:
        self._at = time.monotonic() + seconds
        self._hurried = hurried

    def passed(self, grace: float = 0.0) -> bool:
        now = time.monotonic()
        if self._hurried():
            self._at = min(self._at, now)
        return now > self._at + grace


class _NoAnswerError(Exception):
    def __init__(self, fault: Fault, reason: Message | None = None) -> None:
        super().__init__(fault)
        self.fault = fault
        self.reason = reason


def _thinking(bot: Bot, view: View, rng: Random, budget: Budget) -> "SimpleQueue[object]":
    """Start the bot in a thread. Returns the queue for its answer or its error."""
    answers: SimpleQueue[object] = SimpleQueue()

    def think() -> None:
        yield_to_screen()
        try:
            answers.put(bot.choose(view, rng, budget))
        except EngineError as error:
            answers.put(error)
        except Exception as error:  # noqa: BLE001 - log a bug in a bot, and continue the game
            _log.exception("a computer player failed")
            reason = N_("The computer player failed: {error}.", error=type(error).__name__)
            answers.put(_NoAnswerError(Fault.FAILED, reason))

    Thread(target=think, name="bot", daemon=True).start()
    return answers


def _wait(answers: "SimpleQueue[object]", deadline: _Deadline, cancelled: Callable[[], bool]) -> object:
    while not cancelled():
        if deadline.passed(GRACE_SECONDS):
            raise _NoAnswerError(Fault.LATE)
        try:
            answer = answers.get(timeout=_POLL_SECONDS)
        except Empty:
            continue
        if cancelled():
            break  # the bot answered because it was cancelled
        if isinstance(answer, EngineError | _NoAnswerError):
            raise answer
        return answer
    raise CancelledError


def _legal(view: View, answer: object) -> Action:
    """The answer if it is a legal action. Raises _NoAnswerError."""
    try:
        action = well_formed(answer, view.catalogue)
        check_action(view, action)
    except (NotAnActionError, IllegalActionError) as error:
        raise _NoAnswerError(Fault.ILLEGAL) from error
    return action
