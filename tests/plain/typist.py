"""Players at a console. A test supplies their input and reads the output."""

import os
from collections.abc import Iterable, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryFile
from unittest.mock import patch

from splendor_tui.cli import main
from splendor_tui.inputs.match_options import MatchOptions
from splendor_tui.lesson.first_game_coach import FirstGameSession
from splendor_tui.match.hot_seat import HotSeat
from splendor_tui.match.match_lifecycle import LiveMatch
from splendor_tui.match.services import Services
from splendor_tui.plain.console import Console, EndOfInputError
from splendor_tui.plain.plain_lesson import PlainFirstGame
from splendor_tui.plain.plain_match import PlainMatch
from splendor_tui.plain.program import Beginning, PlainProgram
from splendor_tui.presentation.commands import Command
from splendor_tui.presentation.match_session import MatchSession
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.state import State
from splendor_tui.store import GameSummary, Store
from tests.match.advisers import Known
from tests.match.tables import Time, sit_down
from tests.tui.opened_app import make_services


class Typist:
    """A match from a deal or a position, and the players who type. `told` is all the output so far."""

    def __init__(
        self,
        catalogue: Catalogue,
        agreed: MatchOptions | None = None,
        *,
        start: State | str | None = None,
        now: Time | None = None,
        kind: type[PlainMatch] | type[PlainFirstGame] = PlainMatch,
    ) -> None:
        self.place = make_services(catalogue)
        self.table = sit_down(catalogue, agreed, start=start, seed="5", now=now)
        self.live = LiveMatch(self.table, {}, Known(), "kept")
        self.told = ""
        self._kind = kind
        self.hot_seat: HotSeat
        self.after: Command | None = None
        """The command that left the match."""

    async def types(self, *lines: str) -> str:
        """Play with these lines. Returns the output since then."""
        return await self.play(lines)

    async def play(self, lines: Iterable[str], *, takes_time: bool = False) -> str:
        """Play these lines until they end or a command leaves the match. A generator may choose them by the game so far.

        If it takes time, it runs in a thread, and the match checks the clock meanwhile.
        """
        rest, before = iter(lines), len(self.told)
        console = Console(
            lambda: next(rest, None), self._write, interactive=False, poll_seconds=0.01, is_ready=lambda: not takes_time
        )
        session = (FirstGameSession if self._kind is PlainFirstGame else MatchSession)(self.live, self.place)
        match: PlainMatch = self._kind(session, self.place, console)
        self.hot_seat = match.hot_seat
        with suppress(EndOfInputError):
            self.after, _words = await match.play()
        return self.told[before:]

    def _write(self, text: str) -> None:
        self.told += text


def shown(told: str) -> list[str]:
    """The visible part of the output: the last sixty rows, without empty ones."""
    return [line for line in told.split("\n")[-60:] if line]


def all_in(sentences: Iterable[str], told: str) -> bool:
    """Whether all sentences were printed, in this order."""
    for sentence in sentences:
        _before, found, told = told.partition(sentence)
        if not found:
            return False
    return True


def scripted(lines: Iterable[str], told: list[str]) -> Console:
    """A console that reads these lines, which a generator may choose by the output so far, and adds its output to `told`."""
    rest = iter(lines)
    return Console(lambda: next(rest, None), told.append, interactive=False, is_ready=lambda: True)


async def typed(services: Services, *lines: str, begin_with: Beginning | None = None) -> str:
    """The output of the program for these lines, from the home prompt or from another beginning."""
    told: list[str] = []
    await PlainProgram(services, scripted(lines, told)).run(begin_with)
    return "".join(told)


def run(folder: Path, *arguments: str, lines: Iterable[str] = ()) -> CompletedProcess[str]:
    """Run the program in this process, with these lines as its input. A new process needs a second to start."""
    places = {"SPLENDOR_TUI_DATA": str(folder / "data"), "SPLENDOR_TUI_CONFIG": str(folder / "config")}
    with (
        TemporaryFile("w+") as typed,
        redirect_stdout(StringIO()) as out,
        redirect_stderr(StringIO()) as errors,
    ):
        typed.writelines(f"{line}\n" for line in lines)
        typed.seek(0)
        with patch.dict(os.environ, places), patch("sys.stdin", typed):
            code = main([*arguments])
    return CompletedProcess(arguments, code, out.getvalue(), errors.getvalue())


def saved_games(folder: Path) -> Sequence[GameSummary]:
    with Store.open(folder / "data") as store:
        return store.games()
