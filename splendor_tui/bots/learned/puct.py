"""Search: PUCT over afterstates, with as many sampled refills of a turn as its visits pay for.

A node is a position in which a seat is to move, as the seat at the root may know it; cards that others reserved unseen stay
unknown. An edge is a turn. Values are vectors, the chance to win of every seat by seat, so that two, three and four players
are the same code: each seat prefers what is best for itself.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from splendor_tui.bots.learned.box import Box, Small
from splendor_tui.bots.learned.cells import CELLS, DECKS, SEAT
from splendor_tui.bots.learned.compiled import compiled, compiled_apart
from splendor_tui.bots.learned.course import Reals, pass_on, play_turn, refill
from splendor_tui.bots.learned.judging import Desk, judge_turns
from splendor_tui.bots.learned.net import AnyNet
from splendor_tui.bots.learned.turns import BUY, KIND, RESERVE, TURN, WHICH

EXPLORATION = 0.25  # the weight of the prior in choosing an edge
# The prior of a turn is softmax(chance to win / temperature), by the number of players: with four of them a turn changes less.
TEMPERATURES = (0.0, 0.0, 0.05, 0.05, 0.025)
LEAST_PRIOR = 1e-4  # relative to the best turn's; a turn below it is left out
MOST_EDGES = 96  # of one node
MOST_REFILLS = 24  # of one turn
DEEPEST = 400

Numbers: TypeAlias = npt.NDArray[np.int32]


class Tree(NamedTuple):
    """The nodes and edges of a search, one row each; `used` counts nodes and edges.

    Of a node: its cells, its edges (first, count), its visits, the next node that the same turn leads to (-1: none), how often
    it was chosen among those. Of an edge: the turn, what the net said of it or the game's result (`static`), its prior, the
    sum of the values found below it, how many those are, whether the game ends there, its first node (-1: none) and how many
    nodes there are.
    """

    used: Numbers
    cells: Small
    first_edge: Numbers
    edge_count: Numbers
    visits: Numbers
    sibling: Numbers
    chosen: Numbers
    turns: Small
    static: Reals
    prior: Reals
    found: Reals
    tried: Numbers
    ends: npt.NDArray[np.bool_]
    first_node: Numbers
    node_count: Numbers


def new_tree(players: int, nodes: int) -> Tree:
    """An empty tree with room for so many nodes."""
    edges = nodes * MOST_EDGES
    return Tree(
        np.zeros(2, np.int32),
        np.zeros((nodes, CELLS), np.int8),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros((edges, TURN), np.int8),
        np.zeros((edges, players), np.float32),
        np.zeros(edges, np.float32),
        np.zeros((edges, players), np.float32),
        np.zeros(edges, np.int32),
        np.zeros(edges, np.bool_),
        np.zeros(edges, np.int32),
        np.zeros(edges, np.int32),
    )


@compiled
def plant(box: Box, net: AnyNet, desk: Desk, tree: Tree, cells: Small) -> None:
    """Begin a search at this position; `cells` is what the seat to move may know (`hide`)."""
    tree.used[:] = 0
    tree.cells[0] = cells
    _expand(box, net, desk, tree)


@compiled_apart
def grow(box: Box, net: AnyNet, desk: Desk, tree: Tree, simulations: int, rng: np.random.Generator) -> None:
    """Search on by so many simulations, or until the tree is full."""
    path = np.empty(DEEPEST, np.int64)
    for _ in range(simulations):
        if int(tree.used[0]) == len(tree.cells):
            return
        _simulate(box, net, desk, tree, path, rng)


@compiled
def best_edge(tree: Tree) -> int:
    """The edge of the root that was visited most; of equals the one that the net likes best."""
    mover = int(tree.cells[0, SEAT])
    best = 0
    for edge in range(1, int(tree.edge_count[0])):
        more = int(tree.tried[edge]) - int(tree.tried[best])
        if more > 0 or (more == 0 and tree.static[edge, mover] > tree.static[best, mover]):
            best = edge
    return best


@compiled
def value_of(tree: Tree, edge: int, values: Reals) -> None:
    """Write to `values` what the search has found out about an edge, or what the net says where it was never tried."""
    tried = int(tree.tried[edge])
    for seat in range(len(values)):
        values[seat] = tree.found[edge, seat] / tried if tried else tree.static[edge, seat]


@compiled
def _expand(box: Box, net: AnyNet, desk: Desk, tree: Tree) -> int:
    """Give the next free node, whose cells are set, its edges; answers with the best of these."""
    node, first = int(tree.used[0]), int(tree.used[1])
    mover = int(tree.cells[node, SEAT])
    count = judge_turns(box, net, desk, tree.cells[node])
    values = desk.values
    best = 0
    for index in range(1, count):
        if values[index, mover] > values[best, mover]:
            best = index
    most = values[best, mover]
    temperature = TEMPERATURES[tree.static.shape[1]]
    least = most + temperature * np.log(LEAST_PRIOR)
    while True:
        kept = 0
        for index in range(count):
            kept += values[index, mover] >= least
        if kept <= MOST_EDGES or least >= most:
            break
        least = (least + most) / 2 if most - least > 1e-4 else most
    edge = first
    total = 0.0
    best_kept = first
    for index in range(count):
        if values[index, mover] < least or edge - first == MOST_EDGES:
            continue
        if index == best:
            best_kept = edge
        tree.turns[edge] = desk.turns[index]
        tree.ends[edge] = desk.ended[index]
        for seat in range(tree.static.shape[1]):
            tree.static[edge, seat] = values[index, seat]
            tree.found[edge, seat] = 0
        weight = np.exp((values[index, mover] - most) / temperature)
        tree.prior[edge] = weight
        total += weight
        tree.tried[edge] = 0
        tree.first_node[edge] = -1
        tree.node_count[edge] = 0
        edge += 1
    for row in range(first, edge):
        tree.prior[row] /= total
    tree.first_edge[node] = first
    tree.edge_count[node] = edge - first
    tree.visits[node] = 0
    tree.sibling[node] = -1
    tree.chosen[node] = 1
    tree.used[0] = node + 1
    tree.used[1] = edge
    return best_kept


@compiled
def _choose_edge(tree: Tree, node: int) -> int:
    """The edge that promises most: the value so far, the net's word counting as one visit, and room for doubt."""
    mover = int(tree.cells[node, SEAT])
    first = int(tree.first_edge[node])
    doubt = EXPLORATION * np.sqrt(float(tree.visits[node]))
    best, most = first, -1.0
    for edge in range(first, first + int(tree.edge_count[node])):
        seen = 1 + int(tree.tried[edge])
        promise = (tree.static[edge, mover] + tree.found[edge, mover] + doubt * tree.prior[edge]) / seen
        if promise > most:
            best, most = edge, promise
    return best


