"""Pondering during other players' turns: it reuses the tree, and never uses hidden information."""

import time
from random import Random
from threading import Event, Thread

import pytest

from splendor_tui.bots.learned.learned_policy import LearnedPolicy
from splendor_tui.bots.levels import create_bot
from splendor_tui.bots.player import Advice, Budget, ignore_report
from splendor_tui.rules.actions import Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.state import State
from splendor_tui.rules.turn import advance
from splendor_tui.rules.view import view
from tests.bots.afterstates import lively_net
from tests.bots.test_tree_search import midgame
from tests.rules.test_visibility import other_world

PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])
NO_TIME = Budget(0.0, lambda: True)
ONE_NODE = Budget(60.0, lambda: False, nodes=1)  # waits for the compiler


@pytest.fixture(autouse=True, scope="module")
def _compiled(catalogue: Catalogue) -> None:
    state = midgame(catalogue, 2, 3, ply=4)
    LearnedPolicy(lively_net(2), catalogue, 1).start_search(view(state, 0), Random(1), ONE_NODE)


def polls(number: int) -> Budget:
    """A budget that is cancelled at the n-th poll."""
    left = iter(range(number))
    return Budget(60.0, lambda: next(left, None) is None)


def after_a_take(state: State) -> State:
    after = state.copy()
    advance(after, next(action for action in legal_actions(state) if isinstance(action, Take)))
    return after


def pondered(policy: LearnedPolicy, state: State, seat: int) -> LearnedPolicy:
    policy.ponder(view(state, seat), Random(1), polls(100).cancelled)
    return policy


def ranked_at_once(policy: LearnedPolicy, state: State, budget: Budget = NO_TIME) -> Advice:
    return policy.rank(view(state, state.seat), Random(1), budget, ignore_report)


@PLAYERS
def test_pondered_search_is_reused_once_if_the_position_was_expected(players: int, catalogue: Catalogue) -> None:
    state = midgame(catalogue, players, 3, ply=4)
    after = after_a_take(state)
    policy = LearnedPolicy(lively_net(players), catalogue, 20_000)
    assert ranked_at_once(policy, after).nodes == 0
    assert ranked_at_once(pondered(policy, state, after.seat), after).nodes > 5
    assert ranked_at_once(policy, after).nodes == 0, "it is reused once"
    unexpected = midgame(catalogue, players, 4, ply=5)
    assert ranked_at_once(pondered(policy, state, after.seat), unexpected).nodes == 0


def test_node_budget_reuses_nothing(catalogue: Catalogue) -> None:
    state = midgame(catalogue, 2, 3, ply=4)
    after, nodes = after_a_take(state), Budget(60.0, lambda: False, nodes=50)
    fresh = LearnedPolicy(lively_net(2), catalogue, 20_000)
    expected = ranked_at_once(fresh, after, nodes)
    assert ranked_at_once(pondered(fresh, state, after.seat), after, nodes) == expected


@PLAYERS
def test_pondering_does_not_depend_on_hidden_cards(players: int, catalogue: Catalogue) -> None:
    state = midgame(catalogue, players, 3, ply=4)
    seat = after_a_take(state).seat
    results = []
    for world in (state, other_world(state, seat, Random(2))):
        policy = pondered(LearnedPolicy(lively_net(players), catalogue, 20_000), world, seat)
        results.append(ranked_at_once(policy, after_a_take(world)))
    assert results[0] == results[1]


def test_pondering_ends_soon_after_cancellation(catalogue: Catalogue) -> None:
    state = midgame(catalogue, 2, 3, ply=4)
    policy, cancelled = LearnedPolicy(lively_net(2), catalogue, 1_000_000), Event()
    thread = Thread(target=policy.ponder, args=(view(state, 1 - state.seat), Random(1), cancelled.is_set))
    thread.start()
    time.sleep(0.2)
    cancelled.set()
    ranked_at_once(policy, after_a_take(state))
    thread.join(10)
    assert not thread.is_alive(), "although its simulations would take a minute"


@pytest.mark.parametrize("level", ["merchant", "guildmaster"])
def test_fast_level_does_not_ponder(level: str, catalogue: Catalogue) -> None:
    state = midgame(catalogue, 2, 3, ply=4)
    create_bot(level).ponder(view(state, 1 - state.seat), Random(1), lambda: False)
