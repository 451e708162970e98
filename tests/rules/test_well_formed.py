"""Values that are not actions are rejected before the rules see them."""

from random import Random

import pytest

from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Forfeit, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.gems import Gems, pack
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.state import new_game
from splendor_tui.rules.turn import apply_action
from splendor_tui.rules.well_formed import NotAnActionError, well_formed
from tests.rules.card_sets import card_set

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
    "more gold than there is": Return(pack((1, 0, 0, 0, 0)), 6),
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
