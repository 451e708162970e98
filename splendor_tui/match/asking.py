"""Asking a computer player for its action, whatever it does.

A bot may hang or answer nonsense, and even a bug in it must not end the game. It thinks in a thread of its own under a time cap;
where no legal answer comes in time, a legal action is drawn by lot instead and the game goes on.
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
from splendor_tui.rules.actions import Action
from splendor_tui.rules.errors import IllegalActionError
from splendor_tui.rules.legality import check_action, legal_actions
from splendor_tui.rules.view import View
from splendor_tui.rules.well_formed import NotAnActionError, well_formed
from splendor_tui.words import N_, Message

THINKING_SECONDS: Final = 10.0
GRACE_SECONDS: Final = 1.0
_POLL_SECONDS: Final = 0.05
_log = logging.getLogger(__name__)


class CancelledError(Exception):
    """The question was withdrawn before the bot answered."""


class Fault(StrEnum):
    """What a bot may do instead of answering with a legal action in time."""

    ILLEGAL = "illegal"
    LATE = "late"
    FAILED = "failed"


_FAULTS: Final = {EngineLateError: Fault.LATE, IllegalAnswerError: Fault.ILLEGAL}


@dataclass(frozen=True, slots=True)
class Answer:
    """What is to be played; with a fault it was drawn by lot, as the bot gave no legal answer in time.

    `reason` says more about the fault, as far as that is known.
    """

    action: Action
    fault: Fault | None = None
    reason: Message | None = None

    @property
    def stand_in(self) -> bool:
        """Whether the action was drawn by lot."""
        return self.fault is not None


def ask(
    bot: Bot,
    view: View,
    rng: Random,
    *,
    cancelled: Callable[[], bool],
    hurried: Callable[[], bool] = lambda: False,
    seconds: float = THINKING_SECONDS,
    nodes: int | None = None,
    cores: int = 1,
    begin: Callable[[], object] = lambda: None,
) -> Answer:
    """The bot's action for the seat that is to move in `view`. Blocks: call it off the UI loop.

    After `seconds`, or once `hurried()` is true, the bot's budget is used up, and a moment of grace later its answer is no
    longer waited for. The time that an engine needs to get ready does not count: `begin` is called after it. `nodes` and
    `cores` are those of the budget. Raises CancelledError soon after `cancelled()` turns true. A bot that never returns keeps
    its thread, which dies with the process.
    """
    lot = Random(rng.random())
    try:
        if isinstance(bot, EnginePlayer):
            bot.prepare(view, cancelled)
        begin()
        deadline = _Deadline(seconds, hurried)
        budget = Budget(seconds, lambda: cancelled() or deadline.passed(), nodes, cores)
        action = _legal(view, _wait(_thinking(bot, view, rng, budget), deadline, cancelled))
    except _NoAnswerError as error:
        return Answer(lot.choice(legal_actions(view)), error.fault, error.reason)
    except EngineError as error:
        return Answer(lot.choice(legal_actions(view)), _FAULTS.get(type(error), Fault.FAILED), error.message)
    return Answer(action)


class _Deadline:
    """When the time to think is up: after so many seconds, or as soon as somebody is in a hurry."""

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
    """Where the bot's answer is put once there is one, or the error that it raises instead."""
    answers: SimpleQueue[object] = SimpleQueue()

    def think() -> None:
        try:
            answers.put(bot.choose(view, rng, budget))
        except EngineError as error:
            answers.put(error)
        except Exception as error:  # noqa: BLE001 - a bug: it is told, and the people go on with their game
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
            break  # that is what ended its thinking
        if isinstance(answer, EngineError | _NoAnswerError):
            raise answer
        return answer
    raise CancelledError


def _legal(view: View, answer: object) -> Action:
    """The answer, if it is a legal action."""
    try:
        action = well_formed(answer, view.catalogue)
        check_action(view, action)
    except (NotAnActionError, IllegalActionError) as error:
        raise _NoAnswerError(Fault.ILLEGAL) from error
    return action
