"""Nobles visit at the end of every turn, for bonuses alone, and one per turn. The player chooses among several."""

import pytest

from splendor_tui.rules.state import Phase, State
from tests.rules.tables import choices, give, lay, own, play, three_nobles_qualify


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
