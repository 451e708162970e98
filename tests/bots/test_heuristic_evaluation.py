"""The evaluation: previews and plans of a seat, and positions with a clear best action."""

from random import Random

import pytest

from splendor_tui.bots.heuristic_evaluation import (
    Evaluation,
    Preview,
    Weighed,
    Weights,
    best_plan,
    present,
    preview,
)
from splendor_tui.bots.heuristic_policy import estimate_chances
from splendor_tui.bots.levels import create_bot
from splendor_tui.bots.reasons import why
from splendor_tui.rules.actions import Forfeit
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.gems import NO_GEMS
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.notation import format_action, parse_action
from splendor_tui.rules.outcome import outcome
from splendor_tui.rules.state import Phase, Reserved, State, new_game
from splendor_tui.rules.turn import apply_action
from splendor_tui.rules.view import known_state, view
from tests.bots.bare_tables import duel, table
from tests.bots.bot_games import NO_TIME_LIMIT, states
from tests.rules.random_play import random_games
from tests.rules.tables import fill_bank, give, lay
from tests.rules.test_visibility import other_world

WEIGHTS = Weights()


def weighed(state: State, line: str) -> Weighed:
    """Evaluate an action of the seat to move."""
    return Evaluation(view(state, state.seat), WEIGHTS).weigh(parse_action(line, state.catalogue))


def advice(state: State) -> tuple[str, str]:
    """The action of a Merchant in notation, and the reasons for it."""
    seen = view(state, state.seat)
    best = create_bot("merchant").choose(seen, Random(1), NO_TIME_LIMIT)
    return format_action(best), str(why(seen, best))


# --- decisions -------------------------------------------------------------------------------------------------------


DECISIONS = {
    "does not end the game for a rival who answers with more": (
        duel("1 W 3 U3, 3 K 5 R4", own_points=12, points=13, mine="U3", theirs="R4"),
        "reserve 3-01",
        "keeps player 2 from ending the game; brings it within 3 tokens.",
    ),
    "forgoes a good purchase to keep a rival from the target": (
        duel("2 W 3 U3, 1 K 1 R4", points=14, mine="U3", theirs="R4"),
        "reserve 1-01",
        "keeps player 2 from ending the game; brings it within 3 tokens.",
    ),
    "ends the game when the answer is too weak": (
        duel("1 W 3 U3, 3 K 1 R4", own_points=12, points=13, mine="U3", theirs="R4"),
        "buy 1-01 U3",
        "reaches 15 of 15 points.",
    ),
    "reserves what a rival is about to buy": (
        duel("3 W 5 U4, 3 K 1 R7 W3, 3 G 1 K7 W3", theirs="U4"),
        "reserve 3-01",
        "denies 5 points to player 2; brings it within 3 tokens.",
    ),
    "takes the gems that its plan needs": (
        duel("1 W 1 W1 G1 K1"),
        "take W G K",
        "pays for the white card 1-01 (1 point) next turn.",
    ),
    "takes gems that serve two cards": (
        duel("1 W 1 W1 G1, 1 U 1 W1 K1"),
        "take W G K",
        "pays for the white card 1-01 (1 point) next turn; also helps with the blue card 1-02 (1 point).",
    ),
    "prefers the card that brings a noble": (
        duel("1 W 0 U1, 1 R 1 U1", "charles-v 3 W1", mine="U1"),
        "buy 1-01 U1",
        "brings a visit from Charles V.",
    ),
    "names the noble that must wait for the next turn": (
        duel("1 W 0 U1", "charles-v 3 W1, mary-stuart 3 W1", mine="U1"),
        "buy 1-01 U1",
        "brings a visit from Charles V; lets Mary Stuart visit next turn.",
    ),
}


@pytest.mark.parametrize(("state", "action", "reasons"), DECISIONS.values(), ids=DECISIONS)
def test_merchant_decides_and_explains(state: State, action: str, reasons: str) -> None:
    assert advice(state) == (action, reasons)


