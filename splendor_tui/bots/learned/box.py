"""What is printed on cards and nobles, as arrays."""

from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import unpack

MAX_CARDS: Final = 90
UNKNOWN: Final = MAX_CARDS  # UNKNOWN + level index stands for a card of that level that the viewer does not know
NO_CARD: Final = UNKNOWN + 3
NO_NOBLE: Final = 40  # also the most nobles that a catalogue may have

Small: TypeAlias = npt.NDArray[np.int8]


class Box(NamedTuple):
    """The cards and nobles of a catalogue in its order; a card or noble is its index there.

    `cost` is (NO_CARD + 1, 5); that of what is no known card is beyond reach. `packed_cost` is the same, eight bits a colour,
    white lowest. `level` counts from 0. `noble_cost` is (NO_NOBLE + 1, 5), beyond reach as well where there is no noble.
    """

    cost: Small
    packed_cost: npt.NDArray[np.int64]
    bonus: Small
    points: Small
    level: Small
    noble_cost: Small
    noble_points: Small


@lru_cache(maxsize=8)
def box_of(catalogue: Catalogue) -> Box:
    """The box of a catalogue. Raises ValueError for one of more than MAX_CARDS cards."""
    cards, nobles = catalogue.cards, catalogue.nobles
    if len(cards) > MAX_CARDS:
        raise ValueError(f"{len(cards)} cards: computer players that learned can hold at most {MAX_CARDS}.")
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
    return Box(
        cost,
        (cost.astype(np.int64) << 8 * np.arange(5)).sum(axis=1),
        bonus,
        points,
        level,
        noble_cost,
        np.array([noble.points for noble in nobles], np.int8),
    )
