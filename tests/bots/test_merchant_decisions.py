"""Positions in which a good player knows what to do, and what a Merchant says for it."""

from dataclasses import replace
from random import Random

import pytest

from splendor_tui.bots.evaluation import Evaluation, Weighed, Weights
from splendor_tui.bots.levels import create_bot
from splendor_tui.rules.actions import Buy
from splendor_tui.rules.gems import NO_GEMS
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.notation import format_action, parse_action
from splendor_tui.rules.state import Phase, Reserved, State
from splendor_tui.rules.view import view
from tests.bots.bare_tables import table
from tests.bots.bot_games import UNHURRIED
from tests.rules.tables import fill_bank, give, lay


def weighed(state: State, line: str, weights: Weights = Weights()) -> Weighed:  # noqa: B008 - it is frozen
    """What an action is worth to the seat to move."""
    return Evaluation(view(state, state.seat), weights).weigh(parse_action(line, state.catalogue))


def advice(state: State) -> tuple[str, str]:
    """What a Merchant does, in notation, and why."""
    given = create_bot("merchant").advise(view(state, state.seat), Random(1), UNHURRIED)
    return format_action(given.best.action), str(given.best.message)


def test_it_wins_when_it_can() -> None:
    state = table("1 W 1 U2, 1 W 1 G2, 3 K 4 R4")
    state.seat = 1
    state.players[0].points = 14
    state.players[1].points = 14
    give(state, 1, "G2 R3")
    assert advice(state) == ("buy 1-02 G2", "Buy the white card 1-02 (1 point): wins the game.")


def test_it_does_not_end_the_game_for_a_rival_who_answers_with_more() -> None:
    state = table("1 W 3 U3, 3 K 5 R4")
    state.players[0].points = 12
    state.players[1].points = 13
    give(state, 0, "U3")
    give(state, 1, "R4")
    assert advice(state) == (
        "reserve 3-01",
        "Reserve the black card 3-01 (5 points): keeps player 2 from ending the game; leaves it 3 tokens short.",
    )


def test_it_gives_up_a_good_purchase_to_keep_a_rival_from_the_target() -> None:
    state = table("2 W 3 U3, 1 K 1 R4")
    state.players[1].points = 14
    give(state, 0, "U3")
    give(state, 1, "R4")
    assert advice(state) == (
        "reserve 1-01",
        "Reserve the black card 1-01 (1 point): keeps player 2 from ending the game; leaves it 3 tokens short.",
    )


def test_it_ends_the_game_when_the_answer_is_too_weak() -> None:
    state = table("1 W 3 U3, 3 K 1 R4")
    state.players[0].points = 12
    state.players[1].points = 13
    give(state, 0, "U3")
    give(state, 1, "R4")
    assert advice(state) == ("buy 1-01 U3", "Buy the white card 1-01 (3 points): makes 15 of 15 points.")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whoever_sits_before_it_answers_no_more_and_whoever_sits_after_it_does(players: int) -> None:
    state = table("1 W 1 U2, 3 K 4 R4", players=players)
    last = players - 1
    for state.seat, rival, wins in ((last, 0, True), (last, last - 1, True), (0, 1, False), (0, last, False)):
        for player in state.players:
            player.points, player.gems, player.gold = 0, NO_GEMS, 0
        state.players[state.seat].points, state.players[rival].points = 14, 13
        give(state, state.seat, "U2")
        give(state, rival, "R4")
        assert weighed(state, "buy 1-01 U2").wins == wins


@pytest.mark.parametrize("final_round", [False, True])
def test_what_a_rival_before_it_could_still_buy_is_no_answer(final_round: bool) -> None:
    state = table("1 W 3 U2, 3 K 4 R4", players=3)
    state.seat, state.final_round = 1, final_round
    state.players[0].points, state.players[1].points = 15 if final_round else 14, 13
    give(state, 0, "R4")
    give(state, 1, "U2")
    assert weighed(state, "buy 1-01 U2").wins


@pytest.mark.parametrize(("rival", "lost"), [(0, False), (1, False), (3, True)])
def test_whom_a_rival_can_pass_in_the_next_round_is_in_danger_and_in_this_one_is_lost(rival: int, lost: bool) -> None:
    state = table("3 K 4 R4, 1 W 0 K1", players=4)
    state.seat = 2
    without = weighed(state, "take W U G").worth
    state.players[rival].points = 14
    give(state, rival, "R4")
    cost = without - weighed(state, "take W U G").worth
    assert cost > 90 if lost else 0 < cost < 10


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_taken_from_one_rival_is_shared_among_all(players: int) -> None:
    state = table("3 K 4 R4", players=players)
    give(state, 1, "R4")
    denial = weighed(state, "reserve 3-01").worth - weighed(state, "reserve 3-01", replace(Weights(), denial=0.0)).worth
    assert denial == pytest.approx(Weights().denial * 4 / (players - 1))


def test_of_what_two_rivals_would_gain_the_greater_gain_counts() -> None:
    state = table("3 K 4 R4", "charles-v 3 K1", players=3)
    give(state, 1, "R2 *2")
    state.players[2].bonuses = state.catalogue.cards[0].cost
    state.players[2].gems = state.players[1].gems
    both = weighed(state, "reserve 3-01").worth - weighed(state, "reserve 3-01", replace(Weights(), denial=0.0)).worth
    assert both == pytest.approx(Weights().denial * 7 / 2)


