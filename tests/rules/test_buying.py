"""Buying: prices, who may buy a card, and the effects of the purchase."""

import pytest

from splendor_tui.rules.gems import COLOUR_LETTERS, MAX_BONUS, Tokens, unpack
from splendor_tui.rules.notation import format_action
from splendor_tui.rules.payments import all_payments, default_purchase, price, shortfall
from splendor_tui.rules.state import State
from tests.rules.card_sets import card_set
from tests.rules.tables import choices, give, grid, held, in_bank, lay, own, play, refusal


def costs(state: State, card: str) -> str:
    """The price of a card for seat 0."""
    return str(Tokens(price(state.catalogue.cards_by_id[card], state.players[0]), 0))


def test_purchase_returns_tokens_and_refills_the_card_place() -> None:
    state = lay()
    give(state, 0, "W2 U1 *1")
    state = play(state, "buy 1-04 W2 *1")
    player = state.players[0]
    assert [card.id for card in player.cards] == ["1-04"]
    assert unpack(player.bonuses) == (0, 0, 0, 1, 0)
    assert (held(state, 0), in_bank(state)) == ("U1", "W4 U3 G4 R4 K4 *5")
    assert grid(state) == "1-01 1-02 1-03 1-05 2-01 2-02 2-03 2-04 3-01 3-02 3-03 -"


def test_bonuses_lower_the_price_of_their_own_colour_to_zero_at_most() -> None:
    state = lay()
    own(state, 0, "1-01 1-06 1-06 2-05")  # three white and a blue
    assert costs(state, "1-02") == "K1"
    assert costs(state, "1-01") == "0"
    assert choices(state, "buy") == {"buy 1-01", "buy 1-03", "buy 1-04"}
    state = play(state, "buy 1-04")
    assert costs(state, "1-04") == "0"


def test_default_payment_spends_gems_before_gold() -> None:
    state = lay()
    give(state, 0, "W2 *2")
    assert choices(state, "buy") == {"buy 1-01 *1", "buy 1-02 W2 *1", "buy 1-03", "buy 1-04 W2 *1"}
    for card, line in (("1-02", "buy 1-02 W2 *1"), ("3-01", "buy 3-01")):
        purchase = default_purchase(state.catalogue.cards_by_id[card], state.players[0])
        assert format_action(purchase) == line, "a card that is too expensive has no payment"


def test_gold_may_replace_gems_that_the_player_holds() -> None:
    state = lay()
    give(state, 0, "W3 K1 *2")
    payments = all_payments(state.catalogue.cards_by_id["1-02"], state.players[0])
    assert list(map(format_action, payments)) == [
        "buy 1-02 W2 K1",
        "buy 1-02 W2 *1",
        "buy 1-02 W1 K1 *1",
        "buy 1-02 W1 *2",
        "buy 1-02 K1 *2",
    ]
    assert play(state, "buy 1-02 W1 *2").players[0].gold == 0


@pytest.mark.parametrize(("reserve", "buy"), [("reserve 1-03", "buy 1-03"), ("reserve deck 2", "buy 2-05 R4 *1")])
def test_reserved_card_is_bought_from_the_hand_and_the_table_stays(reserve: str, buy: str) -> None:
    state = play(lay(), reserve, "take W U G")
    give(state, 0, "R4")
    before = grid(state)
    state = play(state, buy)
    assert [card.id for card in state.players[0].cards] == [buy.split()[1]]
    assert state.players[0].reserved == ()
    assert grid(state) == before


@pytest.mark.parametrize(
    ("tokens", "short"), [("", 5), ("R4", 1), ("R4 *1", 0), ("R4 *3", 0), ("W4 U4", 5), ("*5", 0), ("R2 *1", 2)]
)
def test_shortfall_counts_gold_and_is_never_negative(tokens: str, short: int) -> None:
    state = lay()
    give(state, 0, tokens)
    assert shortfall(state.catalogue.cards_by_id["2-01"], state.players[0]) == short


@pytest.mark.parametrize("colour", COLOUR_LETTERS)
def test_largest_possible_bonuses_gems_and_gold_add_up(colour: str) -> None:
    other = COLOUR_LETTERS[(COLOUR_LETTERS.index(colour) + 1) % 5]
    on_sale = ["0", f"0 {colour}9", f"0 {other}5", f"0 {other}6", "0 W9 U9 G9 R9 K9"]
    bonuses = [f"2 {colour} 0"] * MAX_BONUS
    catalogue = card_set("\n".join([f"1 {other} {facts}" for facts in on_sale] + bonuses), "")
    state = lay(("1-01 1-02 1-03 1-04", "", ""), players=4, catalogue=catalogue)
    own(state, 0, " ".join(card.id for card in catalogue.level(2)))
    give(state, 0, f"{colour}7 *5")
    assert choices(state, "buy") == {"buy 1-01", "buy 1-02", "buy 1-03 *5"}
    assert refusal(state, "buy 1-04 *5").details["short"] == 1
