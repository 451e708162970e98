"""The card set of a game."""

import hashlib
import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from splendor_tui.rules.cards import LEVELS, Card, Noble
from splendor_tui.rules.gems import COLOUR_LETTERS, MAX_BONUS, MAX_PRICE, NO_GEMS, Colour, pack, unpack
from splendor_tui.words import N_, NP_, Message, MessageError, quoted

MAX_CARD_POINTS: Final = 9
MAX_NOBLES: Final = 40
_NOBLE_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

BONUS_NAMES: Final[Mapping[Colour, Message]] = {
    Colour.WHITE: NP_("bonus", "white"),
    Colour.BLUE: NP_("bonus", "blue"),
    Colour.GREEN: NP_("bonus", "green"),
    Colour.RED: NP_("bonus", "red"),
    Colour.BLACK: NP_("bonus", "black"),
}
"""The colours of bonuses, in words."""


class CatalogueError(MessageError, ValueError):
    """Raised for an unplayable card set. The message says what to change."""


class CardFacts(NamedTuple):
    """The printed values of a card. `cost` is in the order W U G R K."""

    level: int
    bonus: Colour
    points: int
    cost: tuple[int, int, int, int, int]


class NobleFacts(NamedTuple):
    """The printed values of a noble. `cost` holds the required bonuses in the order W U G R K."""

    id: str
    name: str
    points: int
    cost: tuple[int, int, int, int, int]


class Catalogue:
    """All cards and nobles, with indexes for the rules.

    `promos` are nobles that are dealt only if the players want them. Cards are numbered within their level in the given order.
    Raises CatalogueError if the set is empty, has a duplicate noble id, or exceeds the bounds that packed gems rely on.
    """

    def __init__(
        self, cards: Iterable[CardFacts], nobles: Iterable[NobleFacts], promos: Iterable[NobleFacts] = ()
    ) -> None:
        self.cards: tuple[Card, ...] = _number_cards(list(cards))
        usual = list(nobles)
        self.all_nobles: tuple[Noble, ...] = _check_nobles([*usual, *promos])
        self.nobles, self.promos = self.all_nobles[: len(usual)], self.all_nobles[len(usual) :]
        self._levels = {level: tuple(card for card in self.cards if card.level == level) for level in LEVELS}
        self.cards_by_id = {card.id: card for card in self.cards}
        self.nobles_by_id = {noble.id: noble for noble in self.all_nobles}
        self.digest = digest_of(self.cards, self.nobles)
        """The hash of this card set. The promos do not count, so that games without them remain valid if one is added."""

    def level(self, level: int) -> tuple[Card, ...]:
        """The cards of one level in numerical order.

        >>> [len(catalogue.level(level)) for level in (1, 2, 3)]
        [40, 30, 20]
        """
        return self._levels[level]

    def pool(self, *, with_promos: bool) -> tuple[Noble, ...]:
        """The nobles that may be dealt.

        >>> len(catalogue.pool(with_promos=False))
        10
        """
        return self.all_nobles if with_promos else self.nobles


def digest_of(cards: Iterable[Card], nobles: Iterable[Noble]) -> str:
    """The hash of these cards and nobles, without the nobles' names."""
    lines = [f"{card.id} {card.bonus.letter} {card.points} {unpack(card.cost)}" for card in cards]
    lines += sorted(f"{noble.id} {noble.points} {unpack(noble.cost)}" for noble in nobles)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def _number_cards(facts: list[CardFacts]) -> tuple[Card, ...]:
    cards: list[Card] = []
    for level in LEVELS:
        of_level = [card for card in facts if card.level == level]
        for number, card in enumerate(of_level, start=1):
            thing = N_("card {id}", id=f"{level}-{number:02}")
            _check_face(thing, card.points, card.cost)
            cards.append(Card.of(level, number, card.bonus, card.points, pack(card.cost)))
    if len(cards) != len(facts):
        unknown = next(card.level for card in facts if card.level not in LEVELS)
        raise CatalogueError(N_("A card has level {level}; levels are 1, 2 and 3.", level=unknown))
    if not cards:
        raise CatalogueError(N_("There are no cards; a game needs at least one."))
    for colour in Colour:
        of_colour = sum(card.bonus is colour for card in cards)
        if of_colour > MAX_BONUS:
            sentence = N_(
                "{found} cards give {colour}; at most {most} are allowed.",
                found=of_colour,
                colour=BONUS_NAMES[colour],
                most=MAX_BONUS,
            )
            raise CatalogueError(sentence)
    return tuple(cards)


def _check_nobles(facts: list[NobleFacts]) -> tuple[Noble, ...]:
    if len(facts) > MAX_NOBLES:
        sentence = N_("There are {found} nobles; at most {most} are allowed.", found=len(facts), most=MAX_NOBLES)
        raise CatalogueError(sentence)
    seen: set[str] = set()
    for noble in facts:
        thing = N_("noble {id}", id=quoted(noble.id))
        if not _NOBLE_ID.fullmatch(noble.id):
            raise CatalogueError(
                N_(
                    "{thing}: an id consists of {letters} and single hyphens, like {example}.",
                    thing=thing,
                    letters="a-z, 0-9",
                    example="charles-v",
                )
            )
        if noble.id in seen:
            raise CatalogueError(N_("{thing} appears twice; every id must be different.", thing=thing))
        seen.add(noble.id)
        _check_face(thing, noble.points, noble.cost)
        if pack(noble.cost) == NO_GEMS:
            raise CatalogueError(N_("{thing} requires no bonus; at least one is needed.", thing=thing))
    return tuple(Noble.of(noble.id, noble.name, noble.points, pack(noble.cost)) for noble in facts)


def _check_face(thing: Message, points: int, cost: tuple[int, ...]) -> None:
    if not 0 <= points <= MAX_CARD_POINTS:
        raise CatalogueError(
            N_("{thing} has {found} points; 0 to {most} are allowed.", thing=thing, found=points, most=MAX_CARD_POINTS)
        )
    if len(cost) != len(Colour):
        raise CatalogueError(
            N_("{thing}: a cost has {needed} numbers, not {found}.", thing=thing, needed=len(Colour), found=len(cost))
        )
    for letter, amount in zip(COLOUR_LETTERS, cost, strict=True):
        if not 0 <= amount <= MAX_PRICE:
            raise CatalogueError(
                N_(
                    "{thing}: the {letter} cost is {found}; 0 to {most} is allowed.",
                    thing=thing,
                    letter=letter,
                    found=amount,
                    most=MAX_PRICE,
                )
            )
