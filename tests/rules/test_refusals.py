"""Every reason for a refusal occurs, and every sentence is complete."""

from collections.abc import Callable

import pytest

from splendor_tui.rules.actions import Action, Buy, Pass, ReserveTop, Return, Take
from splendor_tui.rules.errors import IllegalActionError, Reason
from splendor_tui.rules.gems import NO_GEMS
from splendor_tui.rules.state import State
from tests.rules.tables import fill_bank, give, lay, lay_locked, own, play, refusal
from tests.words.pseudo import english_left, pseudo_language


def poor() -> State:
    """Seat 0 holds W3 K1 *1 at its first turn."""
    state = lay(nobles="henry-viii mary-stuart")
    give(state, 0, "W3 K1 *1")
    return state


def full_hand() -> State:
    """Seat 0 has three cards in hand."""
    return play(lay(), "reserve 1-01", "take W U G", "reserve 1-02", "take W U G", "reserve 2-01", "take R R")


def two_colours() -> State:
    """Only white and blue remain in the bank."""
    state = lay()
    fill_bank(state, "W3 U1")
    return state


def surplus() -> State:
    """Seat 0 holds twelve tokens."""
    state = lay()
    give(state, 0, "W4 U4 *1")
    return play(state, "take G R K")


def choosing() -> State:
    """Three nobles may visit seat 0, which has taken gems."""
    state = lay(nobles="henry-viii mary-stuart charles-v")
    own(state, 0, "1-01 2-01")
    return play(state, "take W U G")


def one_gone() -> State:
    """Two nobles may visit seat 0; it already has henry-viii."""
    return play(choosing(), "noble henry-viii", "take W U G", "take R R")


def stalemate() -> State:
    """A game that is over."""
    return play(lay_locked(), "pass", "pass")


BEFORE_THERE_IS_AN_ACTION = Reason.GOLD_BY_RESERVING  # only while a choice is being made: notation has no gold to take
CASES: list[tuple[Reason, Callable[[], State], str | Action]] = [
    (Reason.GAME_OVER, stalemate, "pass"),
    (Reason.MUST_RETURN, surplus, "take W U G"),
    (Reason.MUST_CHOOSE_NOBLE, choosing, "take W U G"),
    (Reason.NOTHING_TO_RETURN, poor, "return W1"),
    (Reason.NO_NOBLE_TO_CHOOSE, poor, "noble henry-viii"),
    (Reason.TAKE_NOTHING, poor, Take(NO_GEMS)),
    (Reason.TAKE_SHAPE, poor, "take U U G"),
    (Reason.TAKE_THREE, poor, "take U G"),
    (Reason.TAKE_ALL_THAT_REMAIN, two_colours, "take W"),
    (Reason.PILE_EMPTY, two_colours, "take G"),
    (Reason.TWO_ALIKE_NEED_FOUR, two_colours, "take W W"),
    (Reason.HAND_FULL, full_hand, "reserve 1-03"),
    (Reason.DECK_EMPTY, poor, "reserve deck 3"),
    (Reason.NO_SUCH_LEVEL, poor, ReserveTop(4)),
    (Reason.CARD_NOT_FACE_UP, poor, "reserve 1-05"),
    (Reason.CARD_NOT_IN_REACH, poor, "buy 1-05 W1"),
    (Reason.TOO_EXPENSIVE, poor, "buy 3-01 W3"),
    (Reason.PAYMENT_NOT_HELD, poor, "buy 1-02 W2 U1"),
    (Reason.PAYMENT_TOO_MUCH, poor, "buy 1-02 W3"),
    (Reason.PAYMENT_TOO_LITTLE, poor, "buy 1-02 W2"),
    (Reason.RETURN_EXACTLY, surplus, "return W1"),
    (Reason.RETURN_NOT_HELD, surplus, "return *2"),
    (Reason.NOBLE_NOT_DUE, one_gone, "noble henry-viii"),
    (Reason.PASS_NOT_ALLOWED, poor, "pass"),
]


@pytest.mark.parametrize(("reason", "position", "action"), CASES, ids=[reason.name for reason, _, _ in CASES])
def test_every_reason_comes_up_with_a_whole_sentence(
    reason: Reason, position: Callable[[], State], action: str | Action
) -> None:
    error = refusal(position(), action)
    assert error.reason is reason


def test_every_reason_can_be_told_in_another_language() -> None:
    """Only names and notation are the same in every language."""
    box = [thing.id for thing in lay().catalogue.cards] + [thing.name for thing in lay().catalogue.nobles]
    tokens = [f"{letter}{count}" for letter in "WUGRK" for count in range(10)]
    for reason, position, action in CASES:
        error = refusal(position(), action)
        with pseudo_language():
            assert (reason, english_left(str(error), [*box, *tokens])) == (reason, [])


def test_the_cases_are_all_reasons_there_are() -> None:
    assert {reason for reason, _, _ in CASES} | {BEFORE_THERE_IS_AN_ACTION} == set(Reason)
    assert str(IllegalActionError(BEFORE_THERE_IS_AN_ACTION)).startswith("You cannot take gold;")


@pytest.mark.parametrize("level", [-1, 0, 4])
def test_decks_have_the_levels_one_two_and_three(level: int) -> None:
    error = refusal(lay(), ReserveTop(level))
    assert error.reason is Reason.NO_SUCH_LEVEL
    assert str(error) == f"There is no level {level}; the decks have levels 1, 2 and 3."


def test_the_phase_is_the_first_thing_said() -> None:
    """A player who must return tokens is told so, whatever else is wrong with the action."""
    for action in (Take(NO_GEMS), ReserveTop(9), Buy(surplus().catalogue.cards[0], NO_GEMS, 9), Pass()):
        assert refusal(surplus(), action).reason is Reason.MUST_RETURN
    assert refusal(choosing(), Return(NO_GEMS, 0)).reason is Reason.MUST_CHOOSE_NOBLE


def test_a_refusal_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="two alike"):
        raise IllegalActionError(Reason.TAKE_SHAPE, count=3)
