"""How far computer players search: `python -m benchmarks.search [SIMULATIONS]`, so many from each position of midgame.txt.

Processor time is counted, not the clock. On a busy machine even that grows, so before each search the same fixed piece of work
is timed: the simulations that fit into its time can be compared with those of another day.
"""

import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

import numpy as np

from splendor_tui.bots.learned.batch_judging import Judge
from splendor_tui.bots.learned.batch_search import BatchSearch
from splendor_tui.bots.learned.box import Small, box_of
from splendor_tui.bots.learned.cells import cells_of
from splendor_tui.bots.learned.compiled import COMPILED
from splendor_tui.bots.learned.compiled_search import CompiledSearch
from splendor_tui.bots.learned.net import packed
from splendor_tui.bots.learned.search import Search
from splendor_tui.bots.learned.shipped import shipped_net
from splendor_tui.inputs.assets import load_catalogue
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.position import parse_position

SIMULATIONS: Final = 2000
PLAYERS: Final = 2


def fixed_work() -> float:
    """Seconds of some Python and some numpy, about as a search mixes them."""
    start = time.process_time()
    table = np.arange(8000 * 64, dtype=np.float32).reshape(8000, 64)
    rows = np.arange(20 * 128).reshape(20, 128) * 3
    for _ in range(40):
        sum(number * number for number in range(2000))
        np.maximum(table.take(rows, axis=0).sum(axis=0), 0) @ table[:64, :32]
    return time.process_time() - start


def searches(catalogue: Catalogue) -> dict[str, Callable[[Small, int, np.random.Generator], Search]]:
    """Each kind of search that there is here, by its name."""
    box, net = box_of(catalogue), shipped_net(PLAYERS, catalogue)
    kinds: dict[str, Callable[[Small, int, np.random.Generator], Search]] = {
        "numpy": partial(BatchSearch, Judge(box, net))
    }
    if COMPILED:
        kinds["compiled"] = partial(CompiledSearch, box, packed(net))
    return kinds


def main() -> None:
    """Print the figures of each kind of search: the median of all positions."""
    simulations = int(sys.argv[1]) if len(sys.argv) > 1 else SIMULATIONS
    catalogue = load_catalogue()
    lines = Path(__file__).with_name("midgame.txt").read_text().splitlines()
    positions = [cells_of(parse_position(line, catalogue)) for line in lines]
    for name, begin in searches(catalogue).items():
        begin(positions[0], 32, np.random.default_rng(0)).grow(32)  # compiles, and fills what is kept
        rates, shares = [], []
        for cells in positions:
            work = fixed_work()
            start = time.process_time()
            begin(cells, simulations, np.random.default_rng(1)).grow(simulations)
            rate = simulations / (time.process_time() - start)
            rates.append(rate)
            shares.append(rate * work)
        print(
            f"{name}: {statistics.median(rates):,.0f} simulations a second ({min(rates):,.0f} to {max(rates):,.0f}), "
            f"{statistics.median(shares):,.0f} in the time of the fixed piece of work"
        )


if __name__ == "__main__":
    main()
