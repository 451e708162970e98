"""Train a net: `python -m training --players 2 --minutes 40`.

Starts a run from an untrained net, or continues the run whose checkpoint is in the folder. Ctrl+C saves the progress. At the
end, the new net plays the packaged one, and replaces it if it is clearly better. `python -m training.refine` improves the
packaged net.
"""

import argparse
import sys
import zipfile
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path

from splendor_tui.arena.parallel_matches import ArenaError, dask_cluster
from splendor_tui.bots.learned.compiled import NUMBA
from splendor_tui.bots.learned.encoding import encode_card_set
from splendor_tui.inputs.card_set import load_catalogue
from splendor_tui.rules.catalogue import Catalogue
from training.checkpoint import Run, load_run, new_run
from training.gauntlet import offer_net
from training.interrupts import interrupt_on_sigterm
from training.plan import Plan
from training.training_loop import train


def main() -> int:
    """Parse the command line and train. Returns the exit status."""
    args = _parser().parse_args()
    if not NUMBA:
        print("Training needs numba: pip install numba", file=sys.stderr)
        return 2
    args.folder.mkdir(parents=True, exist_ok=True)
    path = args.folder / f"checkpoint-{args.players}.npz"
    catalogue = load_catalogue()
    interrupt_on_sigterm()
    plan = Plan(args.players, seed=args.seed, minutes=args.minutes, games=args.games)
    run = _begin_or_continue(path, plan)
    try:
        with nullcontext() if args.dask is None else dask_cluster(args.dask):
            train(run, encode_card_set(catalogue), path, args.jobs)
            _finish(run, catalogue, args.jobs, args.folder)
    except ArenaError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"Stopped after {run.games} games. The same command continues from there.")
        return 130
    path.replace(path.with_stem(f"finished-{args.players}"))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("--players", type=int, choices=(2, 3, 4), required=True)
    parser.add_argument("--minutes", type=float, default=40.0, help="how long to train (default: 40)")
    parser.add_argument(
        "--games", type=int, default=0, help="train for this many games instead, which is exactly repeatable"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=-1, help="processes that play (default: one per core)")
    parser.add_argument("--dask", metavar="ADDRESS", help="play on the workers of this Dask scheduler instead")
    parser.add_argument(
        "--folder", type=Path, default=Path(".training"), help="where the checkpoint and results are saved"
    )
    return parser


def _begin_or_continue(path: Path, plan: Plan) -> Run:
    if not path.exists():
        return new_run(plan)
    try:
        run = load_run(path)
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as error:
        aside = path.with_suffix(".damaged")
        path.replace(aside)
        print(f"The checkpoint is damaged ({error}); it was renamed to {aside}, and training restarts.")
        return new_run(plan)
    print(f"Continuing after {run.games} games, with the plan of this run.")
    return run


def _finish(run: Run, catalogue: Catalogue, jobs: int, folder: Path) -> None:
    players = run.plan.players
    about = {
        "command": f"python -m training --players {players} --minutes {run.plan.minutes:g} --seed {run.plan.seed}"
        + (f" --games {run.plan.games}" if run.plan.games else ""),
        "plan": asdict(run.plan),
        "progress": round(run.progress, 3),  # less than 1 if the run was stopped early
        "games": run.games,
        "minutes": round(run.seconds / 60, 1),
        "curve": run.curve,
    }
    offer_net(run.net, catalogue, about, folder, run.plan.seed, jobs)


if __name__ == "__main__":
    sys.exit(main())
