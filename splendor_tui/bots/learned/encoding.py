"""Encodes card sets and positions as arrays of small integers.

An encoded state is an int8 array (STATE_SIZE,): a block of PLAYER_SIZE numbers for each of four seats, then the table.
In an afterstate (the end of a turn, before cards are drawn), an empty grid slot is encoded as UNKNOWN + level index,
and so is a card reserved from a deck. From POOL on, a 1 marks each card that can still be drawn: the deck of a full
state, or the unseen cards of a view.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import count as count_from
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from splendor_tui.bots.learned.known_nobles import KNOWN_NOBLES
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.constants import HAND_LIMIT, MAX_PLAYERS
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.gems import unpack
from splendor_tui.rules.legality import Position
from splendor_tui.rules.state import Player, Reserved
from splendor_tui.rules.view import PlayerView, ReservedView

Int8s: TypeAlias = npt.NDArray[np.int8]
Float32s: TypeAlias = npt.NDArray[np.float32]

MAX_CARDS: Final = 90
UNKNOWN: Final = MAX_CARDS  # UNKNOWN + level index stands for an unseen card of that level
NO_CARD: Final = UNKNOWN + 3
NO_NOBLE: Final = 40  # also the maximum number of nobles in a catalogue

# Offsets in a player's block. Tokens and bonuses are in the order W U G R K, gold last.
TOKENS: Final = 0
BONUSES: Final = 6
POINTS: Final = 11
CARD_COUNT: Final = 12
RESERVED: Final = 13  # a card or UNKNOWN + level index; NO_CARD in the unused slots
BLIND: Final = 16  # 1 if that card is hidden from the others
FORFEITED: Final = 19
PLAYER_SIZE: Final = 20

# Offsets in the state.
BANK: Final = MAX_PLAYERS * PLAYER_SIZE
GRID: Final = BANK + 6
GRID_SIZE: Final = 12
NOBLES: Final = GRID + GRID_SIZE
NOBLE_PLACES: Final = GameOptions(MAX_PLAYERS).nobles
DECK_COUNTS: Final = NOBLES + NOBLE_PLACES
PLAYER_COUNT: Final = DECK_COUNTS + 3
SEAT: Final = PLAYER_COUNT + 1
PHASE: Final = SEAT + 1
FINAL_ROUND: Final = PHASE + 1
PASSES: Final = FINAL_ROUND + 1
TARGET: Final = PASSES + 1
TIE_SEAT: Final = TARGET + 1  # -1 for none
POOL: Final = TIE_SEAT + 1
STATE_SIZE: Final = POOL + MAX_CARDS

# Values of PHASE. After the end of the game, PHASE is MAIN_ACTION and SEAT is the last seat that moved.
MAIN_ACTION: Final = 0
RETURNING: Final = 1
CHOOSING_NOBLE: Final = 2
_PHASES: Final = {"main": MAIN_ACTION, "return": RETURNING, "noble": CHOOSING_NOBLE, "over": MAIN_ACTION}


class CardSet(NamedTuple):
    """The cards and nobles of a catalogue, in the same order. Their indices identify them.

    `cost` is (NO_CARD + 1, 5); unknown cards cost more than anyone can pay. `packed_cost` is the same with eight bits
    per colour, white lowest. `level` starts at 0. `noble_cost` is (NO_NOBLE + 1, 5), and unattainable for absent
    nobles. `noble_row` numbers the rows of a net: first those of KNOWN_NOBLES, then one for each other noble.
    """

    cost: Int8s
    packed_cost: npt.NDArray[np.int64]
    bonus: Int8s
    points: Int8s
    level: Int8s
    noble_cost: Int8s
    noble_points: Int8s
    noble_row: Int8s


@lru_cache(maxsize=8)
def encode_card_set(catalogue: Catalogue) -> CardSet:
    """Encode a catalogue. Raises ValueError if it has more than MAX_CARDS cards."""
    cards, nobles = catalogue.cards, catalogue.all_nobles
    if len(cards) > MAX_CARDS:
        raise ValueError(f"The nets support at most {MAX_CARDS} cards, not {len(cards)}.")
    count = len(cards)
    cost = np.full((NO_CARD + 1, 5), 99, np.int8)
    bonus, points, level = (np.zeros(NO_CARD + 1, np.int8) for _ in range(3))
    cost[:count] = [unpack(card.cost) for card in cards]
    bonus[:count] = [card.bonus for card in cards]
    points[:count] = [card.points for card in cards]
    level[:] = 3
    level[:count] = [card.level - 1 for card in cards]
    level[UNKNOWN:NO_CARD] = range(3)
    noble_cost = np.full((NO_NOBLE + 1, 5), 99, np.int8)
    noble_cost[: len(nobles)] = np.array([unpack(noble.cost) for noble in nobles]).reshape(len(nobles), 5)
    packed_cost = (cost.astype(np.int64) << 8 * np.arange(5)).sum(axis=1)
    noble_points = np.array([noble.points for noble in nobles], np.int8)
    known = {(noble.cost, noble.points): row for row, noble in enumerate(KNOWN_NOBLES)}
    others = count_from(len(KNOWN_NOBLES))
    rows = [known[face] if (face := (noble.cost, noble.points)) in known else next(others) for noble in nobles]
    return CardSet(cost, packed_cost, bonus, points, level, noble_cost, noble_points, np.array(rows, np.int8))


@lru_cache(maxsize=8)
def index_card_set(catalogue: Catalogue) -> dict[object, int]:
    """The index of each card and noble of a catalogue. None maps to NO_CARD."""
    indices: dict[object, int] = {None: NO_CARD}
    indices.update((card, index) for index, card in enumerate(catalogue.cards))
    indices.update((noble, index) for index, noble in enumerate(catalogue.all_nobles))
    return indices


def encode_position(position: Position) -> Int8s:
    """Encode a state or a view. Cards that a view hides are unknown, and remain in the pool."""
    index = index_card_set(position.catalogue)
    state = np.zeros(STATE_SIZE, np.int8)
    state[NOBLES : NOBLES + NOBLE_PLACES] = NO_NOBLE
    for seat in range(MAX_PLAYERS):
        start = seat * PLAYER_SIZE
        state[start + RESERVED : start + RESERVED + HAND_LIMIT] = NO_CARD
        if seat < len(position.players):
            _encode_player(state[start : start + PLAYER_SIZE], position.players[seat], index)
    state[BANK : BANK + 6] = (*unpack(position.bank), position.gold)
    state[GRID : GRID + GRID_SIZE] = [index[card] for card in position.grid]
    state[NOBLES : NOBLES + len(position.nobles)] = [index[noble] for noble in position.nobles]
    state[DECK_COUNTS : DECK_COUNTS + 3] = position.deck_counts
    state[PLAYER_COUNT] = len(position.players)
    state[SEAT] = position.seat
    state[PHASE] = _PHASES[position.phase]
    state[FINAL_ROUND] = position.final_round
    state[PASSES] = min(position.passes, MAX_PLAYERS)
    state[TARGET] = position.options.target
    state[TIE_SEAT] = -1 if position.options.tie_seat is None else position.options.tie_seat
    state[POOL : POOL + len(position.catalogue.cards)] = 1
    reserved = [held.card for player in position.players for held in player.reserved]
    for card in (*position.grid, *reserved, *(card for player in position.players for card in player.cards)):
        if card is not None:
            state[POOL + index[card]] = 0
    return state


def _encode_player(block: Int8s, player: Player | PlayerView, index: dict[object, int]) -> None:
    block[TOKENS : TOKENS + 6] = (*unpack(player.gems), player.gold)
    block[BONUSES : BONUSES + 5] = unpack(player.bonuses)
    block[POINTS] = player.points
    block[CARD_COUNT] = len(player.cards)
    hand: Sequence[Reserved | ReservedView] = player.reserved
    for place, held in enumerate(hand):
        block[RESERVED + place] = UNKNOWN + held.level - 1 if held.card is None else index[held.card]
        block[BLIND + place] = held.blind
    block[FORFEITED] = player.forfeited
