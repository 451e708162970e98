"""Asking a computer player for its action, whatever it does.

A bot is a guest: it may raise, hang or answer nonsense. It thinks in a thread of its own under a time cap; where no legal answer
comes in time, a legal action is drawn by lot instead and the game goes on.
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
from splendor_tui.rules.actions import Action
from splendor_tui.rules.errors import IllegalActionError
from splendor_tui.rules.legality import check_action, legal_actions
from splendor_tui.rules.view import View
from splendor_tui.rules.well_formed import NotAnActionError, well_formed

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


@dataclass(frozen=True, slots=True)
class Answer:
    """What is to be played; with a fault it was drawn by lot, as the bot gave no legal answer in time."""

    action: Action
    fault: Fault | None = None

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
    seconds: float = THINKING_SECONDS,
    nodes: int | None = None,
) -> Answer:
    """The bot's action for the seat that is to move in `view`. Blocks: call it off the UI loop.

    After `seconds` the bot's budget is used up, and a moment of grace later its answer is no longer waited for. `nodes` is
    that of the budget. Raises CancelledError soon after `cancelled()` turns true. A bot that never returns keeps its thread,
    which dies with the process.
    """
    lot = Random(rng.random())
    answers: SimpleQueue[object] = SimpleQueue()
    deadline = time.monotonic() + seconds
    budget = Budget(seconds, cancelled=lambda: cancelled() or time.monotonic() > deadline, nodes=nodes)

    def think() -> None:
        try:
            answers.put(bot.choose(view, rng, budget))
        except Exception as error:  # noqa: BLE001 - whatever a guest raises must not end the game
            _log.warning("a bot raised %s", type(error).__name__)
            answers.put(Fault.FAILED)

    Thread(target=think, name="bot", daemon=True).start()
    answer = _wait(answers, deadline + GRACE_SECONDS, cancelled)
    if isinstance(answer, Fault):
        return Answer(lot.choice(legal_actions(view)), answer)
    action = _legal(view, answer)
    if action is None:
        return Answer(lot.choice(legal_actions(view)), Fault.ILLEGAL)
    return Answer(action)


def _wait(answers: "SimpleQueue[object]", until: float, cancelled: Callable[[], bool]) -> object:
    """What the bot answers, or the fault that kept it from answering."""
    while not cancelled():
        left = until - time.monotonic()
        if left <= 0:
            return Fault.LATE
        try:
            return answers.get(timeout=min(_POLL_SECONDS, left))
        except Empty:
            continue
    raise CancelledError


def _legal(view: View, answer: object) -> Action | None:
    """The answer, if it is a legal action."""
    try:
        action = well_formed(answer, view.catalogue)
        check_action(view, action)
    except (NotAnActionError, IllegalActionError):
        return None
    return action
