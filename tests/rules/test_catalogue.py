"""The catalogue: numbering, digest and limits. Its cards and nobles are unique objects."""

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from splendor_tui.rules.cards import LEVELS, Card, CardLevel
from splendor_tui.rules.catalogue import CardFacts, Catalogue, CatalogueError, NobleFacts
from splendor_tui.rules.gems import MAX_BONUS, NO_GEMS, Colour
from tests.rules.card_sets import SMALL_SET, SMALL_SET_NOBLES, card_set

BASE_DIGEST = "8b9c485d4f1ee7c9"
NOTHING = (0, 0, 0, 0, 0)


def card(level: int = 1, bonus: Colour = Colour.WHITE, points: int = 0, cost: Any = NOTHING) -> CardFacts:
    return CardFacts(level, bonus, points, cost)


def noble(name: str = "charles-v", points: int = 3, cost: Any = (1, 0, 0, 0, 0)) -> NobleFacts:
    return NobleFacts(name, "Charles V", points, cost)


def sentence(cards: Sequence[CardFacts], nobles: Sequence[NobleFacts]) -> str:
    """The error message for an invalid card set."""
    with pytest.raises(CatalogueError, match=r"\.$") as error:
        Catalogue(cards, nobles)
    assert str(error.value).isprintable()
    return str(error.value)


def test_cards_are_numbered_by_level_in_the_given_order() -> None:
    catalogue = Catalogue([card(2), card(1), card(2, Colour.RED), card(1, Colour.BLUE)], [])
    assert [card.id for card in catalogue.cards] == ["1-01", "1-02", "2-01", "2-02"]
    assert [card.bonus for card in catalogue.cards] == [Colour.WHITE, Colour.BLUE, Colour.WHITE, Colour.RED]
    assert [card.id for card in catalogue.level(2)] == ["2-01", "2-02"]
    assert catalogue.level(3) == ()


def test_digest_of_the_base_set_never_changes(catalogue: Catalogue) -> None:
    assert catalogue.digest == BASE_DIGEST


def test_digest_depends_on_every_number_but_not_on_names_or_noble_order() -> None:
    digest = card_set().digest
    assert card_set().digest == digest
    assert card_set(nobles=SMALL_SET_NOBLES.replace("henry-viii", "henry-vii")).digest != digest
    assert card_set(nobles=SMALL_SET_NOBLES.replace("3 U1", "2 U1")).digest != digest
    assert card_set(nobles=SMALL_SET_NOBLES.replace("3 U1", "3 U2")).digest != digest
    for old, new in [("1 W 0 U1", "1 W 1 U1"), ("1 W 0 U1", "1 U 0 U1"), ("W2 K1", "W2 K2"), ("3 K 5", "2 K 5")]:
        assert card_set(SMALL_SET.replace(old, new, 1)).digest != digest
    assert card_set(nobles="\n".join(reversed(SMALL_SET_NOBLES.splitlines()))).digest == digest
    named = Catalogue([card()], [NobleFacts("charles-v", "Carlos", 3, (1, 0, 0, 0, 0))])
    assert named.digest == Catalogue([card()], [noble()]).digest


def test_limits_themselves_are_allowed() -> None:
    cards = [card(points=9, cost=(9, 9, 9, 9, 9))] * MAX_BONUS
    nobles = [noble(f"noble-{number}", points=points) for number, points in enumerate([0, 9] * 20)]
    assert len(Catalogue(cards, nobles).nobles) == 40


