"""The search of `puct`, for where it is compiled."""

import numpy as np

from splendor_tui.bots.learned.box import Box, Small
from splendor_tui.bots.learned.cells import SEAT
from splendor_tui.bots.learned.judging import judge_turns, new_desk
from splendor_tui.bots.learned.net import PackedNet
from splendor_tui.bots.learned.puct import MOST_EDGES, TEMPERATURES, grow, new_tree, plant, value_of
from splendor_tui.bots.learned.search import Found, Pick


class CompiledSearch:
    """A tree that grows from the position `cells`, with room for so many simulations. All chance comes from `rng`."""

    def __init__(self, box: Box, net: PackedNet, cells: Small, simulations: int, rng: np.random.Generator) -> None:
        self._box, self._net, self._rng = box, net, rng
        self._desk = new_desk(net)
        self._tree = new_tree(net.players, simulations + 1)
        plant(box, net, self._desk, self._tree, cells)

    def narrow(self, pick: Pick) -> bool:
        """Before it grows: leave only some turns at the root. False, and nothing changed, where none are picked."""
        tree, desk = self._tree, self._desk
        count = judge_turns(self._box, self._net, desk, tree.cells[0])
        picked = pick(desk.turns[:count])
        mover = int(tree.cells[0, SEAT])
        picked = sorted(picked, key=lambda row: -desk.values[row, mover])[:MOST_EDGES]
        if picked:
            own, edges = desk.values[picked, mover], slice(0, len(picked))
            weights = np.exp((own - own[0]) / TEMPERATURES[self._net.players])
            tree.turns[edges], tree.static[edges], tree.ends[edges] = (
                desk.turns[picked],
                desk.values[picked],
                desk.ended[picked],
            )
            tree.prior[edges] = weights / weights.sum()
            tree.found[edges] = tree.tried[edges] = tree.node_count[edges] = 0
            tree.first_node[edges] = -1
            tree.edge_count[0] = tree.used[1] = len(picked)
        return bool(picked)

    def grow(self, simulations: int) -> None:
        """Search on by so many simulations, or until the tree is full."""
        grow(self._box, self._net, self._desk, self._tree, simulations, self._rng)

    def found(self) -> list[Found]:
        """The turns at the root, the most visited first; of equals the one that the net likes best."""
        tree = self._tree
        mover, count = int(tree.cells[0, SEAT]), int(tree.edge_count[0])
        values = np.empty((count, self._net.players), np.float32)
        for edge in range(count):
            value_of(tree, edge, values[edge])
        order = np.lexsort((-tree.static[:count, mover], -tree.tried[:count]))
        return [Found(tree.turns[edge], int(tree.tried[edge]), values[edge]) for edge in order]
