"""How a list of cards and nobles differs from a card set, for `check-assets --like`."""

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from splendor_tui.inputs.card_list import Cost, ListedCard
from splendor_tui.rules.cards import CARD_COLOURS, ROMAN
from splendor_tui.rules.catalogue import BONUS_NAMES, Catalogue
from splendor_tui.rules.gems import Colour, unpack
from splendor_tui.words import N_, NN_, NP_, Message, enumerated

_OTHER_LEVEL: Final = 8
_OTHER_BONUS: Final = 4
_MAX_DISTANCE: Final = 12
"""Cards that differ more are not the same card with a mistake. A point or a gem counts 1."""

Difference: TypeAlias = tuple[int | None, Message]
"""A sentence, and the line of the list that it concerns, if any."""


def differences(listed: Sequence[ListedCard], catalogue: Catalogue) -> Iterator[Difference]:
    """Yield the differences in the order of the list, then what is missing. A list may have only cards, or only nobles."""
    cards = [ListedCard(0, card.level, card.bonus, card.points, unpack(card.cost)) for card in catalogue.cards]
    nobles = [
        ListedCard(0, 0, None, noble.points, unpack(noble.cost), noble.shown_name) for noble in catalogue.all_nobles
    ]
    optional = len(catalogue.promos)
    listed_nobles = [card for card in listed if card.bonus is None]
    listed_cards = [card for card in listed if card.bonus is not None]
    for found, printed, last in ((listed_cards, cards, 0), (listed_nobles, nobles, optional)):
        if found:
            yield from _compare(found, printed, last)


def _compare(found: Sequence[ListedCard], printed: Sequence[ListedCard], optional: int) -> Iterator[Difference]:
    """Compare each card with the most similar printed one that is not more similar to another card.

    The last `optional` printed ones may be missing, so nothing is a mistake for one of them.
    """
    usual = len(printed) - optional
    by_distance = sorted(
        (_distance(card, other), number, place)
        for number, card in enumerate(found)
        for place, other in enumerate(printed)
    )
    places: dict[int, int] = {}
    left = set(range(len(printed)))
    for distance, number, place in by_distance:
        most = _MAX_DISTANCE if place < usual else 0
        if distance <= most and number not in places and place in left:
            places[number] = place
            left.remove(place)
    for number, card in enumerate(found):
        if number in places:
            yield from ((card.line, sentence) for sentence in _contrast(card, printed[places[number]]))
        else:
            yield card.line, N_("{card}: not printed, or listed too often", card=_describe(card, with_cost=True))
    for place in sorted(left.intersection(range(usual))):
        yield None, N_("{card}: missing", card=_describe(printed[place], with_cost=True))


def _distance(card: ListedCard, other: ListedCard) -> int:
    points = 0 if card.points is None or other.points is None else abs(card.points - other.points)
    costs = sum(abs(one - two) for one, two in zip(card.cost, other.cost, strict=True))
    return _OTHER_LEVEL * (card.level != other.level) + _OTHER_BONUS * (card.bonus != other.bonus) + points + costs


def _contrast(card: ListedCard, printed: ListedCard) -> Iterator[Message]:
    """Describe each difference from the printed card or noble."""
    thing = _describe(card, with_cost=card.cost == printed.cost)
    costs = {"found": _amounts(card.cost), "right": _amounts(printed.cost)}
    if card.points not in {None, printed.points}:
        yield N_("{card}: worth {found}, printed {right}", card=thing, found=card.points, right=printed.points)
    if card.bonus is None or printed.bonus is None:
        if card.cost != printed.cost:
            yield N_("{card}: requires {found}, printed {right}", card=thing, **costs)
        return
    if card.level != printed.level:
        levels = {"found": ROMAN[card.level], "right": ROMAN[printed.level]}
        yield N_("{card}: level {found}, printed {right}", card=thing, **levels)
    if card.bonus != printed.bonus:
        bonuses = {"found": BONUS_NAMES[card.bonus], "right": BONUS_NAMES[printed.bonus]}
        yield N_("{card}: gives {found}, printed {right}", card=thing, **bonuses)
    if card.cost != printed.cost:
        yield N_("{card}: costs {found}, printed {right}", card=thing, **costs)


def _describe(card: ListedCard, *, with_cost: bool) -> Message:
    """The card as in `black II, 2 points`, with its cost if wanted, or the noble."""
    if card.bonus is None:
        thing = N_("noble {name}", name=card.name) if card.name else NP_("noble", "noble")
    else:
        thing = N_("{colour} {level}", colour=CARD_COLOURS[card.bonus], level=ROMAN[card.level])
    if card.points is not None:
        points = NN_("{count} point", "{count} points", card.points)
        thing = N_("{thing}, {points}", thing=thing, points=points)
    return N_("{thing} for {cost}", thing=thing, cost=_amounts(card.cost)) if with_cost else thing


def _amounts(cost: Cost) -> Message:
    """The amounts as in `white 3, blue 2`."""
    parts = [
        N_("{colour} {count}", colour=BONUS_NAMES[colour], count=cost[colour]) for colour in Colour if cost[colour]
    ]
    return enumerated(parts) if parts else NP_("tokens", "nothing")
