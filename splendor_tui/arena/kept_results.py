"""The results of a match on the disk, so that it can be stopped and gone on with.

JSON Lines: a header that says which match it is, then a line for each fixture that was played.
"""

import contextlib
import hashlib
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Literal, Self, TypeVar

from pydantic import ValidationError

from splendor_tui.arena.entrants import Entrant
from splendor_tui.arena.fixtures import Fixture, Lineup
from splendor_tui.arena.headless_game import Arena
from splendor_tui.arena.results import FixtureResult
from splendor_tui.inputs.engine_names import EngineSettings
from splendor_tui.inputs.files import make_private_folder, quoted_path, replace_file
from splendor_tui.inputs.problems import Strict
from splendor_tui.rules.state import DEFAULT_TARGET
from splendor_tui.store.locks import Claim
from splendor_tui.store.store_error import GameClaimedError
from splendor_tui.words import N_, Message, MessageError

FORMAT: Final = "splendor-tui-arena"
VERSION: Final = 1
_PACKAGE: Final = Path(__file__).parents[1]


class KeptResultsError(MessageError):
    """Results that cannot be gone on with, and why."""


class _Entrant(Strict):
    player: str
    engine: EngineSettings | None
    seconds: float
    nodes: int | None

    @classmethod
    def of(cls, one: Entrant) -> Self:
        return cls(player=one.player, engine=one.engine, seconds=one.limit.seconds, nodes=one.limit.nodes)


class MatchHeader(Strict):
    """What makes a match the same match: all but how many games it has, and where they are played.

    `program` stands for the rules and the computer players of the package: games of two versions must not be mixed. What an
    engine's command starts is not looked at.
    """

    format: Literal["splendor-tui-arena"]
    version: Literal[1]
    program: str
    entrants: tuple[_Entrant, ...]
    lineups: tuple[Lineup, ...]
    seed: str
    target: int = DEFAULT_TARGET
    catalogue: str

    @classmethod
    def of(cls, arena: Arena, lineups: Sequence[Lineup]) -> Self:
        """The header of a match with these line-ups."""
        return cls(
            format=FORMAT,
            version=VERSION,
            program=_program(),
            entrants=tuple(_Entrant.of(entrant) for entrant in arena.entrants),
            lineups=tuple(lineups),
            seed=arena.seed,
            target=arena.target,
            catalogue=arena.catalogue.digest,
        )

    @property
    def key(self) -> str:
        """A name that no other match has."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()[:16]


def _program() -> str:
    """Names this very version of what decides how a game goes."""
    digest = hashlib.sha256()
    for room in ("bots", "rules"):
        for file in sorted((_PACKAGE / room).rglob("*")):
            if file.suffix in {".py", ".npz"}:
                digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


class KeptResults:
    """What is known of a match, and the file that keeps it. One process at a time has it, until `close`.

    `found` are the results of earlier runs; `notice` says what was wrong with the file, None where all was well. Raises
    KeptResultsError where another match is kept there, or another process plays this one; StoreError or OSError where
    nothing can be kept.
    """

    def __init__(self, path: Path, header: MatchHeader) -> None:
        self.path = path
        self.found: dict[Fixture, FixtureResult] = {}
        self.notice: Message | None = None
        make_private_folder(path.parent)
        try:
            self._claim = Claim(path.with_suffix(".lock"), path.stem)
        except GameClaimedError as error:
            raise KeptResultsError(
                N_("This match is being played by process {pid}; wait for it, or stop it.", pid=error.pid or "?")
            ) from error
        with contextlib.ExitStack() as unless_all_is_well:
            unless_all_is_well.callback(self.close)
            self._read(header)
            unless_all_is_well.pop_all()

    def add(self, result: FixtureResult) -> None:
        """Keep a result. Raises OSError."""
        with self.path.open("ab") as file:
            file.write(_line(result))

    def forget(self) -> None:
        """Delete the file: the match is over."""
        self.path.unlink(missing_ok=True)

    def close(self) -> None:
        """Let others have the match."""
        self._claim.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _read(self, header: MatchHeader) -> None:
        """Read what is kept as far as that goes, and leave nothing else in the file; a copy of it is set aside."""
        content = self.path.read_bytes() if self.path.exists() else b""
        good = self._read_lines(content.splitlines(keepends=True), header)
        if b"\n" in content[len(good) :]:  # else it is a line that was being written when a process was ended
            aside = self.path.with_suffix(".damaged")
            replace_file(aside, content)
            self.notice = N_(
                "The results of earlier games are damaged; a copy is now {file}, and {count} deals of them still count.",
                file=quoted_path(aside),
                count=len(self.found),
            )
        if good != content or not content:
            replace_file(self.path, good or _line(header))

    def _read_lines(self, lines: Sequence[bytes], header: MatchHeader) -> bytes:
        """Take over the results of all lines up to the first that is wrong, and answer with these lines."""
        kept = _parsed(MatchHeader, lines[0]) if lines else None
        if kept is None:
            return b""
        if kept != header:
            raise KeptResultsError(
                N_(
                    "{file} holds another match, or one of another version of the program; name another folder.",
                    file=quoted_path(self.path),
                )
            )
        for number, line in enumerate(lines[1:], start=1):
            result = _parsed(FixtureResult, line)
            if result is None:
                return b"".join(lines[:number])
            self.found[Fixture(result.deal, result.lineup)] = result
        return b"".join(lines)


M = TypeVar("M", bound=Strict)


def _line(model: Strict) -> bytes:
    return model.model_dump_json().encode() + b"\n"


def _parsed(model: type[M], line: bytes) -> M | None:
    """What a whole line says, None where it is damaged."""
    if not line.endswith(b"\n"):
        return None
    try:
        return model.model_validate_json(line)
    except ValidationError:
        return None
