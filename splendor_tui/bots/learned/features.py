"""What the net looks at: a list of slots, each of which chooses one row of the table of weights.

A position at the end of a turn is seen from the seat that has just moved. There is a block of slots a side (that seat, then its
rivals in turn order) with rows of its own, and one block for what all have in common. A slot that counts something has a row
for every count, so that the net can learn any curve. Points count as the distance to the target, so that a net plays to any
target; the horizon, how near the leader is to it, says how long a bonus will still serve.
"""

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from splendor_tui.bots.learned.box import NO_NOBLE, UNKNOWN, Box, Small
from splendor_tui.bots.learned.cells import (
    BANK,
    BONUSES,
    CARDS,
    DECKS,
    FORFEITED,
    GRID,
    HAND,
    NOBLES,
    PLAYER,
    POINTS,
    SEAT,
    SEATS,
    TARGET,
    TOKENS,
)
from splendor_tui.bots.learned.compiled import compiled

Rows: TypeAlias = npt.NDArray[np.uint16]

FARTHEST: Final = 30  # points to the target, more count as 30
BEYOND: Final = 8  # points past the target, more count as 8
IN_REACH: Final = 12 + 3  # the grid and one's own hand

# Bounds of the counts, each the number of rows that a slot needs.
GAPS: Final = 7  # tokens that lack for a card, 6 and more alike
SHAPES: Final = 12  # how many tokens lack, and how many of them of one colour
NEAR: Final = 5  # tokens that lack, 4 and more alike
DISTANCES: Final = 8  # bonuses that lack for a noble, 7 and more alike
PILES: Final = 8
SCORES: Final = FARTHEST + BEYOND + 1
HORIZONS: Final = 6
STEPS: Final = 16  # points to the target, in pairs
OWNED: Final = 16  # bought cards, 15 and more alike
LEAST_TARGET: Final = 5
TARGETS: Final = 26  # 5 and fewer to 30 and more
KINDS: Final = 30  # (points, bonus) of a card

# First row of each slot in a side's block: by card, by kind of card with what lacks, by kind with what bonuses leave to pay;
# the grid and the hand apart.
BY_CARD: Final = 0
BY_SHAPE: Final = BY_CARD + 2 * (UNKNOWN * GAPS + 4)
BY_PRICE: Final = BY_SHAPE + 2 * (KINDS * SHAPES + 4)
BY_GEMS: Final = BY_PRICE + 2 * (HORIZONS * KINDS * GAPS + 4)
BY_GOLD: Final = BY_GEMS + 5 * PILES * 8
BY_TOKENS: Final = BY_GOLD + 6
BY_POINTS: Final = BY_TOKENS + HORIZONS * 14
BY_NOBLE: Final = BY_POINTS + 2 * SCORES + 1
BY_DISTANCE: Final = BY_NOBLE + 10 * DISTANCES + 1
BY_BEST: Final = BY_DISTANCE + HORIZONS * DISTANCES + 1
BY_DEMAND: Final = BY_BEST + SCORES
BY_PROGRESS: Final = BY_DEMAND + 5 * 16
SIDE_ROWS: Final = BY_PROGRESS + STEPS * OWNED

# First row of each slot in the common block.
IN_BANK: Final = 0
BANK_GOLD: Final = IN_BANK + 5 * PILES
DECK_LEFT: Final = BANK_GOLD + 6
DECK_ROWS: Final = 41
CONTEST: Final = DECK_LEFT + 3 * DECK_ROWS
RACE: Final = CONTEST + 6 * NEAR * NEAR + 1
TO_TARGET: Final = RACE + DISTANCES * DISTANCES + 1
LEAD: Final = TO_TARGET + TARGETS


def slot_count(players: int) -> int:
    """How many slots a position has."""
    return players * (3 * IN_REACH + 5 + 4 + 5 + 1 + 2 * (players + 1)) + 5 + 1 + 3 + 12 + (players + 1) + 1 + 1


def row_count(players: int) -> int:
    """How many rows the table has."""
    return players * SIDE_ROWS + LEAD + players * SCORES * SCORES


def rows_of_single_cards(players: int) -> npt.NDArray[np.bool_]:
    """Which rows stand for one card each: they are seen seldom, and learn slowly."""
    rows = np.arange(row_count(players))
    return (rows < players * SIDE_ROWS) & (rows % SIDE_ROWS < BY_SHAPE)


def rows_of_lead(players: int) -> npt.NDArray[np.bool_]:
    """Which rows stand for a pair of scores."""
    return np.arange(row_count(players)) >= players * SIDE_ROWS + LEAD


MOST_GAP: Final = 6
# The shape of a gap: [tokens that lack, whether fewer than two of one colour lack, or two, or more].
SHAPE_OF: Final = np.array([[0, 0, 0], [1, 1, 1], [2, 3, 3], [4, 5, 6], [7, 7, 8], [9, 9, 10], [11, 11, 11]], np.int64)


@compiled
def side_slots(players: int) -> int:
    """How many slots a side has."""
    return 3 * IN_REACH + 5 + 4 + 5 + 1 + 2 * (players + 1)


