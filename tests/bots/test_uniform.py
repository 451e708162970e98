"""The player that draws its actions by lot."""

from collections import Counter
from random import Random

from splendor_tui.bots.player import Uniform
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.state import GameOptions, new_game
from splendor_tui.rules.view import view
from tests.bots.bot_games import UNHURRIED


def test_each_legal_action_is_drawn_about_equally_often(catalogue: Catalogue) -> None:
    seen = view(new_game(catalogue, GameOptions(2), 1), 0)
    legal = legal_actions(seen)
    rng = Random(1)
    drawn = Counter(Uniform().choose(seen, rng, UNHURRIED) for _ in range(200 * len(legal)))
    assert set(drawn) == set(legal)
    assert all(130 < times < 270 for times in drawn.values())
