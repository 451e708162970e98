"""The keys of the table's slots on each keyboard, which are the same at the table and in plain text."""

from typing import Final

from splendor_tui.presentation.table_model import CardSlot, DeckSlot, PileSlot, ReservedSlot, Slot
from splendor_tui.rules.cards import LEVELS
from splendor_tui.rules.gems import Colour
from splendor_tui.rules.state import HAND_LIMIT

_CARDS: Final = {"qwerty": "zxcvasdfqwer", "azerty": "wxcvqsdfazer", "qwertz": "yxcvasdfqwer"}
"""Arranged like the cards, level 1 first."""
_DECKS: Final = "bgt"
_FIRST_RESERVED: Final = 7


def slot_keys(keyboard: str) -> dict[Slot, str]:
    """Map each slot that has a key, except the gold, to this key."""
    return {
        **{CardSlot.of(index): key for index, key in enumerate(_CARDS[keyboard])},
        **{DeckSlot(level): key for level, key in zip(LEVELS, _DECKS, strict=True)},
        **{PileSlot(colour): str(colour + 1) for colour in Colour},
        **{ReservedSlot(index): str(_FIRST_RESERVED + index) for index in range(HAND_LIMIT)},
    }
