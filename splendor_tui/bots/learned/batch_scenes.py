"""`features` for many positions at once, by numpy alone, split in two: much is the same after many turns.

A *scene* is all of an afterstate but the mover's own tokens and the bank; a position has about one scene for each card that
can be bought or reserved, and one for all takes. Arrays have a column for each scene or turn, so that numpy's loops are long;
counts of five colours are packed into one number, eight bits each.
"""

from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from splendor_tui.bots.learned.batch_course import blocks_of
from splendor_tui.bots.learned.batch_table import CODES, GOLD, KNOWN, MOST_TOKENS, NEAR_BY_SHAPE, OWNED, Layout
from splendor_tui.bots.learned.box import NO_NOBLE, UNKNOWN, Box, Small
from splendor_tui.bots.learned.cells import BONUSES, DECKS, FORFEITED, GRID, HAND, NOBLES, POINTS, SEAT, SEATS, TOKENS
from splendor_tui.bots.learned.features import (
    BY_BEST,
    BY_DEMAND,
    BY_DISTANCE,
    BY_GEMS,
    BY_GOLD,
    BY_NOBLE,
    BY_POINTS,
    BY_PRICE,
    BY_TOKENS,
    DECK_LEFT,
    DECK_ROWS,
    DISTANCES,
    GAPS,
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
)
from splendor_tui.rules.state import GOLD_TOKENS, HAND_LIMIT

Wide: TypeAlias = npt.NDArray[np.int64]

_ONES: Final = 0x0101010101
_HIGH: Final = 0x8080808080
_COLOURS: Final = np.arange(5)[:, None]
_IN_HAND: Final = (np.arange(IN_REACH) >= 12).astype(np.int64)[:, None]

# The shape of a gap, by what `_gaps` answers.
_SHAPE: Final = SHAPE_OF[np.clip(np.arange(-GOLD_TOKENS, 256), 0, MOST_GAP)].reshape(-1)
_PRICE: Final = np.minimum((np.arange(256) + 1) >> 1, GAPS - 1)


def pack(counts: Small) -> Wide:
    """Counts of five colours (n, 5) as one number each (n,)."""
    lanes = np.zeros((len(counts), 8), np.int8)
    lanes[:, :5] = counts
    return lanes.view("<i8")[:, 0]


def _less(counts: Wide, others: Wide) -> Wide:
    """Packed counts less others, never below zero."""
    difference = (counts | _HIGH) - others
    return difference & ((difference & _HIGH) >> 7) * 127


def _total(counts: Wide) -> Wide:
    return (counts * _ONES) >> 32 & 255


def _gaps(due: Wide, gems: Wide, gold: Wide) -> Wide:
    """(What lacks for cards less the gold held + GOLD_TOKENS) * 3 + (0, 1, 2 where below two, two, more lack of one colour)."""
    lacking = _less(due, gems)
    two = ((lacking + 126 * _ONES) & _HIGH) != 0
    three = ((lacking + 125 * _ONES) & _HIGH) != 0
    gaps: Wide = (_total(lacking) - gold + GOLD_TOKENS) * 3 + two + three
    return gaps


class Places(NamedTuple):
    """What is printed on what a place holds, by its code, and the first row that it chooses in each of its slots."""

    cost: Wide  # packed; nothing for what is no known card
    bonus_shift: Wide  # where its colour lies in packed counts
    points: Wide  # far below 0 for what is no known card
    price: Wide
    noble_cost: Wide
    noble: Wide
    distance: Wide
    race: Wide


def places_of(box: Box) -> Places:
    """The places of a box."""
    points, bonus = box.points.astype(np.int64), box.bonus.astype(np.int64)
    nobles = np.arange(NO_NOBLE + 1)
    there = nobles < NO_NOBLE
    return Places(
        cost=np.where(KNOWN, box.packed_cost, 0),
        bonus_shift=8 * bonus,
        points=np.where(KNOWN, points, -100),
        price=BY_PRICE + np.where(KNOWN, (points * 5 + bonus) * GAPS, KINDS * GAPS + CODES - UNKNOWN),
        noble_cost=pack(np.where(there[:, None], box.noble_cost, 0).astype(np.int8)),
        noble=BY_NOBLE + np.where(there, nobles * DISTANCES, 10 * DISTANCES),
        distance=BY_DISTANCE + np.where(there, 0, DISTANCES),
        race=RACE + np.where(there, 0, DISTANCES * DISTANCES),
    )


class Scenes(NamedTuple):
    """Scenes, a column each: the rows that they choose whatever the mover holds, and what its tokens meet.

    `due` and `gain` (15, n) are what bonuses leave to pay for the cards in reach, and the points that a purchase would bring;
    `reach` (15, n) and `owned` (5, n) the first rows that these cards, and gems and bank, can choose.
    """

    rows: Wide
    due: Wide
    gain: Wide
    reach: Wide
    owned: Wide
    points: Wide


def scenes_of(places: Places, layout: Layout, cells: Small) -> Scenes:
    """The scenes of afterstates (n, CELLS), all with one number of players."""
    players = int(cells[0, SEATS])
    own, *rivals = (_side(places, cells, side) for side in range(players))
    shapes = [_SHAPE[_gaps(rival.due, rival.gems, rival.gold)] for rival in rivals]
    near = _least([NEAR_BY_SHAPE[shape[:12]] for shape in shapes])
    reach = layout.reach[0] + (_IN_HAND * len(CODES) + own.cards) * SHAPES * NEAR
    reach[:12] += near
    rows = [own.rows, _common_rows(places, cells, own, rivals)]
    for side, (rival, shape) in enumerate(zip(rivals, shapes, strict=True), 1):
        base = side * SIDE_ROWS
        rows += [
            rival.rows,
            layout.reach[side] + (_IN_HAND * len(CODES) + rival.cards) * SHAPES + shape,
            base + BY_GEMS + (_COLOURS * PILES + rival.gems_of_each) * OWNED + rival.bonuses,
            (base + BY_GOLD + rival.gold)[None],
            (base + BY_TOKENS + _total(rival.gems) + rival.gold)[None],
            (base + BY_BEST + _best(shape == 0, rival.gain, rival.points))[None],
        ]
    owned = layout.gems + (_COLOURS * PILES * OWNED + own.bonuses) * PILES
    return Scenes(np.concatenate(rows), own.due, own.gain, reach, owned, own.points)


