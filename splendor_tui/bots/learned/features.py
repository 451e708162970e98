"""The features of an afterstate: a list of slots, each of which selects one row of the net's table.

The features describe an afterstate from the point of view of the seat that has just moved. Each side (that seat, then
its rivals in turn order) has its own block of slots, and one block is shared by all sides. A slot for a count has one
row per value, so the net can learn any curve. Points are encoded as the distance to the target, so one net can play to
any target. The horizon is the leader's distance to the target: it shows how long a bonus will still be useful.
"""

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from splendor_tui.bots.learned.compiled import compiled, compiled_separately
from splendor_tui.bots.learned.encoding import (
    BANK,
    BONUSES,
    CARD_COUNT,
    DECK_COUNTS,
    FORFEITED,
    GRID,
    GRID_SIZE,
    NO_NOBLE,
    NOBLES,
    PLAYER_COUNT,
    PLAYER_SIZE,
    POINTS,
    RESERVED,
    SEAT,
    TARGET,
    TOKENS,
    UNKNOWN,
    CardSet,
    Int8s,
)
from splendor_tui.bots.learned.known_nobles import KNOWN_NOBLES
from splendor_tui.rules.constants import HAND_LIMIT

Rows: TypeAlias = npt.NDArray[np.uint16]

FARTHEST: Final = 30  # maximum distance to the target
BEYOND: Final = 8  # maximum points beyond the target
IN_REACH: Final = GRID_SIZE + HAND_LIMIT  # the grid and the seat's reserved cards
SIDE_SLOTS: Final = 3 * IN_REACH + 5 + 4 + 5 + 1  # of a side, without those for its nobles

# Number of rows per slot of each kind. The last row also represents all higher values.
GAPS: Final = 7  # tokens missing for a card
SHAPES: Final = 12  # tokens missing, and the most of one colour among them
NEAR: Final = 5  # tokens missing, in coarser steps
DISTANCES: Final = 8  # bonuses missing for a noble
KNOWN: Final = len(KNOWN_NOBLES)
PILES: Final = 8
SCORES: Final = FARTHEST + BEYOND + 1
HORIZONS: Final = 6
STEPS: Final = 16  # points to the target, in pairs
OWNED: Final = 16  # bought cards
MIN_TARGET: Final = 5
TARGETS: Final = 26  # 5 to 30; the first also represents all lower ones
KINDS: Final = 30  # (points, bonus) of a card

# First row of each slot in a side's block. Each card has three features: the card itself, its kind with the missing
# tokens, and its kind with the price after bonuses. The grid and the reserved cards have separate rows.
BY_CARD: Final = 0
BY_SHAPE: Final = BY_CARD + 2 * (UNKNOWN * GAPS + 4)
BY_PRICE: Final = BY_SHAPE + 2 * (KINDS * SHAPES + 4)
BY_GEMS: Final = BY_PRICE + 2 * (HORIZONS * KINDS * GAPS + 4)
BY_GOLD: Final = BY_GEMS + 5 * PILES * 8
BY_TOKENS: Final = BY_GOLD + 6
BY_POINTS: Final = BY_TOKENS + HORIZONS * 14
BY_NOBLE: Final = BY_POINTS + 2 * SCORES + 1
BY_DISTANCE: Final = BY_NOBLE + KNOWN * DISTANCES + 1
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
    """The number of slots of an afterstate."""
    return players * (SIDE_SLOTS + 2 * (players + 1)) + 5 + 1 + 3 + GRID_SIZE + (players + 1) + 1 + 1


def row_count(players: int) -> int:
    """The number of rows of the table, without those that `pack_net` adds for unknown nobles."""
    return players * SIDE_ROWS + LEAD + players * SCORES * SCORES


MAX_GAP: Final = 6
# Indexed by the number of missing tokens, and by whether at most one, two or more of one colour are missing.
SHAPE_OF: Final = np.array([[0, 0, 0], [1, 1, 1], [2, 3, 3], [4, 5, 6], [7, 7, 8], [9, 9, 10], [11, 11, 11]], np.int64)


@compiled
def side_slots(players: int) -> int:
    """The number of slots of one side."""
    return SIDE_SLOTS + 2 * (players + 1)


