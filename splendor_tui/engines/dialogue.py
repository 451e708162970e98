"""What is said to one engine process, and what it answers."""

import os
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeVar

from splendor_tui.bots.player import Budget
from splendor_tui.engines.engine_error import EngineError, EngineLateError
from splendor_tui.engines.engine_process import EngineProcess
from splendor_tui.engines.protocol import (
    PROTOCOL,
    EngineAnswer,
    EngineHello,
    EngineOption,
    FromEngine,
    FromTable,
    Go,
    NewGame,
    NotAMessageError,
    Quit,
    Ready,
    SetOption,
    SetPosition,
    Stop,
    TableHello,
    UnknownKindError,
    read_from_engine,
    write_message,
)
from splendor_tui.inputs.engine_names import OptionValue
from splendor_tui.inputs.problems import shown
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.state import GameOptions
from splendor_tui.rules.view import View
from splendor_tui.words import N_, Message, enumerated

READY_SECONDS: Final = 10.0
"""How long an engine may take to say hello, and to get ready for a new game."""
GRACE_SECONDS: Final = 0.7
"""How long an engine that was told to stop may take to answer."""
_LOOK_AGAIN_SECONDS: Final = 0.02

MessageT = TypeVar("MessageT", EngineHello, Ready)


class Dialogue:
    """A running engine, which is asked one thing at a time. Raises EngineError where it cannot be started.

    It may take `ready_seconds` to say hello and to get ready for a game. Its hello may ask for up to `most_seconds` to get ready.

    What is said is appended to the file `log`, each line after the id of this process.

    Once it has raised an EngineError, nothing more can be expected of it: close it.
    """

    def __init__(
        self,
        command: Sequence[str],
        ready_seconds: float = READY_SECONDS,
        most_seconds: float = READY_SECONDS,
        log: Path | None = None,
    ) -> None:
        self._log = log
        self._ready_seconds = ready_seconds
        self._most_seconds = most_seconds
        self._process = EngineProcess(command)
        self._hello: EngineHello | None = None
        self._game: tuple[Catalogue, GameOptions] | None = None
        self._ready = False
        self._asked = False
        self._nonsense: Message | None = None
        self._waiting_since = time.monotonic()
        self._say(TableHello(protocol=PROTOCOL))

    def greet(self, options: Mapping[str, OptionValue], cancelled: Callable[[], bool]) -> EngineHello | None:
        """Wait until the engine has said who it is, and set its options; None when cancelled before. Raises EngineError."""
        if self._hello is None:
            hello = self._await(EngineHello, cancelled, N_("The engine did not say hello in time."))
            if hello is None:
                return None
            if hello.protocol != PROTOCOL:
                raise EngineError(
                    N_(
                        "The engine speaks version {theirs} of the protocol; here version {ours} is spoken.",
                        theirs=hello.protocol,
                        ours=PROTOCOL,
                    )
                )
            if hello.ready_seconds > max(self._most_seconds, self._ready_seconds):
                raise EngineError(
                    N_(
                        "The engine asks for {wanted:g} seconds to get ready; its settings allow {allowed:g} (ready_seconds).",
                        wanted=hello.ready_seconds,
                        allowed=self._most_seconds,
                    )
                )
            self._ready_seconds = max(self._ready_seconds, hello.ready_seconds)
            for name, value in options.items():
                _check_option(name, value, hello.options)
                self._say(SetOption(name=name, value=value))
            self._hello = hello
        return self._hello

    def ask(self, view: View, budget: Budget, seed: int) -> EngineAnswer:
        """What an engine that is ready answers for the seat to move in `view`.

        The engine is told to stop when the time is up or the budget is cancelled. Raises EngineError when it does not answer
        even then.
        """
        self._forget()
        self._asked = True
        self._say(SetPosition.of(view))
        self._say(Go(seconds=budget.seconds, nodes=budget.nodes, seed=seed))
        until, stopped = time.monotonic() + budget.seconds, False
        while True:
            if isinstance(answer := self._hear(), EngineAnswer):
                return answer
            if stopped and time.monotonic() > until:
                raise EngineLateError(self._silence(N_("The engine did not answer in time.")))
            if not stopped and (budget.cancelled() or time.monotonic() > until):
                self._say(Stop())
                until, stopped = time.monotonic() + GRACE_SECONDS, True

    def prepare(self, view: View, cancelled: Callable[[], bool]) -> bool:
        """Wait until the engine that was greeted is ready for the game to which a view belongs; False when cancelled before.

        A game may be another one where its cards or rules differ, or nobody has had a turn yet. Raises EngineError.
        """
        game = (view.catalogue, view.options)
        if self._game != game or (self._asked and view.ply < view.options.players):
            self._forget()
            self._game, self._ready, self._asked = game, False, False
            self._waiting_since = time.monotonic()
            self._say(NewGame.of(view))
        if not self._ready:
            self._ready = self._await(Ready, cancelled, N_("The engine was not ready for a game in time.")) is not None
        return self._ready

    def close(self) -> None:
        """Tell the engine to quit; what is left of it a second later is killed. Returns at once."""
        self._say(Quit())
        self._process.end()

    def gone(self, seconds: float) -> bool:
        """Whether nothing is left of the engine, waited for so long."""
        return self._process.gone(seconds)

    def _forget(self) -> None:
        """Whatever the engine has written so far, it is no answer to what comes now."""
        while self._process.receive(0):
            pass
        self._nonsense = None

    def _await(self, kind: type[MessageT], cancelled: Callable[[], bool], failing: Message) -> MessageT | None:
        """The next message of a kind; None when cancelled before. Raises EngineError, saying what it was `failing` to do."""
        while not cancelled():
            if isinstance(said := self._hear(), kind):
                return said
            if time.monotonic() > self._waiting_since + self._ready_seconds:
                raise EngineLateError(self._silence(failing))
        return None

    def _say(self, message: FromTable) -> None:
        line = write_message(message)
        self._note(">", line)
        self._process.send(line)

    def _hear(self) -> FromEngine | None:
        """The next message, waited for a moment; what is none is passed over, but kept in mind."""
        line = self._process.receive(_LOOK_AGAIN_SECONDS)
        if line is None:
            return None
        self._note("<", line)
        try:
            return read_from_engine(line)
        except UnknownKindError:
            return None
        except NotAMessageError as error:
            self._nonsense = N_("{line}: {reason}", line=shown(line.decode(errors="replace")), reason=error.message)
            return None

    def _note(self, sign: str, line: bytes) -> None:
        """Append a line to the log; a log that cannot be written is no reason to stop playing."""
        if self._log is not None:
            with suppress(OSError), self._log.open("a", encoding="utf-8") as file:
                file.write(f"{os.getpid()} {sign} {line.decode(errors='replace')}\n")

    def _silence(self, what: Message) -> Message:
        """What it did not do, and what it did instead as far as that can be told."""
        if self._nonsense is None:
            return what
        return N_("{what} What it wrote last is no message: {nonsense}", what=what, nonsense=self._nonsense)


def _check_option(name: str, value: OptionValue, options: Sequence[EngineOption]) -> None:
    """Raise EngineError if the engine has no such option, or one of another kind."""
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
