"""The keys of the cards, decks and reserved cards, as at the table: they lie on the keyboard as the cards lie there."""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from splendor_tui.presentation.table_model import CardSlot, DeckSlot, PileSlot, ReservedSlot, Slot
from splendor_tui.rules.cards import LEVELS, Card
from splendor_tui.rules.gems import Colour
from splendor_tui.rules.state import COLUMNS, HAND_LIMIT
from splendor_tui.rules.view import View

_CARDS: Final[Mapping[str, Mapping[int, str]]] = MappingProxyType(
    {
        "qwerty": {3: "qwer", 2: "asdf", 1: "zxcv"},
        "azerty": {3: "azer", 2: "qsdf", 1: "wxcv"},
        "qwertz": {3: "qwer", 2: "asdf", 1: "yxcv"},
    }
)
_DECKS: Final = {3: "t", 2: "g", 1: "b"}
_FIRST_RESERVED: Final = 7
_CARD_ID: Final = re.compile(r"([123])-([0-9]{1,2})")

Keys = Mapping[Slot, str]


def keys_of_places(keyboard: str) -> Keys:
    """The key of every place of the table, for one of the keyboards of the settings. Nobles to choose from are numbered."""
    cards = _CARDS[keyboard]
    return {
        **{CardSlot(level, column): cards[level][column] for level in LEVELS for column in range(COLUMNS)},
        **{DeckSlot(level): _DECKS[level] for level in LEVELS},
        **{PileSlot(colour): str(colour + 1) for colour in Colour},
        **{ReservedSlot(index): str(_FIRST_RESERVED + index) for index in range(HAND_LIMIT)},
    }


def place_of(word: str, keys: Keys) -> CardSlot | DeckSlot | ReservedSlot | None:
    """The card or deck that a key stands for."""
    typed = word.casefold()
    for slot, key in keys.items():
        if key == typed and isinstance(slot, CardSlot | DeckSlot | ReservedSlot):
            return slot
    return None


def card_named(word: str, view: View) -> Card | None:
    """The card with this id, like 2-07 or 2-7, wherever it is."""
    found = _CARD_ID.fullmatch(word)
    return view.catalogue.cards_by_id.get(f"{found[1]}-{int(found[2]):02}") if found else None


def cards_in_reach(view: View, seat: int) -> Iterator[tuple[CardSlot | ReservedSlot, Card]]:
    """The cards that a seat could buy if it had the tokens, level 1 first, with their places."""
    for level in LEVELS:
        for column in range(COLUMNS):
            slot = CardSlot(level, column)
            card = view.grid[slot.index]
            if card is not None:
                yield slot, card
    for index, held in enumerate(view.players[seat].reserved):
        if held.card is not None:
            yield ReservedSlot(index), held.card
