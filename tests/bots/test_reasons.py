"""Whatever action somebody chooses, what speaks for it can be said."""

from random import Random

from splendor_tui.bots.reasons import deed, reason, why
from splendor_tui.rules.actions import Pass
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.view import view
from tests.rules.random_play import Setting, plies, start
from tests.rules.test_visibility import other_world


def test_every_legal_action_has_a_reason_and_it_gives_nothing_away(catalogue: Catalogue) -> None:
    rng = Random(1)
    for number in range(9):
        setting = Setting.number(number, catalogue)
        for ply in plies(setting, start(setting)):
            state = ply.before
            action = rng.choice(legal_actions(state))
            elsewhere = view(other_world(state, state.seat, rng), state.seat)
            for told in (reason, why, deed):
                said = told(view(state, state.seat), action)
                assert said is not None or isinstance(action, Pass)
                assert str(said or ".").endswith(".")
                assert not set("{}") & set(str(said))
                assert said == told(elsewhere, action)