def test_only_points_count_in_the_last_round_and_other_purchases_would_hurt_in_a_tie() -> None:
    state = duel("1 W 1 U1, 2 W 2 G3, 1 W 0 K1", own_points=20, theirs="U1 G3 K1")
    state.seat, state.final_round = 1, True
    assert advice(state) == ("buy 2-01 G3", "reaches 2 of 15 points.")
    state = duel("1 W 0 U1", own_points=20, theirs="U1")
    state.seat, state.final_round = 1, True
    assert not advice(state)[0].startswith("buy")


def test_take_is_never_explained_by_a_card_that_needs_no_such_gems() -> None:
    state = table("3 W 4 U7")
    fill_bank(state, "W1 G1 R1")
    state.players[0].reserved = tuple(Reserved(card, blind=False) for card in state.catalogue.cards_by_id.values()) * 3
    assert advice(state) == ("take W G R", "does not help with any visible card yet.")


def test_purchase_is_explained_by_its_gain_and_what_it_denies() -> None:
    state = duel("1 W 0 U1, 1 R 0 U5", "mary-stuart 3 W3", mine="U1", theirs="U1")
    state.players[1].bonuses = 2 * state.catalogue.cards_by_id["1-01"].bonus_gem
    assert advice(state) == ("buy 1-01 U1", "comes within 2 cards of Mary Stuart; denies 3 points to player 2.")


def test_returned_tokens_are_those_that_the_plan_needs_least() -> None:
    state = duel("3 W 4 U7", mine="W3 U5 *3")
    state.phase = Phase.RETURN_GEMS
    assert advice(state) == ("return W1", "keeps the tokens that the white card 3-01 (4 points) needs.")
    needed = parse_action("return U1", state.catalogue)
    assert str(why(view(state, 0), needed)) == "leaves the white card 3-01 (4 points) affordable, with gold."


def test_merchant_chooses_the_noble_nearest_to_a_rival() -> None:
    state = table("1 W 0 U1", "charles-v 3 W1 G2, henry-viii 3 U1 R2")
    state.players[0].bonuses = state.nobles[0].cost + state.nobles[1].cost
    state.players[1].bonuses = state.nobles[1].cost - (state.nobles[1].cost & 63)
    state.phase = Phase.CHOOSE_NOBLE
    assert advice(state)[0] == "noble henry-viii"


def test_reserve_ends_a_deadlock() -> None:
    state = table("3 K 5 R7 G7")
    assert advice(state)[0].startswith("take")
    state.idle_turns = 100
    assert advice(state)[0] == "reserve 3-01"


def test_forced_pass_is_explained() -> None:
    state = lay(("", "", ""))
    fill_bank(state, "*5")
    assert advice(state) == ("pass", "nothing else is possible.")


# --- the end of the game ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_only_later_seats_answer_in_the_last_round(players: int) -> None:
    state = table("1 W 1 U2, 3 K 4 R4", players=players)
    last = players - 1
    for state.seat, rival, wins in ((last, 0, True), (last, last - 1, True), (0, 1, False), (0, last, False)):
        for player in state.players:
            player.points, player.gems, player.gold = 0, NO_GEMS, 0
        state.players[state.seat].points, state.players[rival].points = 14, 13
        give(state, state.seat, "U2")
        give(state, rival, "R4")
        assert weighed(state, "buy 1-01 U2").wins == wins


@pytest.mark.parametrize(("tie_seat", "wins"), [(None, True), (1, True), (0, False)])
def test_full_tie_is_a_win_unless_another_seat_wins_ties(tie_seat: int | None, wins: bool) -> None:
    state = table("1 W 1 U1", tie_seat=tie_seat)
    state.seat = 1
    state.players[0].points, state.players[0].cards = 15, (state.catalogue.cards_by_id["1-01"],)
    state.players[1].points = 14
    give(state, 1, "U1")
    assert weighed(state, "buy 1-01 U1").wins == wins


