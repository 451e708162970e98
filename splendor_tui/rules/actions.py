"""What a player can do in one ply: plain values, one class each."""

from dataclasses import dataclass
from typing import TypeAlias

from splendor_tui.rules.cards import Card, Noble
from splendor_tui.rules.gems import Gems


@dataclass(frozen=True, slots=True)
class Take:
    """Take gems from the bank: three colours, two alike, or the last one or two colours that remain."""

    gems: Gems


@dataclass(frozen=True, slots=True)
class Reserve:
    """Reserve a face-up card, and take one gold if there is any."""

    card: Card


@dataclass(frozen=True, slots=True)
class ReserveTop:
    """Reserve the top card of a level's deck, unseen by the others, and take one gold if there is any."""

    level: int


@dataclass(frozen=True, slots=True)
class Buy:
    """Buy a face-up or own reserved card with exactly these tokens."""

    card: Card
    gems: Gems
    gold: int


@dataclass(frozen=True, slots=True)
class Return:
    """Put the surplus over ten tokens back into the bank."""

    gems: Gems
    gold: int


@dataclass(frozen=True, slots=True)
class ChooseNoble:
    """Receive this noble where several are due."""

    noble: Noble


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, where nothing can be done."""


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Leave the game: by resigning, or because the clock has run out."""


Action: TypeAlias = Take | Reserve | ReserveTop | Buy | Return | ChooseNoble | Pass | Forfeit