def token_rows(layout: Layout, scenes: Scenes, which: Wide, tokens: Small, bank: Small) -> Wide:
    """The rows (slots, n) that the mover's tokens (n, 6) and the bank (n, 6) choose, each in the scene `which`."""
    gems, gold = pack(tokens[:, :5]), tokens[:, 5].astype(np.int64)
    shape = _SHAPE[_gaps(scenes.due[:, which], gems, gold)]
    piles = tokens[:, :5].T.astype(np.int64) * OWNED * PILES + bank[:, :5].T
    purse = (gold * MOST_TOKENS + _total(gems) + gold) * GOLD + bank[:, 5]
    return np.concatenate(
        (
            scenes.reach[:, which] + shape * NEAR,
            scenes.owned[:, which] + piles,
            (layout.purse + purse)[None],
            (BY_BEST + _best(shape == 0, scenes.gain[:, which], scenes.points[which]))[None],
        )
    )


class _Side(NamedTuple):
    """What one side has in each scene, and the rows that this chooses whatever it holds."""

    cards: Wide
    gems: Wide
    gems_of_each: Wide
    gold: Wide
    bonuses: Wide
    points: Wide
    in_play: npt.NDArray[np.bool_]
    due: Wide
    gain: Wide
    distance: Wide
    rows: Wide


def _side(places: Places, cells: Small, side: int) -> _Side:
    players, mover = int(cells[0, SEATS]), cells[:, SEAT]
    seat = (mover + side) % players
    block = blocks_of(cells)[np.arange(len(cells)), seat]
    cards = np.concatenate((cells[:, GRID : GRID + 12], block[:, HAND : HAND + HAND_LIMIT]), axis=1).T.astype(np.int64)
    nobles = cells[:, NOBLES : NOBLES + players + 1].T.astype(np.int64)
    bonuses, points = pack(block[:, BONUSES : BONUSES + 5]), block[:, POINTS].astype(np.int64)
    due = _less(places.cost[cards], bonuses)
    demand = due.sum(axis=0) >> 8 * _COLOURS & 255
    distance, wanted = _noble_distances(places, nobles, bonuses)
    in_play = block[:, FORFEITED] == 0
    score = np.where(in_play, (seat > mover) * SCORES + np.minimum(points, MOST_POINTS), 2 * SCORES)
    rows = (
        places.price[cards] + _IN_HAND * (KINDS * GAPS + 4) + _PRICE[_total(due)],
        (BY_POINTS + score)[None],
        BY_DEMAND + 16 * _COLOURS + np.minimum(demand // 3, 15),
        places.noble[nobles] + distance,
        places.distance[nobles] + distance,
    )
    return _Side(
        cards=cards,
        gems=pack(block[:, TOKENS : TOKENS + 5]),
        gems_of_each=block[:, TOKENS : TOKENS + 5].T.astype(np.int64),
        gold=block[:, TOKENS + 5].astype(np.int64),
        bonuses=np.minimum(block[:, BONUSES : BONUSES + 5].T, OWNED - 1).astype(np.int64),
        points=points,
        in_play=in_play,
        due=due,
        gain=places.points[cards] + 3 * (wanted >> places.bonus_shift[cards] & 1),
        distance=distance,
        rows=side * SIDE_ROWS + np.concatenate(rows),
    )


def _common_rows(places: Places, cells: Small, own: _Side, rivals: list[_Side]) -> Wide:
    """The rows of what the sides have in common, but for the bank."""
    players, mover = 1 + len(rivals), cells[:, SEAT].astype(np.int64)
    nobles = cells[:, NOBLES : NOBLES + players + 1].T.astype(np.int64)
    most = -_least([np.where(rival.in_play, -rival.points, 0) for rival in rivals])
    lead = (mover * SCORES + np.minimum(own.points, MOST_POINTS)) * SCORES + np.minimum(most, MOST_POINTS)
    rows = (
        DECK_LEFT + DECK_ROWS * np.arange(3)[:, None] + cells[:, DECKS : DECKS + 3].T,
        places.race[nobles] + own.distance * DISTANCES + _least([rival.distance for rival in rivals]),
        (LEAD + lead)[None],
    )
    return players * SIDE_ROWS + np.concatenate(rows)


def _noble_distances(places: Places, nobles: Wide, bonuses: Wide) -> tuple[Wide, Wide]:
    """What lacks for each noble (places, n), and a bit for each colour whose next bonus brings one (n,), packed."""
    lack = _less(places.noble_cost[nobles], bonuses)
    distance = _total(lack)
    brings = np.where(distance == 1, lack, np.where((distance == 0) & (nobles != NO_NOBLE), _ONES, 0))
    return np.minimum(distance, DISTANCES - 1), np.bitwise_or.reduce(brings, axis=0)


def _best(paid: npt.NDArray[np.bool_], gain: Wide, points: Wide) -> Wide:
    """The score in reach with one purchase."""
    best: Wide = np.where(paid, gain, 0).max(axis=0)
    return np.minimum(points + np.maximum(best, 0), MOST_POINTS)


def _least(each: list[Wide]) -> Wide:
    least: Wide = np.minimum.reduce(each)
    return least
