"""The list of all legal turns in an encoded state.

A turn is a main action, returned tokens and a noble. It is an int8 array (TURN_SIZE,): KIND and INDEX are the main action,
NOBLE is the index of the visiting noble, or -1, and the changes of the seat's six token counts begin at CHANGE. Takes and
returns with the same sum are one turn, because they lead to the same position.
"""

from itertools import combinations
from typing import Final

import numpy as np

from splendor_tui.bots.learned.compiled import compiled, compiled_separately
from splendor_tui.bots.learned.encoding import (
    BANK,
    BONUSES,
    DECK_COUNTS,
    GRID,
    GRID_SIZE,
    MAIN_ACTION,
    NO_CARD,
    NO_NOBLE,
    NOBLE_PLACES,
    NOBLES,
    PHASE,
    PLAYER_SIZE,
    RESERVED,
    RETURNING,
    SEAT,
    TOKENS,
    UNKNOWN,
    CardSet,
    Int8s,
)
from splendor_tui.rules.constants import HAND_LIMIT, TOKEN_LIMIT
from splendor_tui.rules.legality import DIFFERENT_TAKEN, PILE_FOR_TWO_ALIKE

# Values of KIND, and the meaning of INDEX for each.
TAKE: Final = 0  # row of TAKES
RESERVE: Final = 1  # grid slot
RESERVE_TOP: Final = 2  # level, from 0
BUY: Final = 3  # grid slot, or GRID_SIZE + index among the reserved cards
PASS: Final = 4
RETURN: Final = 5  # only the return, if the main action is already done
CHOOSE_NOBLE: Final = 6  # only the noble, if main action and return are already done

KIND: Final = 0
INDEX: Final = 1
NOBLE: Final = 2
CHANGE: Final = 3
TURN_SIZE: Final = 9
MAX_TURNS: Final = 4096  # more than in any position, even if each turn is listed once for each of five nobles

TAKES: Final = np.array(
    [[int(colour in chosen) for colour in range(5)] for size in (3, 2, 1) for chosen in combinations(range(5), size)]
    + [[2 * int(colour == twice) for colour in range(5)] for twice in range(5)],
    np.int8,
)
_TWO_ALIKE: Final = 25  # first row of TAKES with two of one colour

# Results of _missing_colour that are not colours.
_NONE_MISSING: Final = -1
_SEVERAL_MISSING: Final = -2


@compiled_separately
def list_turns(cards: CardSet, state: Int8s, turns: Int8s) -> int:
    """Write all legal turns to `turns` (MAX_TURNS, TURN_SIZE). Returns their number."""
    phase = int(state[PHASE])
    if phase == MAIN_ACTION:
        count = _list_buys(cards, state, turns)
        count = _list_takes(state, turns, count)
        count = _list_reserves(state, turns, count)
        if count == 0:
            turns[0] = 0
            turns[0, KIND] = PASS
            count = 1
    elif phase == RETURNING:
        count = _list_returns(state, turns, 0, RETURN, 0, np.zeros(6, np.int8))
    else:
        turns[0] = 0
        turns[0, KIND] = CHOOSE_NOBLE
        count = 1
    return _add_noble_choices(cards, state, turns, count)


@compiled
def _list_buys(cards: CardSet, state: Int8s, turns: Int8s) -> int:
    start = int(state[SEAT]) * PLAYER_SIZE
    count = 0
    for place in range(GRID_SIZE + HAND_LIMIT):
        card = int(state[GRID + place] if place < GRID_SIZE else state[start + RESERVED + place - GRID_SIZE])
        if card >= UNKNOWN:
            continue
        gold = 0
        for colour in range(5):
            due = max(0, int(cards.cost[card, colour]) - int(state[start + BONUSES + colour]))
            paid = min(due, int(state[start + TOKENS + colour]))
            gold += due - paid
            turns[count, CHANGE + colour] = -paid
        if gold > int(state[start + TOKENS + 5]):
            continue
        turns[count, CHANGE + 5] = -gold
        turns[count, KIND] = BUY
        turns[count, INDEX] = place
        count += 1
    return count


