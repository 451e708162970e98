"""What a seat works for next."""

from collections.abc import Sequence

import pytest

from splendor_tui.bots.evaluation import Plan, Preview, Weights, best_plan, bonus_worth, present, waiting_worth
from splendor_tui.rules.gems import NO_GEMS, Colour, pack
from splendor_tui.rules.state import State
from splendor_tui.rules.view import known_state, view
from tests.rules.boxes import box
from tests.rules.tables import give, lay, own

ALIKE = [1.0] * 5
WEIGHTS = Weights()


def seat(state: State, bonuses: tuple[int, ...] = (0, 0, 0, 0, 0)) -> Preview:
    """The first seat, with these bonuses."""
    now = present(known_state(view(state, 0)), 0)
    now.player.bonuses += pack(bonuses)
    return now


def plan(state: State, worth: Sequence[float] = ALIKE) -> Plan:
    """The plan of the first seat."""
    return best_plan(seat(state), worth, state.options.target, WEIGHTS)


def planned(state: State, worth: Sequence[float] = ALIKE) -> str:
    """The cards of that plan."""
    return " ".join(card.id for card in plan(state, worth).cards)


def on_table(cards: str, nobles: str = "") -> State:
    """A game of two with these level 1 cards on the table, which are the whole box but for four cards that give white."""
    catalogue = box(cards + "2 W 0\n" * 4, nobles)
    face_up = " ".join(card.id for card in catalogue.level(1))
    return lay((face_up, "", ""), " ".join(catalogue.nobles_by_id), catalogue=catalogue)


def test_the_nearer_of_two_equal_cards_comes_first() -> None:
    state = on_table("1 W 1 U3\n1 W 1 G3\n")
    give(state, 0, "G2")
    assert planned(state).startswith("1-02")


def test_the_card_with_more_points_comes_first_at_the_same_price() -> None:
    assert planned(on_table("1 W 0 U3\n1 W 2 G3\n")).startswith("1-02")


def test_gold_brings_a_card_nearer() -> None:
    state = on_table("1 W 1 U3\n1 W 1 G4\n")
    without = plan(state).worth
    give(state, 0, "*2")
    assert plan(state).worth > without


def test_a_bonus_in_demand_decides_between_equal_cards() -> None:
    state = on_table("1 W 0 U3\n1 R 0 G3\n")
    assert planned(state, [1.0, 1.0, 1.0, 2.0, 1.0]).startswith("1-02")
    assert planned(state, [2.0, 1.0, 1.0, 1.0, 1.0]).startswith("1-01")


def test_the_second_card_is_one_that_the_first_makes_cheaper() -> None:
    assert planned(on_table("1 U 1 R1\n1 W 1 K3\n1 W 1 U1 K2\n")) == "1-01 1-03"


def test_a_card_that_ten_tokens_cannot_pay_is_no_plan() -> None:
    state = on_table("1 W 9 U6 G6\n")
    assert planned(state) == ""
    own(state, 0, "2-01")
    assert planned(state) == ""


@pytest.mark.parametrize(("price", "plan"), [("U5 G5", "1-01"), ("U6 G5", "")])
def test_a_card_of_ten_tokens_is_a_plan_and_one_of_eleven_is_none(price: str, plan: str) -> None:
    assert planned(on_table(f"1 W 9 {price}\n")) == plan


def test_reaching_the_target_is_worth_more_than_its_points() -> None:
    state = on_table("1 W 1 U3\n1 W 1 G3\n")
    early = plan(state).worth
    state.players[0].points = state.options.target - 1
    assert plan(state).worth > early


def test_a_noble_makes_the_bonuses_that_it_asks_for_worth_more_the_nearer_it_is() -> None:
    def red_over_white(bonuses: tuple[int, ...]) -> float:
        now = seat(on_table("1 W 0\n", "henry-viii 3 R3"), bonuses)
        worth = bonus_worth(now, [NO_GEMS], 1.0, WEIGHTS)
        return worth[Colour.RED] - worth[Colour.WHITE]

    steps = [red_over_white((0, 0, 0, red, 0)) for red in range(4)]
    assert 0 < steps[0] < steps[1] < steps[2] == 3
    assert steps[3] == 0


def test_a_noble_that_a_rival_is_nearer_to_counts_less() -> None:
    now = seat(on_table("1 W 0\n", "henry-viii 3 R3"))
    behind, ahead = (bonus_worth(now, [pack((0, 0, 0, red, 0))], 1.0, WEIGHTS) for red in (1, 0))
    assert behind[Colour.RED] < ahead[Colour.RED]


def test_a_bonus_in_demand_is_worth_more_and_no_bonus_is_worth_anything_at_the_target() -> None:
    state = on_table("1 W 1 U3\n1 W 1 U2 G1\n")
    now = seat(state)
    worth = bonus_worth(now, [NO_GEMS], 1.0, WEIGHTS)
    assert worth[Colour.BLUE] > worth[Colour.GREEN] > worth[Colour.RED]
    assert bonus_worth(now, [NO_GEMS], 0.0, WEIGHTS) == [0.0] * 5


def test_a_noble_that_waits_is_worth_less_when_a_rival_is_near() -> None:
    now = seat(on_table("1 W 0\n", "henry-viii 3 R3"), (0, 0, 0, 3, 0))
    near, far = (waiting_worth(now, [pack((0, 0, 0, red, 0))], WEIGHTS) for red in (2, 0))
    assert 0 < near < far < 3


def test_a_noble_that_waits_for_a_rival_as_well_is_not_lost_yet() -> None:
    now = seat(on_table("1 W 0\n", "henry-viii 3 R3"), (0, 0, 0, 3, 0))
    due, near = (waiting_worth(now, [pack((0, 0, 0, red, 0))], WEIGHTS) for red in (3, 2))
    assert 0 < due == near
