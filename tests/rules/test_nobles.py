"""Nobles visit at the end of every turn, for bonuses alone, one per turn; the player chooses among several."""

import pytest

from splendor_tui.rules.errors import Reason
from splendor_tui.rules.legality import nobles_due
from splendor_tui.rules.state import Phase, State
from tests.rules.boxes import box
from tests.rules.tables import choices, give, lay, own, play, refusal


def nobles_of(state: State, seat: int) -> list[str]:
    """The ids of a seat's nobles."""
    return [noble.id for noble in state.players[seat].nobles]


def three_due() -> State:
    """Seat 0 has taken gems and has the bonuses for all three nobles."""
    state = lay(nobles="henry-viii mary-stuart charles-v")
    own(state, 0, "1-01 1-02")
    return play(state, "take W U G")


def test_a_noble_comes_by_itself_after_a_purchase_and_brings_three_points() -> None:
    state = lay(nobles="henry-viii mary-stuart")
    give(state, 0, "U1")
    state = play(state, "buy 1-01 U1")
    assert (nobles_of(state, 0), state.players[0].points) == (["henry-viii"], 3)
    assert [noble.id for noble in state.nobles] == ["mary-stuart"]
    assert (state.seat, state.ply) == (1, 1)


@pytest.mark.parametrize("points", [0, 3, 4])
def test_a_noble_brings_the_points_that_its_tile_says(points: int) -> None:
    state = lay(nobles="charles-v", catalogue=box(nobles=f"charles-v {points} W1"))
    own(state, 0, "1-06")
    assert play(state, "take W U G").players[0].points == points


@pytest.mark.parametrize("line", ["take W U G", "take R R", "reserve 1-01", "reserve deck 1"])
def test_a_noble_comes_also_after_a_turn_without_a_purchase(line: str) -> None:
    state = lay(nobles="henry-viii")
    own(state, 0, "1-06")
    assert nobles_of(play(state, line), 0) == ["henry-viii"]


def test_tokens_do_not_count_for_a_noble() -> None:
    state = lay(nobles="henry-viii")
    give(state, 0, "W4 *3")
    assert nobles_of(play(state, "take U G R", "take U G R"), 0) == []


def test_reserved_cards_do_not_count_for_a_noble() -> None:
    state = play(lay(nobles="henry-viii"), "reserve 1-01", "take W U G")
    assert nobles_of(state, 0) == []


def test_a_noble_comes_to_the_seat_that_ends_its_turn_and_to_no_other() -> None:
    state = lay(nobles="henry-viii")
    own(state, 1, "1-06")
    state = play(state, "take W U G")
    assert (nobles_of(state, 0), nobles_of(state, 1)) == ([], [])
    assert nobles_of(play(state, "take W U G"), 1) == ["henry-viii"]


def test_of_several_nobles_the_player_chooses_one() -> None:
    state = three_due()
    assert (state.phase, state.seat, state.ply) == (Phase.CHOOSE_NOBLE, 0, 1)
    assert choices(state) == {"noble henry-viii", "noble mary-stuart", "noble charles-v"}
    state = play(state, "noble mary-stuart")
    assert nobles_of(state, 0) == ["mary-stuart"]
    assert state.players[0].points == 3
    assert (state.phase, state.seat, state.ply) == (Phase.MAIN, 1, 2)


def test_the_others_stay_and_may_come_on_a_later_turn() -> None:
    state = play(three_due(), "noble mary-stuart")
    assert [noble.id for noble in state.nobles] == ["henry-viii", "charles-v"]
    state = play(state, "take W U G", "reserve 1-03", "noble charles-v", "take R R", "take G R K")
    assert nobles_of(state, 0) == ["mary-stuart", "charles-v", "henry-viii"]
    assert state.nobles == ()


def test_a_noble_that_has_left_comes_to_nobody_else() -> None:
    state = lay(nobles="henry-viii")
    own(state, 0, "1-01")
    own(state, 1, "1-06")
    state = play(state, "take W U G", "take W U G")
    assert (nobles_of(state, 0), nobles_of(state, 1)) == (["henry-viii"], [])


def test_nobles_come_after_the_return_of_tokens() -> None:
    state = lay(nobles="henry-viii")
    own(state, 0, "1-01")
    give(state, 0, "W4 U4")
    state = play(state, "take G R K")
    assert (state.phase, nobles_of(state, 0)) == (Phase.RETURN_GEMS, [])
    state = play(state, "return W1")
    assert (state.phase, nobles_of(state, 0), state.seat) == (Phase.MAIN, ["henry-viii"], 1)


def test_a_choice_of_nobles_comes_after_the_return_of_tokens() -> None:
    state = lay(nobles="henry-viii mary-stuart")
    own(state, 0, "1-01 1-02")
    give(state, 0, "W4 U4")
    state = play(state, "take G R K", "return W1")
    assert (state.phase, state.seat) == (Phase.CHOOSE_NOBLE, 0)


@pytest.mark.parametrize("line", ["take W U G", "buy 1-03", "reserve 1-03", "reserve deck 1", "pass", "return W1"])
def test_a_noble_cannot_be_refused_or_put_off(line: str) -> None:
    error = refusal(three_due(), line)
    assert error.reason is Reason.MUST_CHOOSE_NOBLE
    assert str(error) == "Several nobles can visit you; choose one first."


def test_a_noble_that_is_not_due_is_not_chosen() -> None:
    state = lay(nobles="henry-viii charles-v mary-stuart")
    own(state, 0, "1-01 1-02")
    state = play(state, "take W U G", "noble henry-viii", "take W U G", "take R R")
    error = refusal(state, "noble henry-viii")
    assert error.reason is Reason.NOBLE_NOT_DUE
    assert str(error) == "Henry Viii cannot visit you now; choose Charles V or Mary Stuart."


def test_no_noble_is_chosen_at_another_time() -> None:
    error = refusal(lay(nobles="henry-viii"), "noble henry-viii")
    assert error.reason is Reason.NO_NOBLE_TO_CHOOSE
    assert str(error) == "There is no noble to choose now."


def test_every_demand_of_a_noble_must_be_met() -> None:
    state = lay(nobles="henry-viii charles-v")
    own(state, 0, "1-01")
    assert [noble.id for noble in nobles_due(state, state.players[0])] == ["henry-viii"]
    own(state, 0, "1-02")
    assert [noble.id for noble in nobles_due(state, state.players[0])] == ["henry-viii", "charles-v"]
