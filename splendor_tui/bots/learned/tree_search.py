"""The search tree: PUCT over afterstates. The number of sampled refills after a turn grows with its visits.

A node is a state as the searching seat knows it; cards that others reserved from a deck remain unknown. An edge is a
turn. Values are vectors of each seat's chance of winning, and each seat maximises its own, so the code is the same for
any number of players.

A drawn card changes a position more than a good turn does. So the first node after a turn has an unknown card, and the
luck of the others is the difference of their estimates from the first one's. The fewer cards were drawn after a turn,
the more of this luck is replaced by the mean luck in the tree (a control variate).
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
LUCK: Final = 6  # nodes after a turn until half of the luck counts
MAX_DEPTH: Final = 400

# Indices of `used`.
NODES: Final = 0
EDGES: Final = 1
ROOT: Final = 2

Int32s: TypeAlias = npt.NDArray[np.int32]
Int64s: TypeAlias = npt.NDArray[np.int64]


class Tree(NamedTuple):
    """The nodes and edges, one row each. `used` contains the number of nodes, the number of edges, and the root.

    `luck` contains the sum of the luck of all drawn cards, by seats counted from the one that moved, and their number.

    For each node: its state, its edges (first, count), the best of them by evaluation, its visits, its next sibling after
    the same turn (-1: none), and how often it was chosen among its siblings. For each edge: the turn, its evaluation (the
    result if the game ends there), its prior, the sum of values below it, the same with all the luck, the sum of the luck,
    its visits, whether the game ends there, its first node (-1: none) and the number of its nodes.
    """

    used: Int32s
    luck: Float32s
    state: Int8s
    first_edge: Int32s
    edge_count: Int32s
    best_edge: Int32s
    visits: Int32s
    sibling: Int32s
    picks: Int32s
    turns: Int8s
    evaluation: Float32s
    prior: Float32s
    value_sum: Float32s
    raw_sum: Float32s
    luck_sum: Float32s
    edge_visits: Int32s
    is_terminal: npt.NDArray[np.bool_]
    first_node: Int32s
    node_count: Int32s


def new_tree(players: int, nodes: int) -> Tree:
    """Allocate an empty tree with capacity for this many nodes."""
    edges = nodes * MAX_EDGES
    return Tree(
        used=np.zeros(3, np.int32),
        luck=np.zeros(players + 1, np.float32),
        state=np.zeros((nodes, STATE_SIZE), np.int8),
        first_edge=np.zeros(nodes, np.int32),
        edge_count=np.zeros(nodes, np.int32),
        best_edge=np.zeros(nodes, np.int32),
        visits=np.zeros(nodes, np.int32),
        sibling=np.zeros(nodes, np.int32),
        picks=np.zeros(nodes, np.int32),
        turns=np.zeros((edges, TURN_SIZE), np.int8),
        evaluation=np.zeros((edges, players), np.float32),
        prior=np.zeros(edges, np.float32),
        value_sum=np.zeros((edges, players), np.float32),
        raw_sum=np.zeros((edges, players), np.float32),
        luck_sum=np.zeros((edges, players), np.float32),
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
    path = np.empty((MAX_DEPTH + 1, 2), np.int64)
    values = np.empty(tree.evaluation.shape[1], np.float32)
    for _ in range(simulations):
        fresh = int(tree.used[NODES])
        if fresh == len(tree.state):
            return
        depth = _descend(tree, path)
        node, edge = int(path[depth - 1, 0]), int(path[depth - 1, 1])
        path[depth, 0] = -1
        if not (tree.is_terminal[edge] or depth == MAX_DEPTH):
            path[depth, 0] = fresh
            _add_node(cards, net, buffers, tree, node, edge, rng)
        _back_up(tree, path, depth, values)


@compiled
def _add_node(
    cards: CardSet, net: Net, buffers: Buffers, tree: Tree, node: int, edge: int, rng: np.random.Generator
) -> None:
    """Add a node after this turn. All but the first one draw a card."""
    fresh, first = int(tree.used[NODES]), int(tree.first_node[edge])
    state = tree.state[fresh]
    copy(tree.state[node], state)
    apply_turn(cards, state, tree.turns[edge])
    if first >= 0:
        refill(cards, state, rng)
    advance_seat(state)
    _expand(cards, net, buffers, tree)
    tree.node_count[edge] += 1
    if first < 0:
        tree.first_node[edge] = fresh
        return
    tree.sibling[fresh], tree.sibling[first] = tree.sibling[first], fresh
    mover, players = int(tree.state[node, SEAT]), tree.evaluation.shape[1]
    for seat in range(players):
        tree.luck[(seat - mover) % players] += _estimate(tree, fresh, seat) - _estimate(tree, first, seat)
    tree.luck[players] += 1


@compiled_separately
def _expand(cards: CardSet, net: Net, buffers: Buffers, tree: Tree) -> None:
    """Add the edges of the next free node, whose state is already set."""
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
            tree.value_sum[edge, seat] = tree.raw_sum[edge, seat] = tree.luck_sum[edge, seat] = 0
        weight = np.exp((values[index, mover] - most) / temperature)
        tree.prior[edge] = weight
        total += weight
        tree.edge_visits[edge] = 0
        tree.first_node[edge] = -1
        tree.node_count[edge] = 0
        edge += 1
    for row in range(first, edge):
        tree.prior[row] /= total
    tree.best_edge[node] = best_kept
    tree.first_edge[node] = first
    tree.edge_count[node] = edge - first
    tree.visits[node] = 0
    tree.sibling[node] = -1
    tree.picks[node] = 1
    tree.used[NODES] = node + 1
    tree.used[EDGES] = edge


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
def _descend(tree: Tree, path: Int64s) -> int:
    """Follow the best edges to the end of the game or to a turn that needs another node. Returns the number of edges.

    Writes each edge, and the node before it, to `path`.
    """
    node, depth = int(tree.used[ROOT]), 0
    while True:
        tree.visits[node] += 1
        edge = _choose_edge(tree, node)
        path[depth, 0], path[depth, 1] = node, edge
        depth += 1
        if tree.is_terminal[edge] or depth == MAX_DEPTH or _needs_node(tree, node, edge):
            return depth
        node = _least_picked_node(tree, edge)
        tree.picks[node] += 1


@compiled
def _back_up(tree: Tree, path: Int64s, depth: int, values: Float32s) -> None:
    """Add the estimate of the last node to every edge of the path, or the result if there is no such node."""
    leaf, last = int(path[depth, 0]), int(path[depth - 1, 1])
    for seat in range(len(values)):
        values[seat] = _estimate(tree, leaf, seat) if leaf >= 0 else tree.evaluation[last, seat]
    for step in range(depth - 1, -1, -1):
        node, edge, reached = int(path[step, 0]), int(path[step, 1]), int(path[step + 1, 0])
        tree.edge_visits[edge] += 1
        for seat in range(len(values)):
            tree.raw_sum[edge, seat] += values[seat]
            tree.value_sum[edge, seat] = tree.raw_sum[edge, seat]
        if int(tree.node_count[edge]) > 1:
            _replace_luck(tree, int(tree.state[node, SEAT]), edge, reached, values)


@compiled
def _replace_luck(tree: Tree, mover: int, edge: int, reached: int, values: Float32s) -> None:
    """Replace much of the luck of the drawn cards by the mean luck, in the values and in the sum of the edge.

    A mean of few cards counts less, because one of them can win the game.
    """
    share = LUCK / (LUCK + int(tree.node_count[edge]))
    first, players = int(tree.first_node[edge]), len(values)
    for seat in range(players):
        luck = _estimate(tree, reached, seat) - _estimate(tree, first, seat)
        mean = tree.luck[(seat - mover) % players] / (LUCK + tree.luck[players])
        tree.luck_sum[edge, seat] += luck
        tree.value_sum[edge, seat] += share * (tree.edge_visits[edge] * mean - tree.luck_sum[edge, seat])
        values[seat] += share * (mean - luck)


@compiled
def _estimate(tree: Tree, node: int, seat: int) -> float:
    """The seat's chance of winning after the best turn, as judged when the node was new."""
    return float(tree.evaluation[tree.best_edge[node], seat])


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
