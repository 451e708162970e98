"""Deals and plays games on encoded states, with hidden cards. A search needs none of this."""

import numpy as np

from splendor_tui.bots.learned.compiled import compiled, compiled_separately
from splendor_tui.bots.learned.encoded_rules import advance_seat, apply_turn, draw, is_over, refill
from splendor_tui.bots.learned.encoding import (
    BANK,
    BLIND,
    DECK_COUNTS,
    GRID,
    NO_CARD,
    NO_NOBLE,
    NOBLE_PLACES,
    NOBLES,
    PLAYER_COUNT,
    PLAYER_SIZE,
    POOL,
    RESERVED,
    SEAT,
    TARGET,
    TIE_SEAT,
    UNKNOWN,
    CardSet,
    Int8s,
)
from splendor_tui.bots.learned.features import KNOWN
from splendor_tui.rules.constants import GEMS_OF_EACH, GOLD_TOKENS, HAND_LIMIT

_GEMS_OF_EACH = np.array([GEMS_OF_EACH.get(players, 0) for players in range(5)], np.int8)


@compiled_separately
def deal(
    cards: CardSet, state: Int8s, players: int, target: int, rng: np.random.Generator, with_promos: bool = False
) -> None:
    """Set up a new game in `state`. Without promos, only the nobles with their own rows in the nets are dealt."""
    state[:] = 0
    for seat in range(4):
        for place in range(HAND_LIMIT):
            state[seat * PLAYER_SIZE + RESERVED + place] = NO_CARD
    for colour in range(5):
        state[BANK + colour] = _GEMS_OF_EACH[players]
    state[BANK + 5] = GOLD_TOKENS
    state[PLAYER_COUNT] = players
    state[TARGET] = target
    state[TIE_SEAT] = -1
    for card in range(UNKNOWN):
        if int(cards.level[card]) < 3:
            state[POOL + card] = 1
            state[DECK_COUNTS + int(cards.level[card])] += 1
    for place in range(12):
        state[GRID + place] = UNKNOWN + place // 4 if int(state[DECK_COUNTS + place // 4]) > place % 4 else NO_CARD
    refill(cards, state, rng)
    nobles = np.flatnonzero((cards.noble_row < KNOWN) | with_promos)
    for place in range(NOBLE_PLACES):
        state[NOBLES + place] = NO_NOBLE
        if place < min(players + 1, len(nobles)):
            other = place + int(rng.random() * (len(nobles) - place))
            nobles[place], nobles[other] = nobles[other], nobles[place]
            state[NOBLES + place] = nobles[place]


@compiled
def play_turn(cards: CardSet, state: Int8s, turn: Int8s, rng: np.random.Generator) -> bool:
    """Apply a turn, draw cards and make the next seat the one to move. Returns False if the game is over instead."""
    apply_turn(cards, state, turn)
    if is_over(state):
        return False
    refill(cards, state, rng)
    reveal_reserved(cards, state, rng)
    advance_seat(state)
    return True


@compiled
def write_visible(cards: CardSet, state: Int8s, seen: Int8s) -> None:
    """Write to `seen` what the seat to move sees: in the copy, the blind reserves of others return to the pool."""
    seen[:] = state
    for seat in range(int(state[PLAYER_COUNT])):
        if seat == int(state[SEAT]):
            continue
        for place in range(HAND_LIMIT):
            card = int(state[seat * PLAYER_SIZE + RESERVED + place])
            if card < UNKNOWN and state[seat * PLAYER_SIZE + BLIND + place]:
                seen[POOL + card] = 1
                seen[seat * PLAYER_SIZE + RESERVED + place] = UNKNOWN + int(cards.level[card])


@compiled
def reveal_reserved(cards: CardSet, state: Int8s, rng: np.random.Generator) -> None:
    """Draw the cards that the seat reserved from a deck, as in a real game. In a search they remain unknown."""
    start = int(state[SEAT]) * PLAYER_SIZE
    for place in range(HAND_LIMIT):
        card = int(state[start + RESERVED + place])
        if UNKNOWN <= card < NO_CARD:
            state[start + RESERVED + place] = draw(cards, state, card - UNKNOWN, rng)
