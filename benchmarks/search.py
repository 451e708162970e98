"""Benchmark the search: `python -m benchmarks.search`, for one second in each position of midgame.txt (two players).

Prints simulations per second on one core, on all cores and in plain Python, with the ratios to one core. The three
measurements alternate, so a temporarily busy machine affects all of them.
"""

import statistics
import sys
import time
from pathlib import Path
from typing import Final

import numpy as np

from splendor_tui.bots.learned.encoding import Int8s, encode_card_set, encode_position
from splendor_tui.bots.learned.net import load_shipped_net, pack_net
from splendor_tui.bots.learned.parallel_search import COMPILED, PLAIN, Kernel, Search
from splendor_tui.bots.player import cores_to_search
from splendor_tui.inputs.card_set import load_catalogue
from splendor_tui.rules.position import parse_position

SECONDS: Final = 1.0
ROOM: Final = 200_000  # more simulations than fit into the time


def main() -> int:
    """Print the medians over all positions."""
    catalogue = load_catalogue()
    cards = encode_card_set(catalogue)
    net = pack_net(load_shipped_net(2, catalogue), cards)
    lines = Path(__file__).with_name("midgame.txt").read_text().splitlines()
    positions = [encode_position(parse_position(line, catalogue)) for line in lines]

    def rate(kernel: Kernel, cells: Int8s, cores: int) -> float:
        rngs = [np.random.default_rng(core) for core in range(cores)]
        search = Search(kernel, cards, net, cells, ROOM if kernel.is_compiled else 1000, rngs)
        start = time.perf_counter()
        search.run(lambda: time.perf_counter() > start + SECONDS, lambda: None)
        return search.simulations / (time.perf_counter() - start)

    cores = cores_to_search()
    kinds = {"one core": (COMPILED, 1), f"{cores} cores": (COMPILED, cores), "plain Python": (PLAIN, 1)}
    rate(COMPILED, positions[0], 1)  # compile
    rates: dict[str, list[float]] = {name: [] for name in kinds}
    for cells in positions:
        for name, (kernel, used) in kinds.items():
            rates[name].append(rate(kernel, cells, used))
    one = statistics.median(rates["one core"])
    for name, found in rates.items():
        median = statistics.median(found)
        print(
            f"{name}: {median:,.0f} simulations a second ({min(found):,.0f} to {max(found):,.0f}), {median / one:.3f}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
