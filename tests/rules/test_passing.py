"""Passing: forced if nothing else is legal; a full round of passes is a stalemate."""

import pytest

from splendor_tui.rules.errors import Reason
from splendor_tui.rules.gems import NO_GEMS
from splendor_tui.rules.state import Phase
from tests.rules.tables import choices, fill_bank, lay, lay_locked, own, play, ranks, refusal


def test_a_pass_is_the_only_choice_where_nothing_else_can_be_done() -> None:
    assert choices(lay_locked()) == {"pass"}


@pytest.mark.parametrize("bank", ["W1 *5", "W1", "K3"])
def test_one_gem_in_the_bank_forbids_the_pass(bank: str) -> None:
    state = lay_locked()
    fill_bank(state, bank)
    assert "pass" not in choices(state)
    error = refusal(state, "pass")
    assert error.reason is Reason.PASS_NOT_ALLOWED
    assert str(error) == "You may pass only if nothing else is possible."


def test_a_card_that_can_be_reserved_or_bought_forbids_the_pass() -> None:
    state = lay(("1-01", "", ""))
    fill_bank(state, "")
    assert choices(state) == {"reserve 1-01"}
    assert refusal(state, "pass").reason is Reason.PASS_NOT_ALLOWED
    state = lay(("", "", "3-01"))
    fill_bank(state, "")
    state = play(state, "reserve 3-01")
    assert choices(state) == {"pass"}
    state = lay(("1-03", "", ""))
    fill_bank(state, "")
    state = play(state, "reserve 1-03", "pass")
    assert choices(state) == {"buy 1-03"}
    assert refusal(state, "pass").reason is Reason.PASS_NOT_ALLOWED


def test_a_deck_that_is_not_empty_forbids_the_pass() -> None:
    state = lay(("1-01 1-02 1-03 1-04 1-05", "", ""))
    state.grid = [None] * 12
    fill_bank(state, "")
    assert choices(state) == {"reserve deck 1"}
    assert refusal(state, "pass").reason is Reason.PASS_NOT_ALLOWED


def test_with_a_full_hand_an_empty_bank_and_nothing_affordable_the_pass_is_forced() -> None:
    state = lay(("", "2-01 2-02 2-03 2-04", "3-01 3-02 3-03"))
    fill_bank(state, "")
    state = play(state, "reserve 2-01", "reserve 2-02", "reserve 2-03", "reserve 2-04", "reserve 3-01", "reserve 3-02")
    assert choices(state) == {"pass"}
    assert choices(play(state, "pass")) == {"pass"}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_full_round_of_passes_is_a_stalemate(players: int) -> None:
    state = play(lay_locked(players=players), *["pass"] * (players - 1))
    assert (state.phase, state.passes) == (Phase.MAIN, players - 1)
    state = play(state, "pass")
    assert (state.phase, choices(state)) == (Phase.OVER, set())
    assert ranks(state) == ("stalemate", [(seat, 1) for seat in range(players)])


def test_after_a_stalemate_the_seat_that_moved_last_stays_the_seat() -> None:
    state = play(lay_locked(players=3), "pass", "pass", "pass")
    assert (state.seat, state.round, state.ply) == (2, 1, 3)


def test_a_full_round_of_passes_may_begin_with_any_seat() -> None:
    state = lay_locked()
    fill_bank(state, "W1")
    state = play(state, "take W", "pass")
    assert (state.passes, state.round, state.phase) == (1, 2, Phase.MAIN)
    state = play(state, "pass")
    assert ranks(state)[0] == "stalemate"
    assert (state.seat, state.round) == (0, 2)


def test_the_standings_after_a_stalemate_are_as_usual() -> None:
    state = lay_locked(players=3)
    own(state, 1, "1-05")
    own(state, 2, "2-01")
    assert ranks(play(state, "pass", "pass", "pass")) == ("stalemate", [(2, 1), (1, 2), (0, 3)])


@pytest.mark.parametrize(("bank", "line"), [("W1", "take W"), ("*1", "reserve 1-01")])
def test_any_other_action_breaks_the_row_of_passes(bank: str, line: str) -> None:
    state = play(lay_locked(players=3), "pass")
    fill_bank(state, bank)
    if line != "take W":
        state.grid[0] = state.catalogue.cards_by_id["1-01"]
    state = play(state, line)
    assert state.passes == 0
    fill_bank(state, "")
    state.grid[0] = None
    state = play(state, "pass", "pass")
    assert (state.phase, state.passes) == (Phase.MAIN, 2)


def test_a_purchase_breaks_the_row_of_passes() -> None:
    state = play(lay_locked(), "pass")
    state.grid[0] = state.catalogue.cards_by_id["1-03"]
    state = play(state, "buy 1-03")
    assert (state.passes, state.phase) == (0, Phase.MAIN)


def test_a_noble_comes_at_the_end_of_a_pass_and_does_not_break_the_row() -> None:
    state = lay_locked("henry-viii")
    own(state, 1, "1-01")
    state = play(state, "pass", "pass")
    assert [noble.id for noble in state.players[1].nobles] == ["henry-viii"]
    assert ranks(state) == ("stalemate", [(1, 1), (0, 2)])


def test_a_target_reached_by_the_last_pass_of_a_round_goes_before_the_stalemate() -> None:
    state = lay_locked("henry-viii", target=3)
    own(state, 1, "1-01")
    assert ranks(play(state, "pass", "pass")) == ("target", [(1, 1), (0, 2)])


def test_a_stalemate_in_mid_round_stays_one_though_its_last_pass_brings_a_noble_to_the_target() -> None:
    state = lay_locked(players=3, target=3)
    fill_bank(state, "W2")
    own(state, 1, "1-01")
    state = play(state, "take W", "take W", "pass", "pass")
    state.nobles = (state.catalogue.nobles_by_id["henry-viii"],)
    state = play(state, "pass")
    assert [noble.id for noble in state.players[1].nobles] == ["henry-viii"]
    assert (state.phase, state.seat, state.round) == (Phase.OVER, 1, 2)
    assert ranks(state) == ("stalemate", [(1, 1), (0, 2), (2, 2)])


def test_idle_turns_count_takes_and_passes_until_somebody_buys_or_reserves() -> None:
    state = lay()
    counts = []
    for line in ("take W U G", "take R R", "reserve 1-01", "take W U G", "buy 1-03", "take K K", "reserve deck 2"):
        state = play(state, line)
        counts.append(state.idle_turns)
    assert counts == [1, 2, 0, 1, 0, 1, 0]
    assert play(lay_locked(), "pass").idle_turns == 1


def test_idle_turns_never_end_the_game_by_themselves() -> None:
    state = lay()
    for _ in range(20):
        state = play(state, "take W U G", "take W U G")
        for seat in (0, 1):
            state.bank += state.players[seat].gems
            state.players[seat].gems = NO_GEMS
    assert (state.idle_turns, state.phase) == (40, Phase.MAIN)
