"""The end: reaching the target completes the round, and the standings."""

import pytest

from splendor_tui.rules.errors import Reason
from splendor_tui.rules.outcome import (
    AGREEMENT_AFTER,
    AGREEMENT_FROM,
    Ending,
    agreed_outcome,
    may_agree,
    outcome,
    standings,
)
from splendor_tui.rules.state import LAST_ROUND_AT, Phase, Reserved, State
from splendor_tui.rules.view import view
from tests.rules.tables import choices, give, lay, lay_locked, own, play, ranks, refusal


def finished(*tableaux: str, tie_seat: int | None = None) -> State:
    """A game ended by the target, with these cards in the tableaux."""
    state = lay(players=len(tableaux), target=1, tie_seat=tie_seat)
    for seat, cards in enumerate(tableaux):
        own(state, seat, cards)
    state.phase, state.final_round, state.seat = Phase.OVER, True, len(tableaux) - 1
    return state


def test_the_target_completes_the_round_so_that_all_have_had_as_many_turns() -> None:
    state = lay(players=3, target=1)
    own(state, 1, "1-05")
    state = play(state, "take W U G")
    assert not state.final_round
    state = play(state, "take W U G")
    assert (state.final_round, state.phase, state.seat) == (True, Phase.MAIN, 2)
    assert outcome(state) is None
    state = play(state, "take W U G")
    assert (state.phase, state.seat, state.round) == (Phase.OVER, 2, 1)
    assert ranks(state) == ("target", [(1, 1), (0, 2), (2, 2)])


def test_the_last_seat_reaching_the_target_ends_the_game_at_once() -> None:
    state = play(lay(target=1), "take W U K")
    give(state, 1, "G3 *1")
    state.grid[0] = state.catalogue.cards_by_id["1-05"]
    state = play(state, "buy 1-05 G3 *1")
    assert (state.phase, state.seat, state.round, state.final_round) == (Phase.OVER, 1, 1, True)
    assert ranks(state) == ("target", [(1, 1), (0, 2)])


@pytest.mark.parametrize(("target", "reached"), [(4, True), (5, True), (6, False)])
def test_the_target_is_reached_by_at_least_as_many_points(target: int, reached: bool) -> None:
    state = lay(target=target)
    own(state, 0, "2-01 2-02 1-05")
    assert play(state, "take W U G").final_round is reached


def test_the_last_round_is_not_left_again_and_begins_only_once() -> None:
    state = lay(players=4, target=1)
    own(state, 0, "1-05")
    own(state, 2, "1-05 1-05")
    state = play(state, "take W U G", "take W U G", "take W U G")
    assert (state.final_round, state.phase, state.seat) == (True, Phase.MAIN, 3)
    assert ranks(play(state, "take W U G")) == ("target", [(2, 1), (0, 2), (1, 3), (3, 3)])


def test_points_count_at_the_end_of_the_turn_when_the_noble_has_come() -> None:
    state = lay(target=3, nobles="mary-stuart henry-viii")
    own(state, 0, "1-01 1-02")
    state = play(state, "take W U G")
    assert (state.phase, state.final_round) == (Phase.CHOOSE_NOBLE, False)
    assert play(state, "noble henry-viii").final_round


def test_the_target_is_not_looked_at_before_tokens_are_returned() -> None:
    state = lay(target=1)
    own(state, 0, "1-05")
    give(state, 0, "W4 U4")
    state = play(state, "take G R K")
    assert not state.final_round
    assert play(state, "return W1").final_round


def test_a_game_that_is_over_refuses_everything() -> None:
    state = play(lay_locked(nobles="henry-viii"), "pass", "pass")
    assert choices(state) == set()
    for line in (
        "pass",
        "forfeit",
        "take W",
        "reserve 1-01",
        "reserve deck 1",
        "buy 1-03",
        "return W1",
        "noble henry-viii",
    ):
        error = refusal(state, line)
        assert error.reason is Reason.GAME_OVER
        assert str(error) == "The game is over; start a new one or look at the standings."


def test_a_game_that_goes_on_has_standings_but_no_outcome() -> None:
    state = lay(players=3)
    own(state, 1, "2-01")
    assert outcome(state) is None
    assert [(standing.seat, standing.rank) for standing in standings(state)] == [(1, 1), (0, 2), (2, 2)]


