"""Taking gems: three different colours, or two alike from a pile of four."""

import pytest

from tests.rules.tables import choices, fill_bank, held, in_bank, lay, play


@pytest.mark.parametrize(
    ("bank", "takes"),
    [
        ("W1 U1 G1 R1 *5", {"take W U G", "take W U R", "take W G R", "take U G R"}),
        ("W1 G1 K3", {"take W G K"}),
        ("U3 K1", {"take U K"}),
        ("U3", {"take U"}),
        ("U4", {"take U", "take U U"}),
        ("*5", set()),
    ],
)
def test_take_three_colours_or_one_of_each_that_remains_or_two_alike_of_four(bank: str, takes: set[str]) -> None:
    state = lay()
    fill_bank(state, bank)
    assert choices(state, "take") == takes


def test_taken_gems_come_from_the_bank() -> None:
    state = play(lay(), "take W U G", "take R R")
    assert (held(state, 0), held(state, 1)) == ("W1 U1 G1", "R2")
    assert in_bank(state) == "W3 U3 G3 R2 K4 *5"
    assert (state.seat, state.round, state.ply) == (0, 2, 2)