@compiled
def _simulate(
    box: Box, net: AnyNet, desk: Desk, tree: Tree, path: npt.NDArray[np.int64], rng: np.random.Generator
) -> None:
    node, depth = 0, 0
    leaf = 0  # the edge whose static value is what this simulation finds
    while True:
        tree.visits[node] += 1
        edge = _choose_edge(tree, node)
        path[depth] = edge
        depth += 1
        if tree.ends[edge] or depth == DEEPEST:
            leaf = edge
            break
        if _needs_node(tree, node, edge):
            fresh = int(tree.used[0])
            cells = tree.cells[fresh]
            cells[:] = tree.cells[node]
            play_turn(box, cells, tree.turns[edge])
            refill(box, cells, rng)
            pass_on(cells)
            leaf = _expand(box, net, desk, tree)
            tree.sibling[fresh] = tree.first_node[edge]
            tree.first_node[edge] = fresh
            tree.node_count[edge] += 1
            break
        node = _least_chosen(tree, edge)
        tree.chosen[node] += 1
    for step in range(depth):
        edge = path[step]
        tree.tried[edge] += 1
        for seat in range(tree.static.shape[1]):
            tree.found[edge, seat] += tree.static[leaf, seat]


@compiled
def _needs_node(tree: Tree, node: int, edge: int) -> bool:
    """Whether this turn is to be followed by a fresh sample of what is drawn. A turn that draws nothing leads to one node."""
    count = int(tree.node_count[edge])
    if count == 0:
        return True
    if count >= min(MOST_REFILLS, int(np.sqrt(float(tree.tried[edge] + 1)))):
        return False
    return _draws(tree, node, edge)


@compiled
def _draws(tree: Tree, node: int, edge: int) -> bool:
    kind, which = int(tree.turns[edge, KIND]), int(tree.turns[edge, WHICH])
    if not (kind == RESERVE or (kind == BUY and which < 12)):
        return False
    return int(tree.cells[node, DECKS + which // 4]) > 0


@compiled
def _least_chosen(tree: Tree, edge: int) -> int:
    node = int(tree.first_node[edge])
    least = node
    while node >= 0:
        if int(tree.chosen[node]) < int(tree.chosen[least]):
            least = node
        node = int(tree.sibling[node])
    return least