FOUR, SIX = (1, 1, 1, 1), (1, 1, 1, 1, 1, 1)
REDS = [card(1 + number % 3, Colour.RED) for number in range(MAX_BONUS + 1)]
UNUSABLE: list[tuple[list[CardFacts], list[NobleFacts], str]] = [
    ([], [], "There are no cards; a game needs at least one."),
    ([card(), card(0)], [], "A card has level 0; levels are 1, 2 and 3."),
    ([card(), card(4)], [], "A card has level 4; levels are 1, 2 and 3."),
    ([card(), card(points=-1)], [], "card 1-02 has -1 points; 0 to 9 are allowed."),
    ([card()], [noble(points=10)], "noble 'charles-v' has 10 points; 0 to 9 are allowed."),
    ([card(3, cost=(0, 0, 0, 0, 10))], [], "card 3-01: the K cost is 10; 0 to 9 is allowed."),
    ([card()], [noble(cost=(0, 0, 0, 0, -1))], "noble 'charles-v': the K cost is -1; 0 to 9 is allowed."),
    ([card(cost=FOUR)], [], "card 1-01: a cost has 5 numbers, not 4."),
    ([card()], [noble(cost=SIX)], "noble 'charles-v': a cost has 5 numbers, not 6."),
    (REDS, [], f"{MAX_BONUS + 1} cards give red; at most {MAX_BONUS} are allowed."),
    ([card()], [noble(cost=NOTHING)], "noble 'charles-v' requires no bonus; at least one is needed."),
    ([card()], [noble(), noble()], "noble 'charles-v' appears twice; every id must be different."),
    ([card()], [noble(f"n-{number}") for number in range(41)], "There are 41 nobles; at most 40 are allowed."),
]


@pytest.mark.parametrize(("cards", "nobles", "expected"), UNUSABLE)
def test_unusable_card_set_gets_the_reason(cards: list[CardFacts], nobles: list[NobleFacts], expected: str) -> None:
    assert sentence(cards, nobles) == expected


@pytest.mark.parametrize("name", ["", "Charles", "charles v", "a--b", "a-", "charles-v\n", "\x1b[2J", "é"])
def test_noble_id_is_a_plain_word(name: str) -> None:
    assert sentence([card()], [noble(name)]).startswith(
        f"noble {name!r}: an id consists of a-z, 0-9 and single hyphens"
    )


@pytest.mark.parametrize("colour", Colour)
@pytest.mark.parametrize(("points", "more"), [(0, ""), (1, " (1 point)"), (4, " (4 points)")])
def test_card_is_described_by_colour_id_and_points(colour: Colour, points: int, more: str) -> None:
    card = Card.of(2, 7, colour, points, NO_GEMS)
    assert str(card.describe()) == f"the {colour.name.lower()} card 2-07{more}"


def test_level_is_described_by_its_number() -> None:
    assert [str(CardLevel(level).describe()) for level in LEVELS] == ["1", "2", "3"]


# --- copies and pickles ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("again", [lambda thing: pickle.loads(pickle.dumps(thing)), copy.copy, copy.deepcopy])  # noqa: S301
def test_pickles_and_copies_of_cards_and_nobles_are_identical(
    catalogue: Catalogue, again: Callable[[object], object]
) -> None:
    for thing in (*catalogue.cards, *catalogue.nobles):
        assert again(thing) is thing


def test_each_of_two_catalogues_keeps_its_own_cards(catalogue: Catalogue) -> None:
    other = card_set("1 W 0\n1 U 3", "charles-v 4 W1")
    assert other.cards_by_id["1-01"] is not catalogue.cards_by_id["1-01"]
    for card in (other.cards_by_id["1-01"], catalogue.cards_by_id["1-01"]):
        assert pickle.loads(pickle.dumps(card)) is card  # noqa: S301


def test_another_process_sends_back_the_same_card(catalogue: Catalogue) -> None:
    card, noble = catalogue.cards_by_id["3-12"], catalogue.nobles[0]
    program = (
        "import pickle, sys\n"
        "things = pickle.load(sys.stdin.buffer)\n"
        "assert things[0] is pickle.loads(pickle.dumps(things[0]))\n"
        "pickle.dump(things, sys.stdout.buffer)\n"
    )
    answered = subprocess.run(
        [sys.executable, "-c", program], input=pickle.dumps((card, noble)), stdout=subprocess.PIPE, check=True
    )
    assert pickle.loads(answered.stdout) == (card, noble)  # noqa: S301