# By the leader's distance to the target: up to 3 points, 7, 11, 15, 21, more.
_HORIZON_OF: Final = np.array(
    [np.searchsorted((3, 7, 11, 15, 21), max(0, FARTHEST - score)) for score in range(SCORES)]
)


@compiled
def _score(points: int, target: int) -> int:
    """The points on the net's scale, where the target is FARTHEST."""
    return max(0, min(points - target + FARTHEST, SCORES - 1))


@compiled
def _horizon(state: Int8s) -> int:
    leading = 0
    for seat in range(int(state[PLAYER_COUNT])):
        if not state[seat * PLAYER_SIZE + FORFEITED]:
            leading = max(leading, _score(int(state[seat * PLAYER_SIZE + POINTS]), int(state[TARGET])))
    return int(_HORIZON_OF[leading])


_LOW: Final = 0x0101010101
_HIGH: Final = 0x8080808080


@compiled
def _less(counts: int, others: int) -> int:
    """Subtract five packed counts from five others. Negative results become zero."""
    difference = (counts | _HIGH) - others
    return difference & ((difference & _HIGH) >> 7) * 127


@compiled
def _sum(counts: int) -> int:
    """The sum of five packed counts."""
    return (counts * _LOW) >> 32 & 255


@compiled
def write_side(cards: CardSet, state: Int8s, side: int, rows: Rows, card_gaps: Int8s, noble_gaps: Int8s) -> None:
    """Write the rows of one side to its slots of `rows`. Side 0 has just moved.

    Also writes the side's row of `card_gaps` (players, GRID_SIZE), the tokens missing for each card of the grid, and of
    `noble_gaps` (players, players + 1), the bonuses missing for each noble. `write_common` compares the gaps of all sides.
    """
    players = int(state[PLAYER_COUNT])
    start = (int(state[SEAT]) + side) % players * PLAYER_SIZE
    slot = side * side_slots(players)
    base = side * SIDE_ROWS
    horizon = _horizon(state)
    wanted = _write_nobles(cards, state, side, rows, noble_gaps, horizon)
    tokens, bonuses = 0, 0
    for colour in range(5):
        held, owned = int(state[start + TOKENS + colour]), int(state[start + BONUSES + colour])
        tokens |= held << 8 * colour
        bonuses |= owned << 8 * colour
        rows[slot + 3 * IN_REACH + colour] = base + BY_GEMS + (colour * PILES + held) * 8 + min(owned, 7)
    gold = int(state[start + TOKENS + 5])
    demand = 0
    best = 0
    for place in range(IN_REACH):
        is_reserved = int(place >= GRID_SIZE)
        card = int(state[start + RESERVED + place - GRID_SIZE] if is_reserved else state[GRID + place])
        by_card = base + BY_CARD + is_reserved * (UNKNOWN * GAPS + 4)
        by_shape = base + BY_SHAPE + is_reserved * (KINDS * SHAPES + 4)
        by_price = base + BY_PRICE + is_reserved * (HORIZONS * KINDS * GAPS + 4)
        if card >= UNKNOWN:
            rows[slot + place] = by_card + UNKNOWN * GAPS + card - UNKNOWN
            rows[slot + IN_REACH + place] = by_shape + KINDS * SHAPES + card - UNKNOWN
            rows[slot + 2 * IN_REACH + place] = by_price + HORIZONS * KINDS * GAPS + card - UNKNOWN
            if not is_reserved:
                card_gaps[side, place] = NEAR - 1
            continue
        due = _less(int(cards.packed_cost[card]), bonuses)
        lacking = _less(due, tokens)
        demand += due
        gap = max(0, _sum(lacking) - gold)
        points, bonus = int(cards.points[card]), int(cards.bonus[card])
        kind = points * 5 + bonus
        # 0 if at most one token of each colour is missing, 1 for two, 2 for more: 126 + 2 and 125 + 3 reach the high bit.
        most = int((lacking + 126 * _LOW) & _HIGH != 0) + int((lacking + 125 * _LOW) & _HIGH != 0)
        rows[slot + place] = by_card + card * GAPS + min(gap, GAPS - 1)
        rows[slot + IN_REACH + place] = by_shape + kind * SHAPES + SHAPE_OF[min(gap, MAX_GAP), most]
        price = min((_sum(due) + 1) >> 1, GAPS - 1)
        rows[slot + 2 * IN_REACH + place] = by_price + (horizon * KINDS + kind) * GAPS + price
        if not is_reserved:
            card_gaps[side, place] = min(gap, NEAR - 1)
        if gap == 0:
            best = max(best, points + 3 * (wanted >> bonus & 1))
    slot += 3 * IN_REACH + 5
    _write_counts(state, side, rows, slot, best, horizon)
    for colour in range(5):
        rows[slot + 4 + colour] = base + BY_DEMAND + colour * 16 + min((demand >> 8 * colour & 255) // 3, 15)


@compiled
def _write_counts(state: Int8s, side: int, rows: Rows, slot: int, best: int, horizon: int) -> None:
    """Write the rows of gold, tokens, points, points after the best purchase, and points missing by cards bought."""
    players = int(state[PLAYER_COUNT])
    mover = int(state[SEAT])
    seat = (mover + side) % players
    start = seat * PLAYER_SIZE
    base = side * SIDE_ROWS
    total = 0
    for token in range(6):
        total += int(state[start + TOKENS + token])
    points, target = int(state[start + POINTS]), int(state[TARGET])
    score = _score(points, target)
    rows[slot] = base + BY_GOLD + int(state[start + TOKENS + 5])
    rows[slot + 1] = base + BY_TOKENS + horizon * 14 + total
    rows[slot + 2] = base + BY_POINTS + int(seat > mover) * SCORES + score
    if state[start + FORFEITED]:
        rows[slot + 2] = base + BY_POINTS + 2 * SCORES
    rows[slot + 3] = base + BY_BEST + _score(points + best, target)
    step = min(max(0, FARTHEST - score) >> 1, STEPS - 1)
    rows[slot + 9] = base + BY_PROGRESS + step * OWNED + min(int(state[start + CARD_COUNT]), OWNED - 1)


@compiled
def _write_nobles(cards: CardSet, state: Int8s, side: int, rows: Rows, noble_gaps: Int8s, horizon: int) -> int:
    """Write the rows of the nobles. Returns a bit for each colour whose next bonus would bring a noble."""
    players = int(state[PLAYER_COUNT])
    start = (int(state[SEAT]) + side) % players * PLAYER_SIZE
    slot = (side + 1) * side_slots(players) - 2 * (players + 1)
    base = side * SIDE_ROWS
    wanted = 0
    for place in range(players + 1):
        noble = int(state[NOBLES + place])
        if noble == NO_NOBLE:
            rows[slot + place] = base + BY_NOBLE + KNOWN * DISTANCES
            rows[slot + players + 1 + place] = base + BY_DISTANCE + HORIZONS * DISTANCES
            continue
        distance, lacks = 0, 0
        for colour in range(5):
            lack = int(cards.noble_cost[noble, colour]) - int(state[start + BONUSES + colour])
            if lack > 0:
                distance += lack
                lacks |= 1 << colour
        if distance <= 1:
            wanted |= lacks if distance else 31
        distance = min(distance, DISTANCES - 1)
        noble_gaps[side, place] = distance
        row = int(cards.noble_row[noble])
        if row < KNOWN:
            rows[slot + place] = base + BY_NOBLE + row * DISTANCES + distance
        else:
            beyond = players * SIDE_ROWS + LEAD + players * SCORES * SCORES
            rows[slot + place] = beyond + ((row - KNOWN) * players + side) * DISTANCES + distance
        rows[slot + players + 1 + place] = base + BY_DISTANCE + horizon * DISTANCES + distance
    return wanted


@compiled
def write_common(cards: CardSet, state: Int8s, rows: Rows, card_gaps: Int8s, noble_gaps: Int8s) -> None:
    """Write the rows shared by all sides, from the gaps of all sides."""
    players = int(state[PLAYER_COUNT])
    slot = players * side_slots(players)
    base = players * SIDE_ROWS
    for colour in range(5):
        rows[slot + colour] = base + IN_BANK + colour * PILES + int(state[BANK + colour])
    rows[slot + 5] = base + BANK_GOLD + int(state[BANK + 5])
    for level in range(3):
        rows[slot + 6 + level] = base + DECK_LEFT + level * DECK_ROWS + int(state[DECK_COUNTS + level])
    slot += 9
    for place in range(GRID_SIZE):
        card = int(state[GRID + place])
        if card >= UNKNOWN:
            rows[slot + place] = base + CONTEST + 6 * NEAR * NEAR
            continue
        rival = NEAR - 1
        for side in range(1, players):
            rival = min(rival, int(card_gaps[side, place]))
        rows[slot + place] = base + CONTEST + (int(cards.points[card]) * NEAR + int(card_gaps[0, place])) * NEAR + rival
    slot += GRID_SIZE
    for place in range(players + 1):
        if int(state[NOBLES + place]) == NO_NOBLE:
            rows[slot + place] = base + RACE + DISTANCES * DISTANCES
            continue
        rival = DISTANCES - 1
        for side in range(1, players):
            rival = min(rival, int(noble_gaps[side, place]))
        rows[slot + place] = base + RACE + int(noble_gaps[0, place]) * DISTANCES + rival
    slot += players + 1
    mover, target = int(state[SEAT]), int(state[TARGET])
    most = 0
    for seat in range(players):
        if seat != mover and not state[seat * PLAYER_SIZE + FORFEITED]:
            most = max(most, int(state[seat * PLAYER_SIZE + POINTS]))
    own = _score(int(state[mover * PLAYER_SIZE + POINTS]), target)
    rows[slot] = base + LEAD + (mover * SCORES + own) * SCORES + _score(most, target)
    rows[slot + 1] = base + TO_TARGET + min(max(0, target - MIN_TARGET), TARGETS - 1)


@compiled_separately
def write_rows(cards: CardSet, state: Int8s, rows: Rows, card_gaps: Int8s, noble_gaps: Int8s) -> None:
    """Write the rows of an afterstate to `rows` (slots,)."""
    for side in range(len(card_gaps)):
        write_side(cards, state, side, rows, card_gaps, noble_gaps)
    write_common(cards, state, rows, card_gaps, noble_gaps)


def list_rows(cards: CardSet, states: Int8s) -> npt.NDArray[np.int64]:
    """The rows of many afterstates that differ by their last turn: a line for each, in another order. For plain Python."""
    cells = states.astype(np.int64)
    count, players, mover, target = len(cells), *map(int, states[0, [PLAYER_COUNT, SEAT, TARGET]])
    side, place, colour = np.arange(players), np.arange(IN_REACH), np.arange(5)
    base = side * SIDE_ROWS
    seats = (mover + side) % players
    blocks = cells[:, :BANK].reshape(count, -1, PLAYER_SIZE)[:, seats]
    gems, gold, bonuses = blocks[..., TOKENS : TOKENS + 5], blocks[..., TOKENS + 5], blocks[..., BONUSES : BONUSES + 5]
    is_out, points = blocks[..., FORFEITED] > 0, blocks[..., POINTS]
    scores = _scores(points, target)
    horizon = _HORIZON_OF[np.where(is_out, 0, scores).max(axis=1)][:, np.newaxis]

    # Nobles: (turns, sides, places), and their requirements as a fourth axis.
    nobles = cells[:, np.newaxis, NOBLES : NOBLES + players + 1]
    is_absent = nobles == NO_NOBLE
    lack = np.maximum(cards.noble_cost[nobles] - bonuses[:, :, np.newaxis], 0)
    distance = lack.sum(axis=3)
    wanted = ((distance <= 1)[..., np.newaxis] & ((lack > 0) | (distance == 0)[..., np.newaxis])).any(axis=2)
    distance = np.minimum(distance, DISTANCES - 1)
    noble_row = cards.noble_row[np.where(is_absent, 0, nobles)].astype(np.int64)
    known_row = base[:, np.newaxis] + BY_NOBLE + np.where(is_absent, KNOWN, noble_row) * DISTANCES
    other_row = row_count(players) + ((noble_row - KNOWN) * players + side[:, np.newaxis]) * DISTANCES
    by_noble = np.where(is_absent | (noble_row < KNOWN), known_row, other_row) + np.where(is_absent, 0, distance)
    by_distance = np.where(is_absent, HORIZONS * DISTANCES, horizon[..., np.newaxis] * DISTANCES + distance)

    # Cards: (turns, sides, places), and their prices as a fourth axis.
    grid = cells[:, GRID : GRID + GRID_SIZE]
    on_grid = np.broadcast_to(grid[:, np.newaxis], (count, players, GRID_SIZE))
    reach = np.concatenate([on_grid, blocks[..., RESERVED : RESERVED + HAND_LIMIT]], axis=2)
    is_unknown = reach >= UNKNOWN
    due = np.maximum(cards.cost[reach] - bonuses[:, :, np.newaxis], 0)
    lacking = np.maximum(due - gems[:, :, np.newaxis], 0)
    gap = np.maximum(lacking.sum(axis=3) - gold[..., np.newaxis], 0)
    shape = SHAPE_OF[np.minimum(gap, MAX_GAP), np.clip(lacking.max(axis=3) - 1, 0, 2)]
    price = np.minimum((due.sum(axis=3) + 1) >> 1, GAPS - 1)
    worth, bonus = cards.points[reach].astype(np.int64), cards.bonus[reach].astype(np.int64)
    kind = worth * 5 + bonus
    by_card = (
        (BY_CARD, UNKNOWN * GAPS, reach * GAPS + np.minimum(gap, GAPS - 1)),
        (BY_SHAPE, KINDS * SHAPES, kind * SHAPES + shape),
        (BY_PRICE, HORIZONS * KINDS * GAPS, (horizon[..., np.newaxis] * KINDS + kind) * GAPS + price),
    )
    can_buy = (gap == 0) & ~is_unknown
    best = np.where(can_buy, worth + 3 * np.take_along_axis(wanted, bonus, axis=2), 0).max(axis=2)
    demand = np.where(is_unknown[..., np.newaxis], 0, due).sum(axis=2)
    tokens = gems.sum(axis=2) + gold
    step = np.minimum(np.maximum(0, FARTHEST - scores) >> 1, STEPS - 1)

    # Side 0 against the best of its rivals.
    common = players * SIDE_ROWS
    near = np.minimum(np.where(is_unknown, NEAR, gap), NEAR - 1)[..., :GRID_SIZE]
    contest = (worth[:, 0, :GRID_SIZE] * NEAR + near[:, 0]) * NEAR + near[:, 1:].min(axis=1)
    race = distance[:, 0] * DISTANCES + distance[:, 1:].min(axis=1)
    most = np.where(is_out, 0, points)[:, 1:].max(axis=1)
    lead = (mover * SCORES + scores[:, 0]) * SCORES + _scores(most, target)
    rows = (
        *(
            base[:, np.newaxis]
            + first
            + (place >= GRID_SIZE) * (size + 4)
            + np.where(is_unknown, size + reach - UNKNOWN, row)
            for first, size, row in by_card
        ),
        base[:, np.newaxis] + BY_GEMS + (colour * PILES + gems) * 8 + np.minimum(bonuses, 7),
        base + BY_GOLD + gold,
        base + BY_TOKENS + horizon * 14 + tokens,
        base + BY_POINTS + np.where(is_out, 2 * SCORES, (seats > mover) * SCORES + scores),
        by_noble,
        base[:, np.newaxis] + BY_DISTANCE + by_distance,
        base + BY_BEST + _scores(points + best, target),
        base[:, np.newaxis] + BY_DEMAND + colour * 16 + np.minimum(demand // 3, 15),
        base + BY_PROGRESS + step * OWNED + np.minimum(blocks[..., CARD_COUNT], OWNED - 1),
        common + IN_BANK + colour * PILES + cells[:, BANK : BANK + 5],
        common + BANK_GOLD + cells[:, BANK + 5],
        common + DECK_LEFT + np.arange(3) * DECK_ROWS + cells[:, DECK_COUNTS : DECK_COUNTS + 3],
        common + CONTEST + np.where(grid >= UNKNOWN, 6 * NEAR * NEAR, contest),
        common + RACE + np.where(is_absent[:, 0], DISTANCES * DISTANCES, race),
        common + LEAD + lead,
        np.full(count, common + TO_TARGET + min(max(0, target - MIN_TARGET), TARGETS - 1)),
    )
    return np.concatenate([one.reshape(count, -1) for one in rows], axis=1)


def _scores(points: npt.NDArray[np.int64], target: int) -> npt.NDArray[np.int64]:
    return np.clip(points - target + FARTHEST, 0, SCORES - 1)
