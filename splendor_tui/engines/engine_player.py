"""A computer player that is an engine: our own levels that think long, and other people's programs."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from random import Random
from threading import Lock
from types import MappingProxyType
from typing import Final

from splendor_tui.bots.player import Advice, AdvisedAction, Budget, Report, unheard
from splendor_tui.bots.reasons import reason
from splendor_tui.engines.dialogue import READY_SECONDS, Dialogue
from splendor_tui.engines.engine_error import EngineError, EngineLateError, IllegalAnswerError
from splendor_tui.engines.protocol import SEED_BITS, EngineAnswer, EngineChoice, EngineHello, Info
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
    With `lines`, an advice has up to so many choices. It may take `ready_seconds` to get ready, or what it asks for up to
    `most_seconds`.
    """

    def __init__(
        self,
        command: Sequence[str],
        options: Mapping[str, OptionValue] = _NO_OPTIONS,
        *,
        lines: int = 1,
        ready_seconds: float = READY_SECONDS,
        most_seconds: float = READY_SECONDS,
        log: Path | None = None,
    ) -> None:
        self._command = tuple(command)
        self._options = options
        self._lines = lines
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

    def gone(self, seconds: float) -> bool:
        """Whether no process of a player that was closed is left, waited for so long."""
        return self._dialogue is None or self._dialogue.gone(seconds)

    # --- as a computer player ------------------------------------------------------------------------------------------

    def choose(self, view: View, rng: Random, budget: Budget) -> Action:
        """What the engine answers. Raises EngineError when it does not answer in time, or with what is not legal."""
        answer = self._ask(view, rng, budget, 1, _unheard)
        return legal_action(view, answer.action)

    def advise(self, view: View, rng: Random, budget: Budget, report: Report = unheard) -> Advice:
        """What the engine answers, with our reasons for it; reports what it thinks on the way. Raises as `choose` does."""
        why = cache(partial(reason, view))

        def heard(info: Info) -> None:
            if choices := _choices(view, info.choices, why):
                report(Advice(choices, _chances(view, info.chances), info.nodes))

        answer = self._ask(view, rng, budget, self._lines, heard)
        best = legal_action(view, answer.action)
        choices = _choices(view, answer.choices, why)
        chosen = next((one for one in choices if one.action == best), AdvisedAction(best, None, why(best)))
        others = [one for one in choices if one is not chosen]
        return Advice([chosen, *others][: self._lines], _chances(view, answer.chances), answer.nodes)

    def judge(self, view: View, turn: Sequence[Action], rng: Random, budget: Budget) -> Sequence[float]:
        """Every seat's chance to win after this turn, or the best one that begins so; empty where the engine cannot say.

        Raises as `choose` does.
        """
        answer = self._ask(view, rng, budget, 1, _unheard, turn)
        return _chances(view, answer.chances) if legal_action(view, answer.action) == turn[0] else ()

    def _ask(
        self,
        view: View,
        rng: Random,
        budget: Budget,
        lines: int,
        heard: Callable[[Info], object],
        turn: Sequence[Action] = (),
    ) -> EngineAnswer:
        seed, begun, had_answered = rng.getrandbits(SEED_BITS), time.monotonic(), self._has_answered
        try:
            return self._ask_once(view, seed, budget, lines, heard, turn)
        except EngineLateError:
            raise
        except EngineError:
            if not had_answered or time.monotonic() > begun + _ENDED_BEFORE_SECONDS:
                raise
        return self._ask_once(view, seed, budget, lines, heard, turn)  # it had ended when it was asked

    def _ask_once(
        self,
        view: View,
        seed: int,
        budget: Budget,
        lines: int,
        heard: Callable[[Info], object],
        turn: Sequence[Action],
    ) -> EngineAnswer:
        with self._asked(budget.cancelled) as dialogue:
            if self._greeted(dialogue, budget.cancelled) and dialogue.prepare(view, budget.cancelled):
                answer = dialogue.ask(view, budget, lines=lines, seed=seed, heard=heard, turn=turn)
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
            if self._faults == _MOST_FAULTS:
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


def _unheard(_info: Info) -> None:
    pass


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


def _choices(view: View, told: Iterable[EngineChoice], why: Callable[[Action], Message]) -> list[AdvisedAction]:
    """The choices among them that are legal, each once."""
    choices: dict[Action, AdvisedAction] = {}
    for one in told:
        try:
            action = legal_action(view, one.action)
        except IllegalAnswerError:
            continue
        choices.setdefault(action, AdvisedAction(action, one.chance, why(action)))
    return list(choices.values())


def _chances(view: View, told: Sequence[float]) -> Sequence[float]:
    """The chances of all seats; nothing where the engine has told more or fewer."""
    return told if len(told) == len(view.players) else ()
