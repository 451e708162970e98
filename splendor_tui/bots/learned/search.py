"""A search from one position, as far as whoever chooses an action has to know it."""

from typing import NamedTuple

import numpy as np

from splendor_tui.bots.learned.box import Box, Small
from splendor_tui.bots.learned.cells import SEAT
from splendor_tui.bots.learned.compiled import COMPILED
from splendor_tui.bots.learned.course import Reals
from splendor_tui.bots.learned.judging import new_desk
from splendor_tui.bots.learned.net import AnyNet, Net, packed
from splendor_tui.bots.learned.puct import grow, new_tree, plant, value_of


class Found(NamedTuple):
    """A turn at the root, how often the search went there, and the chance to win that it leaves every seat."""

    turn: Small
    visits: int
    values: Reals


class Search:
    """A tree that grows from the position `cells`, with room for so many simulations. All chance comes from `rng`."""

    def __init__(self, box: Box, net: Net, cells: Small, simulations: int, rng: np.random.Generator) -> None:
        self._box, self._rng = box, rng
        self._net: AnyNet = packed(net) if COMPILED else net
        self._desk = new_desk(self._net)
        self._tree = new_tree(net.players, simulations + 1)
        plant(box, self._net, self._desk, self._tree, cells)

    def grow(self, simulations: int) -> None:
        """Search on."""
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
