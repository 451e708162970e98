"""The net: rows of a table added up, then two small layers, then the chance to win of every seat."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from splendor_tui.bots.learned.box import Box, Small
from splendor_tui.bots.learned.cells import CELLS, SEAT
from splendor_tui.bots.learned.compiled import compiled
from splendor_tui.bots.learned.course import Reals, is_over, play_turn, share_win
from splendor_tui.bots.learned.features import (
    Rows,
    row_count,
    rows_of_single_cards,
    slot_count,
    write_common,
    write_rows,
    write_side,
)
from splendor_tui.bots.learned.turns import KIND, MAX_TURNS, NOBLE, PASS, RESERVE_TOP, RETURN, TAKE, TURN, list_turns

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


class Desk(NamedTuple):
    """What a compiled function writes on while it looks at one position after another; made once, used again and again."""

    turns: Small
    values: Reals
    ended: npt.NDArray[np.bool_]
    cells: Small
    rows: Rows
    rows_before: Rows
    changed: npt.NDArray[np.int64]
    sums: Reals
    sums_before: Reals
    hidden: Reals
    near: Small
    near_before: Small
    away: Small
    away_before: Small


def new_desk(net: Net) -> Desk:
    """A desk for positions of this net's number of players."""
    players, width = net.players, net.table.shape[1]
    return Desk(
        np.zeros((MAX_TURNS, TURN), np.int8),
        np.zeros((MAX_TURNS, players), np.float32),
        np.zeros(MAX_TURNS, np.bool_),
        np.zeros(CELLS, np.int8),
        np.zeros(slot_count(players), np.uint16),
        np.zeros(slot_count(players), np.uint16),
        np.zeros(slot_count(players) + 1, np.int64),
        np.zeros(width, np.float32),
        np.zeros(width, np.float32),
        np.zeros(HEAD, np.float32),
        np.zeros((players, 12), np.int8),
        np.zeros((players, 12), np.int8),
        np.zeros((players, players + 1), np.int8),
        np.zeros((players, players + 1), np.int8),
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


@compiled
def judge_turns(box: Box, net: Net, desk: Desk, cells: Small) -> int:
    """List the turns of a position on the desk, each with the chance to win that it leaves every seat; answers how many.

    `desk.values` of a turn is exact where the game ends with it (`desk.ended`), else what the net says.
    """
    count = list_turns(box, cells, desk.turns)
    mover, players = int(cells[SEAT]), len(net.last_bias)
    write_rows(box, cells, desk.rows_before, desk.near_before, desk.away_before)
    sum_rows(net, desk.rows_before, desk.sums_before)
    for index in range(count):
        turn = desk.turns[index]
        desk.cells[:] = cells
        play_turn(box, desk.cells, turn)
        desk.ended[index] = is_over(desk.cells)
        if desk.ended[index]:
            share_win(desk.cells, desk.values[index])
            continue
        desk.rows[:] = desk.rows_before
        desk.near[:] = desk.near_before
        desk.away[:] = desk.away_before
        write_side(box, desk.cells, 0, desk.rows, desk.near, desk.away)
        kind = int(turn[KIND])
        if int(turn[NOBLE]) >= 0 or kind not in (
            TAKE,
            RESERVE_TOP,
            RETURN,
            PASS,
        ):  # the grid or the nobles have changed
            for side in range(1, players):
                write_side(box, desk.cells, side, desk.rows, desk.near, desk.away)
        write_common(box, desk.cells, desk.rows, desk.near, desk.away)
        _sum_changes(net, desk)
        chances(net, desk.sums, desk.hidden, mover, desk.values[index])
    return count


@compiled
def _sum_changes(net: Net, desk: Desk) -> None:
    """Sums of the rows after the turn, from those before it: few slots differ."""
    table, sums, changed = net.table, desk.sums, desk.changed
    fresh, gone = desk.rows, desk.rows_before
    count = 0
    for slot in range(len(fresh)):
        changed[count] = slot
        count += fresh[slot] != gone[slot]
    for unit in range(len(sums)):
        sums[unit] = desk.sums_before[unit]
    pairs = count // 2 * 2
    for place in range(0, pairs, 2):
        a, b = fresh[changed[place]], gone[changed[place]]
        c, d = fresh[changed[place + 1]], gone[changed[place + 1]]
        for unit in range(len(sums)):
            sums[unit] += (table[a, unit] - table[b, unit]) + (table[c, unit] - table[d, unit])
    if pairs < count:
        a, b = fresh[changed[pairs]], gone[changed[pairs]]
        for unit in range(len(sums)):
            sums[unit] += table[a, unit] - table[b, unit]
