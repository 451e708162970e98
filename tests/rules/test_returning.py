"""More than ten tokens: exactly the surplus is returned after the action, of any kind."""

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


def test_surplus_is_returned_after_the_action_by_the_same_seat() -> None:
    state = twelve()
    assert (state.phase, state.seat, state.ply) == (Phase.RETURN_GEMS, 0, 1)
    state = play(state, "return W1 *1")
    assert (held(state, 0), in_bank(state)) == ("W3 U4 G1 R1 K1", "W1 G3 R3 K3 *5")
    assert (state.phase, state.seat, state.ply) == (Phase.MAIN, 1, 2)


def test_any_tokens_may_be_returned_including_gold_and_those_just_taken() -> None:
    assert len(choices(twelve())) == 17  # two of W4 U4 G R K *: fifteen mixed pairs, W2 and U2
    assert {"return W2", "return W1 *1", "return G1 R1"} <= choices(twelve())
    assert choices(twelve(), "return") == choices(twelve())


@pytest.mark.parametrize("line", ["return W1", "return W3", "return W1 U1 G1", "return"])
def test_exactly_the_surplus_is_returned(line: str) -> None:
    assert refusal(twelve(), line).reason is Reason.RETURN_EXACTLY


@pytest.mark.parametrize("line", ["return *2", "return G2", "return W5", "return W9 U9"])
def test_only_held_tokens_are_returned(line: str) -> None:
    assert refusal(twelve(), line).reason is Reason.RETURN_NOT_HELD


def test_negative_return_is_illegal() -> None:
    assert refusal(twelve(), Return(NO_GEMS, -1)).reason is Reason.RETURN_NOT_HELD


def test_ten_tokens_are_allowed() -> None:
    state = lay()
    give(state, 0, "W4 U3")
    state = play(state, "take G R K")
    assert (state.phase, state.seat) == (Phase.MAIN, 1)


@pytest.mark.parametrize(
    "line", ["take W U G", "reserve 1-01", "reserve deck 1", "buy 1-03", "pass", "noble mary-stuart"]
)
def test_return_comes_before_anything_else(line: str) -> None:
    assert refusal(twelve(), line).reason is Reason.MUST_RETURN
