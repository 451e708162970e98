"""Refine the packaged net: `python -m training.refine --players 2 --games 20000`.

The net plays games against itself, which are saved in shards. Then it, or another net, is fitted to all of them in several
passes with a decreasing learning rate. After an interruption, the same command continues with the next shard. At the end,
the new net plays the packaged one, and replaces it if it is clearly better.
"""

import argparse
import math
import sys
import time
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from joblib import Parallel, delayed

from splendor_tui.arena.parallel_matches import ArenaError, dask_cluster
from splendor_tui.bots.learned.compiled import NUMBA
from splendor_tui.bots.learned.encoding import CardSet, encode_card_set
from splendor_tui.bots.learned.features import Rows
from splendor_tui.bots.learned.net import Net, NetError, load_net, load_shipped_net
from splendor_tui.inputs.card_set import load_catalogue
from training.fitting import evaluate, fit, new_optimiser
from training.gauntlet import offer_net
from training.interrupts import interrupt_on_sigterm, replacing
from training.nets import copy_net, new_net
from training.rotations import consensus, new_rotations, rotate
from training.self_play import Examples, Style, joined, play_games

SHARD_GAMES: Final = 100
HELD_OUT: Final = 20  # one in this many shards is held out for validation
STYLE = Style(simulations=16, temperature=0.005, curiosity=0.1, trace=0.8, others=3)
TEACHING: Final = 0.8  # weight of the teachers' chances in the targets
CHUNK: Final = 50  # batches between two updates of the learning rate
REPORTS: Final = 8  # number of loss reports in one fit


class Recipe(NamedTuple):
    """The parameters of the fit: passes, first and last learning rate, decay of the rows, and batch size."""

    epochs: float = 2.0
    rate: float = 3e-4
    last_rate: float = 1e-5
    decay: float = 0.1
    batch: int = 1024


class Report(NamedTuple):
    """The number of passes so far, and the mean loss (cross entropy) on the latest batches and on the held-out games."""

    epochs: float
    fitted: float
    held_out: float


def play_shards(cards: CardSet, net: Net, style: Style, folder: Path, shards: int, seed: int, jobs: int) -> None:
    """Play the games of all missing shards. The same seed gives the same games."""
    missing = [number for number in range(shards) if not _shard_path(folder, number).exists()]
    tasks = (delayed(_play_shard)(cards, net, style, folder, seed, number) for number in missing)
    start = time.monotonic()
    with Parallel(n_jobs=jobs, max_nbytes=None, return_as="generator_unordered") as pool:
        for done, _ in enumerate(pool(tasks), start=1):
            rate = done * SHARD_GAMES / (time.monotonic() - start)
            _progress(f"{(shards - len(missing) + done) * SHARD_GAMES} games · {rate:.1f} games/s")
    print()


def _shard_path(folder: Path, number: int) -> Path:
    return folder / f"shard-{number:05}.npz"


def _play_shard(cards: CardSet, net: Net, style: Style, folder: Path, seed: int, number: int) -> None:
    # The trace is per turn of one seat, so its root applies per turn of any seat.
    style = style._replace(trace=style.trace ** (1 / net.players))
    examples, _ = play_games(cards, net, style, SHARD_GAMES, [seed, 3, number])
    with replacing(_shard_path(folder, number)) as file:
        np.savez(file, rows=examples.rows, targets=examples.targets)


def load_shards(folder: Path, numbers: Sequence[int]) -> Examples:
    """Load the examples of these shards."""
    found = []
    for number in numbers:
        with np.load(_shard_path(folder, number), allow_pickle=False) as shard:
            found.append(Examples(shard["rows"], shard["targets"]))
    return joined(found)


def taught(examples: Examples, teachers: Sequence[Net], rotations: Rows) -> Examples:
    """The examples with targets closer to the chances on which the teachers agree."""
    targets = TEACHING * consensus(teachers, rotations, examples.rows) + (1 - TEACHING) * examples.targets
    return Examples(examples.rows, targets.astype(np.float32))


