"""`turns` for many positions at once, by numpy alone: for where nothing is compiled.

What a seat may take and give back depends on little besides its tokens, and much the same tokens come up again and again
in a search, so these lists are kept.
"""

from functools import lru_cache
from itertools import pairwise, product
from typing import Final

import numpy as np

from splendor_tui.bots.learned.batch_course import blocks_of
from splendor_tui.bots.learned.box import NO_CARD, UNKNOWN, Box, Small
from splendor_tui.bots.learned.cells import (
    BANK,
    BONUSES,
    DECKS,
    GRID,
    HAND,
    MAIN_ACTION,
    NOBLES,
    PHASE,
    RETURNING,
    SEAT,
    TOKENS,
)
from splendor_tui.bots.learned.turns import (
    BUY,
    CHANGE,
    KIND,
    NOBLE,
    PASS,
    RESERVE,
    RESERVE_TOP,
    RETURN,
    TAKE,
    TAKES,
    TURN,
    WELCOME,
    WHICH,
)
from splendor_tui.rules.legality import DIFFERENT_TAKEN, PILE_FOR_TWO_ALIKE
from splendor_tui.rules.state import HAND_LIMIT, TOKEN_LIMIT

_NEVER_TOO_MANY: Final = TOKEN_LIMIT - DIFFERENT_TAKEN  # a seat that holds no more returns nothing after a take
_NONE: Final = bytes(6)
_GOLD: Final = bytes([0, 0, 0, 0, 0, 1])


def list_turns_of_many(box: Box, cells: Small) -> list[Small]:
    """The turns of each position (n, CELLS), in the order of `list_turns`."""
    own = blocks_of(cells)[np.arange(len(cells)), cells[:, SEAT]]
    buys, bonuses_won = _list_buys(box, cells, own)
    piles = (cells[:, BANK : BANK + 6] > 0).astype(np.int8) + (cells[:, BANK : BANK + 6] >= PILE_FOR_TWO_ALIKE)
    can_reserve = np.zeros((len(cells), 15), np.bool_)
    can_reserve[:, :12] = cells[:, GRID : GRID + 12] < UNKNOWN
    can_reserve[:, 12:] = cells[:, DECKS : DECKS + 3] > 0
    can_reserve &= own[:, HAND + HAND_LIMIT - 1, None] == NO_CARD
    nobles_near = _last_colours(box, cells, own)
    listed = []
    for row, phase in enumerate(cells[:, PHASE].tolist()):
        tokens = own[row, TOKENS : TOKENS + 6].tobytes()
        if phase == MAIN_ACTION:
            takes = _list_takes(tokens if sum(tokens) > _NEVER_TOO_MANY else _NONE, piles[row, :5].tobytes())
            reserves = _list_reserves(tokens, _GOLD if piles[row, 5] else _NONE)[can_reserve[row]]
            turns = np.concatenate((buys[row], takes, reserves.reshape(-1, TURN)))
            if not len(turns):
                turns = _single(PASS)
        elif phase == RETURNING:
            turns = _list_returns(tokens, _NONE, RETURN, 0)
        else:
            turns = _single(WELCOME)
        if nobles_near[row].max() > _FAR:
            turns = _with_nobles(turns, bonuses_won[row], nobles_near[row].tolist())
        listed.append(turns)
    return listed


def _single(kind: int) -> Small:
    turns = np.zeros((1, TURN), np.int8)
    turns[0, KIND], turns[0, NOBLE] = kind, -1
    return turns


def _list_buys(box: Box, cells: Small, own: Small) -> tuple[list[Small], list[Small]]:
    """The purchases of each position, and the colour of the bonus that each of these brings."""
    cards = np.concatenate((cells[:, GRID : GRID + 12], own[:, HAND : HAND + HAND_LIMIT]), axis=1)
    due = np.maximum(box.cost[cards] - own[:, None, BONUSES : BONUSES + 5], 0)
    paid = np.minimum(due, own[:, None, TOKENS : TOKENS + 5])
    gold = due.sum(axis=2, dtype=np.int16) - paid.sum(axis=2, dtype=np.int16)
    can_buy = (cards < UNKNOWN) & (gold <= own[:, TOKENS + 5, None]) & (cells[:, PHASE] == MAIN_ACTION)[:, None]
    row, place = np.nonzero(can_buy)
    buys = np.empty((len(row), TURN), np.int8)
    buys[:, KIND], buys[:, WHICH], buys[:, NOBLE] = BUY, place, -1
    buys[:, CHANGE : CHANGE + 5] = -paid[row, place]
    buys[:, CHANGE + 5] = -gold[row, place]
    won = box.bonus[cards[row, place]]
    ends = np.searchsorted(row, np.arange(len(cells) + 1)).tolist()
    each = [slice(start, end) for start, end in pairwise(ends)]
    return [buys[part] for part in each], [won[part] for part in each]


