"""The actions of a player: immutable values, one class for each kind."""

from dataclasses import dataclass
from typing import TypeAlias

from splendor_tui.rules.cards import Card, Noble
from splendor_tui.rules.gems import Gems


@dataclass(frozen=True, slots=True)
class Take:
    """Take gems from the bank: three colours, two of one colour, or one of each if fewer than three colours remain."""

    gems: Gems


@dataclass(frozen=True, slots=True)
class Reserve:
    """Reserve a face-up card and take one gold if available."""

    card: Card


@dataclass(frozen=True, slots=True)
class ReserveTop:
    """Reserve the top card of a deck, unseen by the other players, and take one gold if available."""

    level: int


@dataclass(frozen=True, slots=True)
class Buy:
    """Buy a face-up card or one of your reserved cards, paying exactly these tokens."""

    card: Card
    gems: Gems
    gold: int


@dataclass(frozen=True, slots=True)
class Return:
    """Return the tokens in excess of ten to the bank."""

    gems: Gems
    gold: int


@dataclass(frozen=True, slots=True)
class ChooseNoble:
    """Choose one of several nobles that can visit you."""

    noble: Noble


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass. Legal only if no other action is."""


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Forfeit the game, by resigning or by running out of time."""


Action: TypeAlias = Take | Reserve | ReserveTop | Buy | Return | ChooseNoble | Pass | Forfeit
