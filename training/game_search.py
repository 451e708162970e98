"""Searches within compiled games: a new root, the best turn, and its value."""

from splendor_tui.bots.learned.compiled import compiled
from splendor_tui.bots.learned.encoding import SEAT, Float32s, Int8s
from splendor_tui.bots.learned.tree_search import Tree


@compiled
def set_root(tree: Tree, state: Int8s) -> None:
    """Start a tree at this state, without edges. `hide` must have removed what the searching seat cannot see."""
    tree.used[:] = 0
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
    """Write the mean value of an edge to `values`, or its evaluation if it has no visits."""
    visits = int(tree.edge_visits[edge])
    for seat in range(len(values)):
        values[seat] = tree.value_sum[edge, seat] / visits if visits else tree.evaluation[edge, seat]
