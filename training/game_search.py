"""Searches within compiled games: a player's net and scratch arrays, its best turn, and the value of that turn."""

from typing import NamedTuple

import numpy as np

from splendor_tui.bots.learned.compiled import compiled
from splendor_tui.bots.learned.encoding import SEAT, CardSet, Float32s, Int8s
from splendor_tui.bots.learned.evaluator import Buffers, new_buffers
from splendor_tui.bots.learned.net import Net, pack_net
from splendor_tui.bots.learned.tree_search import Tree, new_tree, simulate


class Searcher(NamedTuple):
    """A packed net, and the arrays for its searches."""

    cards: CardSet
    net: Net
    buffers: Buffers
    tree: Tree


def new_searcher(cards: CardSet, net: Net, simulations: int) -> Searcher:
    """Create a searcher for this net, with at most this many simulations per turn."""
    packed = pack_net(net, cards)
    return Searcher(cards, packed, new_buffers(packed), new_tree(net.players, simulations + 1))


@compiled
def search_turn(player: Searcher, seen: Int8s, simulations: int, rng: np.random.Generator) -> int:
    """The best edge of a new tree at this state. Without a choice, the search is skipped."""
    set_root(player.tree, seen)
    simulate(player.cards, player.net, player.buffers, player.tree, 0, rng)
    if int(player.tree.edge_count[0]) > 1:
        simulate(player.cards, player.net, player.buffers, player.tree, simulations, rng)
    return select_best_edge(player.tree)


@compiled
def set_root(tree: Tree, state: Int8s) -> None:
    """Start a tree at this state, without edges. The state must contain only what the searching seat can see."""
    tree.used[:], tree.luck[:] = 0, 0
    tree.state[0] = state


@compiled
def select_best_edge(tree: Tree) -> int:
    """The most visited edge of the root. Ties are broken by the evaluation."""
    mover = int(tree.state[0, SEAT])
    best = 0
    for edge in range(1, int(tree.edge_count[0])):
        more = int(tree.edge_visits[edge]) - int(tree.edge_visits[best])
        if more > 0 or (more == 0 and tree.evaluation[edge, mover] > tree.evaluation[best, mover]):
            best = edge
    return best


@compiled
def write_edge_value(tree: Tree, edge: int, values: Float32s) -> None:
    """Write the mean value of an edge to `values`, from 0 to 1, or its evaluation if it has no visits."""
    visits = int(tree.edge_visits[edge])
    for seat in range(len(values)):
        value = tree.value_sum[edge, seat] / visits if visits else tree.evaluation[edge, seat]
        values[seat] = min(max(value, 0), 1)