# How near the leader is to the target: 3 points and fewer, 7, 11, 15, 21, more.
_HORIZON_OF: Final = np.array(
    [np.searchsorted((3, 7, 11, 15, 21), max(0, FARTHEST - score)) for score in range(SCORES)]
)


@compiled
def _score(points: int, target: int) -> int:
    """Points as the net counts them: FARTHEST at the target."""
    return max(0, min(points - target + FARTHEST, SCORES - 1))


@compiled
def _horizon(cells: Small) -> int:
    leading = 0
    for seat in range(int(cells[SEATS])):
        if not cells[seat * PLAYER + FORFEITED]:
            leading = max(leading, _score(int(cells[seat * PLAYER + POINTS]), int(cells[TARGET])))
    return int(_HORIZON_OF[leading])


_LOW: Final = 0x0101010101
_HIGH: Final = 0x8080808080


@compiled
def _less(counts: int, others: int) -> int:
    """Five packed counts less five others, never below zero."""
    difference = (counts | _HIGH) - others
    return difference & ((difference & _HIGH) >> 7) * 127


@compiled
def _sum(counts: int) -> int:
    """The sum of five packed counts."""
    return (counts * _LOW) >> 32 & 255


@compiled
def write_side(box: Box, cells: Small, side: int, rows: Rows, near: Small, away: Small) -> None:
    """Write the rows of one side (0 has just moved) into its place in `rows`.

    Its row of `near` (players, 12) becomes what lacks for each card of the grid, that of `away` (players, 5) what lacks for each
    noble; `write_common` compares them.
    """
    players = int(cells[SEATS])
    start = (int(cells[SEAT]) + side) % players * PLAYER
    slot = side * side_slots(players)
    base = side * SIDE_ROWS
    horizon = _horizon(cells)
    wanted = _write_nobles(
        box, cells, side, rows, away, horizon
    )  # a bit for each colour whose next bonus brings a noble
    tokens, bonuses = 0, 0
    for colour in range(5):
        held, owned = int(cells[start + TOKENS + colour]), int(cells[start + BONUSES + colour])
        tokens |= held << 8 * colour
        bonuses |= owned << 8 * colour
        rows[slot + 3 * IN_REACH + colour] = base + BY_GEMS + (colour * PILES + held) * 8 + min(owned, 7)
    gold = int(cells[start + TOKENS + 5])
    demand = 0
    best = 0
    for place in range(IN_REACH):
        in_hand = int(place >= 12)
        card = int(cells[start + HAND + place - 12] if in_hand else cells[GRID + place])
        by_card = base + BY_CARD + in_hand * (UNKNOWN * GAPS + 4)
        by_shape = base + BY_SHAPE + in_hand * (KINDS * SHAPES + 4)
        by_price = base + BY_PRICE + in_hand * (HORIZONS * KINDS * GAPS + 4)
        if card >= UNKNOWN:
            rows[slot + place] = by_card + UNKNOWN * GAPS + card - UNKNOWN
            rows[slot + IN_REACH + place] = by_shape + KINDS * SHAPES + card - UNKNOWN
            rows[slot + 2 * IN_REACH + place] = by_price + HORIZONS * KINDS * GAPS + card - UNKNOWN
            if not in_hand:
                near[side, place] = NEAR - 1
            continue
        due = _less(int(box.packed_cost[card]), bonuses)
        lacking = _less(due, tokens)
        demand += due
        gap = max(0, _sum(lacking) - gold)
        points, bonus = int(box.points[card]), int(box.bonus[card])
        kind = points * 5 + bonus
        # How many of one colour lack counts only as fewer than two, two, or more: 126 + 2 and 125 + 3 reach the high bit.
        most = int((lacking + 126 * _LOW) & _HIGH != 0) + int((lacking + 125 * _LOW) & _HIGH != 0)
        rows[slot + place] = by_card + card * GAPS + min(gap, GAPS - 1)
        rows[slot + IN_REACH + place] = by_shape + kind * SHAPES + SHAPE_OF[min(gap, MOST_GAP), most]
        price = min((_sum(due) + 1) >> 1, GAPS - 1)
        rows[slot + 2 * IN_REACH + place] = by_price + (horizon * KINDS + kind) * GAPS + price
        if not in_hand:
            near[side, place] = min(gap, NEAR - 1)
        if gap == 0:
            best = max(best, points + 3 * (wanted >> bonus & 1))
    slot += 3 * IN_REACH + 5
    _write_counts(cells, side, rows, slot, best, horizon)
    for colour in range(5):
        rows[slot + 4 + colour] = base + BY_DEMAND + colour * 16 + min((demand >> 8 * colour & 255) // 3, 15)


@compiled
def _write_counts(cells: Small, side: int, rows: Rows, slot: int, best: int, horizon: int) -> None:
    """Gold, tokens, points, the score in reach with one purchase, and the points to go with the cards bought."""
    players = int(cells[SEATS])
    mover = int(cells[SEAT])
    seat = (mover + side) % players
    start = seat * PLAYER
    base = side * SIDE_ROWS
    total = 0
    for token in range(6):
        total += int(cells[start + TOKENS + token])
    points, target = int(cells[start + POINTS]), int(cells[TARGET])
    score = _score(points, target)
    rows[slot] = base + BY_GOLD + int(cells[start + TOKENS + 5])
    rows[slot + 1] = base + BY_TOKENS + horizon * 14 + total
    rows[slot + 2] = base + BY_POINTS + int(seat > mover) * SCORES + score
    if cells[start + FORFEITED]:
        rows[slot + 2] = base + BY_POINTS + 2 * SCORES
    rows[slot + 3] = base + BY_BEST + _score(points + best, target)
    step = min(max(0, FARTHEST - score) >> 1, STEPS - 1)
    rows[slot + 9] = base + BY_PROGRESS + step * OWNED + min(int(cells[start + CARDS]), OWNED - 1)


@compiled
def _write_nobles(box: Box, cells: Small, side: int, rows: Rows, away: Small, horizon: int) -> int:
    """Write the rows of the nobles; answers with a bit for each colour whose next bonus brings one."""
    players = int(cells[SEATS])
    start = (int(cells[SEAT]) + side) % players * PLAYER
    slot = (side + 1) * side_slots(players) - 2 * (players + 1)
    base = side * SIDE_ROWS
    wanted = 0
    for place in range(players + 1):
        noble = int(cells[NOBLES + place])
        if noble == NO_NOBLE:
            rows[slot + place] = base + BY_NOBLE + 10 * DISTANCES
            rows[slot + players + 1 + place] = base + BY_DISTANCE + HORIZONS * DISTANCES
            continue
        distance, lacks = 0, 0
        for colour in range(5):
            lack = int(box.noble_cost[noble, colour]) - int(cells[start + BONUSES + colour])
            if lack > 0:
                distance += lack
                lacks |= 1 << colour
        if distance <= 1:
            wanted |= lacks if distance else 31
        distance = min(distance, DISTANCES - 1)
        away[side, place] = distance
        rows[slot + place] = base + BY_NOBLE + noble * DISTANCES + distance
        rows[slot + players + 1 + place] = base + BY_DISTANCE + horizon * DISTANCES + distance
    return wanted


@compiled
def write_common(box: Box, cells: Small, rows: Rows, near: Small, away: Small) -> None:
    """Write the rows of what the sides have in common; `near` and `away` are those of all sides."""
    players = int(cells[SEATS])
    slot = players * side_slots(players)
    base = players * SIDE_ROWS
    for colour in range(5):
        rows[slot + colour] = base + IN_BANK + colour * PILES + int(cells[BANK + colour])
    rows[slot + 5] = base + BANK_GOLD + int(cells[BANK + 5])
    for level in range(3):
        rows[slot + 6 + level] = base + DECK_LEFT + level * DECK_ROWS + int(cells[DECKS + level])
    slot += 9
    for place in range(12):
        card = int(cells[GRID + place])
        if card >= UNKNOWN:
            rows[slot + place] = base + CONTEST + 6 * NEAR * NEAR
            continue
        rival = NEAR - 1
        for side in range(1, players):
            rival = min(rival, int(near[side, place]))
        rows[slot + place] = base + CONTEST + (int(box.points[card]) * NEAR + int(near[0, place])) * NEAR + rival
    slot += 12
    for place in range(players + 1):
        if int(cells[NOBLES + place]) == NO_NOBLE:
            rows[slot + place] = base + RACE + DISTANCES * DISTANCES
            continue
        rival = DISTANCES - 1
        for side in range(1, players):
            rival = min(rival, int(away[side, place]))
        rows[slot + place] = base + RACE + int(away[0, place]) * DISTANCES + rival
    slot += players + 1
    mover, target = int(cells[SEAT]), int(cells[TARGET])
    most = 0
    for seat in range(players):
        if seat != mover and not cells[seat * PLAYER + FORFEITED]:
            most = max(most, int(cells[seat * PLAYER + POINTS]))
    own = _score(int(cells[mover * PLAYER + POINTS]), target)
    rows[slot] = base + LEAD + (mover * SCORES + own) * SCORES + _score(most, target)
    rows[slot + 1] = base + TO_TARGET + min(max(0, target - LEAST_TARGET), TARGETS - 1)


@compiled
def write_rows(box: Box, cells: Small, rows: Rows, near: Small, away: Small) -> None:
    """Write the rows of a position at the end of a turn to `rows` (slots,)."""
    for side in range(int(cells[SEATS])):
        write_side(box, cells, side, rows, near, away)
    write_common(box, cells, rows, near, away)


def rows_of(box: Box, cells: Small) -> Rows:
    """The rows of one position."""
    players = int(cells[SEATS])
    rows = np.zeros(slot_count(players), np.uint16)
    write_rows(box, cells, rows, np.zeros((players, 12), np.int8), np.zeros((players, players + 1), np.int8))
    return rows
