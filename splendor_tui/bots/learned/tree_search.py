"""The search tree: PUCT over afterstates. The number of sampled refills after a turn grows with its visits.

A node is a state as the searching seat knows it; cards that others reserved from a deck remain unknown. An edge is a
turn. Values are vectors of each seat's chance of winning, and each seat maximises its own, so the code is the same for
any number of players.
"""

from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from splendor_tui.bots.learned.compiled import compiled, compiled_separately
from splendor_tui.bots.learned.encoded_rules import advance_seat, apply_turn, draws_card, refill
from splendor_tui.bots.learned.encoded_turns import TURN_SIZE
from splendor_tui.bots.learned.encoding import SEAT, STATE_SIZE, CardSet, Float32s, Int8s
from splendor_tui.bots.learned.evaluator import Buffers, evaluate_turns
from splendor_tui.bots.learned.net import Net, copy

EXPLORATION: Final = 0.25  # weight of the prior when an edge is chosen
# By number of players: the prior of a turn is softmax(chance of winning / temperature). With four players, a turn matters
# less.
TEMPERATURES: Final = (0.0, 0.0, 0.05, 0.05, 0.025)
MIN_PRIOR: Final = 1e-4  # relative to the best turn; turns with a lower prior are pruned
MAX_EDGES: Final = 96  # per node
MAX_REFILLS: Final = 24  # per turn
MAX_DEPTH: Final = 400

# Indices of `used`.
NODES: Final = 0
EDGES: Final = 1
ROOT: Final = 2

Int32s: TypeAlias = npt.NDArray[np.int32]


class Tree(NamedTuple):
    """The nodes and edges, one row each. `used` contains the number of nodes, the number of edges, and the root.

    For each node: its state, its edges (first, count), its visits, its next sibling after the same turn (-1: none), and
    how often it was chosen among its siblings. For each edge: the turn, its evaluation (the result if the game ends
    there), its prior, the sum of values below it, its visits, whether the game ends there, its first node (-1: none)
    and the number of its nodes.
    """

    used: Int32s
    state: Int8s
    first_edge: Int32s
    edge_count: Int32s
    visits: Int32s
    sibling: Int32s
    picks: Int32s
    turns: Int8s
    evaluation: Float32s
    prior: Float32s
    value_sum: Float32s
    edge_visits: Int32s
    is_terminal: npt.NDArray[np.bool_]
    first_node: Int32s
    node_count: Int32s


def new_tree(players: int, nodes: int) -> Tree:
    """Allocate an empty tree with capacity for this many nodes."""
    edges = nodes * MAX_EDGES
    return Tree(
        used=np.zeros(3, np.int32),
        state=np.zeros((nodes, STATE_SIZE), np.int8),
        first_edge=np.zeros(nodes, np.int32),
        edge_count=np.zeros(nodes, np.int32),
        visits=np.zeros(nodes, np.int32),
        sibling=np.zeros(nodes, np.int32),
        picks=np.zeros(nodes, np.int32),
        turns=np.zeros((edges, TURN_SIZE), np.int8),
        evaluation=np.zeros((edges, players), np.float32),
        prior=np.zeros(edges, np.float32),
        value_sum=np.zeros((edges, players), np.float32),
        edge_visits=np.zeros(edges, np.int32),
        is_terminal=np.zeros(edges, np.bool_),
        first_node=np.zeros(edges, np.int32),
        node_count=np.zeros(edges, np.int32),
    )


@compiled_separately
def simulate(
    cards: CardSet, net: Net, buffers: Buffers, tree: Tree, simulations: int, rng: np.random.Generator
) -> None:
    """Add the edges of a new root, and run this many simulations, or fewer if the tree is full."""
    if int(tree.used[NODES]) == 0:
        _expand(cards, net, buffers, tree)
    path = np.empty(MAX_DEPTH, np.int64)
    for _ in range(simulations):
        fresh = int(tree.used[NODES])
        if fresh == len(tree.state):
            return
        node, depth = _descend(tree, path)
        edge = int(path[depth - 1])
        if tree.is_terminal[edge] or depth == MAX_DEPTH:
            _back_up(tree, path[:depth], edge)
            continue
        state = tree.state[fresh]
        copy(tree.state[node], state)
        apply_turn(cards, state, tree.turns[edge])
        refill(cards, state, rng)
        advance_seat(state)
        leaf = _expand(cards, net, buffers, tree)
        tree.sibling[fresh] = tree.first_node[edge]
        tree.first_node[edge] = fresh
        tree.node_count[edge] += 1
        _back_up(tree, path[:depth], leaf)


