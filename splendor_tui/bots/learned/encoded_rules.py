"""The rules on encoded states: afterstates of turns, draws, and the end of the game. `encoded_turns` lists the turns."""

import numpy as np

from splendor_tui.bots.learned.compiled import compiled
from splendor_tui.bots.learned.encoded_turns import (
    BUY,
    CHANGE,
    CHOOSE_NOBLE,
    INDEX,
    KIND,
    NOBLE,
    PASS,
    RESERVE,
    RESERVE_TOP,
    RETURN,
)
from splendor_tui.bots.learned.encoding import (
    BANK,
    BLIND,
    BONUSES,
    CARD_COUNT,
    DECK_COUNTS,
    FINAL_ROUND,
    FORFEITED,
    GRID,
    GRID_SIZE,
    MAIN_ACTION,
    NO_CARD,
    NO_NOBLE,
    NOBLE_PLACES,
    NOBLES,
    PASSES,
    PHASE,
    PLAYER_COUNT,
    PLAYER_SIZE,
    POINTS,
    POOL,
    RESERVED,
    SEAT,
    TARGET,
    TIE_SEAT,
    TOKENS,
    UNKNOWN,
    CardSet,
    Float32s,
    Int8s,
)
from splendor_tui.rules.constants import HAND_LIMIT

# --- afterstates -------------------------------------------------------------------------------------------------------


@compiled
def apply_turn(cards: CardSet, state: Int8s, turn: Int8s) -> None:
    """Change `state` to the afterstate of this turn. SEAT does not change."""
    start = int(state[SEAT]) * PLAYER_SIZE
    kind, index = int(turn[KIND]), int(turn[INDEX])
    for token in range(6):
        change = int(turn[CHANGE + token])
        state[start + TOKENS + token] += change
        state[BANK + token] -= change
    if kind == BUY:
        card = (
            _remove_reserved(state, start, index - GRID_SIZE) if index >= GRID_SIZE else _remove_from_grid(state, index)
        )
        state[start + BONUSES + int(cards.bonus[card])] += 1
        state[start + POINTS] += cards.points[card]
        state[start + CARD_COUNT] += 1
    elif kind == RESERVE:
        _add_reserved(state, start, _remove_from_grid(state, index), 0)
    elif kind == RESERVE_TOP:
        state[DECK_COUNTS + index] -= 1
        _add_reserved(state, start, UNKNOWN + index, 1)
    if kind == PASS:
        state[PASSES] += 1
    elif kind not in (RETURN, CHOOSE_NOBLE):
        state[PASSES] = 0
    if int(turn[NOBLE]) >= 0:
        _take_noble(cards, state, start, int(turn[NOBLE]))
    if int(state[start + POINTS]) >= int(state[TARGET]):
        state[FINAL_ROUND] = 1
    state[PHASE] = MAIN_ACTION


@compiled
def draws_card(state: Int8s, turn: Int8s) -> bool:
    """Whether a card is drawn after this turn."""
    kind, index = int(turn[KIND]), int(turn[INDEX])
    if not (kind == RESERVE or (kind == BUY and index < GRID_SIZE)):
        return False
    return int(state[DECK_COUNTS + index // 4]) > 0


@compiled
def _remove_from_grid(state: Int8s, place: int) -> int:
    card = int(state[GRID + place])
    level = place // 4
    state[GRID + place] = UNKNOWN + level if int(state[DECK_COUNTS + level]) > 0 else NO_CARD
    return card


@compiled
def _remove_reserved(state: Int8s, start: int, place: int) -> int:
    card = int(state[start + RESERVED + place])
    for later in range(place + 1, HAND_LIMIT):
        state[start + RESERVED + later - 1] = state[start + RESERVED + later]
        state[start + BLIND + later - 1] = state[start + BLIND + later]
    state[start + RESERVED + HAND_LIMIT - 1] = NO_CARD
    state[start + BLIND + HAND_LIMIT - 1] = 0
    return card


@compiled
def _add_reserved(state: Int8s, start: int, card: int, blind: int) -> None:
    place = 0
    while int(state[start + RESERVED + place]) != NO_CARD:
        place += 1
    state[start + RESERVED + place] = card
    state[start + BLIND + place] = blind


@compiled
def _take_noble(cards: CardSet, state: Int8s, start: int, place: int) -> None:
    state[start + POINTS] += cards.noble_points[state[NOBLES + place]]
    for later in range(place + 1, NOBLE_PLACES):
        state[NOBLES + later - 1] = state[NOBLES + later]
    state[NOBLES + NOBLE_PLACES - 1] = NO_NOBLE


# --- the end of the game -----------------------------------------------------------------------------------------------


@compiled
def is_over(state: Int8s) -> bool:
    """Whether this afterstate ends the game."""
    seats = int(state[PLAYER_COUNT])
    in_play = 0
    to_come = 0
    for seat in range(seats):
        if not state[seat * PLAYER_SIZE + FORFEITED]:
            in_play += 1
            to_come += seat > int(state[SEAT])
    if in_play <= 1 or int(state[PASSES]) >= in_play:
        return True
    return bool(state[FINAL_ROUND]) and to_come == 0


@compiled
def write_shares(state: Int8s, shares: Float32s) -> None:
    """Write each seat's share of the win to `shares` (at least one per seat). Tied winners get equal shares."""
    seats = int(state[PLAYER_COUNT])
    best = -1000
    for seat in range(seats):
        best = max(best, _final_score(state, seat))
    winners = 0
    for seat in range(seats):
        winners += _final_score(state, seat) == best
    favoured = int(state[TIE_SEAT])
    untied = favoured >= 0 and _final_score(state, favoured) == best
    for seat in range(len(shares)):
        shares[seat] = 0.0
        if seat < seats and _final_score(state, seat) == best:
            shares[seat] = np.float32(seat == favoured) if untied else np.float32(1.0 / winners)


@compiled
def _final_score(state: Int8s, seat: int) -> int:
    start = seat * PLAYER_SIZE
    if state[start + FORFEITED]:
        return -1000
    return int(state[start + POINTS]) * 128 - int(state[start + CARD_COUNT])


# --- draws and the next seat -------------------------------------------------------------------------------------------


@compiled
def refill(cards: CardSet, state: Int8s, rng: np.random.Generator) -> None:
    """Refill the grid with random cards from the pool."""
    for place in range(GRID_SIZE):
        if UNKNOWN <= int(state[GRID + place]) < NO_CARD:
            level = place // 4
            state[GRID + place] = draw(cards, state, level, rng)
            state[DECK_COUNTS + level] -= 1


@compiled
def draw(cards: CardSet, state: Int8s, level: int, rng: np.random.Generator) -> int:
    """Draw a random card of this level from the pool. Returns NO_CARD if there is none."""
    drawable = 0
    for card in range(UNKNOWN):
        drawable += int(cards.level[card]) == level and bool(state[POOL + card])
    nth = int(rng.random() * drawable)
    for card in range(UNKNOWN):
        if int(cards.level[card]) == level and state[POOL + card]:
            if nth == 0:
                state[POOL + card] = 0
                return card
            nth -= 1
    return NO_CARD


@compiled
def advance_seat(state: Int8s) -> None:
    """Make the next seat in play the seat to move. The game must not be over."""
    seats = int(state[PLAYER_COUNT])
    seat = (int(state[SEAT]) + 1) % seats
    while state[seat * PLAYER_SIZE + FORFEITED]:
        seat = (seat + 1) % seats
    state[SEAT] = seat
