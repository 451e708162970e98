"""Every action: when it is legal, what it changes, and what follows at the end of the turn."""

import pytest

from splendor_tui.rules.gems import COLOUR_LETTERS, MAX_BONUS, Tokens, unpack
from splendor_tui.rules.notation import format_action
from splendor_tui.rules.payments import all_payments, default_purchase, price, shortfall
from splendor_tui.rules.state import Phase, State
from tests.rules.card_sets import card_set
from tests.rules.tables import (
    choices,
    fill_bank,
    give,
    grid,
    held,
    in_bank,
    lay,
    lay_locked,
    own,
    play,
    ranks,
    refusal,
    three_nobles_qualify,
    twelve_tokens,
)

# --- taking ------------------------------------------------------------------------------------------------------------


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


# --- reserving ---------------------------------------------------------------------------------------------------------


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


# --- buying ------------------------------------------------------------------------------------------------------------


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


# --- returning ---------------------------------------------------------------------------------------------------------


def test_surplus_is_returned_after_the_action_by_the_same_seat() -> None:
    state = twelve_tokens()
    assert (state.phase, state.seat, state.ply) == (Phase.RETURN_GEMS, 0, 1)
    state = play(state, "return W1 *1")
    assert (held(state, 0), in_bank(state)) == ("W3 U4 G1 R1 K1", "W1 G3 R3 K3 *5")
    assert (state.phase, state.seat, state.ply) == (Phase.MAIN, 1, 2)


def test_any_tokens_may_be_returned_including_gold_and_those_just_taken() -> None:
    assert len(choices(twelve_tokens())) == 17  # two of W4 U4 G R K *: fifteen mixed pairs, W2 and U2
    assert {"return W2", "return W1 *1", "return G1 R1"} <= choices(twelve_tokens())


def test_ten_tokens_are_allowed() -> None:
    state = lay()
    give(state, 0, "W4 U3")
    state = play(state, "take G R K")
    assert (state.phase, state.seat) == (Phase.MAIN, 1)


# --- nobles ------------------------------------------------------------------------------------------------------------


def visited(state: State) -> list[str]:
    """The ids of the nobles of seat 0."""
    return [noble.id for noble in state.players[0].nobles]


def test_noble_visits_after_a_purchase_and_scores_its_points() -> None:
    state = lay(nobles="henry-viii mary-stuart")
    give(state, 0, "U1")
    state = play(state, "buy 1-01 U1")
    assert (visited(state), state.players[0].points) == (["henry-viii"], 3)
    assert [noble.id for noble in state.nobles] == ["mary-stuart"]
    assert (state.seat, state.ply) == (1, 1)


@pytest.mark.parametrize("line", ["take W U G", "take R R", "reserve 1-01", "reserve deck 1"])
def test_noble_also_visits_after_a_turn_without_a_purchase(line: str) -> None:
    state = lay(nobles="henry-viii")
    own(state, 0, "1-06")
    assert visited(play(state, line)) == ["henry-viii"]


def test_only_bonuses_of_every_required_colour_bring_a_noble() -> None:
    state = lay(nobles="charles-v")
    own(state, 0, "1-01")
    give(state, 0, "W4")
    assert visited(play(state, "reserve 1-01")) == []


def test_player_chooses_among_several_nobles_and_the_others_may_visit_later() -> None:
    state = three_nobles_qualify()
    assert (state.phase, state.seat, state.ply) == (Phase.CHOOSE_NOBLE, 0, 1)
    assert choices(state) == {"noble henry-viii", "noble mary-stuart", "noble charles-v"}
    state = play(state, "noble mary-stuart")
    assert visited(state) == ["mary-stuart"]
    assert state.players[0].points == 3
    assert (state.phase, state.seat, state.ply) == (Phase.MAIN, 1, 2)
    assert [noble.id for noble in state.nobles] == ["henry-viii", "charles-v"]
    state = play(state, "take W U G", "reserve 1-03", "noble charles-v", "take R R", "take G R K")
    assert visited(state) == ["mary-stuart", "charles-v", "henry-viii"]
    assert state.nobles == ()


def test_nobles_visit_after_tokens_are_returned() -> None:
    state = lay(nobles="henry-viii")
    own(state, 0, "1-01")
    give(state, 0, "W4 U4")
    state = play(state, "take G R K")
    assert (state.phase, visited(state)) == (Phase.RETURN_GEMS, [])
    state = play(state, "return W1")
    assert (state.phase, visited(state), state.seat) == (Phase.MAIN, ["henry-viii"], 1)


