"""What is said to an engine that is being checked, and what comes: as strict as a table is patient."""

import time
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from splendor_tui.engines.dialogue import READY_SECONDS
from splendor_tui.engines.engine_process import QUIT_SECONDS, EngineProcess
from splendor_tui.engines.protocol import (
    PROTOCOL,
    EngineAnswer,
    EngineHello,
    FromEngine,
    FromTable,
    Info,
    NewGame,
    NotAMessageError,
    PerftCount,
    Ready,
    TableHello,
    read_from_engine,
    write_message,
)
from splendor_tui.inputs.problems import escaped, shown
from splendor_tui.rules.view import View
from splendor_tui.words import N_, MessageError

_LONGEST_SHOWN: Final = 240

MessageT = TypeVar("MessageT", EngineHello, Ready, EngineAnswer, PerftCount)


class FaultFoundError(MessageError):
    """What is wrong with what came, or did not come."""


class Talk:
    """What is said to the engine and what comes, remembered from the last question on."""

    def __init__(self, command: Sequence[str]) -> None:
        self.sent: list[str] = []
        self.came: list[str] = []
        self.hello: EngineHello | None = None
        self._process = EngineProcess(command)

    @property
    def complaint(self) -> str:
        """The last line on its error output."""
        return self._process.complaint

    def ask(self, *messages: FromTable) -> None:
        """Begin to remember anew, and send these."""
        self.sent, self.came = [], []
        self.add(*messages)

    def add(self, *messages: FromTable) -> None:
        """Send these to what was sent already."""
        for message in messages:
            self.send(write_message(message))

    def send(self, line: bytes) -> None:
        """Send a line, whatever it is."""
        self.sent.append(_short(line))
        self._process.send(line)

    def hear(self, seconds: float) -> FromEngine | None:
        """The next message within this time. Raises FaultFoundError for a line that is none."""
        line = self._process.receive(seconds)
        if line is None:
            return None
        self.came.append(_short(line))
        try:
            return read_from_engine(line)
        except NotAMessageError as error:
            raise FaultFoundError(N_("This is no message. {reason}", reason=error.message)) from error

    def expect(
        self, kind: type[MessageT], seconds: float, heard: Callable[[Info], None] = lambda _info: None
    ) -> MessageT:
        """The message of this kind that has to come within this time, with nothing but infos before it."""
        until = time.monotonic() + seconds
        wanted = kind.model_fields["type"].default
        while (left := until - time.monotonic()) > 0:
            said = self.hear(left)
            if isinstance(said, kind):
                return said
            if isinstance(said, Info) and kind is EngineAnswer:
                heard(said)
            elif said is not None:
                raise FaultFoundError(N_("Something else came where {wanted} was expected.", wanted=shown(wanted)))
        raise FaultFoundError(
            N_("No {wanted} came within {seconds:.1f} seconds.", wanted=shown(wanted), seconds=seconds)
        )

    def expect_nothing(self, seconds: float) -> None:
        """See that the engine is quiet for so long. Raises FaultFoundError."""
        if self.hear(seconds) is not None:
            raise FaultFoundError(N_("The last line came unasked; there is one answer to a question."))

    def greet(self) -> EngineHello:
        """Say hello. Raises FaultFoundError."""
        self.ask(TableHello(protocol=PROTOCOL))
        self.hello = self.expect(EngineHello, READY_SECONDS)
        if self.hello.protocol != PROTOCOL:
            raise FaultFoundError(
                N_("The protocol is {ours}, not {theirs}.", ours=PROTOCOL, theirs=self.hello.protocol)
            )
        return self.hello

    def begin(self, seen: View) -> None:
        """Begin a game. Raises FaultFoundError."""
        self.ask(NewGame.of(seen))
        self.expect(Ready, READY_SECONDS)

    def check_complaint(self) -> None:
        """See that nothing of the protocol went to the error output. Raises FaultFoundError."""
        if self.complaint.startswith("{"):
            raise FaultFoundError(N_("A message came on the error output; it belongs to the standard output."))

    def end_input(self) -> None:
        """Give it no more to read."""
        self._process.end_input()

    def gone(self, seconds: float) -> bool:
        """Whether the engine ends within this time."""
        return self._process.gone(seconds)

    def close(self) -> None:
        """End it now."""
        self._process.kill()
        self._process.gone(QUIT_SECONDS)


def _short(line: bytes) -> str:
    """The line, safe on a terminal; of a long one the beginning and the end."""
    return escaped(line.decode(errors="replace"), _LONGEST_SHOWN)[1:-1]
