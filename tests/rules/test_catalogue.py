"""The catalogue: its numbering, its indexes, its digest, and what it refuses."""

from collections.abc import Sequence
from typing import Any

import pytest

from splendor_tui.rules.cards import LEVELS, Card, CardLevel
from splendor_tui.rules.catalogue import CardFacts, Catalogue, CatalogueError, NobleFacts
from splendor_tui.rules.gems import MAX_BONUS, NO_GEMS, Colour, unpack
from tests.rules.boxes import SMALL_BOX, SMALL_BOX_NOBLES, box

BASE_DIGEST = "8b9c485d4f1ee7c9"
NOTHING = (0, 0, 0, 0, 0)


def card(level: int = 1, bonus: Colour = Colour.WHITE, points: int = 0, cost: Any = NOTHING) -> CardFacts:
    return CardFacts(level, bonus, points, cost)


def noble(name: str = "charles-v", points: int = 3, cost: Any = (1, 0, 0, 0, 0)) -> NobleFacts:
    return NobleFacts(name, "Charles V", points, cost)


def sentence(cards: Sequence[CardFacts], nobles: Sequence[NobleFacts] = ()) -> str:
    """The error of a refused set."""
    with pytest.raises(CatalogueError, match=r"\.$") as error:
        Catalogue(cards, nobles)
    assert str(error.value).isprintable()
    return str(error.value)


def test_cards_are_numbered_within_their_level_in_the_order_given() -> None:
    catalogue = Catalogue([card(2), card(1), card(2, Colour.RED), card(1, Colour.BLUE)], [])
    assert [card.id for card in catalogue.cards] == ["1-01", "1-02", "2-01", "2-02"]
    assert [card.bonus for card in catalogue.cards] == [Colour.WHITE, Colour.BLUE, Colour.WHITE, Colour.RED]
    assert [card.id for card in catalogue.level(2)] == ["2-01", "2-02"]
    assert catalogue.level(3) == ()


def test_cards_and_nobles_carry_what_was_given() -> None:
    catalogue = box("3 K 5 W1 U2 G3 R4 K9", "charles-v 4 W9 K1")
    (only,) = catalogue.cards
    assert (only.level, only.bonus, only.points, unpack(only.cost)) == (3, Colour.BLACK, 5, (1, 2, 3, 4, 9))
    assert unpack(only.bonus_gem) == (0, 0, 0, 0, 1)
    (visitor,) = catalogue.nobles
    assert (visitor.id, visitor.name, visitor.points) == ("charles-v", "Charles V", 4)
    assert unpack(visitor.cost) == (9, 0, 0, 0, 1)


def test_cards_and_nobles_are_found_by_their_ids(catalogue: Catalogue) -> None:
    assert [catalogue.cards_by_id[card.id] for card in catalogue.cards] == [*catalogue.cards]
    assert [catalogue.nobles_by_id[noble.id] for noble in catalogue.nobles] == [*catalogue.nobles]
    assert [len(catalogue.level(level)) for level in (1, 2, 3)] == [40, 30, 20]


def test_the_digest_of_the_base_set_is_the_same_for_ever(catalogue: Catalogue) -> None:
    assert catalogue.digest == BASE_DIGEST


def test_the_digest_names_every_number_and_no_flavour() -> None:
    digest = box().digest
    assert box().digest == digest
    assert box(nobles=SMALL_BOX_NOBLES.replace("henry-viii", "henry-vii")).digest != digest
    assert box(nobles=SMALL_BOX_NOBLES.replace("3 U1", "2 U1")).digest != digest
    assert box(nobles=SMALL_BOX_NOBLES.replace("3 U1", "3 U2")).digest != digest
    for old, new in [("1 W 0 U1", "1 W 1 U1"), ("1 W 0 U1", "1 U 0 U1"), ("W2 K1", "W2 K2"), ("3 K 5", "2 K 5")]:
        assert box(SMALL_BOX.replace(old, new, 1)).digest != digest
    named = Catalogue([card()], [NobleFacts("charles-v", "Carlos", 3, (1, 0, 0, 0, 0))])
    assert named.digest == Catalogue([card()], [noble()]).digest


