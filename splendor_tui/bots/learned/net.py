"""The net: rows of a table added up, then two small layers, then the chance to win of every seat."""

from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from splendor_tui.bots.learned.compiled import compiled, compiled_from
from splendor_tui.bots.learned.course import Reals
from splendor_tui.bots.learned.features import (
    Rows,
    row_count,
    rows_of_single_cards,
)

WIDTH = 128
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


def copied(net: Net) -> Net:
    """A net of the same weights that may be changed."""
    return Net(*(array.copy() for array in net))


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


# Array expressions would do, but numba compiles them to code that is three times slower.


@compiled_from(lambda sums, row: np.add(sums, row, out=sums))
def add(sums: Sums, row: Reals) -> None:
    """Add a row of the table, in place."""
    for unit in range(len(sums)):
        sums[unit] += row[unit]


@compiled_from(lambda sums, row, other: np.add(sums, row - other, out=sums))
def add_difference(sums: Sums, row: Reals, other: Reals) -> None:
    """Add a row of the table less another, in place."""
    for unit in range(len(sums)):
        sums[unit] += row[unit] - other[unit]


@compiled_from(lambda sums, active: np.maximum(sums, 0, out=active))
def rectify(sums: Sums, active: Reals) -> None:
    """ReLU of the sums."""
    for unit in range(len(sums)):
        active[unit] = max(np.float32(sums[unit]), np.float32(0))


@compiled_from(np.dot)
def dot(weights: Reals, active: Reals) -> np.float32:
    """The dot product."""
    total = np.float32(0)
    for unit in range(len(active)):
        total += weights[unit] * active[unit]
    return total


@compiled
def sum_rows(net: AnyNet, rows: Rows, sums: Sums) -> None:
    """Add up the rows of a position into `sums` (WIDTH,)."""
    sums[:] = net.table_bias
    for row in rows:
        add(sums, net.table[row])


@compiled
def chances(net: AnyNet, sums: Sums, active: Reals, hidden: Reals, mover: int, values: Reals) -> None:
    """From the sums to each seat's chance to win, in `values` (players,) by seat; `mover` is the seat that has just moved.

    `active` (WIDTH,) and `hidden` (HEAD,) are written over with what the first layer holds after its ReLU, and the second one
    before its own.
    """
    rectify(sums, active)
    for other in range(HEAD):
        hidden[other] = net.middle_bias[other] + dot(net.middle[other], active)
    players = len(net.last_bias)
    most = np.float32(-1e9)
    for side in range(players):
        logit = net.last_bias[side]
        for other in range(HEAD):
            logit += max(hidden[other], np.float32(0)) * net.last[side, other]
        values[(mover + side) % players] = logit
        most = max(most, logit)
    total = np.float32(0)
    for seat in range(players):
        values[seat] = np.exp(values[seat] - most)
        total += values[seat]
    for seat in range(players):
        values[seat] /= total