@compiled
def _list_takes(state: Int8s, turns: Int8s, count: int) -> int:
    piles = 0
    for colour in range(5):
        piles += int(state[BANK + colour]) > 0
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
            if int(state[BANK + colour]) < least:
                fits = False
        if fits and (take >= _TWO_ALIKE or size == different):
            count = _list_returns(state, turns, count, int(TAKE), take, taken)
            if count - first > 1:
                count = _remove_duplicates(turns, first, count)
    return count


@compiled
def _list_reserves(state: Int8s, turns: Int8s, count: int) -> int:
    if int(state[int(state[SEAT]) * PLAYER_SIZE + RESERVED + HAND_LIMIT - 1]) != NO_CARD:
        return count
    taken = np.zeros(6, np.int8)
    taken[5] = min(1, int(state[BANK + 5]))
    for place in range(GRID_SIZE):
        if int(state[GRID + place]) < UNKNOWN:
            count = _list_returns(state, turns, count, int(RESERVE), place, taken)
    for level in range(3):
        if int(state[DECK_COUNTS + level]) > 0:
            count = _list_returns(state, turns, count, int(RESERVE_TOP), level, taken)
    return count


@compiled_separately
def _list_returns(state: Int8s, turns: Int8s, count: int, kind: int, index: int, taken: Int8s) -> int:
    """List this action once for each way to return the surplus tokens.

    int() hides the constant for a main action from numba, which would compile this function again for each.
    """
    start = int(state[SEAT]) * PLAYER_SIZE + TOKENS
    surplus = -TOKEN_LIMIT
    for token in range(6):
        surplus += int(state[start + token]) + int(taken[token])
    if surplus <= 0:
        turns[count, KIND] = kind
        turns[count, INDEX] = index
        for token in range(6):
            turns[count, CHANGE + token] = taken[token]
        return count + 1
    # Enumerates the returns of the five colours like an odometer. The rest of the surplus is gold.
    held = np.empty(6, np.int64)
    back = np.zeros(5, np.int64)
    for token in range(6):
        held[token] = int(state[start + token]) + int(taken[token])
    given = 0
    while True:
        if surplus - given <= held[5]:
            turns[count, KIND] = kind
            turns[count, INDEX] = index
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


@compiled_separately
def _remove_duplicates(turns: Int8s, first: int, count: int) -> int:
    """Remove turns from `first` on that have the same token change as an earlier one. Returns the new count."""
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
            for number in range(TURN_SIZE):
                turns[kept, number] = turns[row, number]
            kept += 1
    return kept


@compiled
def _add_noble_choices(cards: CardSet, state: Int8s, turns: Int8s, count: int) -> int:
    """Set the visiting noble of each turn. If several nobles can visit, the turn is listed once for each."""
    start = int(state[SEAT]) * PLAYER_SIZE
    for row in range(count):
        turns[row, NOBLE] = -1
    total = count
    for place in range(NOBLE_PLACES):
        colour = _missing_colour(cards, state, place)
        if colour == _SEVERAL_MISSING:
            continue
        for row in range(count):
            if colour != _NONE_MISSING:
                if int(turns[row, KIND]) != BUY:
                    continue
                bought = int(turns[row, INDEX])
                card = int(state[GRID + bought] if bought < GRID_SIZE else state[start + RESERVED + bought - GRID_SIZE])
                if int(cards.bonus[card]) != colour:
                    continue
            if int(turns[row, NOBLE]) == -1:
                turns[row, NOBLE] = place
            else:
                for number in range(TURN_SIZE):
                    turns[total, number] = turns[row, number]
                turns[total, NOBLE] = place
                total += 1
    return total


@compiled
def _missing_colour(cards: CardSet, state: Int8s, place: int) -> int:
    """The colour of the only bonus that the seat lacks for this noble, or one of the results above."""
    noble = int(state[NOBLES + place])
    if noble == NO_NOBLE:
        return _SEVERAL_MISSING
    bonuses = int(state[SEAT]) * PLAYER_SIZE + BONUSES
    last = _NONE_MISSING
    for colour in range(5):
        lacking = int(cards.noble_cost[noble, colour]) - int(state[bonuses + colour])
        if lacking > 1 or (lacking == 1 and last != _NONE_MISSING):
            return _SEVERAL_MISSING
        if lacking == 1:
            last = colour
    return last
