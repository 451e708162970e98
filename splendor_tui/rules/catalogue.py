"""All that is in the box: the set of cards and nobles that a game is played with."""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from splendor_tui.rules.cards import LEVELS, Card, Noble
from splendor_tui.rules.gems import COLOUR_LETTERS, MAX_BONUS, MAX_PRICE, NO_GEMS, Colour, pack, unpack

MAX_CARD_POINTS: Final = 9
MAX_NOBLES: Final = 40
_NOBLE_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class CatalogueError(ValueError):
    """A set of cards and nobles with which the game cannot be played; the text says what to change."""


@dataclass(frozen=True, slots=True)
class CardFacts:
    """What is printed on a card: `cost` counts in the order W U G R K."""

    level: int
    bonus: Colour
    points: int
    cost: tuple[int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class NobleFacts:
    """What a noble tile says: `cost` counts the bonuses that it asks for, in the order W U G R K."""

    id: str
    name: str
    points: int
    cost: tuple[int, int, int, int, int]


class Catalogue:
    """All cards and nobles in the box, with the indexes by which the rules look them up.

    Cards are numbered within their level in the order given. Raises CatalogueError for a set beyond the bounds that the
    packing of gems relies on, or without a single card or noble id clash.
    """

    def __init__(self, cards: Iterable[CardFacts], nobles: Iterable[NobleFacts]) -> None:
        self.cards: tuple[Card, ...] = _number_cards(list(cards))
        self.nobles: tuple[Noble, ...] = _check_nobles(list(nobles))
        self._levels = {level: tuple(card for card in self.cards if card.level == level) for level in LEVELS}
        self.cards_by_id = {card.id: card for card in self.cards}
        self.nobles_by_id = {noble.id: noble for noble in self.nobles}
        self.digest = self._digest()

    def level(self, level: int) -> tuple[Card, ...]:
        """The cards of one level in numerical order."""
        return self._levels[level]

    def _digest(self) -> str:
        """Names this very set of cards and nobles; the flavour names of nobles do not count."""
        lines = [f"{card.id} {card.bonus.letter} {card.points} {unpack(card.cost)}" for card in self.cards]
        lines += sorted(f"{noble.id} {noble.points} {unpack(noble.cost)}" for noble in self.nobles)
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def _number_cards(facts: list[CardFacts]) -> tuple[Card, ...]:
    cards: list[Card] = []
    for level in LEVELS:
        of_level = [card for card in facts if card.level == level]
        for number, card in enumerate(of_level, start=1):
            name = f"card {level}-{number:02}"
            _check_range(f"{name}: points", card.points, 0, MAX_CARD_POINTS)
            _check_cost(name, card.cost)
            cards.append(Card.of(level, number, card.bonus, card.points, pack(card.cost)))
    if len(cards) != len(facts):
        stray = next(card.level for card in facts if card.level not in LEVELS)
        raise CatalogueError(f"A card has level {stray}; levels are 1, 2 and 3.")
    if not cards:
        raise CatalogueError("There is no card; a game needs at least one.")
    for colour in Colour:
        of_colour = sum(card.bonus is colour for card in cards)
        if of_colour > MAX_BONUS:
            raise CatalogueError(f"{of_colour} cards give {colour}; at most {MAX_BONUS} may.")
    return tuple(cards)


def _check_nobles(facts: list[NobleFacts]) -> tuple[Noble, ...]:
    if len(facts) > MAX_NOBLES:
        raise CatalogueError(f"There are {len(facts)} nobles; at most {MAX_NOBLES} are allowed.")
    seen: set[str] = set()
    for noble in facts:
        name = f"noble {noble.id!r}"
        if not _NOBLE_ID.fullmatch(noble.id):
            raise CatalogueError(f"{name}: an id is made of a-z, 0-9 and single hyphens, like charles-v.")
        if noble.id in seen:
            raise CatalogueError(f"{name} stands there twice; every id must be different.")
        seen.add(noble.id)
        _check_range(f"{name}: points", noble.points, 0, MAX_CARD_POINTS)
        _check_cost(name, noble.cost)
        if pack(noble.cost) == NO_GEMS:
            raise CatalogueError(f"{name} asks for no bonus at all; at least one is needed.")
    return tuple(Noble.of(noble.id, noble.name, noble.points, pack(noble.cost)) for noble in facts)


def _check_cost(name: str, cost: tuple[int, ...]) -> None:
    if len(cost) != len(Colour):
        raise CatalogueError(f"{name}: a cost has {len(Colour)} numbers, not {len(cost)}.")
    for letter, amount in zip(COLOUR_LETTERS, cost, strict=True):
        _check_range(f"{name}: cost {letter}", amount, 0, MAX_PRICE)


def _check_range(what: str, value: int, lowest: int, highest: int) -> None:
    if not lowest <= value <= highest:
        raise CatalogueError(f"{what} is {value}; it may be {lowest} to {highest}.")
