"""Plays a match in many processes, or on many machines, with joblib."""

import os
import signal
import time
import warnings
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Final

from joblib import Parallel, delayed, parallel_config

from splendor_tui.arena.entrants import close_engines
from splendor_tui.arena.fixtures import Fixture, FixtureResult
from splendor_tui.arena.headless_game import Arena, Played, play_fixture
from splendor_tui.arena.saved_results import SavedResults
from splendor_tui.inputs.files import check_descriptors, replace_file
from splendor_tui.words import N_, MessageError, quoted

ALL_CORES: Final = -1
_CONNECTING_SECONDS: Final = 10
_SAFE_PATH: Final = "PYTHONSAFEPATH"
_POLL_SECONDS: Final = 0.5


class ArenaError(MessageError):
    """Raised for a match that cannot be played. The message gives the reason."""


@contextmanager
def local_processes(workers: int) -> Iterator[None]:
    """Play all matches inside this block in this many local processes. ALL_CORES means one process per core.

    Raises OSError if too few files can be opened.
    """
    check_descriptors()
    with (
        _safe_path(),
        parallel_config(backend="loky", n_jobs=workers, initializer=_follow_parent, initargs=(os.getpid(),)),
        warnings.catch_warnings(),
    ):
        # joblib warns when it replaces a process whose memory has grown, for example by compiling.
        warnings.filterwarnings("ignore", module="joblib.externals.loky")
        yield


@contextmanager
def _safe_path() -> Iterator[None]:
    """Prevent new Python processes from importing from the current folder, because joblib starts them with `-m`."""
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_SAFE_PATH]
        else:
            os.environ[_SAFE_PATH] = before


@contextmanager
def dask_cluster(address: str) -> Iterator[None]:
    """Play all matches inside this block on the workers of a Dask scheduler. Raises ArenaError."""
    try:
        from distributed import Client
    except ImportError as error:
        raise ArenaError(
            N_("Dask is not installed here; {command} installs it.", command="`pip install distributed`")
        ) from error
    try:
        client = Client(address, timeout=_CONNECTING_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ArenaError(
            N_("There is no Dask scheduler at {address}; start a scheduler and its workers.", address=quoted(address))
        ) from error
    with client, parallel_config(backend="dask", client=client):
        yield


@contextmanager
def playing(arena: Arena, fixtures: Iterable[Fixture]) -> Iterator[Iterator[Played]]:
    """Play the fixtures in the processes of the enclosing `local_processes` or `dask_cluster`.

    Yields their results in order.
    """
    with _without_ctrl_c():
        played = Parallel(return_as="generator")(delayed(play_fixture)(arena, fixture) for fixture in fixtures)
    try:
        yield played
    except BrokenProcessPool as error:
        raise ArenaError(N_("A worker process was killed; run the same command again to continue.")) from error
    finally:
        with warnings.catch_warnings(action="ignore"):  # joblib warns about cancelled games
            played.close()
        close_engines()


def play_match(
    arena: Arena, fixtures: Sequence[Fixture], saved: SavedResults, records: Path | None = None
) -> Generator[FixtureResult]:
    """Play a match. Yields the results of the fixtures in order, either from `saved` or after playing and saving them.

    Games are recorded in the folder `records` before their result is saved. Closing the iterator stops games in progress.
    Raises ArenaError, or OSError if something cannot be saved.
    """
    missing = [fixture for fixture in fixtures if fixture not in saved.found]
    lineups = list(dict.fromkeys(fixture.lineup for fixture in fixtures))
    with playing(arena._replace(recorded=records is not None), missing) as played:
        for fixture in fixtures:
            if fixture in saved.found:
                yield saved.found[fixture]
                continue
            result, texts = next(played)
            for number, text in enumerate(texts, start=1):
                assert records is not None
                table = lineups.index(fixture.lineup) + 1
                name = f"deal-{fixture.deal:04}-table-{table}-game-{number}.jsonl"
                replace_file(records / name, text.encode())
            saved.add(result)
            yield result


@contextmanager
def _without_ctrl_c() -> Iterator[None]:
    """Delay ctrl+c until the end of the block. The processes started in it never get it, not even while they start."""
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _follow_parent(parent: int) -> None:
    """Ignore Ctrl+C, which reaches all processes of a terminal, and exit with the parent process instead."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_exit_with, args=(parent,), daemon=True).start()


def _exit_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_POLL_SECONDS)
    os._exit(1)
