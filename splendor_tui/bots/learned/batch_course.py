"""`course` for many positions at once, by numpy alone: for where nothing is compiled.

Positions are rows of one array, (n, CELLS), and may have different seats to move.
"""

import numpy as np
import numpy.typing as npt

from splendor_tui.bots.learned.box import NO_CARD, NO_NOBLE, UNKNOWN, Box, Small
from splendor_tui.bots.learned.cells import (
    BANK,
    BLIND,
    BONUSES,
    CARDS,
    DECKS,
    FINAL_ROUND,
    FORFEITED,
    GRID,
    HAND,
    MAIN_ACTION,
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
from splendor_tui.bots.learned.course import Reals
from splendor_tui.bots.learned.turns import BUY, CHANGE, KIND, NOBLE, PASS, RESERVE, RESERVE_TOP, RETURN, WELCOME, WHICH
from splendor_tui.rules.state import HAND_LIMIT, MAX_PLAYERS

_SEATS = np.arange(MAX_PLAYERS)


def blocks_of(cells: Small) -> Small:
    """The players' blocks, (n, MAX_PLAYERS, PLAYER), as a view of `cells`."""
    return cells[:, : MAX_PLAYERS * PLAYER].reshape(len(cells), MAX_PLAYERS, PLAYER)


def play_turns(box: Box, cells: Small, turns: Small) -> None:
    """Play a turn in each position to its end, before anything is drawn; `turns` is (n, TURN)."""
    every = np.arange(len(cells))
    blocks, seats = blocks_of(cells), cells[:, SEAT]
    own = blocks[every, seats]
    own[:, TOKENS : TOKENS + 6] += turns[:, CHANGE : CHANGE + 6]
    cells[:, BANK : BANK + 6] -= turns[:, CHANGE : CHANGE + 6]
    kind, which = turns[:, KIND], turns[:, WHICH]
    card = _take_from_grid(cells, np.flatnonzero(((kind == BUY) & (which < 12)) | (kind == RESERVE)), which)
    unseen = np.flatnonzero(kind == RESERVE_TOP)
    if len(unseen):
        cells[unseen, DECKS + which[unseen]] -= 1
        card[unseen] = UNKNOWN + which[unseen]
    from_hand = np.flatnonzero((kind == BUY) & (which >= 12))
    if len(from_hand):
        _take_from_hand(own, from_hand, which[from_hand] - 12, card)
    bought = np.flatnonzero(kind == BUY)
    if len(bought):
        own[bought, BONUSES + box.bonus[card[bought]]] += 1
        own[bought, POINTS] += box.points[card[bought]]
        own[bought, CARDS] += 1
    reserved = np.flatnonzero((kind == RESERVE) | (kind == RESERVE_TOP))
    if len(reserved):
        place = HAND + (own[reserved, HAND : HAND + HAND_LIMIT] != NO_CARD).sum(axis=1)
        own[reserved, place] = card[reserved]
        own[reserved, place + BLIND - HAND] = kind[reserved] == RESERVE_TOP
    passes = cells[:, PASSES] + (kind == PASS)
    cells[:, PASSES] = passes * ((kind == PASS) | (kind == RETURN) | (kind == WELCOME))
    welcoming = np.flatnonzero(turns[:, NOBLE] >= 0)
    if len(welcoming):
        _welcome(box, cells, own, welcoming, turns[welcoming, NOBLE])
    cells[:, FINAL_ROUND] |= own[:, POINTS] >= cells[:, TARGET]
    cells[:, PHASE] = MAIN_ACTION
    blocks[every, seats] = own


def _take_from_grid(cells: Small, rows: npt.NDArray[np.intp], which: Small) -> Small:
    """Take a card from the grid in these rows; answers with the card of each row of all, NO_CARD where none was taken."""
    taken = np.full(len(cells), NO_CARD, np.int8)
    place = which[rows]
    taken[rows] = cells[rows, GRID + place]
    refilled = cells[rows, DECKS + place // 4] > 0
    cells[rows, GRID + place] = np.where(refilled, UNKNOWN + place // 4, NO_CARD)
    return taken


def _take_from_hand(own: Small, rows: npt.NDArray[np.intp], places: Small, taken: Small) -> None:
    taken[rows] = own[rows, HAND + places]
    for place in range(HAND_LIMIT):
        gone = rows[places == place]
        own[gone, HAND + place : HAND + HAND_LIMIT - 1] = own[gone, HAND + place + 1 : HAND + HAND_LIMIT]
        own[gone, BLIND + place : BLIND + HAND_LIMIT - 1] = own[gone, BLIND + place + 1 : BLIND + HAND_LIMIT]
    own[rows, HAND + HAND_LIMIT - 1] = NO_CARD
    own[rows, BLIND + HAND_LIMIT - 1] = 0


def _welcome(box: Box, cells: Small, own: Small, rows: npt.NDArray[np.intp], places: Small) -> None:
    own[rows, POINTS] += box.noble_points[cells[rows, NOBLES + places]]
    for row, place in zip(rows, places, strict=True):
        cells[row, NOBLES + place : DECKS - 1] = cells[row, NOBLES + place + 1 : DECKS]
        cells[row, DECKS - 1] = NO_NOBLE


def are_over(cells: Small) -> npt.NDArray[np.bool_]:
    """Whether the game has ended with the turn that led to each afterstate."""
    in_play = _in_play(cells)
    left = in_play.sum(axis=1)
    to_come = (in_play & (cells[:, SEAT, None] < _SEATS)).any(axis=1)
    over: npt.NDArray[np.bool_] = (left <= 1) | (cells[:, PASSES] >= left) | ((cells[:, FINAL_ROUND] > 0) & ~to_come)
    return over


def share_wins(cells: Small, seats: int) -> Reals:
    """Each seat's share of the win as the games stand, (n, seats); equals share it."""
    blocks = blocks_of(cells)
    merit = blocks[:, :, POINTS].astype(np.int64) * 128 - blocks[:, :, CARDS]
    winners = merit == np.where(_in_play(cells), merit, -1000).max(axis=1, keepdims=True)
    winners &= _in_play(cells)
    favoured = (cells[:, TIE_SEAT, None] == _SEATS) & winners
    winners = np.where(favoured.any(axis=1, keepdims=True), favoured, winners)
    shares: Reals = (winners / winners.sum(axis=1, keepdims=True)).astype(np.float32)
    return shares[:, :seats]


def _in_play(cells: Small) -> npt.NDArray[np.bool_]:
    in_play: npt.NDArray[np.bool_] = (blocks_of(cells)[:, :, FORFEITED] == 0) & (cells[:, SEATS, None] > _SEATS)
    return in_play


def refill_and_pass_on(box: Box, cells: Small, rng: np.random.Generator) -> None:
    """Refill the grid of one position (CELLS,) from the pool, each card of the level equally likely, and go to the next seat."""
    grid = cells[GRID : GRID + 12]
    for place in np.flatnonzero((grid >= UNKNOWN) & (grid != NO_CARD)):
        level = place // 4
        drawable = np.flatnonzero((box.level[:UNKNOWN] == level) & (cells[POOL:] > 0))
        card = drawable[int(rng.random() * len(drawable))] if len(drawable) else NO_CARD
        cells[GRID + place] = card
        if len(drawable):
            cells[POOL + card] = 0
        cells[DECKS + level] -= 1
    seat, seats = int(cells[SEAT]), int(cells[SEATS])
    while True:
        seat = (seat + 1) % seats
        if not cells[seat * PLAYER + FORFEITED]:
            cells[SEAT] = seat
            return
