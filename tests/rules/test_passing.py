"""Passing: forced if nothing else is legal. A full round of passes is a stalemate."""

import pytest

from splendor_tui.rules.state import Phase
from tests.rules.tables import choices, fill_bank, lay, lay_locked, own, play, ranks


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
