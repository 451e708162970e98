import pytest

from splendor_tui.rules.cards import LEVELS, Card, CardLevel
from splendor_tui.rules.gems import NO_GEMS, Colour


@pytest.mark.parametrize("colour", Colour)
@pytest.mark.parametrize(("points", "more"), [(0, ""), (1, " (1 point)"), (4, " (4 points)")])
def test_a_card_is_told_by_its_colour_its_id_and_its_points(colour: Colour, points: int, more: str) -> None:
    card = Card.of(2, 7, colour, points, NO_GEMS)
    assert str(card.told()) == f"the {colour.name.lower()} card 2-07{more}"


def test_a_level_is_a_number_in_a_sentence() -> None:
    assert [str(CardLevel(level).told()) for level in LEVELS] == ["1", "2", "3"]
