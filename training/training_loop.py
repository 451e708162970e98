"""The training loop: rounds of self-play and fitting, with checkpoints."""

import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np
from joblib import Parallel, delayed

from splendor_tui.bots.learned.encoding import CardSet
from splendor_tui.bots.learned.features import Rows
from splendor_tui.bots.learned.net import Net
from training.checkpoint import Run, new_run, save_run
from training.fitting import Optimiser, copied_optimiser, fit
from training.gauntlet import play_match
from training.interrupts import postponed
from training.nets import copy_net
from training.rotations import new_rotations, rotate
from training.self_play import Examples, play_games

TASKS = 8  # per round; a fixed number, so that the result does not depend on the number of processes
FIRST_FIT = 10_000  # examples before the first step
CHECKPOINT_EVERY = 120.0  # in seconds
REPORT_EVERY = 5.0
CURVE_POINTS = 12
CURVE_DEALS = 300


def train(run: Run, cards: CardSet, path: Path, jobs: int) -> None:
    """Continue the run until it ends. Saves the checkpoint at `path` regularly, at the end, and on Ctrl+C."""
    last = reported = time.monotonic()
    try:
        # Otherwise joblib would map the weights read-only, and numba would recompile everything for such arrays.
        with Parallel(n_jobs=jobs, max_nbytes=None, pre_dispatch="all", return_as="generator") as pool:
            _compile(run, cards)
            rotations = new_rotations(cards, run.plan.players)
            while run.progress < 1:
                loss = _play_round(run, cards, rotations, pool)
                if time.monotonic() - reported > REPORT_EVERY:
                    reported = time.monotonic()
                    _print_progress(run, loss)
                if run.progress * CURVE_POINTS >= len(run.curve) + 1:
                    run.curve.append(_point(run, cards, loss, jobs))
                if time.monotonic() - last > CHECKPOINT_EVERY:
                    save_run(path, run)
                    last = time.monotonic()
    finally:
        save_run(path, run)
        print()


def _compile(run: Run, cards: CardSet) -> None:
    """Compile everything before the run's clock starts, into the cache that all processes share."""
    scratch = new_run(replace(run.plan, buffer=1))
    for simulations in (0, 2):
        style = run.plan.style(1)._replace(simulations=simulations)
        examples, _ = play_games(cards, scratch.net, style, 1, [0])
    fit(scratch.net, scratch.optimiser, examples.rows[:1, np.newaxis], examples.targets[:1, np.newaxis], 0.0, 0.0)


def _play_round(
    run: Run, cards: CardSet, rotations: Rows, pool: Callable[..., Iterable[tuple[Examples, int]]]
) -> float:
    """Play a round while fitting to the previous rounds. Returns the mean loss.

    The run changes only after a complete round, so it can be stopped at any time.
    """
    plan, stage = run.plan, run.stage
    games = plan.round_games[stage] // TASKS
    seeds = [[plan.seed, 1, run.rounds, task] for task in range(TASKS)]
    start = time.monotonic()
    if stage and run.anchor is None:
        run.anchor = copy_net(run.net)
    net, optimiser = copy_net(run.net), copied_optimiser(run.optimiser)
    playing = pool(delayed(play_games)(cards, run.net, plan.style(stage), games, seed) for seed in seeds)
    loss = _learn(run, rotations, net, optimiser)
    played = [examples for examples, _ in playing]
    with postponed():
        run.net, run.optimiser = net, optimiser
        for examples in played:
            run.replay.add(examples)
        run.fresh = sum(len(examples.rows) for examples in played)
        run.rounds += 1
        run.games += games * TASKS
        run.seconds += time.monotonic() - start
    return loss


def _learn(run: Run, rotations: Rows, net: Net, optimiser: Optimiser) -> float:
    """Fit the net to the buffer. The number of steps is proportional to the number of examples in the last round."""
    plan, stage = run.plan, run.stage
    if run.replay.filled < FIRST_FIT:
        return float("nan")
    rng = np.random.default_rng([plan.seed, 2, run.rounds])
    picks = rng.integers(0, run.replay.filled, (round(run.fresh * plan.replay[stage] / plan.batch), plan.batch))
    rows = rotate(run.replay.rows[picks], rotations, rng)
    return fit(net, optimiser, rows, run.replay.targets[picks], run.rate, plan.decay[stage])


def _point(run: Run, cards: CardSet, loss: float, jobs: int) -> dict[str, float]:
    """A point of the learning curve: a match against the net from the end of the opening, without search."""
    point = {"games": run.games, "minutes": round(run.seconds / 60, 2), "loss": round(loss, 4)}
    if run.anchor is not None:
        score = play_match(cards, run.net, run.anchor, CURVE_DEALS, 0, seed=1, jobs=jobs)
        point |= {"share": round(score.share, 4), "error": round(score.error, 4)}
        print(f"\n{run.games} games: {score} against the net at the end of the opening", flush=True)
    return point


def _print_progress(run: Run, loss: float) -> None:
    """Print the progress."""
    minutes = run.seconds / 60
    line = (
        f"{100 * run.progress:5.1f}% · {run.games} games · {minutes:.1f} min · {run.games / run.seconds:.0f} games/s · "
        f"rate {run.rate:.5f} · loss {loss:.4f}"
    )
    print(line, end="\r" if sys.stdout.isatty() else "\n", flush=True)
