"""The same rows and the same net for many positions at once, by numpy alone: for where nothing is compiled."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from splendor_tui.bots.learned.box import NO_NOBLE, UNKNOWN, Box, Small
from splendor_tui.bots.learned.cells import (
    BANK,
    BONUSES,
    DECKS,
    FORFEITED,
    GRID,
    HAND,
    NOBLES,
    PLAYER,
    POINTS,
    SEAT,
    SEATS,
    TOKENS,
)
from splendor_tui.bots.learned.course import Reals
from splendor_tui.bots.learned.features import (
    BANK_GOLD,
    BY_BEST,
    BY_CARD,
    BY_DEMAND,
    BY_DISTANCE,
    BY_GEMS,
    BY_GOLD,
    BY_NOBLE,
    BY_POINTS,
    BY_PRICE,
    BY_SHAPE,
    BY_TOKENS,
    CONTEST,
    DECK_LEFT,
    DECK_ROWS,
    DISTANCES,
    GAPS,
    IN_BANK,
    IN_REACH,
    KINDS,
    LEAD,
    MOST_GAP,
    MOST_POINTS,
    NEAR,
    PILES,
    RACE,
    SCORES,
    SHAPE_OF,
    SHAPES,
    SIDE_ROWS,
    Rows,
)
from splendor_tui.bots.learned.net import AnyNet

Wide: TypeAlias = npt.NDArray[np.int64]

_IN_HAND = np.arange(IN_REACH) >= 12
_COLOURS = np.arange(5)


def rows_of_many(box: Box, positions: Small) -> Rows:
    """The rows of positions (n, CELLS) with one number of players and one seat that has just moved: (n, slots)."""
    cells = positions.astype(np.int64)
    players, mover = int(cells[0, SEATS]), int(cells[0, SEAT])
    sides = [_side(box, cells, players, mover, side) for side in range(players)]
    common = _common(box, cells, players, mover, np.stack([near for _, near, _ in sides]), [away for *_, away in sides])
    return np.concatenate([*(rows for rows, _, _ in sides), common], axis=1).astype(np.uint16)


def chances_of_many(net: AnyNet, rows: Rows, mover: int) -> Reals:
    """Each seat's chance to win (n, players), by seat, in positions with these rows."""
    sums = np.repeat(net.table[rows[0]].sum(axis=0)[None], len(rows), axis=0) + net.table_bias
    position, slot = np.nonzero(rows != rows[0])
    if len(position):  # most slots are the same in all of them, as they come from one parent
        changes = net.table[rows[position, slot]] - net.table[rows[0, slot]]
        counts = np.bincount(position, minlength=len(rows))
        starts = np.cumsum(counts) - counts
        changed = np.flatnonzero(counts)
        sums[changed] += np.add.reduceat(changes, starts[changed], axis=0)
    hidden = np.maximum(np.maximum(sums, 0) @ net.middle.T + net.middle_bias, 0)
    logits = hidden @ net.last.T + net.last_bias
    weights = np.exp(logits - logits.max(axis=1, keepdims=True))
    values: Reals = np.roll(weights / weights.sum(axis=1, keepdims=True), mover, axis=1)
    return values