def test_in_the_last_round_only_points_count() -> None:
    state = table("1 W 1 U1, 2 W 2 G3, 1 W 0 K1")
    state.seat, state.final_round = 1, True
    state.players[0].points = 20
    give(state, 1, "U1 G3 K1")
    assert advice(state) == (
        "buy 2-01 G3",
        "Buy the white card 2-01 (2 points): makes 2 of 15 points.",
    )


def test_in_the_last_round_it_buys_no_card_that_only_hurts_in_a_tie() -> None:
    state = table("1 W 0 U1")
    state.seat, state.final_round = 1, True
    state.players[0].points = 20
    give(state, 1, "U1")
    assert not advice(state)[0].startswith("buy")


@pytest.mark.parametrize(("tie_seat", "wins"), [(None, True), (1, True), (0, False)])
def test_a_full_tie_is_a_win_unless_another_seat_is_favoured(tie_seat: int | None, wins: bool) -> None:
    state = table("1 W 1 U1", tie_seat=tie_seat)
    state.seat = 1
    state.players[0].points, state.players[0].cards = 15, (state.catalogue.cards_by_id["1-01"],)
    state.players[1].points = 14
    give(state, 1, "U1")
    purchase = Buy(state.catalogue.cards_by_id["1-01"], gems=state.players[1].gems, gold=0)
    assert Evaluation(view(state, 1), Weights()).weigh(purchase).wins == wins


def test_a_card_in_a_rival_s_hand_that_ends_the_game_is_foreseen_only_when_all_saw_it() -> None:
    def verdict(blind: bool) -> float:
        state = table("1 W 3 U1, 1 W 0 K1")
        card = state.catalogue.cards_by_id["1-01"]
        state.grid[0] = None
        state.players[1].points = 14
        state.players[1].reserved = (Reserved(card, blind),)
        give(state, 1, "U1")
        seen = view(state, 0)
        return max(Evaluation(seen, Weights()).weigh(action).worth for action in legal_actions(seen))

    assert verdict(blind=False) < -50 < verdict(blind=True)


def test_it_reserves_what_a_rival_is_about_to_buy() -> None:
    state = table("3 W 5 U4, 3 K 1 R7 W3, 3 G 1 K7 W3")
    give(state, 1, "U4")
    assert advice(state) == (
        "reserve 3-01",
        ("Reserve the white card 3-01 (5 points): keeps 5 points from player 2; leaves it 3 tokens short."),
    )


def test_it_takes_the_gems_that_its_plan_needs() -> None:
    state = table("1 W 1 W1 G1 K1")
    assert advice(state) == ("take W G K", "Take W1 G1 K1: pays for the white card 1-01 (1 point) next turn.")


def test_it_takes_gems_that_serve_two_cards() -> None:
    state = table("1 W 1 W1 G1, 1 U 1 W1 K1")
    assert advice(state) == (
        "take W G K",
        (
            "Take W1 G1 K1: pays for the white card 1-01 (1 point) next turn; "
            "also helps with the blue card 1-02 (1 point)."
        ),
    )


def test_it_never_says_that_gems_serve_a_card_which_needs_none_of_them() -> None:
    state = table("3 W 4 U7")
    fill_bank(state, "W1 G1 R1")
    state.players[0].reserved = tuple(Reserved(card, blind=False) for card in state.catalogue.cards_by_id.values()) * 3
    assert advice(state) == ("take W G R", "Take W1 G1 R1: serves no visible card yet.")


def test_it_goes_for_the_noble_that_its_bonuses_bring() -> None:
    state = table("1 W 0 U1, 1 R 1 U1", "charles-v 3 W1")
    give(state, 0, "U1")
    assert advice(state) == ("buy 1-01 U1", "Buy the white card 1-01: brings a visit from Charles V.")


def test_a_purchase_is_told_by_what_it_brings_and_what_a_rival_would_make_of_it() -> None:
    state = table("1 W 0 U1, 1 R 0 U5", "mary-stuart 3 W3")
    give(state, 0, "U1")
    give(state, 1, "U1")
    state.players[1].bonuses = 2 * state.catalogue.cards_by_id["1-01"].bonus_gem
    assert advice(state) == (
        "buy 1-01 U1",
        "Buy the white card 1-01: comes within 2 cards of Mary Stuart; keeps 3 points from player 2.",
    )


def test_it_returns_what_its_plan_needs_least() -> None:
    state = table("3 W 4 U7")
    give(state, 0, "W4 U4 *3")
    state.phase = Phase.RETURN_GEMS
    assert advice(state) == ("return W1", "Return W1: keeps what the white card 3-01 (4 points) needs.")


def test_it_chooses_the_noble_to_which_a_rival_is_nearest() -> None:
    state = table("1 W 0 U1", "charles-v 3 W1 G2, henry-viii 3 U1 R2")
    state.players[0].bonuses = state.nobles[0].cost + state.nobles[1].cost
    state.players[1].bonuses = state.nobles[1].cost - (state.nobles[1].cost & 63)
    state.phase = Phase.CHOOSE_NOBLE
    assert advice(state)[0] == "noble henry-viii"


def test_where_nobody_gets_on_it_stops_exchanging_gems_at_last() -> None:
    state = table("3 K 5 R7 G7")
    assert advice(state)[0].startswith("take")
    state.idle_turns = 100
    assert advice(state)[0] == "reserve 3-01"


def test_it_passes_where_nothing_else_can_be_done() -> None:
    state = lay(("", "", ""))
    fill_bank(state, "*5")
    assert advice(state) == ("pass", "Pass: nothing else can be done.")
