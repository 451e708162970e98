"""Learned values: compiled and not, they are the same numbers, and probabilities."""

import subprocess
import sys
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from splendor_tui.bots.learned.learned_policy import LearnedPolicy
from splendor_tui.bots.learned.learned_values import LearnedValues
from splendor_tui.bots.learned.net import new_net
from splendor_tui.bots.policy import PolicyPlayer
from splendor_tui.rules.actions import Forfeit
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import check_action, legal_actions
from splendor_tui.rules.notation import format_action
from splendor_tui.rules.outcome import outcome
from splendor_tui.rules.state import GameOptions, State, new_game
from splendor_tui.rules.turn import advance, apply_action
from splendor_tui.rules.view import view
from tests.bots.bot_games import UNHURRIED

PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])


def positions(catalogue: Catalogue, players: int, games: int, forfeits: bool = False) -> Iterator[State]:
    """Every eleventh position of random games, as a state."""
    rng = Random(players)
    for number in range(games):
        state = new_game(catalogue, GameOptions(players), number)
        if forfeits:
            state = apply_action(state, Forfeit())
        while actions := legal_actions(state):
            if state.ply % 11 == number % 11:
                yield state.copy()
            advance(state, rng.choice(actions))


@PLAYERS
def test_values_are_chances_of_one_win(players: int, catalogue: Catalogue) -> None:
    evaluator = LearnedValues(new_net(players, np.random.default_rng(2)), catalogue)
    values = np.array(evaluator.values(list(positions(catalogue, players, 2))))
    assert values.shape[1] == players
    assert (values >= 0).all()
    assert np.allclose(values.sum(axis=1), 1, atol=1e-5)


def test_a_finished_game_is_worth_what_it_brought(catalogue: Catalogue) -> None:
    state = new_game(catalogue, GameOptions(2), 1)
    rng = Random(1)
    while actions := legal_actions(state):
        advance(state, rng.choice(actions))
    result = outcome(state)
    assert result is not None
    evaluator = LearnedValues(new_net(2, np.random.default_rng(2)), catalogue)
    shares = [(seat in result.winners) / len(result.winners) for seat in range(2)]
    assert evaluator.values([state, state]) == [shares, shares]


@pytest.mark.parametrize("simulations", [0, 12])
@PLAYERS
def test_a_learned_player_plays_whole_games_by_the_rules(players: int, simulations: int, catalogue: Catalogue) -> None:
    player = PolicyPlayer(LearnedPolicy(new_net(players, np.random.default_rng(3)), catalogue, simulations))
    state = new_game(catalogue, GameOptions(players), 5)
    rng = Random(5)
    while legal_actions(state) and state.ply < 400:
        action = player.choose(view(state, state.seat), rng, UNHURRIED)
        check_action(state, action)
        advance(state, action)
    assert state.ply > 50


WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = None
from random import Random
import numpy as np
from splendor_tui.bots.learned.compiled import COMPILED
from splendor_tui.bots.learned.learned_values import LearnedValues
from splendor_tui.bots.learned.learned_policy import LearnedPolicy
from splendor_tui.bots.learned.net import new_net
from splendor_tui.bots.player import Budget
from splendor_tui.bots.policy import PolicyPlayer
from splendor_tui.inputs.assets import load_catalogue
from splendor_tui.rules.notation import format_action
from splendor_tui.rules.state import GameOptions, new_game
from splendor_tui.rules.view import view

catalogue, net = load_catalogue(), new_net(3, np.random.default_rng(6))
state = new_game(catalogue, GameOptions(3), 6)
player = PolicyPlayer(LearnedPolicy(net, catalogue, simulations=20))
action = player.choose(view(state, 0), Random(6), Budget(60.0, lambda: False))
print(COMPILED, format_action(action), *LearnedValues(net, catalogue).values([state])[0])
"""


def test_without_numba_values_and_search_are_the_same(catalogue: Catalogue) -> None:
    printed = subprocess.run(
        [sys.executable, "-c", WITHOUT_NUMBA], check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    *told, first, second, third = printed.split()
    net, state = new_net(3, np.random.default_rng(6)), new_game(catalogue, GameOptions(3), 6)
    action = PolicyPlayer(LearnedPolicy(net, catalogue, simulations=20)).choose(view(state, 0), Random(6), UNHURRIED)
    assert " ".join(told) == f"False {format_action(action)}"
    values = LearnedValues(net, catalogue).values([state])[0]
    assert np.allclose([float(first), float(second), float(third)], values, atol=1e-5)
