"""Reserving: a face-up card or the top of a deck, three in hand, one gold; and the refill of places."""

import pytest

from splendor_tui.rules.errors import Reason
from splendor_tui.rules.state import Phase
from tests.rules.tables import choices, give, grid, held, in_bank, lay, play, refusal


def hand(state_line: str) -> list[tuple[str, bool]]:
    """The hand of seat 0 after one line."""
    return [(card.id, blind) for card, blind in play(lay(), state_line).players[0].reserved]


def test_every_face_up_card_and_every_deck_that_is_not_empty_may_be_reserved() -> None:
    cards = [card for card in grid(lay()).split() if card != "-"]
    assert len(cards) == 11
    assert choices(lay(), "reserve") == {f"reserve {card}" for card in cards} | {"reserve deck 1", "reserve deck 2"}


def test_a_reserved_card_goes_to_the_hand_and_brings_one_gold() -> None:
    state = play(lay(), "reserve 1-02")
    assert hand("reserve 1-02") == [("1-02", False)]
    assert (held(state, 0), in_bank(state)) == ("*1", "W4 U4 G4 R4 K4 *4")


def test_its_place_is_refilled_at_once_from_the_deck_of_its_level() -> None:
    state = play(lay(), "reserve 1-02")
    assert grid(state) == "1-01 1-05 1-03 1-04 2-01 2-02 2-03 2-04 3-01 3-02 3-03 -"
    assert state.deck_counts == [1, 1, 0]
    assert [card.id for card in state.deck(1)] == ["1-06"]


def test_a_place_stays_empty_when_the_deck_is_empty_and_no_other_card_moves() -> None:
    state = play(lay(), "reserve 3-01", "reserve 3-03", "reserve 2-02", "reserve 2-03")
    assert grid(state) == "1-01 1-02 1-03 1-04 2-01 2-05 - 2-04 - 3-02 - -"
    assert grid(play(state, "reserve 2-01")) == "1-01 1-02 1-03 1-04 - 2-05 - 2-04 - 3-02 - -"


def test_the_top_of_a_deck_goes_to_the_hand_unseen_and_the_table_stays() -> None:
    state = play(lay(), "reserve deck 1")
    assert hand("reserve deck 1") == [("1-05", True)]
    assert hand("reserve deck 2") == [("2-05", True)]
    assert grid(state) == grid(lay())
    assert [card.id for card in state.deck(1)] == ["1-06"]
    assert held(state, 0) == "*1"


def test_without_gold_in_the_bank_the_card_comes_alone() -> None:
    state = lay()
    give(state, 1, "*5")
    assert held(play(state, "reserve 1-02"), 0) == ""
    assert held(play(state, "reserve deck 1"), 0) == ""


def test_gold_comes_also_at_ten_tokens_and_then_a_token_is_returned() -> None:
    state = lay(players=4)
    give(state, 0, "W5 U5")
    for line in ("reserve 1-02", "reserve deck 1"):
        after = play(state, line)
        assert (held(after, 0), after.phase) == ("W5 U5 *1", Phase.RETURN_GEMS)


def test_a_card_that_one_could_buy_may_be_reserved() -> None:
    assert {"buy 1-03", "reserve 1-03"} <= choices(lay())


def test_three_cards_in_hand_are_the_most() -> None:
    state = play(lay(), "reserve 1-01", "take W U G", "reserve deck 1", "take W U G", "reserve 2-01", "take R R")
    assert choices(state, "reserve") == set()
    for line in ("reserve 1-02", "reserve deck 2"):
        error = refusal(state, line)
        assert error.reason is Reason.HAND_FULL
        assert str(error) == "You hold 3 reserved cards already; buy one of them first."


def test_buying_a_reserved_card_makes_room_in_the_hand() -> None:
    state = play(lay(), "reserve 1-03", "take W U G", "reserve 1-01", "take W U G", "reserve 2-01", "take R R")
    assert choices(play(state, "buy 1-03", "take K K"), "reserve") != set()


def test_an_empty_deck_has_no_top() -> None:
    error = refusal(lay(), "reserve deck 3")
    assert error.reason is Reason.DECK_EMPTY
    assert str(error) == "The level 3 deck is empty."


def test_a_deck_is_empty_once_its_last_card_is_drawn() -> None:
    state = play(lay(), "reserve deck 2", "take W U G")
    assert "reserve deck 2" not in choices(state)
    assert refusal(state, "reserve deck 2").reason is Reason.DECK_EMPTY


@pytest.mark.parametrize("card", ["1-05", "2-05"])
def test_a_card_in_a_deck_is_not_reserved_by_its_name(card: str) -> None:
    error = refusal(lay(), f"reserve {card}")
    assert error.reason is Reason.CARD_NOT_FACE_UP
    told = lay().catalogue.cards_by_id[card].told()
    assert str(error) == f"You cannot reserve {told}: it is not face up on the table."


def test_a_card_in_a_hand_is_not_reserved_again() -> None:
    state = play(lay(), "reserve 1-01")
    assert refusal(state, "reserve 1-01").reason is Reason.CARD_NOT_FACE_UP


def test_a_reserved_card_is_never_discarded() -> None:
    state = play(lay(), "reserve 1-04", "take W U G", "take R R", "take R K U")
    assert [card.id for card, _ in state.players[0].reserved] == ["1-04"]
