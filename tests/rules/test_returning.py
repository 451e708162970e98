"""More than ten tokens: exactly the surplus is returned after the action, of any kind."""

from splendor_tui.rules.state import Phase
from tests.rules.tables import choices, give, held, in_bank, lay, play, twelve_tokens


def test_surplus_is_returned_after_the_action_by_the_same_seat() -> None:
    state = twelve_tokens()
    assert (state.phase, state.seat, state.ply) == (Phase.RETURN_GEMS, 0, 1)
    state = play(state, "return W1 *1")
    assert (held(state, 0), in_bank(state)) == ("W3 U4 G1 R1 K1", "W1 G3 R3 K3 *5")
    assert (state.phase, state.seat, state.ply) == (Phase.MAIN, 1, 2)


def test_any_tokens_may_be_returned_including_gold_and_those_just_taken() -> None:
    assert len(choices(twelve_tokens())) == 17  # two of W4 U4 G R K *: fifteen mixed pairs, W2 and U2
    assert {"return W2", "return W1 *1", "return G1 R1"} <= choices(twelve_tokens())


def test_ten_tokens_are_allowed() -> None:
    state = lay()
    give(state, 0, "W4 U3")
    state = play(state, "take G R K")
    assert (state.phase, state.seat) == (Phase.MAIN, 1)
