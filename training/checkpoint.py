"""Saves a training run, with everything needed to continue as if it had never stopped."""

import json
import math
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np

from splendor_tui.bots.learned.net import Net
from training.fitting import Optimiser, new_optimiser
from training.interrupts import replacing
from training.nets import new_net
from training.plan import Plan, plan_of
from training.replay_buffer import Replay


@dataclass
class Run:
    """The state of a run.

    `anchor` is the reference net of the learning curve. `fresh` is the number of examples in the last round.
    """

    plan: Plan
    net: Net
    optimiser: Optimiser
    replay: Replay
    anchor: Net | None = None
    fresh: int = 0
    rounds: int = 0
    games: int = 0
    seconds: float = 0.0
    curve: list[dict[str, float]] = field(default_factory=list)

    @property
    def progress(self) -> float:
        """The completed fraction, 0 to 1."""
        plan = self.plan
        return min(1.0, self.games / plan.games if plan.games else self.seconds / (60 * plan.minutes))

    @property
    def stage(self) -> int:
        """0 during the opening, 1 afterwards."""
        return int(self.games >= self.plan.opening or self.progress >= self.plan.opening_share)

    @property
    def rate(self) -> float:
        """The current learning rate."""
        last = self.plan.last_rate
        return self.plan.rate[self.stage] * (last + (1 - last) * (1 + math.cos(math.pi * self.progress)) / 2)


def new_run(plan: Plan) -> Run:
    """Create a run from an untrained net."""
    net = new_net(plan.players, np.random.default_rng([plan.seed, 0]))
    return Run(plan, net, new_optimiser(net), Replay(plan.players, plan.buffer))


def save_run(path: Path, run: Run) -> None:
    """Save the run. Replaces the file atomically."""
    about = {
        "plan": asdict(run.plan),
        "fresh": run.fresh,
        "rounds": run.rounds,
        "games": run.games,
        "seconds": run.seconds,
        "curve": run.curve,
        "next": run.replay.next,
    }
    nets = {"net": run.net, "mean": run.optimiser.mean, "square": run.optimiser.square}
    if run.anchor is not None:
        nets["anchor"] = run.anchor
    with replacing(path) as file:
        np.savez(
            file,
            about=np.array(json.dumps(about)),
            steps=run.optimiser.steps,
            rows=run.replay.rows[: run.replay.filled],
            targets=run.replay.targets[: run.replay.filled],
            **{f"{which}_{name}": array for which, net in nets.items() for name, array in net._asdict().items()},
        )


def load_run(path: Path) -> Run:
    """Load a run. Raises OSError, ValueError, KeyError, TypeError or zipfile.BadZipFile if it is not a checkpoint."""
    with path.open("rb") as file:
        found = dict(np.load(file, allow_pickle=False))
    about = json.loads(str(found["about"]))
    run = new_run(plan_of(about["plan"]))

    def net(which: str) -> Net:
        return Net(**{name: found[f"{which}_{name}"] for name in Net._fields})

    run.net = net("net")
    run.optimiser = run.optimiser._replace(mean=net("mean"), square=net("square"), steps=found["steps"])
    if "anchor_table" in found:
        run.anchor = net("anchor")
    run.replay.filled = len(found["rows"])
    run.replay.next = about["next"]
    run.replay.rows[: run.replay.filled] = found["rows"]
    run.replay.targets[: run.replay.filled] = found["targets"]
    run.fresh, run.rounds, run.games = about["fresh"], about["rounds"], about["games"]
    run.seconds, run.curve = about["seconds"], about["curve"]
    return run
