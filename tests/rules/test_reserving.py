"""Reserving: a face-up card or the top card of a deck, at most three in hand, and one gold. Also the refill of the slot."""

from splendor_tui.rules.state import State
from tests.rules.tables import choices, give, grid, held, in_bank, lay, play


def hand(state: State) -> list[tuple[str, bool]]:
    """The hand of seat 0."""
    return [(card.id, blind) for card, blind in state.players[0].reserved]


def test_every_face_up_card_and_nonempty_deck_may_be_reserved() -> None:
    cards = [card for card in grid(lay()).split() if card != "-"]
    assert len(cards) == 11
    assert choices(lay(), "reserve") == {f"reserve {card}" for card in cards} | {"reserve deck 1", "reserve deck 2"}


def test_reserving_brings_the_card_and_one_gold_and_refills_the_place() -> None:
    state = play(lay(), "reserve 1-02")
    assert hand(state) == [("1-02", False)]
    assert (held(state, 0), in_bank(state)) == ("*1", "W4 U4 G4 R4 K4 *4")
    assert grid(state) == "1-01 1-05 1-03 1-04 2-01 2-02 2-03 2-04 3-01 3-02 3-03 -"
    assert state.deck_counts == [1, 1, 0]


def test_place_stays_empty_if_the_deck_is_empty() -> None:
    state = play(lay(), "reserve 3-01", "reserve 3-03", "reserve 2-02", "reserve 2-03")
    assert grid(state) == "1-01 1-02 1-03 1-04 2-01 2-05 - 2-04 - 3-02 - -"
    assert grid(play(state, "reserve 2-01")) == "1-01 1-02 1-03 1-04 - 2-05 - 2-04 - 3-02 - -"


def test_top_of_a_deck_goes_to_the_hand_unseen() -> None:
    state = play(lay(), "reserve deck 1")
    assert hand(state) == [("1-05", True)]
    assert grid(state) == grid(lay())
    assert [card.id for card in state.deck(1)] == ["1-06"]
    assert held(state, 0) == "*1"


def test_reserving_brings_no_gold_if_none_is_left() -> None:
    state = lay()
    give(state, 1, "*5")
    assert held(play(state, "reserve 1-02"), 0) == "0"
    assert held(play(state, "reserve deck 1"), 0) == "0"


def test_hand_holds_at_most_three_cards() -> None:
    state = play(lay(), "reserve 1-03", "take W U G", "reserve deck 1", "take W U G", "reserve 2-01", "take R R")
    assert choices(state, "reserve") == set()
    assert choices(play(state, "buy 1-03", "take K K"), "reserve") != set()
