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
        ("U4", {"take U", "take U U"}),
        ("*5", set()),
    ],
)
def test_take_three_different_gems_or_one_of_each_remaining_colour(bank: str, takes: set[str]) -> None:
    state = lay()
    fill_bank(state, bank)
    assert choices(state, "take") == takes


def test_full_bank_offers_ten_triples_and_five_pairs() -> None:
    takes = choices(lay(), "take")
    assert len(takes) == 15
    assert {"take W U G", "take G R K", "take W W", "take K K"} <= takes


@pytest.mark.parametrize(
    ("bank", "line", "reason"),
    [
        ("W4 U4 G4 R4 K4", "take W U", Reason.TAKE_THREE),
        ("W4 U4 G4 R4 K4", "take W", Reason.TAKE_THREE),
        ("W4 U4 G4 R4 K4", "take W U U", Reason.TAKE_SHAPE),
        ("W4 U4 G4 R4 K4", "take W W W", Reason.TAKE_SHAPE),
        ("U3 K1", "take U", Reason.TAKE_ALL_THAT_REMAIN),
        ("U3 K1", "take W U K", Reason.PILE_EMPTY),
        ("U3 K1", "take U K K", Reason.TAKE_SHAPE),
    ],
)
def test_other_numbers_of_gems_cannot_be_taken(bank: str, line: str, reason: Reason) -> None:
    state = lay()
    fill_bank(state, bank)
    assert refusal(state, line).reason is reason


@pytest.mark.parametrize(("pile", "legal"), [(1, False), (3, False), (4, True), (7, True)])
def test_two_alike_need_four_in_the_bank(pile: int, legal: bool) -> None:
    state = lay(players=4)
    fill_bank(state, f"W7 U7 G7 R{pile} K7")
    assert ("take R R" in choices(state)) is legal
    if legal:
        assert in_bank(play(state, "take R R")) == f"W7 U7 G7 R{pile - 2} K7"
    else:
        assert refusal(state, "take R R").reason is Reason.TWO_ALIKE_NEED_FOUR


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
