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
    """Buy a face-up card, or one of your reserved cards, with exactly these tokens."""

    card: Card
    gems: Gems
    gold: int


@dataclass(frozen=True, slots=True)
class Return:
    """Return the surplus over ten tokens to the bank."""

    gems: Gems
    gold: int


@dataclass(frozen=True, slots=True)
class ChooseNoble:
    """Choose one of several nobles that can visit."""

    noble: Noble


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, if nothing else is legal."""


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Drop out of the game, by resigning or timing out."""


Action: TypeAlias = Take | Reserve | ReserveTop | Buy | Return | ChooseNoble | Pass | Forfeit
