"""A computer player that is an engine: our own levels that think long, and other people's programs."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Lock
from types import MappingProxyType
from typing import Final

from splendor_tui.bots.player import Budget
from splendor_tui.engines.dialogue import READY_SECONDS, Dialogue
from splendor_tui.engines.engine_error import EngineError, EngineLateError, IllegalAnswerError
from splendor_tui.engines.protocol import SEED_BITS, EngineAnswer, EngineHello
from splendor_tui.inputs.engine_names import OptionValue
from splendor_tui.inputs.problems import shown
from splendor_tui.rules.actions import Action, Forfeit
from splendor_tui.rules.errors import IllegalActionError, InvalidActionError
from splendor_tui.rules.legality import check_action
from splendor_tui.rules.notation import parse_action
from splendor_tui.rules.view import View
from splendor_tui.words import N_, Message

_MOST_FAULTS: Final = 3
_LOOK_AGAIN_SECONDS: Final = 0.02
_ENDED_BEFORE_SECONDS: Final = 0.2
"""An engine that ends so soon after a question had ended before it, and is asked again."""
_NO_OPTIONS: Final[Mapping[str, OptionValue]] = MappingProxyType({})


def _never() -> bool:
    return False


class EnginePlayer:
    """Asks an engine, which is started by `start` or when it is first needed, and lives until `close`.

    One that fails is ended, and started again for the next question; after three failures in a row it is not asked any more.
    One that ended by itself between two questions is started again, and does not lose the next one.
    Questions may come from any thread: the next one waits until the one before, which its asker may have given up, is done.
    It may take `ready_seconds` to get ready, or what it asks for up to `most_seconds`.
    """

    def __init__(
        self,
        command: Sequence[str],
        options: Mapping[str, OptionValue] = _NO_OPTIONS,
        *,
        ready_seconds: float = READY_SECONDS,
        most_seconds: float = READY_SECONDS,
        log: Path | None = None,
    ) -> None:
        self._command = tuple(command)
        self._options = options
        self._ready_seconds = ready_seconds
        self._most_seconds = most_seconds
        self._log = log
        self.hello: EngineHello | None = None
        """What it last said of itself."""
        self._question = Lock()  # held while the engine is asked
        self._life = Lock()  # held for a moment, so that whoever closes it waits for nothing
        self._dialogue: Dialogue | None = None
        self._closed = False
        self._faults = 0
        self._has_answered = False
        """Whether the process that runs has answered before."""

    # --- its life ------------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Let it get ready, without waiting for it. Raises EngineError where there is no such program."""
        self._running()

    def greet(self, cancelled: Callable[[], bool] = _never) -> EngineHello | None:
        """Wait until it has said who it is; None when cancelled before. Raises EngineError."""
        with self._asked(cancelled) as dialogue:
            return self._greeted(dialogue, cancelled)

    def _greeted(self, dialogue: Dialogue, cancelled: Callable[[], bool]) -> EngineHello | None:
        hello = dialogue.greet(self._options, cancelled)
        self.hello = hello or self.hello
        return hello

    def prepare(self, view: View, cancelled: Callable[[], bool] = _never) -> bool:
        """Wait until it is ready for the game to which a view belongs; False when cancelled before. Raises EngineError."""
        with self._asked(cancelled) as dialogue:
            greeted = self._greeted(dialogue, cancelled) is not None
            return greeted and dialogue.prepare(view, cancelled)

    def close(self) -> None:
        """End it; returns at once. Whoever waits for its answer gets EngineError."""
        with self._life:
            self._closed = True
            if self._dialogue is not None:
                self._dialogue.close()

    @property
    def has_given_up(self) -> bool:
        """Whether it has failed so often that it is not asked any more."""
        return self._faults == _MOST_FAULTS

    def gone(self, seconds: float) -> bool:
        """Whether no process of a player that was closed is left, waited for so long."""
        return self._dialogue is None or self._dialogue.gone(seconds)

    # --- as a computer player ------------------------------------------------------------------------------------------

    def choose(self, view: View, rng: Random, budget: Budget) -> Action:
        """What the engine answers. Raises EngineError when it does not answer in time, or with what is not legal."""
        return legal_action(view, self._ask(view, rng, budget).action)

    def _ask(self, view: View, rng: Random, budget: Budget) -> EngineAnswer:
        seed, begun, had_answered = rng.getrandbits(SEED_BITS), time.monotonic(), self._has_answered
        try:
            return self._ask_once(view, seed, budget)
        except EngineLateError:
            raise
        except EngineError:
            if not had_answered or time.monotonic() > begun + _ENDED_BEFORE_SECONDS:
                raise
        return self._ask_once(view, seed, budget)  # it had ended when it was asked

    def _ask_once(self, view: View, seed: int, budget: Budget) -> EngineAnswer:
        with self._asked(budget.cancelled) as dialogue:
            if self._greeted(dialogue, budget.cancelled) and dialogue.prepare(view, budget.cancelled):
                answer = dialogue.ask(view, budget, seed)
                self._faults, self._has_answered = 0, True
                return answer
        raise EngineLateError(N_("The engine was not ready in time."))

    @contextmanager
    def _asked(self, cancelled: Callable[[], bool]) -> Iterator[Dialogue]:
        """The running engine, for the one question that is asked now; it is let go if it fails."""
        while not self._question.acquire(timeout=_LOOK_AGAIN_SECONDS):
            if cancelled():
                raise EngineLateError(N_("The engine was not ready in time."))
        try:
            dialogue = self._running()
            try:
                yield dialogue
            except EngineError:
                self._let_go(dialogue)
                raise
        finally:
            self._question.release()

    def _running(self) -> Dialogue:
        with self._life:
            if self._closed:
                raise EngineError(N_("The engine has been closed."))
            if self.has_given_up:
                raise EngineError(
                    N_("The engine has failed {times} times in a row, and is not asked any more.", times=_MOST_FAULTS)
                )
            if self._dialogue is None:
                self._dialogue = Dialogue(self._command, self._ready_seconds, self._most_seconds, self._log)
            return self._dialogue

    def _let_go(self, dialogue: Dialogue) -> None:
        dialogue.close()
        with self._life:
            self._faults += 1
            self._has_answered = False
            if not self._closed:
                self._dialogue = None


def legal_action(view: View, line: str) -> Action:
    """The action that an engine has named. Raises IllegalAnswerError."""
    try:
        action = parse_action(line, view.catalogue)
        check_action(view, action)
    except (InvalidActionError, IllegalActionError) as error:
        raise IllegalAnswerError(_not_legal(line, error.message)) from error
    if isinstance(action, Forfeit):
        raise IllegalAnswerError(_not_legal(line, N_("an engine cannot leave the game.")))
    return action


def _not_legal(line: str, why: Message) -> Message:
    return N_("The engine answered {line}, which is not legal: {reason}", line=shown(line), reason=why)
