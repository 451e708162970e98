"""Asks a computer player for an action, and survives every failure.

A bot that hangs, crashes or returns nonsense must not end the game. Each bot thinks in its own thread, with a time
limit. If it does not answer in time, the answer is a random legal action. The caller checks the action when playing it,
and replaces an illegal one with `stand_in`.
"""

import logging
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from enum import StrEnum
from functools import partial
from random import Random
from typing import Final, NamedTuple

from splendor_tui.bots.player import Bot, Budget
from splendor_tui.engines.engine_player import EnginePlayer
from splendor_tui.engines.engine_process import EngineError, EngineLateError, IllegalAnswerError
from splendor_tui.match.background import in_thread
from splendor_tui.rules.actions import Action
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.view import View
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


class Answer(NamedTuple):
    """The action to play. If `fault` is set, the action is random, and `reason` explains the error, if known."""

    action: Action
    fault: Fault | None = None
    reason: Message | None = None


def stand_in(view: View, rng: Random, fault: Fault = Fault.ILLEGAL, reason: Message | None = None) -> Answer:
    """A random legal action in place of an answer with this fault."""
    return Answer(rng.choice(legal_actions(view)), fault, reason)


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

    The bot's budget ends after `seconds`, or once `hurried()` is true. If there is no answer `GRACE_SECONDS` later,
    the action is random. A bot's own action may be illegal or no action at all. An engine's startup time does not
    count: `begin` is called once it is ready. `nodes` and `cores` limit the budget as in `Budget`. Raises
    CancelledError soon after `cancelled()` is true. A bot that never returns blocks only its own thread, which ends
    with the process.
    """
    chance = Random(rng.random())

    try:
        if isinstance(bot, EnginePlayer):
            bot.prepare(view, cancelled)
        begin()
        deadline = _Deadline(seconds, hurried)
        budget = Budget(seconds, lambda: cancelled() or deadline.passed(), nodes, cores)
        thought = in_thread(partial(bot.choose, view, rng, budget))
        while not thought.done():
            if cancelled():
                raise CancelledError
            if deadline.passed(GRACE_SECONDS):
                return stand_in(view, chance, Fault.LATE)
            wait([thought], _POLL_SECONDS)
        if cancelled():
            raise CancelledError  # the bot answered because it was cancelled
        return Answer(_result(thought))
    except EngineError as error:
        return stand_in(view, chance, _FAULTS.get(type(error), Fault.FAILED), error.message)


def _result(thought: "Future[Action]") -> Action:
    """What the bot returned. Raises EngineError if it failed."""
    error = thought.exception()
    if isinstance(error, EngineError):
        raise error
    if error is not None:  # log a bug in a bot, and continue the game
        _log.error("a computer player failed", exc_info=error)
        raise EngineError(N_("The computer player failed: {error}.", error=type(error).__name__)) from error
    return thought.result()


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
