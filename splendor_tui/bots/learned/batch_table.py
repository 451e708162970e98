"""The net's table for `batch_scenes`: rows that are always chosen together are added up beforehand."""

from typing import Final, NamedTuple

import numpy as np

from splendor_tui.bots.learned.box import NO_CARD, UNKNOWN, Box
from splendor_tui.bots.learned.course import Reals
from splendor_tui.bots.learned.features import (
    BANK_GOLD,
    BY_CARD,
    BY_GEMS,
    BY_GOLD,
    BY_SHAPE,
    BY_TOKENS,
    CONTEST,
    GAPS,
    IN_BANK,
    KINDS,
    NEAR,
    PILES,
    SHAPE_OF,
    SHAPES,
    SIDE_ROWS,
)
from splendor_tui.rules.state import GOLD_TOKENS

CODES: Final = np.arange(NO_CARD + 1)  # of what a place of the grid or of a hand can hold
KNOWN: Final = CODES < UNKNOWN
OWNED: Final = 8  # how many numbers of bonuses of one colour there are; more count as the last
GOLD: Final = GOLD_TOKENS + 1  # how many amounts of gold a seat or the bank can hold
MOST_TOKENS: Final = 14  # the same of tokens of a seat
NEAR_BY_SHAPE: Final = np.minimum(np.searchsorted(SHAPE_OF[:, -1], np.arange(SHAPES)), NEAR - 1)


class Layout(NamedTuple):
    """Where in a joined table the rows of each kind begin.

    `reach`, one for each side, is what a card in reach chooses by its gap: (in hand, code, shape), and for the mover, whose first
    it is, (in hand, code, shape, near), the last what rivals lack for it. `gems` is gems and bank, (colour, held, bonuses,
    pile); `purse` is gold and tokens, (gold, tokens, gold in the bank).
    """

    reach: tuple[int, ...]
    gems: int
    purse: int


def joined_table(box: Box, table: Reals, players: int) -> tuple[Reals, Layout]:
    """The net's table, and below it the sums of those of its rows that are always chosen together."""
    reach = [_reach(box, table[side * SIDE_ROWS :]) for side in range(players)]
    common = table[players * SIDE_ROWS :]
    own = np.repeat(reach[0][:, :, :, None], NEAR, axis=3)
    own[0] += common[CONTEST + _contest(box)]
    colour, held, owned, pile = np.ogrid[:5, :PILES, :OWNED, :PILES]
    gems = table[BY_GEMS + (colour * PILES + held) * OWNED + owned] + common[IN_BANK + colour * PILES + pile]
    gold, tokens, bank = np.ogrid[:GOLD, :MOST_TOKENS, :GOLD]
    purse = table[BY_GOLD + gold] + table[BY_TOKENS + tokens] + common[BANK_GOLD + bank]
    parts = [part.reshape(-1, table.shape[1]) for part in (table, own, *reach[1:], gems, purse)]
    first = np.cumsum([0, *map(len, parts)]).tolist()
    return np.concatenate(parts), Layout(tuple(first[1 : players + 1]), first[players + 1], first[players + 2])


def _reach(box: Box, side: Reals) -> Reals:
    """What a card in reach of this side chooses by itself and by its kind: (in hand, code, shape, width)."""
    codes, hand = CODES[:, None], np.arange(2)[:, None, None]
    gap = np.searchsorted(SHAPE_OF[:, -1], np.arange(SHAPES))
    kind = (box.points.astype(np.int64) * 5 + box.bonus)[:, None]
    by_card = np.where(codes < UNKNOWN, codes * GAPS + gap, UNKNOWN * GAPS + codes - UNKNOWN)
    by_shape = np.where(codes < UNKNOWN, kind * SHAPES + np.arange(SHAPES), KINDS * SHAPES + codes - UNKNOWN)
    sums: Reals = (
        side[BY_CARD + hand * (UNKNOWN * GAPS + 4) + by_card] + side[BY_SHAPE + hand * (KINDS * SHAPES + 4) + by_shape]
    )
    return sums


def _contest(box: Box) -> np.typing.NDArray[np.int64]:
    """The rows of a card of the grid by what the mover and its rivals lack: (code, shape, near)."""
    points = box.points.astype(np.int64)[:, None, None]
    contest = (points * NEAR + NEAR_BY_SHAPE[:, None]) * NEAR + np.arange(NEAR)
    return np.where(KNOWN[:, None, None], contest, 6 * NEAR * NEAR)
