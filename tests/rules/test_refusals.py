"""Illegal actions: every reason and its message."""

from collections.abc import Callable
from random import Random

import pytest

from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Forfeit, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.errors import Reason
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.gems import NO_GEMS, Gems, pack
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.state import State, new_game
from splendor_tui.rules.turn import apply_action
from splendor_tui.rules.well_formed import NotAnActionError, well_formed
from tests.rules.card_sets import card_set
from tests.rules.tables import fill_bank, give, lay, lay_locked, play, refusal, three_nobles_qualify, twelve_tokens
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


def one_gone() -> State:
    """Two nobles can visit seat 0, which already has henry-viii."""
    return play(three_nobles_qualify(), "noble henry-viii", "take W U G", "take R R")


def stalemate() -> State:
    """A game that is over."""
    return play(lay_locked(), "pass", "pass")


CASES: list[tuple[Callable[[], State], str | Action, Reason, str]] = [
    (stalemate, "pass", Reason.GAME_OVER, ""),
    (stalemate, "forfeit", Reason.GAME_OVER, ""),
    (twelve_tokens, "take W U G", Reason.MUST_RETURN, "You hold 12 tokens; return 2 first."),
    (three_nobles_qualify, "take W U G", Reason.MUST_CHOOSE_NOBLE, ""),
    (poor, "return W1", Reason.NOTHING_TO_RETURN, "You hold no more than 10 tokens; there is nothing to return."),
    (poor, "noble henry-viii", Reason.NO_NOBLE_TO_CHOOSE, ""),
    (poor, Take(NO_GEMS), Reason.TAKE_NOTHING, ""),
    (poor, "take U U G", Reason.TAKE_SHAPE, "Take one gem of each of 3 colours, or two alike"),
    (poor, "take U G", Reason.TAKE_THREE, "Take exactly 3 different colours, or two alike"),
    (two_colours, "take W", Reason.TAKE_ALL_THAT_REMAIN, "Only 2 colours remain in the bank; take one gem of each."),
    (two_colours, "take G", Reason.PILE_EMPTY, "The green pile is empty."),
    (two_colours, "take W W", Reason.TWO_ALIKE_NEED_FOUR, "The white pile holds 3; two alike need 4."),
    (full_hand, "reserve 1-03", Reason.HAND_FULL, "You already hold 3 reserved cards; buy one of them first."),
    (poor, "reserve deck 3", Reason.DECK_EMPTY, "The level 3 deck is empty."),
    (poor, ReserveTop(0), Reason.NO_SUCH_LEVEL, "There is no level 0; the decks have levels 1, 2 and 3."),
    (poor, ReserveTop(4), Reason.NO_SUCH_LEVEL, "There is no level 4; the decks have levels 1, 2 and 3."),
    (
        poor,
        "reserve 1-05",
        Reason.CARD_NOT_FACE_UP,
        "You cannot reserve the black card 1-05 (1 point): it is not face up",
    ),
    (
        poor,
        "buy 1-05 W1",
        Reason.CARD_NOT_IN_REACH,
        "You cannot buy the black card 1-05 (1 point): it is neither on the",
    ),
    (poor, "buy 1-05", Reason.CARD_NOT_IN_REACH, "You cannot buy the black card 1-05 (1 point): it is neither on the"),
    (
        poor,
        "buy 3-01 W3",
        Reason.TOO_EXPENSIVE,
        "You are 6 short for the black card 3-01 (5 points): you still need G7 and hold 1 gold.",
    ),
    (lay, "buy 3-01 G7", Reason.TOO_EXPENSIVE, "You still need G7 for the black card 3-01 (5 points)."),
    (poor, "buy 1-02 W2 U1", Reason.PAYMENT_NOT_HELD, "You do not hold W2 U1; you hold W3 K1 *1."),
    (poor, Buy(lay().catalogue.cards_by_id["1-02"], NO_GEMS, -1), Reason.PAYMENT_NOT_HELD, ""),
    (poor, "buy 1-02 W3", Reason.PAYMENT_TOO_MUCH, "You offer W3 for the blue card 1-02, which costs you W2 K1;"),
    (poor, "buy 1-03 *1", Reason.PAYMENT_TOO_MUCH, "You offer *1 for the green card 1-03, which costs you 0; that is"),
    (poor, "buy 1-02 W2", Reason.PAYMENT_TOO_LITTLE, "You offer W2 for the blue card 1-02, which costs you W2 K1;"),
    (twelve_tokens, "return W1", Reason.RETURN_EXACTLY, "You hold 12 tokens; return exactly 2."),
    (twelve_tokens, "return *2", Reason.RETURN_NOT_HELD, "You cannot return *2; you hold W4 U4 G1 R1 K1 *1."),
    (twelve_tokens, Return(NO_GEMS, -1), Reason.RETURN_NOT_HELD, ""),
    (
        one_gone,
        "noble henry-viii",
        Reason.NOBLE_NOT_DUE,
        "Henry Viii cannot visit you now; choose Mary Stuart or Charles V.",
    ),
    (poor, "pass", Reason.PASS_NOT_ALLOWED, ""),
]