def test_most_points_win() -> None:
    assert ranks(finished("1-05", "3-01", "2-01")) == ("target", [(1, 1), (2, 2), (0, 3)])


def test_a_tie_goes_to_the_fewest_purchased_cards() -> None:
    assert ranks(finished("1-05 1-05", "2-01", "1-05")) == ("target", [(1, 1), (0, 2), (2, 3)])
    assert ranks(finished("2-01 1-01", "2-02 1-02 1-03")) == ("target", [(0, 1), (1, 2)])


def test_reserved_cards_do_not_count_in_a_tie() -> None:
    state = finished("1-05 1-05", "2-01")
    for card in ("1-01", "1-02", "1-03"):
        state.players[1].reserved += (Reserved(state.catalogue.cards_by_id[card], blind=True),)
    assert ranks(state) == ("target", [(1, 1), (0, 2)])
    assert [standing.cards for standing in standings(state)] == [1, 2]


def test_nobles_and_tokens_do_not_count_in_a_tie() -> None:
    state = finished("2-01", "2-02")
    give(state, 1, "W4 *5")
    assert ranks(state) == ("target", [(0, 1), (1, 1)])


def test_a_full_tie_is_a_shared_victory_and_leaves_a_gap() -> None:
    state = finished("2-01", "1-01", "2-02", "1-05")
    assert ranks(state) == ("target", [(0, 1), (2, 1), (3, 3), (1, 4)])
    end = outcome(state)
    assert end is not None
    assert end.winners == (0, 2)


def test_the_named_seat_alone_wins_a_full_tie_for_the_first_place() -> None:
    assert ranks(finished("2-01", "2-02", "2-03", "", tie_seat=1))[1] == [(1, 1), (0, 2), (2, 2), (3, 4)]


def test_the_named_seat_gains_nothing_in_a_tie_for_another_place_or_when_it_is_behind() -> None:
    assert ranks(finished("3-01", "2-02", "2-03", tie_seat=2))[1] == [(0, 1), (1, 2), (2, 2)]
    assert ranks(finished("2-01", "2-02", "", tie_seat=2))[1] == [(0, 1), (1, 1), (2, 3)]
    assert ranks(finished("2-01 1-01", "2-02", tie_seat=0))[1] == [(1, 1), (0, 2)]


def test_a_standing_tells_points_and_purchased_cards() -> None:
    first, second = standings(finished("1-01 1-05", "2-01 1-02 1-03"))
    assert (first.seat, first.rank, first.points, first.cards, first.forfeited) == (1, 1, 2, 3, False)
    assert (second.seat, second.rank, second.points, second.cards, second.forfeited) == (0, 2, 1, 2, False)


def test_a_view_has_the_same_outcome_as_the_state() -> None:
    state = finished("2-01", "1-01", "2-02", "1-05")
    assert outcome(view(state, None)) == outcome(state)
    assert outcome(view(lay(), 0)) is None


@pytest.mark.parametrize(
    ("idle_turns", "ply", "offered"),
    [
        (AGREEMENT_AFTER, 90, True),
        (AGREEMENT_AFTER - 1, 90, False),
        (0, AGREEMENT_FROM, True),
        (0, AGREEMENT_FROM - 1, False),
    ],
)
def test_players_may_agree_where_nobody_gets_on_and_where_the_game_has_become_long(
    idle_turns: int, ply: int, offered: bool
) -> None:
    state = lay()
    state.idle_turns, state.ply = idle_turns, ply
    assert may_agree(state) is offered
    state.phase = Phase.OVER
    assert not may_agree(state)


def test_agreement_leaves_everybody_where_they_stand() -> None:
    state = lay(players=3)
    own(state, 2, "1-05")
    agreed = agreed_outcome(state)
    assert (agreed.ending, agreed.winners) == (Ending.AGREEMENT, (2,))
    assert agreed.standings == standings(state)


@pytest.mark.parametrize(("before", "over"), [(LAST_ROUND_AT - 2, False), (LAST_ROUND_AT - 1, True)])
def test_the_round_in_which_the_game_becomes_too_long_is_its_last(before: int, over: bool) -> None:
    state = lay()
    state.seat, state.ply = 1, before
    assert (play(state, "take W U G").phase is Phase.OVER) is over
