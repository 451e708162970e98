"""Cards and nobles.

Equal cards are the same object, and so are equal nobles. The rules can therefore compare them by identity, which is
fast. Copying and unpickling return the same object.
"""

from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias
from weakref import WeakValueDictionary

from splendor_tui.rules.gems import Colour, Gems, mask, single
from splendor_tui.words import N_, NN_, NP_, Message

LEVELS: Final = (1, 2, 3)
ROMAN: Final = {1: "I", 2: "II", 3: "III"}
"""The numerals of the levels, as displayed on cards."""


@dataclass(frozen=True, slots=True)
class CardLevel:
    """A card level in a message, displayed as a number in text and as a level mark on the screen."""

    number: int

    def describe(self) -> Message:
        """The level number."""
        return Message("{number}", {"number": self.number})


CARD_COLOURS: Final = {
    Colour.WHITE: NP_("card", "white"),
    Colour.BLUE: NP_("card", "blue"),
    Colour.GREEN: NP_("card", "green"),
    Colour.RED: NP_("card", "red"),
    Colour.BLACK: NP_("card", "black"),
}
"""The colours of cards, in words."""

_CardFace: TypeAlias = tuple[int, int, Colour, int, Gems]
_NobleFace: TypeAlias = tuple[str, str, int, Gems]


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Card:
    """A development card, created only by `Card.of`.

    `id` is the permanent id in notation and records, like `2-07`: the level and the card's number within it. `bonus_gem`
    is the bonus as packed gems, `mask` the mask of the cost, and `purchases` a cache for `gems.affordable`.
    """

    level: int
    number: int
    bonus: Colour
    points: int
    cost: Gems
    id: str = field(repr=False)
    bonus_gem: Gems = field(repr=False)
    mask: Gems = field(repr=False)
    purchases: dict[int, Any] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, level: int, number: int, bonus: Colour, points: int, cost: Gems) -> "Card":
        """The card with these values."""
        face = (level, number, bonus, points, cost)
        return _cards.get(face) or _cards.setdefault(
            face, cls(*face, id=f"{level}-{number:02}", bonus_gem=single(bonus), mask=mask(cost))
        )

    def __reduce__(self) -> tuple[object, _CardFace]:
        return Card.of, (self.level, self.number, self.bonus, self.points, self.cost)

    def describe(self) -> Message:
        """A short description, like `the blue card 2-07 (1 point)`."""
        details = {"colour": CARD_COLOURS[self.bonus], "id": self.id}
        if not self.points:
            return N_("the {colour} card {id}", **details)
        return NN_(
            "the {colour} card {id} ({count} point)", "the {colour} card {id} ({count} points)", self.points, **details
        )


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Noble:
    """A noble tile, created only by `Noble.of`. `cost` holds the required bonuses."""

    id: str
    name: str
    points: int
    cost: Gems

    @classmethod
    def of(cls, noble_id: str, name: str, points: int, cost: Gems) -> "Noble":
        """The noble with these values."""
        face = (noble_id, name, points, cost)
        return _nobles.get(face) or _nobles.setdefault(face, cls(*face))

    def __reduce__(self) -> tuple[object, _NobleFace]:
        return Noble.of, (self.id, self.name, self.points, self.cost)

    @property
    def shown_name(self) -> str:
        """The displayed name, translated for nobles of the original game."""
        known = _NOBLE_NAMES.get(self.name)
        return self.name if known is None else known.translated()

    def __str__(self) -> str:
        return self.shown_name


_NOBLE_NAMES: Final = {
    name.template: name
    for name in (
        NP_("noble", "Henry VIII"),
        NP_("noble", "Mary Stuart"),
        NP_("noble", "Suleiman the Magnificent"),
        NP_("noble", "Isabella of Castile"),
        NP_("noble", "Machiavelli"),
        NP_("noble", "Francis I of France"),
        NP_("noble", "Catherine de' Medici"),
        NP_("noble", "Charles V"),
        NP_("noble", "Elisabeth of Austria"),
        NP_("noble", "Anne of Brittany"),
        NP_("noble", "Matthias Corvinus"),
        NP_("noble", "Lucrezia Borgia"),
    )
}

_cards: Final[WeakValueDictionary[_CardFace, Card]] = WeakValueDictionary()
_nobles: Final[WeakValueDictionary[_NobleFace, Noble]] = WeakValueDictionary()