@lru_cache(maxsize=4096)
def _list_takes(tokens: bytes, piles: bytes) -> Small:
    """Takes with returns; `piles` says of each colour in the bank 0 for none, 1 for some, 2 for enough to take two."""
    pile = np.frombuffer(piles, np.int8)
    different = min(np.count_nonzero(pile), DIFFERENT_TAKEN)
    fits = (pile >= TAKES).all(axis=1) & ((TAKES.max(axis=1) == 2) | (TAKES.sum(axis=1) == different))
    turns = [
        _list_returns(tokens, TAKES[number].tobytes() + b"\0", TAKE, number) for number in np.flatnonzero(fits).tolist()
    ]
    listed = np.concatenate([np.empty((0, TURN), np.int8), *turns])
    _, first = np.unique(listed[:, CHANGE:].astype(np.int64) @ 16 ** np.arange(6), return_index=True)
    distinct: Small = listed[np.sort(first)]
    return distinct


@lru_cache(maxsize=4096)
def _list_reserves(tokens: bytes, taken: bytes) -> Small:
    """What the reserve of each of the 12 + 3 places looks like, with returns: (15, returns, TURN)."""
    turns = np.repeat(_list_returns(tokens, taken, RESERVE, 0)[None], 15, axis=0)
    turns[:, :, WHICH] = np.array([*range(12), *range(3)])[:, None]
    turns[12:, :, KIND] = RESERVE_TOP
    return turns


def _list_returns(tokens: bytes, taken: bytes, kind: int, which: int) -> Small:
    """An action with every return of what is above ten tokens after it."""
    gained = np.frombuffer(taken, np.int8)
    held = np.frombuffer(tokens, np.int8) + gained
    back = _returns(max(0, int(held.sum()) - TOKEN_LIMIT))
    back = back[(back <= held).all(axis=1)]
    turns = np.empty((len(back), TURN), np.int8)
    turns[:, KIND], turns[:, WHICH], turns[:, NOBLE] = kind, which, -1
    turns[:, CHANGE : CHANGE + 6] = gained - back
    return turns


@lru_cache
def _returns(surplus: int) -> Small:
    """All ways to return so many tokens; white changes fastest, and gold is what the others leave."""
    gems = [back[::-1] for back in product(range(surplus + 1), repeat=5) if sum(back) <= surplus]
    return np.array([(*back, surplus - sum(back)) for back in gems], np.int8)


_DUE: Final = 5
_FAR: Final = -1


def _last_colours(box: Box, cells: Small, own: Small) -> Small:
    """Of each noble on show the colour of the one bonus that it still asks for; _DUE if of none, _FAR if of more."""
    lack = np.maximum(box.noble_cost[cells[:, NOBLES:DECKS]] - own[:, None, BONUSES : BONUSES + 5], 0)
    distance = lack.sum(axis=2)
    colours: Small = np.where(distance == 1, lack.argmax(axis=2), np.where(distance == 0, _DUE, _FAR)).astype(np.int8)
    return colours


def _with_nobles(turns: Small, won: Small, last_colours: list[int]) -> Small:
    """The turns with the noble that comes; where several are due, a turn becomes one for each. The first turns are purchases."""
    turns = turns.copy()
    won = np.concatenate((won, np.full(len(turns) - len(won), _FAR, np.int8)))
    twins = []
    for place, colour in enumerate(last_colours):
        if colour == _FAR:
            continue
        coming = np.flatnonzero(won == colour) if colour != _DUE else np.arange(len(turns))
        first = turns[coming, NOBLE] < 0
        turns[coming[first], NOBLE] = place
        twin = turns[coming[~first]]
        twin[:, NOBLE] = place
        twins.append(twin)
    return np.concatenate((turns, *twins))
