"""A training run can be stopped, killed and repeated with the same result."""

import os
import signal
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import pytest

from splendor_tui.bots.learned.encoding import CardSet
from training import training_loop as loop
from training.checkpoint import Run, load_run, new_run, save_run
from training.fitting import fit
from training.gauntlet import play_match
from training.plan import Plan
from training.self_play import Style, play_games

PLAN = Plan(
    2,
    seed=5,
    games=24,
    opening=8,
    opening_share=1.0,
    round_games=(8, 8),
    simulations=6,
    batch=256,
    buffer=1500,
)


@pytest.fixture(autouse=True, scope="module")
def small_rounds() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loop, "FIRST_FIT", 300)
        patch.setattr(loop, "CURVE_POINTS", 0)
        yield


def arrays(run: Run) -> list[np.typing.NDArray[np.generic]]:
    """All numbers that determine how the run continues."""
    filled = run.replay.filled
    nets = [*run.net, *run.optimiser.mean, *run.optimiser.square]
    return [*nets, run.optimiser.steps, run.replay.rows[:filled], run.replay.targets[:filled]]


def same(one: Run, other: Run) -> bool:
    """Whether two runs continue in the same way."""
    counts = [(run.rounds, run.games, run.replay.filled, run.replay.next) for run in (one, other)]
    return counts[0] == counts[1] and all(map(np.array_equal, arrays(one), arrays(other)))


@pytest.fixture(scope="module")
def through(box: CardSet, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """An uninterrupted run in this process."""
    run = new_run(PLAN)
    loop.train(run, box, tmp_path_factory.mktemp("through") / "run.npz", jobs=1)
    assert run.games == PLAN.games
    assert run.optimiser.steps[0] > 5
    return run


def test_resumed_run_ends_like_an_uninterrupted_one(
    box: CardSet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, through: Run
) -> None:
    path = tmp_path / "stopped.npz"
    calls = count(1)

    def interrupted_fit(*arguments: Any) -> float:
        if next(calls) == 2:
            os.kill(os.getpid(), signal.SIGINT)
        return fit(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(loop, "fit", interrupted_fit)
        with pytest.raises(KeyboardInterrupt):
            loop.train(new_run(PLAN), box, path, jobs=1)
    resumed = load_run(path)
    assert 0 < resumed.games < PLAN.games
    loop.train(resumed, box, path, jobs=1)
    assert same(resumed, through)


def test_run_does_not_depend_on_the_number_of_processes(box: CardSet, tmp_path: Path, through: Run) -> None:
    shared = new_run(PLAN)
    loop.train(shared, box, tmp_path / "shared.npz", jobs=2)
    assert same(through, shared)


def test_failed_checkpoint_leaves_the_previous_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "checkpoint.npz"
    run = new_run(PLAN)
    run.games = 7
    save_run(path, run)

    def full(*_: object) -> None:
        raise OSError("No space left on device")

    run.games = 8
    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        with pytest.raises(OSError, match="No space"):
            save_run(path, run)
    assert load_run(path).games == 7


def test_damaged_checkpoint_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.npz"
    save_run(path, new_run(PLAN))
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises((OSError, ValueError, KeyError, TypeError, BadZipFile)):
        load_run(path)


@pytest.mark.parametrize("simulations", [0, 6])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_learning_targets_end_with_the_result_of_the_game(players: int, simulations: int, box: CardSet) -> None:
    style = Style(simulations, temperature=0.005, curiosity=0.1, trace=0.9, others=3)
    net = new_run(Plan(players)).net
    examples, turns = play_games(box, net, style, 1, [3])
    assert turns <= len(examples.rows) <= 4 * turns
    assert np.allclose(examples.targets.sum(axis=1), 1, atol=1e-4)
    assert (examples.targets > -1e-6).all()
    last = examples.targets[-1] if simulations == 0 else examples.targets[examples.targets.max(axis=1).argmax()]
    assert last.max() == pytest.approx(1, abs=1e-3)
    again, _ = play_games(box, net, style, 1, [3])
    assert np.array_equal(again.rows, examples.rows)
    assert np.array_equal(again.targets, examples.targets)


@pytest.mark.parametrize(("players", "jobs"), [(2, 2), (3, 1)])
def test_net_is_even_with_itself(players: int, jobs: int, box: CardSet) -> None:
    net = new_run(Plan(players)).net
    score = play_match(box, net, net, deals=20, simulations=0, seed=1, jobs=jobs)
    assert score.games == 20 * players
    assert abs(score.share - 1 / players) <= 1.5 * score.error
