"""The course of a game over cells: a turn, what chance then draws, whose turn is next, and how the game ends."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from splendor_tui.bots.learned.box import NO_CARD, NO_NOBLE, UNKNOWN, Box, Small
from splendor_tui.bots.learned.cells import (
    BANK,
    BLIND,
    BONUSES,
    CARDS,
    CELLS,
    DECKS,
    FINAL_ROUND,
    FORFEITED,
    GRID,
    HAND,
    MAIN_ACTION,
    NOBLE_PLACES,
    NOBLES,
    PASSES,
    PHASE,
    PLAYER,
    POINTS,
    POOL,
    SEAT,
    SEATS,
    TARGET,
    TIE_SEAT,
    TOKENS,
)
from splendor_tui.bots.learned.compiled import compiled, compiled_apart
from splendor_tui.bots.learned.turns import BUY, CHANGE, KIND, NOBLE, PASS, RESERVE, RESERVE_TOP, RETURN, WELCOME, WHICH
from splendor_tui.rules.state import GEMS_OF_EACH, GOLD_TOKENS, HAND_LIMIT

Reals: TypeAlias = npt.NDArray[np.float32]


@compiled
def play_turn(box: Box, cells: Small, turn: Small) -> None:
    """Play the turn to its end, before anything is drawn: `cells` becomes the afterstate, its seat the one that has moved."""
    start = int(cells[SEAT]) * PLAYER
    kind, which = int(turn[KIND]), int(turn[WHICH])
    for token in range(6):
        change = int(turn[CHANGE + token])
        cells[start + TOKENS + token] += change
        cells[BANK + token] -= change
    if kind == BUY:
        card = _leave_hand(cells, start, which - 12) if which >= 12 else _leave_grid(cells, which)
        cells[start + BONUSES + int(box.bonus[card])] += 1
        cells[start + POINTS] += box.points[card]
        cells[start + CARDS] += 1
    elif kind == RESERVE:
        _enter_hand(cells, start, _leave_grid(cells, which), 0)
    elif kind == RESERVE_TOP:
        cells[DECKS + which] -= 1
        _enter_hand(cells, start, UNKNOWN + which, 1)
    if kind == PASS:
        cells[PASSES] += 1
    elif kind not in (RETURN, WELCOME):
        cells[PASSES] = 0
    if int(turn[NOBLE]) >= 0:
        _welcome(box, cells, start, int(turn[NOBLE]))
    if int(cells[start + POINTS]) >= int(cells[TARGET]):
        cells[FINAL_ROUND] = 1
    cells[PHASE] = MAIN_ACTION


@compiled
def _leave_grid(cells: Small, place: int) -> int:
    card = int(cells[GRID + place])
    level = place // 4
    cells[GRID + place] = UNKNOWN + level if int(cells[DECKS + level]) > 0 else NO_CARD
    return card


@compiled
def _leave_hand(cells: Small, start: int, place: int) -> int:
    card = int(cells[start + HAND + place])
    for later in range(place + 1, HAND_LIMIT):
        cells[start + HAND + later - 1] = cells[start + HAND + later]
        cells[start + BLIND + later - 1] = cells[start + BLIND + later]
    cells[start + HAND + HAND_LIMIT - 1] = NO_CARD
    cells[start + BLIND + HAND_LIMIT - 1] = 0
    return card


@compiled
def _enter_hand(cells: Small, start: int, card: int, blind: int) -> None:
    place = 0
    while int(cells[start + HAND + place]) != NO_CARD:
        place += 1
    cells[start + HAND + place] = card
    cells[start + BLIND + place] = blind


@compiled
def _welcome(box: Box, cells: Small, start: int, place: int) -> None:
    cells[start + POINTS] += box.noble_points[cells[NOBLES + place]]
    for later in range(place + 1, NOBLE_PLACES):
        cells[NOBLES + later - 1] = cells[NOBLES + later]
    cells[NOBLES + NOBLE_PLACES - 1] = NO_NOBLE


@compiled
def is_over(cells: Small) -> bool:
    """Whether the game has ended with the turn that led to this afterstate."""
    seats = int(cells[SEATS])
    in_play = 0
    to_come = 0
    for seat in range(seats):
        if not cells[seat * PLAYER + FORFEITED]:
            in_play += 1
            to_come += seat > int(cells[SEAT])
    if in_play <= 1 or int(cells[PASSES]) >= in_play:
        return True
    return bool(cells[FINAL_ROUND]) and to_come == 0


@compiled
def share_win(cells: Small, shares: Reals) -> None:
    """Write each seat's share of the win as the game stands to `shares` (seats or more); equals share it."""
    seats = int(cells[SEATS])
    best = -1000
    for seat in range(seats):
        best = max(best, _merit(cells, seat))
    winners = 0
    for seat in range(seats):
        winners += _merit(cells, seat) == best
    favoured = int(cells[TIE_SEAT])
    alone = favoured >= 0 and _merit(cells, favoured) == best
    for seat in range(len(shares)):
        shares[seat] = 0.0
        if seat < seats and _merit(cells, seat) == best:
            shares[seat] = np.float32(seat == favoured) if alone else np.float32(1.0 / winners)


