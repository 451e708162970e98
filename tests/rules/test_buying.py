"""Buying: prices, who may buy a card, and the effects of the purchase."""

import pytest

from splendor_tui.rules.actions import Buy, Reserve
from splendor_tui.rules.errors import Reason
from splendor_tui.rules.gems import COLOUR_LETTERS, MAX_BONUS, NO_GEMS, unpack
from splendor_tui.rules.payments import price, shortfall
from splendor_tui.rules.state import State
from tests.rules.boxes import box
from tests.rules.tables import amounts, choices, give, grid, held, in_bank, lay, own, play, refusal


def costs(state: State, card: str) -> str:
    """The cost of a card for seat 0."""
    return amounts(price(state.catalogue.cards_by_id[card], state.players[0]), 0)


def test_a_purchase_moves_tokens_to_the_bank_and_the_card_to_the_tableau() -> None:
    state = lay()
    give(state, 0, "W3 U1")
    state = play(state, "buy 1-04 W3")
    player = state.players[0]
    assert [card.id for card in player.cards] == ["1-04"]
    assert unpack(player.bonuses) == (0, 0, 0, 1, 0)
    assert (held(state, 0), in_bank(state)) == ("U1", "W4 U3 G4 R4 K4 *5")
    assert (state.seat, state.ply) == (1, 1)


def test_the_place_of_a_bought_card_is_refilled_at_once() -> None:
    assert grid(play(lay(), "buy 1-03")) == "1-01 1-02 1-05 1-04 2-01 2-02 2-03 2-04 3-01 3-02 3-03 -"


def test_spent_gold_goes_back_to_the_bank() -> None:
    state = lay()
    give(state, 0, "*1")
    state = play(state, "buy 1-01 *1")
    assert (held(state, 0), in_bank(state)) == ("", "W4 U4 G4 R4 K4 *5")


def test_points_of_a_card_count_at_once_and_those_of_a_reserved_card_never() -> None:
    state = lay(("1-05", "2-01", ""))
    give(state, 0, "G4")
    state = play(state, "reserve 2-01", "take W U R", "buy 1-05 G4")
    assert state.players[0].points == 1


def test_a_bonus_lowers_the_price_for_ever_and_is_not_spent() -> None:
    state = lay()
    own(state, 0, "1-01")
    assert costs(state, "1-04") == "W2"
    give(state, 0, "W2")
    state = play(state, "buy 1-04 W2")
    assert costs(state, "1-02") == "W1 K1"
    assert unpack(state.players[0].bonuses) == (1, 0, 0, 1, 0)


def test_a_price_is_never_below_zero_and_a_surplus_bonus_pays_for_no_other_colour() -> None:
    state = lay()
    own(state, 0, "1-01 1-06 2-05")  # two white and a blue for a cost of W2 K1
    assert costs(state, "1-02") == "K1"
    assert costs(state, "1-01") == ""
    assert "buy 1-01" in choices(state)
    assert not any(line.startswith("buy 1-02") for line in choices(state))


def test_a_card_for_nothing_is_bought_with_nothing() -> None:
    assert choices(lay(), "buy") == {"buy 1-03"}
    assert held(play(lay(), "buy 1-03"), 0) == ""


def test_the_default_payment_spends_gems_first_and_gold_for_what_lacks() -> None:
    state = lay()
    give(state, 0, "W2 *2")
    assert choices(state, "buy") == {"buy 1-01 *1", "buy 1-02 W2 *1", "buy 1-03", "buy 1-04 W2 *1"}


def test_gold_is_no_use_where_too_many_gems_lack() -> None:
    state = lay()
    give(state, 0, "W1 *1")
    assert choices(state, "buy") == {"buy 1-01 *1", "buy 1-03"}


def test_a_reserved_card_is_bought_from_the_hand_and_the_table_stays() -> None:
    for line in ("reserve 1-03", "reserve deck 2"):
        state = play(lay(), line, "take W U G")
        give(state, 0, "R4")
        card = state.players[0].reserved[0].card.id
        before = grid(state)
        payment = " R4 *1" if card == "2-05" else ""
        state = play(state, f"buy {card}{payment}")
        assert [card.id for card in state.players[0].cards] == [card]
        assert state.players[0].reserved == ()
        assert grid(state) == before


def test_the_other_reserved_cards_stay_in_hand_in_their_order() -> None:
    state = play(
        lay(), "reserve 1-01", "take R R", "reserve 1-03", "take K K", "reserve 1-02", "take W U G", "buy 1-03"
    )
    assert [card.id for card, _ in state.players[0].reserved] == ["1-01", "1-02"]


@pytest.mark.parametrize("card", ["1-03", "1-06", "2-05"])
def test_nobody_buys_from_another_hand_or_from_a_deck(card: str) -> None:
    state = play(lay(), "reserve 1-03")
    error = refusal(state, f"buy {card}")
    assert error.reason is Reason.CARD_NOT_IN_REACH
    told = state.catalogue.cards_by_id[card].told()
    assert str(error) == f"You cannot buy {told}: it is neither on the table nor among your reserved cards."


def test_a_bought_card_is_not_bought_again() -> None:
    state = play(lay(), "buy 1-03", "take W U G")
    assert refusal(state, "buy 1-03").reason is Reason.CARD_NOT_IN_REACH


def test_a_card_of_another_box_is_not_in_reach() -> None:
    state = lay()
    stranger = box("1 W 0\n1 W 0\n1 K 0").cards_by_id["1-03"]
    assert refusal(state, Buy(stranger, NO_GEMS, 0)).reason is Reason.CARD_NOT_IN_REACH
    assert refusal(state, Reserve(stranger)).reason is Reason.CARD_NOT_FACE_UP


def test_what_is_missing_is_said_of_a_card_too_dear() -> None:
    state = lay()
    give(state, 0, "W1 *1")
    error = refusal(state, "buy 1-02 W1 *1")
    assert error.reason is Reason.TOO_EXPENSIVE
    assert error.details["short"] == 1
    assert str(error) == "You are 1 short for the blue card 1-02: you lack W1 K1 and hold 1 gold."


@pytest.mark.parametrize(
    ("tokens", "short"), [("", 5), ("R4", 1), ("R4 *1", 0), ("R4 *3", 0), ("W4 U4", 5), ("*5", 0), ("R2 *1", 2)]
)
def test_the_shortfall_counts_gold_and_is_never_below_zero(tokens: str, short: int) -> None:
    state = lay()
    give(state, 0, tokens)
    assert shortfall(state.catalogue.cards_by_id["2-01"], state.players[0]) == short


@pytest.mark.parametrize("colour", COLOUR_LETTERS)
def test_the_most_bonuses_gems_and_gold_that_a_box_allows_still_add_up(colour: str) -> None:
    other = COLOUR_LETTERS[(COLOUR_LETTERS.index(colour) + 1) % 5]
    on_sale = ["0", f"0 {colour}9", f"0 {other}5", f"0 {other}6", "0 W9 U9 G9 R9 K9"]
    bonuses = [f"2 {colour} 0"] * MAX_BONUS
    catalogue = box("\n".join([f"1 {other} {facts}" for facts in on_sale] + bonuses), "")
    state = lay(("1-01 1-02 1-03 1-04", "", ""), players=4, catalogue=catalogue)
    own(state, 0, " ".join(card.id for card in catalogue.level(2)))
    give(state, 0, f"{colour}7 *5")
    assert choices(state, "buy") == {"buy 1-01", "buy 1-02", "buy 1-03 *5"}
    assert refusal(state, "buy 1-04 *5").details["short"] == 1
