"""Saves the results of a match, so that it can be stopped and resumed.

The format is JSON Lines: a header that identifies the match, then one line per completed fixture.
"""

import hashlib
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final, Literal, Self, TypeVar

from pydantic import ValidationError

from splendor_tui.arena.entrants import Entrant
from splendor_tui.arena.fixtures import Fixture, FixtureResult, Lineup
from splendor_tui.arena.headless_game import Arena
from splendor_tui.inputs.engine_names import EngineSettings
from splendor_tui.inputs.files import make_private_folder, on_error, quoted_path, replace_file
from splendor_tui.inputs.strict_models import Strict
from splendor_tui.rules.constants import DEFAULT_TARGET
from splendor_tui.store.locks import LockFile
from splendor_tui.words import N_, NN_, Message, MessageError

FORMAT: Final = "splendor-tui-arena"
VERSION: Final = 1
_PACKAGE: Final = Path(__file__).parents[1]


class SavedResultsError(MessageError):
    """Raised for saved results that cannot be resumed. The message gives the reason."""


class _Entrant(Strict):
    player: str
    engine: EngineSettings | None
    seconds: float
    nodes: int | None

    @classmethod
    def of(cls, one: Entrant) -> Self:
        return cls(player=one.player, engine=one.engine, seconds=one.limit.seconds, nodes=one.limit.nodes)


class MatchHeader(Strict):
    """The identity of a match: everything but the number of games and the machines that play them.

    `program` identifies the rules and the built-in computer players, because games of two versions must not be mixed. It does
    not identify the programs of engines.
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
        """Create the header of a match with these line-ups."""
        return cls(
            format=FORMAT,
            version=VERSION,
            program=_program(),
            entrants=tuple(_Entrant.of(entrant) for entrant in arena.entrants),
            lineups=tuple(lineups),
            seed=arena.seed,
            target=arena.rules.target,
            catalogue=arena.catalogue.digest,
        )

    @property
    def key(self) -> str:
        """A unique key of the match."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()[:16]


def _program() -> str:
    """A hash of the code and data that determine how a game is played."""
    digest = hashlib.sha256()
    for room in ("bots", "rules"):
        for file in sorted((_PACKAGE / room).rglob("*")):
            if file.suffix in {".py", ".npz"}:
                digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


class SavedResults(AbstractContextManager["SavedResults"]):
    """The results of a match and their file, locked by this process until `close`.

    `found` contains the results of earlier runs, and `notice` reports damage to the file. Raises SavedResultsError if the file
    contains another match or another process is playing this one, and OSError if nothing can be saved.
    """

    def __init__(self, path: Path, header: MatchHeader) -> None:
        self.path = path
        self.found: dict[Fixture, FixtureResult] = {}
        self.notice: Message | None = None
        make_private_folder(path.parent)
        self._lock = _lock(path)
        with on_error(self.close):
            # Windows lets only the locked descriptor read the file.
            self._file = open(self._lock.descriptor, "r+b", buffering=0, closefd=False)  # noqa: SIM115
            self._read(header)

    def add(self, result: FixtureResult) -> None:
        """Save a result. Raises OSError, or SavedResultsError if the file is gone."""
        if not self._lock.is_in_place():
            raise SavedResultsError(
                N_("{file} was removed or replaced during the match, which has stopped.", file=quoted_path(self.path))
            )
        self._write(_line(result))

    def delete(self) -> None:
        """Delete the file. Call it when the match is over."""
        self._lock.remove()

    def close(self) -> None:
        """Release the lock."""
        if self._lock.is_open:
            self._lock.close()

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _read(self, header: MatchHeader) -> None:
        """Read the results up to the first damaged line, and delete the rest. A damaged file is backed up first."""
        content = self._file.readall()
        valid = self._read_lines(content.splitlines(keepends=True), header)
        if b"\n" in content[len(valid) :]:  # otherwise a process stopped while it wrote a line
            backup = self.path.with_suffix(".damaged")
            replace_file(backup, content)
            self.notice = NN_(
                "The results of earlier games are damaged and were copied to {file}. {count} deal still counts.",
                "The results of earlier games are damaged and were copied to {file}. {count} deals still count.",
                len(self.found),
                file=quoted_path(backup),
            )
        self._file.seek(len(valid))
        self._file.truncate()
        if not valid:
            self._write(_line(header))

    def _write(self, line: bytes) -> None:
        try:
            while line:
                line = line[self._file.write(line) :]
        except OSError as error:
            error.filename = str(self.path)
            raise

    def _read_lines(self, lines: Sequence[bytes], header: MatchHeader) -> bytes:
        """Add the results up to the first damaged line to `found`. Returns these lines."""
        found = _parse(MatchHeader, lines[0]) if lines else None
        if found is None:
            return b""
        if found != header:
            raise SavedResultsError(
                N_(
                    "{file} contains a different match, or one from a different version of the program; choose "
                    "another folder.",
                    file=quoted_path(self.path),
                )
            )
        for number, line in enumerate(lines[1:], start=1):
            result = _parse(FixtureResult, line)
            if result is None:
                return b"".join(lines[:number])
            self.found[Fixture(result.deal, result.lineup)] = result
        return b"".join(lines)


def _lock(path: Path) -> LockFile:
    """Lock the results themselves, because a separate lock file could be deleted while two processes write the results."""
    while True:
        lock = LockFile(path)
        with on_error(lock.close):
            if not lock.try_lock():
                raise SavedResultsError(N_("This match is already being played; wait until it ends, or stop it."))
            if lock.is_in_place():
                return lock
        lock.close()  # another process deleted the file before this one locked it


M = TypeVar("M", bound=Strict)


def _line(model: Strict) -> bytes:
    return model.model_dump_json().encode() + b"\n"


def _parse(model: type[M], line: bytes) -> M | None:
    """Parse a line. Returns None if it is damaged."""
    if not line.endswith(b"\n"):
        return None
    try:
        return model.model_validate_json(line)
    except ValidationError:
        return None
