"""A position as one short array of small numbers, and how a position of the rules becomes one.

`cells` (CELLS,) int8 holds four players' blocks of PLAYER cells, then what lies on the table. At the end of a turn, before
chance has spoken, a place that is to be refilled holds UNKNOWN + level index, and so does a card that was reserved unseen.
`POOL` marks the cards that can still be drawn: in a whole state those in the decks, in a view those that the viewer has
not seen.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from splendor_tui.bots.learned.box import MAX_CARDS, NO_CARD, NO_NOBLE, UNKNOWN, Small
from splendor_tui.rules.cards import Card, Noble
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import unpack
from splendor_tui.rules.legality import Position
from splendor_tui.rules.state import HAND_LIMIT, MAX_PLAYERS, Player, Reserved, State, nobles_shown
from splendor_tui.rules.view import PlayerView, ReservedView, View

# Within a player's block; tokens and bonuses in the order W U G R K, gold after the gems.
TOKENS: Final = 0
BONUSES: Final = 6
POINTS: Final = 11
CARDS: Final = 12
HAND: Final = 13  # card, or UNKNOWN + level; NO_CARD where there is none, and after it no other
BLIND: Final = 16  # 1 where the others have not seen that card
FORFEITED: Final = 19
PLAYER: Final = 20

BANK: Final = MAX_PLAYERS * PLAYER
GRID: Final = BANK + 6
NOBLES: Final = GRID + 12
NOBLE_PLACES: Final = nobles_shown(MAX_PLAYERS)
DECKS: Final = NOBLES + NOBLE_PLACES  # how many cards are left, a level each
SEATS: Final = DECKS + 3
SEAT: Final = SEATS + 1
PHASE: Final = SEAT + 1
FINAL_ROUND: Final = PHASE + 1
PASSES: Final = FINAL_ROUND + 1
TARGET: Final = PASSES + 1
TIE_SEAT: Final = TARGET + 1  # -1 for none
POOL: Final = TIE_SEAT + 1
CELLS: Final = POOL + MAX_CARDS

# What PHASE says; after the end it is MAIN_ACTION, and `seat` has moved last.
MAIN_ACTION: Final = 0
RETURNING: Final = 1
WELCOMING: Final = 2


class Numbering:
    """The index of each card and noble of a catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.cards: dict[Card | None, int] = {card: index for index, card in enumerate(catalogue.cards)}
        self.cards[None] = NO_CARD
        self.nobles: dict[Noble, int] = {noble: index for index, noble in enumerate(catalogue.nobles)}


@lru_cache(maxsize=8)
def numbering(catalogue: Catalogue) -> Numbering:
    """The numbering of a catalogue, made once."""
    return Numbering(catalogue)


def cells_of(position: Position) -> Small:
    """The position as cells. What a view does not show is unknown in them, and in the pool."""
    index = numbering(position.catalogue)
    cells = np.zeros(CELLS, np.int8)
    cells[NOBLES : NOBLES + NOBLE_PLACES] = NO_NOBLE
    for seat in range(MAX_PLAYERS):
        start = seat * PLAYER
        cells[start + HAND : start + HAND + HAND_LIMIT] = NO_CARD
        if seat < len(position.players):
            _fill_player(cells[start : start + PLAYER], position.players[seat], index)
    cells[BANK : BANK + 6] = (*unpack(position.bank), position.gold)
    cells[GRID : GRID + 12] = [index.cards[card] for card in position.grid]
    cells[NOBLES : NOBLES + len(position.nobles)] = [index.nobles[noble] for noble in position.nobles]
    cells[DECKS : DECKS + 3] = position.deck_counts
    cells[SEATS] = len(position.players)
    cells[SEAT] = position.seat
    cells[PHASE] = _PHASES[position.phase]
    cells[FINAL_ROUND] = position.final_round
    cells[PASSES] = min(position.passes, MAX_PLAYERS)
    cells[TARGET] = position.options.target
    cells[TIE_SEAT] = -1 if position.options.tie_seat is None else position.options.tie_seat
    _fill_pool(cells[POOL:], position, index)
    return cells


_PHASES: Final = {"main": MAIN_ACTION, "return": RETURNING, "noble": WELCOMING, "over": MAIN_ACTION}


def _fill_player(block: Small, player: Player | PlayerView, index: Numbering) -> None:
    block[TOKENS : TOKENS + 6] = (*unpack(player.gems), player.gold)
    block[BONUSES : BONUSES + 5] = unpack(player.bonuses)
    block[POINTS] = player.points
    block[CARDS] = len(player.cards)
    hand: Sequence[Reserved | ReservedView] = player.reserved
    for place, held in enumerate(hand):
        block[HAND + place] = UNKNOWN + _level(held) - 1 if held.card is None else index.cards[held.card]
        block[BLIND + place] = held.blind
    block[FORFEITED] = player.forfeited


def _level(held: Reserved | ReservedView) -> int:
    return held.card.level if held.card is not None else held.level


def _fill_pool(pool: Small, position: State | View, index: Numbering) -> None:
    """The cards that nobody has seen yet; in a whole state each hand is known."""
    pool[: len(position.catalogue.cards)] = 1
    for card in position.grid:
        if card is not None:
            pool[index.cards[card]] = 0
    for player in position.players:
        for card in player.cards:
            pool[index.cards[card]] = 0
        for held in player.reserved:
            if held.card is not None:
                pool[index.cards[held.card]] = 0
