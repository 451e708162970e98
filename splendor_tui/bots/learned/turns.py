"""All turns that a position allows, each a whole turn: main action, returned tokens and noble together.

A turn is TURN numbers: what is done, to which card, deck or take, which of the nobles on show comes (-1 for none), and by how
much each of the six tokens of the seat changes. Takes and returns with the same sum are one turn, as they lead to the same
position.
"""

from itertools import combinations
from typing import Final

import numpy as np

from splendor_tui.bots.learned.box import NO_CARD, NO_NOBLE, UNKNOWN, Box, Small
from splendor_tui.bots.learned.cells import (
    BANK,
    BONUSES,
    DECKS,
    GRID,
    HAND,
    MAIN_ACTION,
    NOBLE_PLACES,
    NOBLES,
    PHASE,
    PLAYER,
    RETURNING,
    SEAT,
    TOKENS,
)
from splendor_tui.bots.learned.compiled import compiled, compiled_apart
from splendor_tui.rules.legality import DIFFERENT_TAKEN, PILE_FOR_TWO_ALIKE
from splendor_tui.rules.state import HAND_LIMIT, TOKEN_LIMIT

# What is done (KIND), and what WHICH then says.
TAKE: Final = 0  # a row of TAKES
RESERVE: Final = 1  # a place of the grid
RESERVE_TOP: Final = 2  # a level, counted from 0
BUY: Final = 3  # a place of the grid, or 12 + a place of the hand
PASS: Final = 4
RETURN: Final = 5  # only the return, where the main action has been done already
WELCOME: Final = 6  # only the noble, where the rest has been done

KIND: Final = 0
WHICH: Final = 1
NOBLE: Final = 2
CHANGE: Final = 3
TURN: Final = 9
MAX_TURNS: Final = 4096  # more than any position allows, each noble of five counted as a turn of its own

TAKES: Final = np.array(
    [[int(colour in chosen) for colour in range(5)] for size in (3, 2, 1) for chosen in combinations(range(5), size)]
    + [[2 * int(colour == twice) for colour in range(5)] for twice in range(5)],
    np.int8,
)
_TWO_ALIKE: Final = 25  # from this row of TAKES on


@compiled_apart
def list_turns(box: Box, cells: Small, turns: Small) -> int:
    """Write all turns of the seat to move to `turns` (MAX_TURNS, TURN); answers how many there are."""
    phase = int(cells[PHASE])
    if phase == MAIN_ACTION:
        count = _list_buys(box, cells, turns)
        count = _list_takes(cells, turns, count)
        count = _list_reserves(cells, turns, count)
        if count == 0:
            turns[0] = 0
            turns[0, KIND] = PASS
            count = 1
    elif phase == RETURNING:
        count = _list_returns(cells, turns, 0, RETURN, 0, np.zeros(6, np.int8))
    else:
        turns[0] = 0
        turns[0, KIND] = WELCOME
        count = 1
    return _with_nobles(box, cells, turns, count)


@compiled
def _list_buys(box: Box, cells: Small, turns: Small) -> int:
    start = int(cells[SEAT]) * PLAYER
    count = 0
    for place in range(12 + HAND_LIMIT):
        card = int(cells[GRID + place] if place < 12 else cells[start + HAND + place - 12])
        if card >= UNKNOWN:
            continue
        gold = 0
        for colour in range(5):
            due = int(box.cost[card, colour]) - int(cells[start + BONUSES + colour])
            lacking = due - int(cells[start + TOKENS + colour])
            if lacking > 0:
                gold += lacking
            turns[count, CHANGE + colour] = -min(due, int(cells[start + TOKENS + colour])) if due > 0 else 0
        if gold > int(cells[start + TOKENS + 5]):
            continue
        turns[count, CHANGE + 5] = -gold
        turns[count, KIND] = BUY
        turns[count, WHICH] = place
        count += 1
    return count


@compiled
def _list_takes(cells: Small, turns: Small, count: int) -> int:
    piles = 0
    for colour in range(5):
        piles += int(cells[BANK + colour]) > 0
    different = min(piles, DIFFERENT_TAKEN)
    taken = np.zeros(6, np.int8)
    first = count
    for take in range(len(TAKES)):
        size = 0
        fits = True
        for colour in range(5):
            amount = int(TAKES[take, colour])
            taken[colour] = amount
            size += amount
            least = PILE_FOR_TWO_ALIKE if amount == 2 else amount
            if int(cells[BANK + colour]) < least:
                fits = False
        if fits and (take >= _TWO_ALIKE or size == different):
            count = _list_returns(cells, turns, count, TAKE, take, taken)
            if count - first > 1:
                count = _without_twins(turns, first, count)
    return count