@compiled_separately
def _expand(cards: CardSet, net: Net, buffers: Buffers, tree: Tree) -> int:
    """Add the edges of the next free node, whose state is already set. Returns the best edge."""
    node, first = int(tree.used[NODES]), int(tree.used[EDGES])
    mover = int(tree.state[node, SEAT])
    count = evaluate_turns(cards, net, buffers, tree.state[node])
    values = buffers.values
    best = 0
    for index in range(1, count):
        if values[index, mover] > values[best, mover]:
            best = index
    most = values[best, mover]
    temperature = TEMPERATURES[tree.evaluation.shape[1]]
    least = most + temperature * np.log(MIN_PRIOR)
    while True:
        kept = 0
        for index in range(count):
            kept += values[index, mover] >= least
        if kept <= MAX_EDGES or least >= most:
            break
        least = (least + most) / 2 if most - least > 1e-4 else most
    edge = first
    total = 0.0
    best_kept = first
    for index in range(count):
        if values[index, mover] < least or edge - first == MAX_EDGES:
            continue
        if index == best:
            best_kept = edge
        copy(buffers.turns[index], tree.turns[edge])
        tree.is_terminal[edge] = buffers.ended[index]
        for seat in range(tree.evaluation.shape[1]):
            tree.evaluation[edge, seat] = values[index, seat]
            tree.value_sum[edge, seat] = 0
        weight = np.exp((values[index, mover] - most) / temperature)
        tree.prior[edge] = weight
        total += weight
        tree.edge_visits[edge] = 0
        tree.first_node[edge] = -1
        tree.node_count[edge] = 0
        edge += 1
    for row in range(first, edge):
        tree.prior[row] /= total
    tree.first_edge[node] = first
    tree.edge_count[node] = edge - first
    tree.visits[node] = 0
    tree.sibling[node] = -1
    tree.picks[node] = 1
    tree.used[NODES] = node + 1
    tree.used[EDGES] = edge
    return best_kept


@compiled
def _choose_edge(tree: Tree, node: int) -> int:
    """The edge with the highest PUCT score. Its evaluation counts as one visit."""
    mover = int(tree.state[node, SEAT])
    first = int(tree.first_edge[node])
    exploration = EXPLORATION * np.sqrt(float(tree.visits[node]))
    best, most = first, -1.0
    for edge in range(first, first + int(tree.edge_count[node])):
        visits = 1 + int(tree.edge_visits[edge])
        score = (tree.evaluation[edge, mover] + tree.value_sum[edge, mover] + exploration * tree.prior[edge]) / visits
        if score > most:
            best, most = edge, score
    return best


@compiled
def _descend(tree: Tree, path: npt.NDArray[np.int64]) -> tuple[int, int]:
    """Follow the best edges to the end of the game or to a turn that needs another node, and write them to `path`.

    Returns the node of the last edge, and the number of edges.
    """
    node, depth = int(tree.used[ROOT]), 0
    while True:
        tree.visits[node] += 1
        edge = _choose_edge(tree, node)
        path[depth] = edge
        depth += 1
        if tree.is_terminal[edge] or depth == MAX_DEPTH or _needs_node(tree, node, edge):
            return node, depth
        node = _least_picked_node(tree, edge)
        tree.picks[node] += 1


@compiled
def _back_up(tree: Tree, path: npt.NDArray[np.int64], leaf: int) -> None:
    """Add the evaluation of the edge `leaf` to every edge of the path."""
    for edge in path:
        tree.edge_visits[edge] += 1
        for seat in range(tree.evaluation.shape[1]):
            tree.value_sum[edge, seat] += tree.evaluation[leaf, seat]


@compiled
def _needs_node(tree: Tree, node: int, edge: int) -> bool:
    """Whether to sample another refill after this turn. A turn without a draw has only one node."""
    count = int(tree.node_count[edge])
    if count == 0:
        return True
    if count >= min(MAX_REFILLS, int(np.sqrt(float(tree.edge_visits[edge] + 1)))):
        return False
    return draws_card(tree.state[node], tree.turns[edge])


@compiled
def _least_picked_node(tree: Tree, edge: int) -> int:
    node = int(tree.first_node[edge])
    least = node
    while node >= 0:
        if int(tree.picks[node]) < int(tree.picks[least]):
            least = node
        node = int(tree.sibling[node])
    return least
