"""A match has the same result wherever it is played, and only once."""

import os
import signal
import sys
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from joblib import Parallel, delayed

from splendor_tui.arena.entrants import Limit, parse_entrants
from splendor_tui.arena.fixtures import Fixture, FixtureResult, fixtures, lineups
from splendor_tui.arena.headless_game import Arena
from splendor_tui.arena.parallel_matches import ArenaError, dask_cluster, local_processes, play_match
from splendor_tui.arena.saved_results import MatchHeader, SavedResults
from splendor_tui.rules.catalogue import Catalogue

SCHEDULE = list(fixtures(lineups(2, 3), 9))
TIMES = {"seconds": True, "longest": True}


@pytest.fixture(scope="module")
def arena(catalogue: Catalogue) -> Arena:
    return Arena(catalogue, parse_entrants(["apprentice", "random"], Limit(600.0, 100)), "1")


def play(
    arena: Arena, folder: Path, where: AbstractContextManager[None], schedule: Sequence[Fixture] = SCHEDULE
) -> list[FixtureResult]:
    """Play a complete match, and record its games in the folder."""
    with SavedResults(folder / "results.jsonl", MatchHeader.of(arena, lineups(2, 3))) as kept, where:
        return list(play_match(arena, schedule, kept, folder))


def games(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("deal-*.jsonl")}


def without_times(results: Sequence[FixtureResult]) -> list[object]:
    return [result.model_dump(exclude={"games": {"__all__": {"seats": {"__all__": TIMES}}}}) for result in results]


Alone = tuple[list[object], dict[str, bytes]]


@pytest.fixture(scope="module")
def alone(arena: Arena, tmp_path_factory: pytest.TempPathFactory) -> Alone:
    """The results and records of the match when it is played in this process."""
    folder = tmp_path_factory.mktemp("alone")
    results = play(arena, folder, local_processes(1))
    assert [Fixture(result.deal, result.lineup) for result in results] == SCHEDULE
    return without_times(results), games(folder)


def test_games_are_the_same_in_any_number_of_processes(arena: Arena, tmp_path: Path, alone: Alone) -> None:
    results = play(arena, tmp_path, local_processes(2))
    assert (without_times(results), games(tmp_path)) == alone
    assert len(games(tmp_path)) == 9


def test_games_are_the_same_on_a_dask_cluster(arena: Arena, tmp_path: Path, alone: Alone) -> None:
    distributed = pytest.importorskip("distributed", reason="Dask is not installed; `make test` installs it")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, dashboard_address=None, worker_dashboard_address=None
    ) as cluster:
        results = play(arena, tmp_path, dask_cluster(cluster.scheduler_address))
    assert (without_times(results), games(tmp_path)) == alone


def test_missing_dask_error_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ArenaError, match="pip install distributed"), dask_cluster("tcp://127.0.0.1:8786"):
        pass


def test_saved_games_are_not_played_again(arena: Arena, tmp_path: Path) -> None:
    first = play(arena, tmp_path, local_processes(1), SCHEDULE[:2])
    for path in tmp_path.glob("deal-*.jsonl"):
        path.unlink()
    both = play(arena, tmp_path, local_processes(1))
    assert both[:2] == first  # with the times of the first run
    assert set(games(tmp_path)) == {f"deal-0003-table-1-game-{game}.jsonl" for game in (1, 2, 3)}


@contextmanager
def long_match(arena: Arena, folder: Path) -> Iterator[Generator[FixtureResult]]:
    """A match whose first deal has been played."""
    many = list(fixtures(lineups(2, 3), 3000))
    with SavedResults(folder / "results.jsonl", MatchHeader.of(arena, lineups(2, 3))) as kept, local_processes(2):
        playing = play_match(arena, many, kept)
        next(playing)
        yield playing


def test_closing_the_iterator_stops_the_match(arena: Arena, tmp_path: Path) -> None:
    with long_match(arena, tmp_path) as playing:
        start = time.monotonic()
        playing.close()
        assert time.monotonic() - start < 20
    with SavedResults(tmp_path / "results.jsonl", MatchHeader.of(arena, lineups(2, 3))) as kept:
        assert list(kept.found) == SCHEDULE[:1]


@pytest.mark.skipif(sys.platform != "linux", reason="finds processes as Linux does")
def test_killed_worker_ends_the_match_with_an_error(arena: Arena, tmp_path: Path) -> None:
    with long_match(arena, tmp_path) as playing:
        children = " ".join(path.read_text() for path in Path("/proc/self/task").glob("*/children")).split()
        workers = [pid for pid in children if b"LokyProcess" in Path(f"/proc/{pid}/cmdline").read_bytes()]
        assert workers
        for pid in workers:
            os.kill(int(pid), signal.SIGKILL)
        with pytest.raises(ArenaError, match="A worker process was killed"):
            list(playing)


def interrupts() -> object:
    """Simulates ctrl+c in the process that polls it."""
    return signal.getsignal(signal.SIGINT)


def test_workers_ignore_ctrl_c() -> None:
    with local_processes(2):
        assert Parallel()(delayed(interrupts)() for _ in range(2)) == [signal.SIG_IGN] * 2