@compiled
def _merit(cells: Small, seat: int) -> int:
    start = seat * PLAYER
    if cells[start + FORFEITED]:
        return -1000
    return int(cells[start + POINTS]) * 128 - int(cells[start + CARDS])


@compiled
def refill(box: Box, cells: Small, rng: np.random.Generator) -> None:
    """Refill the grid from the pool, each card of the level equally likely."""
    for place in range(12):
        if UNKNOWN <= int(cells[GRID + place]) < NO_CARD:
            level = place // 4
            cells[GRID + place] = _draw(box, cells, level, rng)
            cells[DECKS + level] -= 1


@compiled
def learn_reserved(box: Box, cells: Small, rng: np.random.Generator) -> None:
    """Draw the card that the seat has reserved unseen, as happens in a real game; a search leaves it unknown."""
    start = int(cells[SEAT]) * PLAYER
    for place in range(HAND_LIMIT):
        card = int(cells[start + HAND + place])
        if UNKNOWN <= card < NO_CARD:
            cells[start + HAND + place] = _draw(box, cells, card - UNKNOWN, rng)


@compiled
def _draw(box: Box, cells: Small, level: int, rng: np.random.Generator) -> int:
    drawable = 0
    for card in range(UNKNOWN):
        drawable += int(box.level[card]) == level and bool(cells[POOL + card])
    nth = int(rng.random() * drawable)
    for card in range(UNKNOWN):
        if int(box.level[card]) == level and cells[POOL + card]:
            if nth == 0:
                cells[POOL + card] = 0
                return card
            nth -= 1
    return NO_CARD


@compiled
def pass_on(cells: Small) -> None:
    """Give the turn to the next seat in play. The game is not over."""
    seats = int(cells[SEATS])
    seat = (int(cells[SEAT]) + 1) % seats
    while cells[seat * PLAYER + FORFEITED]:
        seat = (seat + 1) % seats
    cells[SEAT] = seat


@compiled
def hide(box: Box, cells: Small) -> None:
    """Make a whole state what its seat to move may know: the others' unseen cards go back to the pool."""
    for seat in range(int(cells[SEATS])):
        if seat == int(cells[SEAT]):
            continue
        for place in range(HAND_LIMIT):
            card = int(cells[seat * PLAYER + HAND + place])
            if card < UNKNOWN and cells[seat * PLAYER + BLIND + place]:
                cells[POOL + card] = 1
                cells[seat * PLAYER + HAND + place] = UNKNOWN + int(box.level[card])


_GEMS_OF_EACH = np.array([GEMS_OF_EACH.get(players, 0) for players in range(5)], np.int8)


@compiled_apart
def deal(box: Box, cells: Small, players: int, target: int, rng: np.random.Generator) -> None:
    """Set up a new game in `cells`, shuffled by `rng`."""
    for cell in range(CELLS):
        cells[cell] = 0
    for seat in range(4):
        for place in range(HAND_LIMIT):
            cells[seat * PLAYER + HAND + place] = NO_CARD
    for colour in range(5):
        cells[BANK + colour] = _GEMS_OF_EACH[players]
    cells[BANK + 5] = GOLD_TOKENS
    cells[SEATS] = players
    cells[TARGET] = target
    cells[TIE_SEAT] = -1
    for card in range(UNKNOWN):
        if int(box.level[card]) < 3:
            cells[POOL + card] = 1
            cells[DECKS + int(box.level[card])] += 1
    for place in range(12):
        cells[GRID + place] = UNKNOWN + place // 4 if int(cells[DECKS + place // 4]) > place % 4 else NO_CARD
    refill(box, cells, rng)
    nobles = np.arange(len(box.noble_points))
    for place in range(NOBLE_PLACES):
        cells[NOBLES + place] = NO_NOBLE
        if place < min(players + 1, len(nobles)):
            other = place + int(rng.random() * (len(nobles) - place))
            nobles[place], nobles[other] = nobles[other], nobles[place]
            cells[NOBLES + place] = nobles[place]
