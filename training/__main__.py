"""Train the learned values: `python -m training --players 2 --minutes 40`.

Begins a run, or goes on with the one whose checkpoint lies in the folder. Ctrl+C keeps what there is. At the end the new net
plays against the one in the package, and takes its place if it is better.
"""

import argparse
import json
import sys
import zipfile
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path

from splendor_tui.arena.tournament import TournamentError, dask_cluster
from splendor_tui.bots.learned.compiled import NUMBA
from splendor_tui.bots.learned.encoding import encode_card_set
from splendor_tui.bots.learned.net import NetError, load_shipped_net, save_net, shipped_net_path
from splendor_tui.inputs.assets import load_catalogue
from splendor_tui.rules.catalogue import Catalogue
from training.checkpoint import Run, load_run, new_run
from training.gauntlet import Score, play_match
from training.interrupts import stop_when_asked
from training.plan import Plan
from training.run import train

GAUNTLET_DEALS = 200
GAUNTLET_SIMULATIONS = 100


def main() -> int:
    """Read the command line and train. Answers with the exit status."""
    args = _parser().parse_args()
    if not NUMBA:
        print("Training needs numba: pip install numba", file=sys.stderr)
        return 2
    args.folder.mkdir(parents=True, exist_ok=True)
    path = args.folder / f"checkpoint-{args.players}.npz"
    catalogue = load_catalogue()
    stop_when_asked()
    plan = Plan(args.players, seed=args.seed, minutes=args.minutes, games=args.games)
    try:
        run = _begin_or_go_on(path, plan.onward() if args.onward else plan, catalogue)
    except NetError as error:
        print(f"{error} Begin without --onward.", file=sys.stderr)
        return 2
    try:
        with nullcontext() if args.dask is None else dask_cluster(args.dask):
            train(run, encode_card_set(catalogue), path, args.jobs)
            _finish(run, catalogue, args.jobs, args.folder)
    except TournamentError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"Stopped after {run.games} games; the same command goes on from there.")
        return 130
    path.replace(path.with_stem(f"finished-{args.players}"))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("--players", type=int, choices=(2, 3, 4), required=True)
    parser.add_argument("--minutes", type=float, default=40.0, help="how long to train (default: 40)")
    parser.add_argument(
        "--games", type=int, default=0, help="train for so many games instead; this can be repeated exactly"
    )
    parser.add_argument(
        "--onward", action="store_true", help="begin with the net in the package instead of one that knows nothing"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=-1, help="processes that play (default: one a core)")
    parser.add_argument("--dask", metavar="ADDRESS", help="play on the workers of this Dask scheduler instead")
    parser.add_argument("--folder", type=Path, default=Path(".training"), help="where checkpoint and results are kept")
    return parser


def _begin_or_go_on(path: Path, plan: Plan, catalogue: Catalogue) -> Run:
    if not path.exists():
        return _begin(plan, catalogue)
    try:
        run = load_run(path)
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as error:
        aside = path.with_suffix(".damaged")
        path.replace(aside)
        print(f"The checkpoint is damaged ({error}); it is now {aside}, and training begins anew.")
        return _begin(plan, catalogue)
    print(f"Going on after {run.games} games, with the plan of this run.")
    return run


def _begin(plan: Plan, catalogue: Catalogue) -> Run:
    return new_run(plan, load_shipped_net(plan.players, catalogue) if plan.from_shipped else None)


def _finish(run: Run, catalogue: Catalogue, jobs: int, folder: Path) -> None:
    """Write the net and what is known of it, and put it into the package if it is better than what is there."""
    players = run.plan.players
    path = folder / shipped_net_path(players).name
    save_net(path, run.net, catalogue)
    about: dict[str, object] = {
        "command": f"python -m training --players {players} --minutes {run.plan.minutes:g} --seed {run.plan.seed}"
        + (f" --games {run.plan.games}" if run.plan.games else "")
        + (" --onward" if run.plan.from_shipped else ""),
        "plan": asdict(run.plan),
        "progress": round(run.progress, 3),  # below 1 if the run was cut short
        "games": run.games,
        "minutes": round(run.seconds / 60, 1),
        "curve": run.curve,
    }
    if run.plan.from_shipped:
        about["began_with"] = json.loads(shipped_net_path(players).with_suffix(".json").read_text(encoding="utf-8"))
    score = _against_shipped(run, catalogue, jobs)
    about["against_the_net_before"] = None if score is None else {"share": score.share, "error": score.error}
    path.with_suffix(".json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
    if score is None:
        print("There was no net in the package that plays; now there is this one.")
    else:
        print(f"Against the net in the package, {GAUNTLET_SIMULATIONS} simulations a turn: {score}.")
        if score.share - score.error <= 1 / players:
            print(f"It is not clearly better and stays out of the package: {path}")
            return
    for file in (path, path.with_suffix(".json")):
        shipped_net_path(players).with_suffix(file.suffix).write_bytes(file.read_bytes())


def _against_shipped(run: Run, catalogue: Catalogue, jobs: int) -> Score | None:
    try:
        shipped = load_shipped_net(run.plan.players, catalogue)
    except NetError:
        return None
    deals = GAUNTLET_DEALS
    return play_match(
        encode_card_set(catalogue), run.net, shipped, deals, GAUNTLET_SIMULATIONS, seed=run.plan.seed, jobs=jobs
    )


if __name__ == "__main__":
    sys.exit(main())