@compiled
def _list_reserves(cells: Small, turns: Small, count: int) -> int:
    if int(cells[int(cells[SEAT]) * PLAYER + HAND + HAND_LIMIT - 1]) != NO_CARD:
        return count
    taken = np.zeros(6, np.int8)
    taken[5] = min(1, int(cells[BANK + 5]))
    for place in range(12):
        if int(cells[GRID + place]) < UNKNOWN:
            count = _list_returns(cells, turns, count, RESERVE, place, taken)
    for level in range(3):
        if int(cells[DECKS + level]) > 0:
            count = _list_returns(cells, turns, count, RESERVE_TOP, level, taken)
    return count


@compiled_apart
def _list_returns(cells: Small, turns: Small, count: int, kind: int, which: int, taken: Small) -> int:
    """List this action with every return of what is above ten tokens after it."""
    start = int(cells[SEAT]) * PLAYER + TOKENS
    surplus = -TOKEN_LIMIT
    for token in range(6):
        surplus += int(cells[start + token]) + int(taken[token])
    if surplus <= 0:
        turns[count, KIND] = kind
        turns[count, WHICH] = which
        for token in range(6):
            turns[count, CHANGE + token] = taken[token]
        return count + 1
    # An odometer over how many of the first five kinds go back; the rest of the surplus is gold.
    held = np.empty(6, np.int64)
    back = np.zeros(5, np.int64)
    for token in range(6):
        held[token] = int(cells[start + token]) + int(taken[token])
    given = 0
    while True:
        if surplus - given <= held[5]:
            turns[count, KIND] = kind
            turns[count, WHICH] = which
            for token in range(5):
                turns[count, CHANGE + token] = int(taken[token]) - back[token]
            turns[count, CHANGE + 5] = int(taken[5]) - (surplus - given)
            count += 1
        token = 0
        while token < 5:
            if given < surplus and back[token] < held[token]:
                back[token] += 1
                given += 1
                break
            given -= back[token]
            back[token] = 0
            token += 1
        if token == 5:
            return count


@compiled_apart
def _without_twins(turns: Small, first: int, count: int) -> int:
    """Keep of the turns from `first` on only the first with each change of tokens."""
    kept = first
    keys = np.empty(count - first, np.int64)
    for row in range(first, count):
        key = 0
        for token in range(6):
            key = key * 16 + int(turns[row, CHANGE + token]) + 8
        fresh = True
        for other in range(kept - first):
            if keys[other] == key:
                fresh = False
                break
        if fresh:
            keys[kept - first] = key
            for number in range(TURN):
                turns[kept, number] = turns[row, number]
            kept += 1
    return kept


@compiled
def _with_nobles(box: Box, cells: Small, turns: Small, count: int) -> int:
    """Set which noble comes; where several are due, a turn becomes one for each."""
    start = int(cells[SEAT]) * PLAYER
    for row in range(count):
        turns[row, NOBLE] = -1
    total = count
    for place in range(NOBLE_PLACES):
        colour = _last_colour(box, cells, place)
        if colour == _FAR:
            continue
        for row in range(count):
            if colour != _DUE:
                if int(turns[row, KIND]) != BUY:
                    continue
                bought = int(turns[row, WHICH])
                card = int(cells[GRID + bought] if bought < 12 else cells[start + HAND + bought - 12])
                if int(box.bonus[card]) != colour:
                    continue
            if int(turns[row, NOBLE]) == -1:
                turns[row, NOBLE] = place
            else:
                for number in range(TURN):
                    turns[total, number] = turns[row, number]
                turns[total, NOBLE] = place
                total += 1
    return total


_DUE: Final = -1
_FAR: Final = -2


@compiled
def _last_colour(box: Box, cells: Small, place: int) -> int:
    """The colour of the one bonus that this noble still asks of the seat; _DUE if of none, _FAR if of more."""
    noble = int(cells[NOBLES + place])
    if noble == NO_NOBLE:
        return _FAR
    bonuses = int(cells[SEAT]) * PLAYER + BONUSES
    last = _DUE
    for colour in range(5):
        lacking = int(box.noble_cost[noble, colour]) - int(cells[bonuses + colour])
        if lacking > 1 or (lacking == 1 and last != _DUE):
            return _FAR
        if lacking == 1:
            last = colour
    return last
