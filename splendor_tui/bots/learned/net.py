"""The net: rows of a table added up, then two small layers, then the chance to win of every seat."""

from typing import NamedTuple

import numpy as np

from splendor_tui.bots.learned.compiled import compiled
from splendor_tui.bots.learned.course import Reals
from splendor_tui.bots.learned.features import (
    Rows,
    row_count,
    rows_of_single_cards,
)

WIDTH = 64
HEAD = 32


class Net(NamedTuple):
    """The weights, float32: sum of rows of `table` + `table_bias` → ReLU → `middle`, `middle_bias` → ReLU → `last`, `last_bias`.

    Shapes: (rows, WIDTH), (WIDTH,), (WIDTH, HEAD), (HEAD,), (players, HEAD), (players,). The last numbers are logits: one a side,
    the one that has just moved first, then in turn order; softmax makes chances of them.
    """

    table: Reals
    table_bias: Reals
    middle: Reals
    middle_bias: Reals
    last: Reals
    last_bias: Reals

    @property
    def players(self) -> int:
        """How many seats the net answers for."""
        return len(self.last_bias)


def new_net(players: int, rng: np.random.Generator, width: int = WIDTH) -> Net:
    """A net that knows nothing. Rows of single cards start at 0, so that they say nothing until they have learned."""

    def drawn(scale: float, *shape: int) -> Reals:
        return (scale * rng.standard_normal(shape)).astype(np.float32)

    table = drawn(0.05, row_count(players), width)
    table[rows_of_single_cards(players)] = 0
    return Net(
        table,
        np.full(width, 0.1, np.float32),
        drawn((2 / width) ** 0.5, width, HEAD),
        np.zeros(HEAD, np.float32),
        drawn(0.05, players, HEAD),
        np.zeros(players, np.float32),
    )


@compiled
def sum_rows(net: Net, rows: Rows, sums: Reals) -> None:
    """Add up the rows of a position into `sums` (WIDTH,)."""
    table = net.table
    fours = len(rows) // 4 * 4
    for unit in range(len(sums)):
        sums[unit] = net.table_bias[unit]
    for slot in range(0, fours, 4):  # four at a time: the sums pass through memory once for all of them
        a, b, c, d = rows[slot], rows[slot + 1], rows[slot + 2], rows[slot + 3]
        for unit in range(len(sums)):
            sums[unit] += (table[a, unit] + table[b, unit]) + (table[c, unit] + table[d, unit])
    for slot in range(fours, len(rows)):
        a = rows[slot]
        for unit in range(len(sums)):
            sums[unit] += table[a, unit]


@compiled
def chances(net: Net, sums: Reals, hidden: Reals, mover: int, values: Reals) -> None:
    """From the sums to each seat's chance to win, in `values` (players,) by seat; `mover` is the seat that has just moved.

    `hidden` (HEAD,) is written over with what the second layer holds before its ReLU.
    """
    zero = np.float32(0)
    middle = net.middle
    for other in range(len(hidden)):
        hidden[other] = net.middle_bias[other]
    for unit in range(0, len(sums), 4):  # four at a time, as in `sum_rows`
        a, b, c, d = (
            max(sums[unit], zero),
            max(sums[unit + 1], zero),
            max(sums[unit + 2], zero),
            max(sums[unit + 3], zero),
        )
        for other in range(len(hidden)):
            hidden[other] += (a * middle[unit, other] + b * middle[unit + 1, other]) + (
                c * middle[unit + 2, other] + d * middle[unit + 3, other]
            )
    players = len(net.last_bias)
    most = np.float32(-1e9)
    for side in range(players):
        logit = net.last_bias[side]
        for other in range(len(hidden)):
            logit += max(hidden[other], zero) * net.last[side, other]
        values[(mover + side) % players] = logit
        most = max(most, logit)
    total = zero
    for seat in range(players):
        values[seat] = np.exp(values[seat] - most)
        total += values[seat]
    for seat in range(players):
        values[seat] /= total
