"""Passing: forced if nothing else is legal. A full round of passes is a stalemate."""

import pytest

from splendor_tui.rules.errors import Reason
from splendor_tui.rules.gems import NO_GEMS
from splendor_tui.rules.state import Phase
from tests.rules.tables import choices, fill_bank, lay, lay_locked, own, play, ranks, refusal


@pytest.mark.parametrize(
    ("bank", "decks", "choice"),
    [("K1", ("", "", ""), "take K"), ("", ("1-01", "", ""), "reserve 1-01"), ("", ("", "", ""), "pass")],
)
def test_pass_is_legal_only_if_nothing_else_is(bank: str, decks: tuple[str, str, str], choice: str) -> None:
    state = lay(decks)
    fill_bank(state, bank)
    assert choices(state) == {choice}
    if choice != "pass":
        assert refusal(state, "pass").reason is Reason.PASS_NOT_ALLOWED


def test_deck_that_is_not_empty_forbids_a_pass() -> None:
    state = lay(("1-01 1-02 1-03 1-04 1-05", "", ""))
    state.grid = [None] * 12
    fill_bank(state, "")
    assert choices(state) == {"reserve deck 1"}


def test_affordable_reserved_card_forbids_a_pass() -> None:
    state = lay(("1-03", "", ""))
    fill_bank(state, "")
    assert choices(play(state, "reserve 1-03", "pass")) == {"buy 1-03"}


def test_full_hand_empty_bank_and_nothing_affordable_force_a_pass() -> None:
    state = lay(("", "2-01 2-02 2-03 2-04", "3-01 3-02 3-03"))
    fill_bank(state, "")
    state = play(state, "reserve 2-01", "reserve 2-02", "reserve 2-03", "reserve 2-04", "reserve 3-01", "reserve 3-02")
    assert choices(state) == {"pass"}
    assert choices(play(state, "pass")) == {"pass"}


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


def test_idle_turns_never_end_the_game() -> None:
    state = lay()
    for _ in range(20):
        state = play(state, "take W U G", "take W U G")
        for seat in (0, 1):
            state.bank += state.players[seat].gems
            state.players[seat].gems = NO_GEMS
    assert (state.idle_turns, state.phase) == (40, Phase.MAIN)