def test_the_digest_does_not_depend_on_the_order_of_nobles() -> None:
    first, second = noble("anne"), noble("bea", cost=(0, 2, 0, 0, 0))
    assert Catalogue([card()], [first, second]).digest == Catalogue([card()], [second, first]).digest


def test_bounds_themselves_are_allowed() -> None:
    cards = [card(points=9, cost=(9, 9, 9, 9, 9))] * MAX_BONUS
    nobles = [noble(f"noble-{number}", points=points) for number, points in enumerate([0, 9] * 20)]
    assert len(Catalogue(cards, nobles).nobles) == 40


@pytest.mark.parametrize("level", [-1, 0, 4])
def test_levels_are_one_two_and_three(level: int) -> None:
    assert sentence([card(), card(level)]) == f"A card has level {level}; levels are 1, 2 and 3."


def test_a_box_without_cards_is_refused() -> None:
    assert sentence([]) == "There is no card; a game needs at least one."


@pytest.mark.parametrize("points", [-1, 10])
def test_points_of_cards_and_nobles_are_bounded(points: int) -> None:
    assert sentence([card(), card(points=points)]) == f"card 1-02: points are {points}; they may be 0 to 9."
    assert sentence([card()], [noble(points=points)]) == f"noble 'charles-v': points are {points}; they may be 0 to 9."


@pytest.mark.parametrize("amount", [-1, 10])
def test_costs_of_cards_and_nobles_are_bounded(amount: int) -> None:
    cost = (0, 0, 0, 0, amount)
    assert sentence([card(3, cost=cost)]) == f"card 3-01: cost K is {amount}; it may be 0 to 9."
    assert sentence([card()], [noble(cost=cost)]) == f"noble 'charles-v': cost K is {amount}; it may be 0 to 9."


@pytest.mark.parametrize("cost", [(), (1, 1, 1, 1), (1, 1, 1, 1, 1, 1)])
def test_a_cost_has_five_numbers(cost: tuple[int, ...]) -> None:
    assert sentence([card(cost=cost)]) == f"card 1-01: a cost has 5 numbers, not {len(cost)}."
    assert sentence([card()], [noble(cost=cost)]) == f"noble 'charles-v': a cost has 5 numbers, not {len(cost)}."


def test_cards_of_one_colour_are_bounded() -> None:
    cards = [card(1 + number % 3, Colour.RED) for number in range(MAX_BONUS + 1)]
    assert sentence(cards) == f"{MAX_BONUS + 1} cards give red; at most {MAX_BONUS} are allowed."


def test_a_noble_asks_for_something() -> None:
    assert sentence([card()], [noble(cost=NOTHING)]) == ("noble 'charles-v' requires no bonus; at least one is needed.")


@pytest.mark.parametrize("name", ["", "Charles", "charles v", "-", "a--b", "a-", "charles-v\n", "\x1b[2J", "é"])
def test_an_id_of_a_noble_is_a_plain_word(name: str) -> None:
    assert sentence([card()], [noble(name)]) == (
        f"noble {name!r}: an id consists of a-z, 0-9 and single hyphens, like charles-v."
    )


def test_an_id_of_a_noble_stands_once() -> None:
    assert sentence([card()], [noble(), noble()]) == "noble 'charles-v' appears twice; every id must be different."


def test_nobles_are_at_most_forty() -> None:
    nobles = [noble(f"noble-{number}") for number in range(41)]
    assert sentence([card()], nobles) == "There are 41 nobles; at most 40 are allowed."


# --- cards -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("colour", Colour)
@pytest.mark.parametrize(("points", "more"), [(0, ""), (1, " (1 point)"), (4, " (4 points)")])
def test_a_card_is_told_by_its_colour_its_id_and_its_points(colour: Colour, points: int, more: str) -> None:
    card = Card.of(2, 7, colour, points, NO_GEMS)
    assert str(card.told()) == f"the {colour.name.lower()} card 2-07{more}"


def test_a_level_is_a_number_in_a_sentence() -> None:
    assert [str(CardLevel(level).told()) for level in LEVELS] == ["1", "2", "3"]