def fit_net(
    net: Net, examples: Examples, held_out: Examples, rotations: Rows, recipe: Recipe, seed: int
) -> tuple[Net, list[Report]]:
    """Fit a copy of the net to rotated examples. Returns it with the losses."""
    net = copy_net(net)
    optimiser = new_optimiser(net)
    rng = np.random.default_rng([seed, 4])
    batches = len(examples.rows) // recipe.batch
    total = math.ceil(batches * recipe.epochs)
    reports: list[Report] = []
    order = rng.permutation(len(examples.rows))
    done = place = 0
    while done < total:
        if place == batches:
            order, place = rng.permutation(len(examples.rows)), 0
        count = min(CHUNK, total - done, batches - place)
        picks = order[place * recipe.batch : (place + count) * recipe.batch].reshape(count, recipe.batch)
        fall = (1 + math.cos(math.pi * done / total)) / 2
        rate = recipe.last_rate + (recipe.rate - recipe.last_rate) * fall
        rows = rotate(examples.rows[picks], rotations, rng)
        loss = fit(net, optimiser, rows, examples.targets[picks], rate, recipe.decay)
        done, place = done + count, place + count
        if done * REPORTS >= total * (len(reports) + 1):
            reports.append(Report(done / batches, loss, evaluate(net, held_out.rows, held_out.targets)))
            _progress("{:.2f} epochs · loss {:.4f} · held out {:.4f}".format(*reports[-1]))
    print()
    return net, reports


def _progress(line: str) -> None:
    print(line, end="\r" if sys.stdout.isatty() else "\n", flush=True)


def main() -> int:
    """Parse the command line, play, fit and compare. Returns the exit status."""
    args = _parser().parse_args()
    if not NUMBA:
        print("Training needs numba: pip install numba", file=sys.stderr)
        return 2
    interrupt_on_sigterm()
    catalogue = load_catalogue()
    cards, style = encode_card_set(catalogue), STYLE._replace(simulations=args.simulations)
    shards = max(2, math.ceil(args.games / SHARD_GAMES))
    folder = args.folder / f"refine-{args.players}-{args.simulations}-{args.seed}"
    folder.mkdir(parents=True, exist_ok=True)
    try:
        player = load_shipped_net(args.players, catalogue)
        net = player if args.net is None else load_net(args.net, args.players, catalogue)
        if args.new:
            net = new_net(args.players, np.random.default_rng([args.seed, 0]))
        teachers = [load_net(path, args.players, catalogue) for path in args.teachers]
        with nullcontext() if args.dask is None else dask_cluster(args.dask):
            play_shards(cards, player, style, folder, shards, args.seed, args.jobs)
    except (NetError, ArenaError) as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Stopped. The same command continues from here.")
        return 130
    recipe, rotations = Recipe(epochs=args.epochs, rate=args.rate), new_rotations(cards, args.players)
    held_out = load_shards(folder, list(range(0, shards, HELD_OUT)))
    examples = load_shards(folder, [number for number in range(shards) if number % HELD_OUT])
    if teachers:
        examples, held_out = (taught(found, teachers, rotations) for found in (examples, held_out))
    refined, reports = fit_net(net, examples, held_out, rotations, recipe, args.seed)
    about = {
        "command": f"python -m training.refine {' '.join(sys.argv[1:])}",
        "games": shards * SHARD_GAMES,
        "style": style._asdict(),
        "recipe": recipe._asdict(),
        "losses": [report._asdict() for report in reports],
    }
    offer_net(refined, catalogue, about, args.folder, args.seed, args.jobs)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training.refine", description=__doc__)
    parser.add_argument("--players", type=int, choices=(2, 3, 4), required=True)
    parser.add_argument("--games", type=int, default=20_000, help="games to play (default: 20000)")
    parser.add_argument("--simulations", type=int, default=STYLE.simulations, help="per turn; 0 looks one turn ahead")
    fitted = parser.add_mutually_exclusive_group()
    fitted.add_argument("--net", type=Path, help="the net to fit (default: the packaged one, which plays the games)")
    fitted.add_argument("--new", action="store_true", help="fit an untrained net")
    parser.add_argument(
        "--teachers", type=Path, nargs="+", default=[], metavar="NET", help="learn the mean of these nets"
    )
    parser.add_argument("--epochs", type=float, default=Recipe().epochs, help="passes over the games")
    parser.add_argument("--rate", type=float, default=Recipe().rate, help="first learning rate")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=-1, help="processes that play (default: one per core)")
    parser.add_argument("--dask", metavar="ADDRESS", help="play on the workers of this Dask scheduler instead")
    parser.add_argument("--folder", type=Path, default=Path(".training"), help="where games and results are saved")
    return parser


if __name__ == "__main__":
    sys.exit(main())