# --- passing -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bank", "decks", "choice"),
    [("K1", ("", "", ""), "take K"), ("", ("1-01", "", ""), "reserve 1-01"), ("", ("", "", ""), "pass")],
)
def test_pass_is_legal_only_if_nothing_else_is(bank: str, decks: tuple[str, str, str], choice: str) -> None:
    state = lay(decks)
    fill_bank(state, bank)
    assert choices(state) == {choice}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_full_round_of_passes_is_a_stalemate(players: int) -> None:
    state = play(lay_locked(players=players), *["pass"] * (players - 1))
    assert (state.phase, state.passes) == (Phase.MAIN, players - 1)
    state = play(state, "pass")
    assert (state.phase, choices(state)) == (Phase.OVER, set())
    assert ranks(state) == ("stalemate", [(seat, 1) for seat in range(players)])


def test_purchase_breaks_the_row_of_passes() -> None:
    state = play(lay_locked(), "pass")
    state.grid[0] = state.catalogue.cards_by_id["1-03"]
    state = play(state, "buy 1-03")
    assert (state.passes, state.phase) == (0, Phase.MAIN)


def test_target_reached_by_the_last_pass_takes_precedence_over_the_stalemate() -> None:
    state = lay_locked("henry-viii", target=3)
    own(state, 1, "1-01")
    assert ranks(play(state, "pass", "pass")) == ("target", [(1, 1), (0, 2)])


def test_idle_turns_count_until_someone_buys_or_reserves() -> None:
    state = lay()
    counts = []
    for line in ("take W U G", "take R R", "reserve 1-01", "take W U G", "buy 1-03", "take K K", "reserve deck 2"):
        state = play(state, line)
        counts.append(state.idle_turns)
    assert counts == [1, 2, 0, 1, 0, 1, 0]
    assert play(lay_locked(), "pass").idle_turns == 1


# --- forfeiting --------------------------------------------------------------------------------------------------------


def positions() -> dict[str, State]:
    """Positions with seat 0 to move, by phase."""
    main = lay(nobles="henry-viii mary-stuart", players=3)
    own(main, 0, "1-01 1-02")
    give(main, 0, "W4 U3 *1")
    surplus = play(main, "take G R K")
    return {"main": main, "return": surplus, "noble": play(surplus, "return W1")}


@pytest.mark.parametrize("phase", ["main", "return", "noble"])
def test_forfeit_is_possible_in_every_phase_but_never_listed(phase: str) -> None:
    state = positions()[phase]
    assert state.phase.value == phase
    assert "forfeit" not in choices(state)
    after = play(state, "forfeit")
    assert (after.phase, after.seat, after.players[0].forfeited) == (Phase.MAIN, 1, True)
    assert after.ply == state.ply + 1
    assert (held(after, 0), in_bank(after)) == ("0", "W5 U5 G5 R5 K5 *5")


def test_last_seat_standing_wins_and_the_others_share_the_last_rank() -> None:
    state = lay(players=4)
    own(state, 0, "2-01")
    state = play(state, "forfeit", "take W U G", "forfeit", "take W U G")
    assert state.phase is Phase.MAIN
    state = play(state, "forfeit")
    assert ranks(state) == ("forfeit", [(3, 1), (0, 2), (1, 2), (2, 2)])


def test_cards_reserves_and_nobles_of_a_forfeited_seat_stay_out_of_play() -> None:
    state = lay(players=3, nobles="henry-viii")
    own(state, 0, "1-06")
    state = play(state, "reserve 1-01", "take W U G", "take W U G", "forfeit")
    gone = state.players[0]
    assert [card.id for card in gone.cards] == ["1-06"]
    assert [held.card.id for held in gone.reserved] == ["1-01"]
    assert [noble.id for noble in gone.nobles] == ["henry-viii"]
    assert gone.points == 3
    assert "1-01" not in grid(state)
    assert state.nobles == ()
    assert state.gold == 5


def test_forfeited_seats_are_skipped() -> None:
    state = play(lay(players=3), "forfeit", "take W U G", "take W U G")
    assert (state.seat, state.round) == (1, 2)
    state = play(lay(players=4), "take W U G", "forfeit", "forfeit")
    assert (state.seat, state.round) == (3, 1)


def test_forfeited_seat_gets_no_noble_and_reaches_no_target() -> None:
    state = lay(players=3, target=1, nobles="henry-viii")
    own(state, 0, "1-01 1-05")
    state = play(state, "forfeit")
    assert (state.players[0].nobles, state.final_round, state.phase) == ((), False, Phase.MAIN)


def test_forfeit_shortens_the_round_of_passes() -> None:
    state = play(lay_locked(players=3), "pass", "pass", "forfeit")
    assert (state.phase, state.passes, state.idle_turns, state.seat) == (Phase.MAIN, 2, 2, 0)
    assert ranks(play(state, "pass")) == ("stalemate", [(0, 1), (1, 1), (2, 3)])
    assert ranks(play(lay_locked(players=3), "forfeit", "pass", "pass")) == ("stalemate", [(1, 1), (2, 1), (0, 3)])
