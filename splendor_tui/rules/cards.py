"""The two kinds of things that players compete for."""

from dataclasses import dataclass, field
from typing import Any, Final

from splendor_tui.rules.gems import Colour, Gems

LEVELS: Final = (1, 2, 3)


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A development card. There is one object a card in a catalogue, so cards are compared by identity.

    `bonus_gem` is the bonus as gems. `purchases` belongs to `gems.affordable`, which remembers there what it has made.
    """

    level: int
    number: int
    bonus: Colour
    points: int
    cost: Gems
    bonus_gem: Gems = field(repr=False)
    mask: Gems = field(repr=False)
    purchases: dict[int, Any] = field(default_factory=dict, repr=False)

    @property
    def id(self) -> str:
        """`level-number`, stable for ever: it is the card's name in notation and records."""
        return f"{self.level}-{self.number:02}"


@dataclass(frozen=True, slots=True, eq=False)
class Noble:
    """A noble tile. `cost` is the bonuses that bring it; like cards, nobles are compared by identity."""

    id: str
    name: str
    points: int
    cost: Gems