def _side(box: Box, cells: Wide, players: int, mover: int, side: int) -> tuple[Wide, Wide, Wide]:
    """One side's rows (n, slots), what lacks for each card of the grid (n, 12), what lacks for each noble (n, nobles)."""
    seat = (mover + side) % players
    block = cells[:, seat * PLAYER : (seat + 1) * PLAYER]
    gems, gold = block[:, TOKENS : TOKENS + 5], block[:, TOKENS + 5]
    bonuses, points = block[:, BONUSES : BONUSES + 5], block[:, POINTS]
    cards = np.concatenate((cells[:, GRID : GRID + 12], block[:, HAND : HAND + 3]), axis=1)
    known = cards < UNKNOWN
    due = np.maximum(box.cost.astype(np.int64)[cards] - bonuses[:, None], 0) * known[:, :, None]
    lacking = np.maximum(due - gems[:, None], 0)
    gap, most = np.maximum(lacking.sum(2) - gold[:, None], 0), lacking.max(2)
    kind = box.points[cards].astype(np.int64) * 5 + box.bonus[cards]
    which = cards - UNKNOWN
    by_card = np.where(known, cards * GAPS + np.minimum(gap, GAPS - 1), UNKNOWN * GAPS + which)
    shape = SHAPE_OF[np.minimum(gap, MOST_GAP), (most >= 2).astype(np.int64) + (most >= 3)]
    by_shape = np.where(known, kind * SHAPES + shape, KINDS * SHAPES + which)
    by_price = np.where(known, kind * GAPS + np.minimum((due.sum(2) + 1) >> 1, GAPS - 1), KINDS * GAPS + which)

    nobles = cells[:, NOBLES : NOBLES + players + 1]
    there = nobles != NO_NOBLE
    lack = np.maximum(_noble_cost(box)[nobles] - bonuses[:, None], 0)
    distance = lack.sum(2)
    next_brings = np.where((distance == 1)[:, :, None], lack > 0, (distance == 0)[:, :, None]) & there[:, :, None]
    wanted = next_brings.any(1)
    away = np.where(there, np.minimum(distance, DISTANCES - 1), 0)
    gain = box.points[cards] + 3 * np.take_along_axis(wanted, box.bonus[cards].astype(np.int64), 1)
    best = np.where(known & (gap == 0), gain, 0).max(1)

    counts = np.where(block[:, FORFEITED] > 0, 2 * SCORES, int(seat > mover) * SCORES + np.minimum(points, MOST_POINTS))
    rows = np.concatenate(
        (
            BY_CARD + _IN_HAND * (UNKNOWN * GAPS + 4) + by_card,
            BY_SHAPE + _IN_HAND * (KINDS * SHAPES + 4) + by_shape,
            BY_PRICE + _IN_HAND * (KINDS * GAPS + 4) + by_price,
            BY_GEMS + (_COLOURS * PILES + gems) * 8 + np.minimum(bonuses, 7),
            BY_GOLD + gold[:, None],
            BY_TOKENS + (gems.sum(1) + gold)[:, None],
            BY_POINTS + counts[:, None],
            BY_BEST + np.minimum(points + best, MOST_POINTS)[:, None],
            BY_DEMAND + _COLOURS * 16 + np.minimum(due.sum(1) // 3, 15),
            BY_NOBLE + np.where(there, nobles * DISTANCES + away, 10 * DISTANCES),
            BY_DISTANCE + np.where(there, away, DISTANCES),
        ),
        axis=1,
    )
    return rows + side * SIDE_ROWS, np.where(known, np.minimum(gap, NEAR - 1), NEAR - 1)[:, :12], away


def _noble_cost(box: Box) -> Wide:
    """What nobles ask for, with a row for NO_NOBLE."""
    cost = np.zeros((NO_NOBLE + 1, 5), np.int64)
    cost[: len(box.noble_cost)] = box.noble_cost
    return cost


def _common(box: Box, cells: Wide, players: int, mover: int, near: Wide, away: list[Wide]) -> Wide:
    cards = cells[:, GRID : GRID + 12]
    contest = (box.points[cards].astype(np.int64) * NEAR + near[0]) * NEAR + near[1:].min(axis=0)
    there = cells[:, NOBLES : NOBLES + players + 1] != NO_NOBLE
    race = away[0] * DISTANCES + np.stack(away[1:]).min(axis=0)
    own = np.minimum(cells[:, mover * PLAYER + POINTS], MOST_POINTS)
    most = np.zeros_like(own)
    for seat in range(players):
        if seat != mover:
            in_play = cells[:, seat * PLAYER + FORFEITED] == 0
            most = np.maximum(most, np.where(in_play, cells[:, seat * PLAYER + POINTS], 0))
    return players * SIDE_ROWS + np.concatenate(
        (
            IN_BANK + _COLOURS * PILES + cells[:, BANK : BANK + 5],
            BANK_GOLD + cells[:, BANK + 5 : BANK + 6],
            DECK_LEFT + np.arange(3) * DECK_ROWS + cells[:, DECKS : DECKS + 3],
            CONTEST + np.where(cards < UNKNOWN, contest, 6 * NEAR * NEAR),
            RACE + np.where(there, race, DISTANCES * DISTANCES),
            LEAD + ((mover * SCORES + own) * SCORES + np.minimum(most, MOST_POINTS))[:, None],
        ),
        axis=1,
    )