@pytest.mark.parametrize(("position", "action", "reason", "sentence"), CASES)
def test_illegal_action_gets_the_reason_in_every_language(
    position: Callable[[], State], action: str | Action, reason: Reason, sentence: str
) -> None:
    state = position()
    error = refusal(state, action)
    assert error.reason is reason
    assert str(error).startswith(sentence)
    untranslated = [*state.catalogue.cards_by_id, *(noble.name for noble in state.catalogue.nobles)]
    untranslated += [f"{letter}{count}" for letter in "WUGRK" for count in range(10)]
    with pseudo_language():
        assert english_left(str(error), untranslated) == []


def test_all_reasons_are_tested() -> None:
    """The exception is gold picked on the table, which notation cannot express."""
    assert {reason for _, _, reason, _ in CASES} == set(Reason) - {Reason.GOLD_BY_RESERVING}


def test_pending_return_or_noble_takes_precedence_over_other_errors() -> None:
    for action in (Take(NO_GEMS), ReserveTop(9), Buy(twelve_tokens().catalogue.cards[0], NO_GEMS, 9), Pass()):
        assert refusal(twelve_tokens(), action).reason is Reason.MUST_RETURN
    assert refusal(three_nobles_qualify(), Return(NO_GEMS, 0)).reason is Reason.MUST_CHOOSE_NOBLE


OTHER = card_set("1 W 9", "charles-v 9 W9")
CARD, NOBLE = OTHER.cards[0], OTHER.nobles[0]


class Impostor(Take):
    """A value of a type that is not an action."""


FORGERIES: dict[str, object] = {
    "nothing": None,
    "a line": "take W U G",
    "the class itself": Take,
    "another class": Impostor(pack((1, 1, 1, 0, 0))),
    "no field at all": object.__new__(Take),
    "a bit above the gems": Take(Gems(pack((1, 1, 1, 0, 0)) | 1 << 40)),
    "a guard bit": Take(Gems(pack((1, 1, 1, 0, 0)) | 1 << 5)),
    "fewer than none": Take(-1),  # type: ignore[arg-type]
    "gems as a truth": Take(True),  # type: ignore[arg-type]
    "gold as a truth": Return(pack((1, 0, 0, 0, 0)), True),
    "gold below none": Return(pack((1, 0, 0, 0, 0)), -1),
    "more gold than anyone may hold": Return(pack((1, 0, 0, 0, 0)), 11),
    "a level as a truth": ReserveTop(True),
    "a level that is not": ReserveTop(4),
    "a card of another card set": Reserve(CARD),
    "a card by its name": Reserve("1-01"),  # type: ignore[arg-type]
    "a noble of another card set": ChooseNoble(NOBLE),
    "a noble by its name": ChooseNoble("charles-v"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("forgery", FORGERIES.values(), ids=FORGERIES)
def test_forged_action_is_rejected(catalogue: Catalogue, forgery: object) -> None:
    with pytest.raises(NotAnActionError):
        well_formed(forgery, catalogue)


def test_every_legal_action_is_well_formed(catalogue: Catalogue) -> None:
    state, rng = new_game(catalogue, GameOptions(4), 3), Random(3)
    met: set[type[Action]] = set()
    while legal := legal_actions(state):
        for action in legal:
            met.add(type(action))
            assert well_formed(action, catalogue) is action
        state = apply_action(state, rng.choice(legal))
    assert {Take, Buy, Reserve, ReserveTop, Return} <= met
    for action in (Pass(), Forfeit(), ChooseNoble(catalogue.nobles[0])):
        assert well_formed(action, catalogue) is action