def test_game_ending_reserve_is_foreseen_only_if_it_was_face_up() -> None:
    def best(blind: bool) -> float:
        state = table("1 W 3 U1, 1 W 0 K1")
        card = state.catalogue.cards_by_id["1-01"]
        state.grid[0] = None
        state.players[1].points = 14
        state.players[1].reserved = (Reserved(card, blind),)
        give(state, 1, "U1")
        seen = view(state, 0)
        return max(Evaluation(seen, WEIGHTS).weigh(action).worth for action in legal_actions(seen))

    assert best(blind=False) < -50 < best(blind=True)


# --- plans -----------------------------------------------------------------------------------------------------------


def planned(state: State) -> list[str]:
    """The cards that the first seat plans to buy."""
    plan = best_plan(present(known_state(view(state, 0)), 0), [1.0] * 5, state.options.target, WEIGHTS)
    return [card.id for card in plan.cards]


def test_second_planned_card_benefits_from_the_first() -> None:
    assert planned(table("1 U 1 R1, 1 W 1 K3, 1 W 1 U1 K2")) == ["1-01", "1-03"]


@pytest.mark.parametrize(("price", "plan"), [("U5 G5", ["1-01"]), ("U6 G5", [])])
def test_card_beyond_ten_tokens_is_not_planned(price: str, plan: list[str]) -> None:
    assert planned(table(f"1 W 9 {price}")) == plan


# --- previews --------------------------------------------------------------------------------------------------------


def test_preview_matches_the_rules_except_for_the_drawn_card(catalogue: Catalogue) -> None:
    def owned(now: Preview) -> tuple[object, ...]:
        player = now.player
        return player.gems, player.gold, player.bonuses, player.points, player.cards, [*now.nobles]

    compared = 0
    for ply in random_games(range(60), catalogue):
        mover = ply.before.seat
        if isinstance(ply.action, Forfeit) or ply.after.phase in (Phase.RETURN_GEMS, Phase.CHOOSE_NOBLE):
            continue
        expected = preview(known_state(view(ply.before, mover)), ply.action)
        actual = present(known_state(view(ply.after, mover)), mover)
        assert owned(expected) == owned(actual)
        assert not set(expected.reach) - set(actual.reach)
        assert len(set(actual.reach) - set(expected.reach)) <= 1
        compared += 1
    assert compared > 2000


# --- chances without a net -------------------------------------------------------------------------------------------


def chances(state: State) -> list[float]:
    return estimate_chances(view(state, state.seat), WEIGHTS)


def test_chances_sum_to_one_end_as_shares_of_the_win_and_ignore_hidden_cards(catalogue: Catalogue) -> None:
    ended, rng = 0, Random(1)
    for ply in random_games(range(12), catalogue):
        estimated = chances(ply.after)
        assert estimated == chances(other_world(ply.after, ply.after.seat, rng))
        assert len(estimated) == len(ply.after.players)
        assert sum(estimated) == pytest.approx(1)
        assert min(estimated) >= 0
        end = outcome(ply.after)
        if end is not None:
            assert {seat for seat, chance in enumerate(estimated) if chance} == {*end.winners}
            ended += 1
    assert ended
    assert chances(apply_action(new_game(catalogue, GameOptions(3), 1), Forfeit()))[0] == 0


def test_favourite_wins_about_as_often_as_estimated(catalogue: Catalogue) -> None:
    estimates: list[float] = []
    won = 0
    for seed in range(20):
        *before, last = states(catalogue, [create_bot("apprentice")] * 2, seed)
        end = outcome(last)
        assert end is not None
        for state in before[20::5]:
            best, leader = max((chance, seat) for seat, chance in enumerate(chances(state)))
            if best > 0.6:
                estimates.append(best)
                won += leader in end.winners
    assert len(estimates) > 100
    assert won / len(estimates) == pytest.approx(sum(estimates) / len(estimates), abs=0.12)
