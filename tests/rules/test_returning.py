"""More than ten tokens: exactly the surplus is returned, after the action, of any kind."""

import pytest

from splendor_tui.rules.actions import Return
from splendor_tui.rules.errors import Reason
from splendor_tui.rules.gems import NO_GEMS
from splendor_tui.rules.state import Phase, State
from tests.rules.tables import choices, give, held, in_bank, lay, play, refusal


def twelve() -> State:
    """Seat 0 has just taken G R K and holds two tokens too many."""
    state = lay()
    give(state, 0, "W4 U4 *1")
    return play(state, "take G R K")


def test_the_surplus_is_returned_after_the_action_by_the_same_seat() -> None:
    state = twelve()
    assert (state.phase, state.seat, state.ply) == (Phase.RETURN_GEMS, 0, 1)
    state = play(state, "return W1 *1")
    assert (held(state, 0), in_bank(state)) == ("W3 U4 G1 R1 K1", "W1 G3 R3 K3 *5")
    assert (state.phase, state.seat, state.ply) == (Phase.MAIN, 1, 2)


def test_any_tokens_may_be_returned_gold_and_just_taken_ones_included() -> None:
    assert len(choices(twelve())) == 17  # two of W4 U4 G R K *: fifteen mixed pairs, W2 and U2
    assert {"return W2", "return W1 *1", "return G1 R1"} <= choices(twelve())


def test_the_surplus_may_be_three() -> None:
    state = lay()
    give(state, 0, "W4 U4 *2")
    state = play(state, "take G R K")
    assert {"return G1 R1 K1", "return W3", "return U1 *2"} <= choices(state)
    assert all(sum(int(word[1]) for word in line.split()[1:]) == 3 for line in choices(state))


@pytest.mark.parametrize("line", ["return W1", "return W3", "return W1 U1 G1", "return"])
def test_exactly_the_surplus_neither_more_nor_less(line: str) -> None:
    error = refusal(twelve(), line)
    assert error.reason is Reason.RETURN_EXACTLY
    assert str(error) == "You hold 12 tokens; return exactly 2."


@pytest.mark.parametrize("line", ["return *2", "return G2", "return W5", "return W9 U9"])
def test_only_tokens_that_are_held(line: str) -> None:
    error = refusal(twelve(), line)
    assert error.reason is Reason.RETURN_NOT_HELD
    assert str(error) == f"You cannot return {line.removeprefix('return ')}; you hold W4 U4 G1 R1 K1 *1."


def test_less_than_nothing_cannot_be_returned() -> None:
    assert refusal(twelve(), Return(NO_GEMS, -1)).reason is Reason.RETURN_NOT_HELD


def test_ten_tokens_are_not_too_many() -> None:
    state = lay()
    give(state, 0, "W4 U3")
    state = play(state, "take G R K")
    assert (state.phase, state.seat) == (Phase.MAIN, 1)


def test_the_gold_of_a_reserve_counts_and_may_go_back_at_once() -> None:
    state = lay()
    give(state, 0, "W4 U4 R2")
    assert choices(play(state, "reserve 1-01")) == {"return W1", "return U1", "return R1", "return *1"}


@pytest.mark.parametrize(
    "line", ["take W U G", "reserve 1-01", "reserve deck 1", "buy 1-03", "pass", "noble mary-stuart"]
)
def test_nothing_else_is_done_before_the_return(line: str) -> None:
    error = refusal(twelve(), line)
    assert error.reason is Reason.MUST_RETURN
    assert str(error) == "You hold 12 tokens; return 2 first."


def test_nothing_is_returned_without_a_surplus() -> None:
    state = lay()
    give(state, 0, "W4 U4 R2")
    error = refusal(state, "return W1")
    assert error.reason is Reason.NOTHING_TO_RETURN
    assert str(error) == "You hold no more than 10 tokens; there is nothing to return."
