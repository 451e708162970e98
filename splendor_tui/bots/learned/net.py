"""The net: rows of a table added up, then two small layers, then the chance to win of every seat."""

from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from splendor_tui.bots.learned.compiled import compiled
from splendor_tui.bots.learned.course import Reals
from splendor_tui.bots.learned.features import (
    Rows,
    row_count,
    rows_of_single_cards,
)

WIDTH = 64
HEAD = 32
PACKED_ONE: Final = 4096  # what stands for 1 in a packed table, which so reaches from -8 to 8

Sums: TypeAlias = npt.NDArray[np.float32] | npt.NDArray[np.int32]


class Net(NamedTuple):
    """The weights: sum of rows of `table` + `table_bias` → ReLU → `middle`, `middle_bias` → ReLU → `last`, `last_bias`.

    All are float32.

    Shapes: (rows, WIDTH), (WIDTH,), (HEAD, WIDTH), (HEAD,), (players, HEAD), (players,). The last numbers are logits: one a side,
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
        drawn((2 / width) ** 0.5, HEAD, width),
        np.zeros(HEAD, np.float32),
        drawn(0.05, players, HEAD),
        np.zeros(players, np.float32),
    )


class PackedNet(NamedTuple):
    """The same net with a table of whole numbers: half the memory to read, which is what takes the time.

    `middle` turns these sums back into the numbers that the net has learned with.
    """

    table: npt.NDArray[np.int16]
    table_bias: npt.NDArray[np.int32]
    middle: Reals
    middle_bias: Reals
    last: Reals
    last_bias: Reals

    @property
    def players(self) -> int:
        """How many seats the net answers for."""
        return len(self.last_bias)


AnyNet: TypeAlias = Net | PackedNet


def packed(net: Net) -> PackedNet:
    """The net as compiled code plays with it."""
    table = np.clip(np.rint(net.table * PACKED_ONE), -(2**15), 2**15 - 1)
    return PackedNet(
        table.astype(np.int16),
        np.rint(net.table_bias * PACKED_ONE).astype(np.int32),
        (net.middle / PACKED_ONE).astype(np.float32),
        net.middle_bias,
        net.last,
        net.last_bias,
    )


def new_sums(net: AnyNet) -> Sums:
    """Room for the sums of the rows of this net."""
    return np.zeros_like(net.table_bias)


@compiled
def sum_rows(net: AnyNet, rows: Rows, sums: Sums) -> None:
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
def chances(net: AnyNet, sums: Sums, active: Reals, hidden: Reals, mover: int, values: Reals) -> None:
    """From the sums to each seat's chance to win, in `values` (players,) by seat; `mover` is the seat that has just moved.

    `active` (WIDTH,) and `hidden` (HEAD,) are written over with what the first layer holds after its ReLU, and the second one
    before its own.
    """
    zero = np.float32(0)
    middle = net.middle
    for unit in range(len(sums)):
        active[unit] = max(np.float32(sums[unit]), zero)
    for other in range(0, HEAD, 4):  # four at a time, as in `sum_rows`
        a, b, c, d = zero, zero, zero, zero
        for unit in range(len(sums)):
            strength = active[unit]
            a += strength * middle[other, unit]
            b += strength * middle[other + 1, unit]
            c += strength * middle[other + 2, unit]
            d += strength * middle[other + 3, unit]
        hidden[other], hidden[other + 1], hidden[other + 2], hidden[other + 3] = a, b, c, d
    for other in range(HEAD):
        hidden[other] += net.middle_bias[other]
    players = len(net.last_bias)
    most = np.float32(-1e9)
    for side in range(players):
        logit = net.last_bias[side]
        for other in range(HEAD):
            logit += max(hidden[other], zero) * net.last[side, other]
        values[(mover + side) % players] = logit
        most = max(most, logit)
    total = zero
    for seat in range(players):
        values[seat] = np.exp(values[seat] - most)
        total += values[seat]
    for seat in range(players):
        values[seat] /= total
