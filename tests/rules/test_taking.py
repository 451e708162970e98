"""Taking gems: three different colours, or two alike from a pile of four."""

import pytest

from splendor_tui.rules.errors import Reason
from splendor_tui.rules.state import Phase
from tests.rules.tables import choices, fill_bank, give, held, in_bank, lay, play, refusal


@pytest.mark.parametrize(
    ("bank", "takes"),
    [
        ("W1 U1 G1 R1 *5", {"take W U G", "take W U R", "take W G R", "take U G R"}),
        ("W1 G1 K3", {"take W G K"}),
        ("U3 K1", {"take U K"}),
        ("U1", {"take U"}),
        ("*5", set()),
    ],
)
def test_take_three_different_or_one_of_each_where_fewer_colours_remain(bank: str, takes: set[str]) -> None:
    state = lay()
    fill_bank(state, bank)
    assert choices(state, "take") == takes


def test_a_full_bank_offers_ten_triples_and_five_pairs() -> None:
    takes = choices(lay(), "take")
    assert len(takes) == 15
    assert {"take W U G", "take G R K", "take W W", "take K K"} <= takes


@pytest.mark.parametrize("line", ["take W", "take W U"])
def test_nobody_takes_fewer_than_three_at_will(line: str) -> None:
    assert refusal(lay(), line).reason is Reason.TAKE_THREE


def test_of_two_colours_that_remain_both_are_taken() -> None:
    state = lay()
    fill_bank(state, "U3 K1")
    error = refusal(state, "take U")
    assert error.reason is Reason.TAKE_ALL_THAT_REMAIN
    assert str(error) == "Only 2 colours remain in the bank; take one gem of each."


@pytest.mark.parametrize(("pile", "legal"), [(1, False), (2, False), (3, False), (4, True), (5, True), (7, True)])
def test_two_alike_need_four_in_the_bank(pile: int, legal: bool) -> None:
    state = lay(players=4)
    fill_bank(state, f"W7 U7 G7 R{pile} K7")
    assert ("take R R" in choices(state)) is legal
    if legal:
        assert in_bank(play(state, "take R R")) == f"W7 U7 G7 R{pile - 2} K7"
    else:
        error = refusal(state, "take R R")
        assert error.reason is Reason.TWO_ALIKE_NEED_FOUR
        assert str(error) == f"The red pile holds {pile}; two alike need 4."


def test_two_alike_are_possible_from_the_only_pile_that_remains() -> None:
    state = lay()
    fill_bank(state, "U4")
    assert choices(state, "take") == {"take U", "take U U"}


@pytest.mark.parametrize("line", ["take W U U", "take W W W", "take U U U"])
def test_two_alike_come_alone_and_three_alike_never(line: str) -> None:
    assert refusal(lay(), line).reason is Reason.TAKE_SHAPE


def test_three_colours_cannot_be_taken_where_only_two_remain() -> None:
    state = lay()
    fill_bank(state, "U3 K1")
    error = refusal(state, "take W U K")
    assert error.reason is Reason.PILE_EMPTY
    assert str(error) == "The white pile is empty."
    assert refusal(state, "take U K K").reason is Reason.TAKE_SHAPE


def test_gold_is_never_taken() -> None:
    assert not any("*" in line for line in choices(lay(), "take"))


def test_taken_gems_come_from_the_bank() -> None:
    state = play(lay(), "take W U G", "take R R")
    assert (held(state, 0), held(state, 1)) == ("W1 U1 G1", "R2")
    assert in_bank(state) == "W3 U3 G3 R2 K4 *5"
    assert (state.seat, state.round, state.ply) == (0, 2, 2)


def test_taking_at_ten_tokens_is_legal() -> None:
    state = lay(players=4)
    give(state, 0, "W5 U4 *1")
    state = play(state, "take G R K")
    assert state.phase is Phase.RETURN_GEMS
