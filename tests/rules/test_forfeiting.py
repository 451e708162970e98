"""Forfeiting: allowed at any time, and never listed. The seat is skipped and ranks last."""

import pytest

from splendor_tui.rules.state import Phase, State
from tests.rules.tables import choices, give, grid, held, in_bank, lay, lay_locked, own, play, ranks


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
