"""The search by numpy alone: the compiled one if it takes one leaf a round, else as good."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from splendor_tui.bots.learned import beginning
from splendor_tui.bots.learned.batch_judging import Judge
from splendor_tui.bots.learned.batch_search import AT_ONCE, BatchSearch, _Node
from splendor_tui.bots.learned.box import Small, box_of
from splendor_tui.bots.learned.cells import cells_of
from splendor_tui.bots.learned.compiled_search import CompiledSearch
from splendor_tui.bots.learned.learned_policy import LearnedPolicy
from splendor_tui.bots.learned.net import packed
from splendor_tui.bots.learned.search import Search
from splendor_tui.bots.player import Budget
from splendor_tui.bots.policy import PolicyPlayer
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import check_action, legal_actions
from splendor_tui.rules.state import LAST_ROUND_AT, GameOptions, State, new_game
from splendor_tui.rules.turn import advance
from splendor_tui.rules.view import view
from tests.bots.bot_games import UNHURRIED
from tests.bots.kernel import lively_net

PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])


def midgame(catalogue: Catalogue, players: int, seed: int, ply: int = 45) -> State:
    state, rng = new_game(catalogue, GameOptions(players), seed), Random(seed)
    while state.ply < ply:
        advance(state, rng.choice(legal_actions(state)))
    return state


def cells_to_search(catalogue: Catalogue, players: int, seed: int) -> Small:
    state = midgame(catalogue, players, seed)
    return cells_of(view(state, state.seat))


def visits(search: Search) -> dict[bytes, int]:
    return {found.turn.tobytes(): found.visits for found in search.found()}


@PLAYERS
def test_with_one_leaf_a_round_it_is_the_compiled_search(players: int, catalogue: Catalogue) -> None:
    box, net = box_of(catalogue), lively_net(players)
    for seed in range(3):
        cells = cells_to_search(catalogue, players, seed)
        one_by_one = BatchSearch(Judge(box, net), cells, 150, np.random.default_rng(seed), at_once=1)
        compiled = CompiledSearch(box, packed(net), cells, 150, np.random.default_rng(seed))
        one_by_one.grow(150)
        compiled.grow(150)
        assert visits(one_by_one) == visits(compiled)
        for ours, theirs in zip(one_by_one.found(), compiled.found(), strict=True):
            assert np.allclose(ours.values, theirs.values, atol=1e-4)


def nodes(root: _Node) -> Iterator[_Node]:
    yield root
    for edge in root.edges:
        for node in edge.nodes:
            yield from nodes(node)


@PLAYERS
def test_every_simulation_is_counted_once_all_the_way(players: int, catalogue: Catalogue) -> None:
    judge, cells = Judge(box_of(catalogue), lively_net(players)), cells_to_search(catalogue, players, 1)
    search = BatchSearch(judge, cells, 700, np.random.default_rng(1), at_once=2 * AT_ONCE)
    search.grow(300)
    search.grow(300)
    root = search._root  # noqa: SLF001 - the tree is what this test is about
    assert root.visits == sum(visits(search).values()) == 600
    for node in nodes(root):
        assert node.visits == sum(edge.seen - 1 for edge in node.edges)
        assert node is root or node.chosen == node.visits + 1
        for edge in node.edges:
            assert edge.ends or edge.seen - 1 == sum(child.chosen for child in edge.nodes)
            assert edge.total == pytest.approx(edge.static[node.mover] + edge.found[node.mover])
            assert sum(edge.found) == pytest.approx(edge.seen - 1, abs=1e-3)


def test_it_ends_when_the_tree_is_full(catalogue: Catalogue) -> None:
    judge, cells = Judge(box_of(catalogue), lively_net(2)), cells_to_search(catalogue, 2, 1)
    search = BatchSearch(judge, cells, 100, np.random.default_rng(1))
    search.grow(1000)
    assert 100 <= sum(visits(search).values()) < 1000


@PLAYERS
def test_the_same_seed_and_nodes_give_the_same_choice(
    players: int, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beginning, "COMPILED", False)
    state = midgame(catalogue, players, 4)
    budget = Budget(60.0, lambda: False, nodes=150)
    rankings = []
    for _ in range(2):
        policy = LearnedPolicy(lively_net(players), catalogue, 1000)
        rankings.append(policy.rank(view(state, state.seat), Random(7), budget, lambda _ranking: None))
    assert rankings[0] == rankings[1]
    assert rankings[0].nodes == 150


@PLAYERS
def test_without_compiled_code_whole_games_are_played_by_the_rules(
    players: int, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beginning, "COMPILED", False)
    player = PolicyPlayer(LearnedPolicy(lively_net(players), catalogue, 20))
    state, rng = new_game(catalogue, GameOptions(players), 5), Random(5)
    while legal_actions(state) and state.ply < 120:
        action = player.choose(view(state, state.seat), rng, UNHURRIED)
        check_action(state, action)
        advance(state, action)
    assert state.ply > 50


def test_a_search_is_given_up_within_a_few_looks(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beginning, "COMPILED", False)
    looks = iter([False, False, True])
    policy = LearnedPolicy(lively_net(2), catalogue, 100_000)
    state = midgame(catalogue, 2, 3)
    ranking = policy.rank(view(state, state.seat), Random(1), Budget(60.0, lambda: next(looks)), lambda _ranking: None)
    assert ranking.nodes <= 2 * 32


@pytest.mark.parametrize("compiled", [True, False])
def test_in_the_round_that_is_the_last_by_its_number_actions_are_legal(
    compiled: bool, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cells say nothing of plies, so that a search looks beyond the end of such a game; its actions are legal all the same."""
    monkeypatch.setattr(beginning, "COMPILED", compiled)
    state, rng = midgame(catalogue, 3, 2), Random(2)
    state.ply = LAST_ROUND_AT - 4
    player = PolicyPlayer(LearnedPolicy(lively_net(3), catalogue, 30))
    while legal_actions(state):
        action = player.choose(view(state, state.seat), rng, UNHURRIED)
        check_action(state, action)
        advance(state, action)
    assert LAST_ROUND_AT <= state.ply < LAST_ROUND_AT + 12
