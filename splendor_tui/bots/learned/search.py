"""The search: PUCT over afterstates, on one core or on several, and as plain Python until it is compiled."""

from collections.abc import Callable, Sequence
from random import Random
from threading import Event, Lock, Thread
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from splendor_tui.bots.learned import judging, puct
from splendor_tui.bots.learned.box import Box, Small
from splendor_tui.bots.learned.cells import SEAT
from splendor_tui.bots.learned.compiled import NUMBA, plain
from splendor_tui.bots.learned.course import Reals
from splendor_tui.bots.learned.net import AnyNet, Net, PackedNet, packed
from splendor_tui.bots.player import Budget

LEAST_TREE: Final = 1000  # simulations; several smaller trees see less than one
POLL_SECONDS: Final = 0.02
COMPILED_SLICE: Final = 32  # simulations between two looks at the budget: about 1 ms, as long as a plain one takes


class Found(NamedTuple):
    """A turn at the root, its visits, and the chance to win that it leaves every seat."""

    turn: Small
    visits: int
    values: Reals


Pick: TypeAlias = Callable[[Small], list[int]]
"""Picks rows among all legal turns, also those that a search would leave out for being so bad."""


class Kernel(NamedTuple):
    """The functions of a search, compiled or plain."""

    is_compiled: bool
    judge_turns: Callable[..., int]
    plant: Callable[..., None]
    grow: Callable[..., None]


COMPILED: Final = Kernel(True, judging.judge_turns, puct.plant, puct.grow)
PLAIN: Final = Kernel(False, plain(judging.judge_turns), plain(puct.plant), plain(puct.grow))


class Compiler:
    """Compiles the search once a process, in the background. It takes half a minute on the first day, then seconds."""

    def __init__(self) -> None:
        self.kernel = PLAIN  # the fastest that is ready
        self._lock = Lock()
        self._thread: Thread | None = None

    def begin(self, box: Box, net: PackedNet, cells: Small) -> None:
        """Compile by a search of one simulation. Idempotent; does nothing without numba."""
        with self._lock:
            if NUMBA and self._thread is None:
                self._thread = Thread(target=self._compile, args=(box, net, cells), name="compiler", daemon=True)
                self._thread.start()

    def wait(self, given_up: Callable[[], bool]) -> None:
        """Wait until the search is compiled or `given_up()`. Returns at once without numba."""
        while self._thread is not None and self._thread.is_alive() and not given_up():
            self._thread.join(POLL_SECONDS)

    def _compile(self, box: Box, net: PackedNet, cells: Small) -> None:
        Tree(COMPILED, box, net, cells, 1, np.random.default_rng(0)).grow(1)
        self.kernel = COMPILED


class Tree:
    """One tree. `grow` may run in any thread, in one at a time; the others may read the visits meanwhile."""

    def __init__(
        self, kernel: Kernel, box: Box, net: AnyNet, cells: Small, simulations: int, rng: np.random.Generator
    ) -> None:
        self.kernel, self._box, self._net, self._rng = kernel, box, net, rng
        self.buffers = judging.new_desk(net)
        self.nodes = puct.new_tree(net.players, simulations + 1)
        self.simulations = 0
        kernel.plant(box, net, self.buffers, self.nodes, cells)

    def grow(self, simulations: int) -> None:
        """Add simulations, or as many as there is room for."""
        self.kernel.grow(self._box, self._net, self.buffers, self.nodes, simulations, self._rng)
        self.simulations += simulations

    def narrow(self, pick: Pick) -> bool:
        """Leave only some turns at the root. False, and nothing changed, if none are picked."""
        nodes, buffers = self.nodes, self.buffers
        count = self.kernel.judge_turns(self._box, self._net, buffers, nodes.cells[0])
        mover = int(nodes.cells[0, SEAT])
        picked = sorted(pick(buffers.turns[:count]), key=lambda row: -buffers.values[row, mover])[: puct.MOST_EDGES]
        if picked:
            edges = slice(0, len(picked))
            values = buffers.values[picked]
            nodes.turns[edges], nodes.static[edges] = buffers.turns[picked], values
            nodes.ends[edges] = buffers.ended[picked]
            weights = np.exp((values[:, mover] - values[0, mover]) / puct.TEMPERATURES[self._net.players])
            nodes.prior[edges] = weights / weights.sum()
            nodes.found[edges] = nodes.tried[edges] = nodes.node_count[edges] = 0
            nodes.first_node[edges] = -1
            nodes.edge_count[0] = nodes.used[1] = len(picked)
        return bool(picked)


class Search:
    """A search from the position `cells`, with one tree for each generator; the visits of all trees count together."""

    def __init__(
        self, kernel: Kernel, box: Box, net: AnyNet, cells: Small, simulations: int, rngs: Sequence[np.random.Generator]
    ) -> None:
        self._most = -(-simulations // len(rngs))  # of each tree
        self._slice = COMPILED_SLICE if kernel.is_compiled else 1
        self.is_compiled = kernel.is_compiled
        self.trees = [Tree(kernel, box, net, cells, self._most, rng) for rng in rngs]

    @property
    def simulations(self) -> int:
        """Simulations so far."""
        return sum(tree.simulations for tree in self.trees)

    def narrow(self, pick: Pick) -> bool:
        """Before it runs: leave only some turns at the root. False, and nothing changed, if none are picked."""
        narrowed = [tree.narrow(pick) for tree in self.trees]
        return all(narrowed)

    def run(self, cancelled: Callable[[], bool], progress: Callable[[], object]) -> None:
        """Search until all simulations are done or `cancelled()`. Calls `progress` between slices, in this thread."""
        stop = Event()
        first, *others = self.trees
        threads = [Thread(target=self._grow, args=(tree, stop.is_set), name="search", daemon=True) for tree in others]
        for thread in threads:
            thread.start()

        def is_over() -> bool:
            progress()
            return cancelled()

        try:
            self._grow(first, is_over)
            while any(thread.is_alive() for thread in threads) and not is_over():
                threads[-1].join(POLL_SECONDS)
        finally:
            stop.set()
            for thread in threads:
                thread.join()

    def _grow(self, tree: Tree, stopped: Callable[[], bool]) -> None:
        while tree.simulations < self._most and not stopped():
            tree.grow(min(self._slice, self._most - tree.simulations))

    def found(self) -> list[Found]:
        """The turns at the root, the most visited first; of equals the one that the net likes best."""
        root = self.trees[0].nodes
        mover, edges = int(root.cells[0, SEAT]), slice(0, int(root.edge_count[0]))
        visits = np.sum([tree.nodes.tried[edges] for tree in self.trees], axis=0)[:, np.newaxis]
        sums = np.sum([tree.nodes.found[edges] for tree in self.trees], axis=0)
        values = np.where(visits, sums / np.maximum(visits, 1), root.static[edges])
        order = np.lexsort((-root.static[edges, mover], -visits[:, 0]))
        return [Found(root.turns[edge], int(visits[edge, 0]), values[edge]) for edge in order]


_COMPILER: Final = Compiler()


class Searches:
    """Starts searches with one net."""

    def __init__(self, box: Box, net: Net, compiler: Compiler = _COMPILER) -> None:
        self._box, self._net = box, packed(net)
        self._compiler = compiler

    def start(self, cells: Small, simulations: int, rng: Random, budget: Budget) -> Search:
        """A search with room for so many simulations.

        A budget in nodes asks for the same answer on any machine: it waits for the compiler, and grows one tree.
        """
        self._compiler.begin(self._box, self._net, cells)
        if budget.nodes is not None:
            self._compiler.wait(budget.cancelled)
        kernel = self._compiler.kernel
        trees = 1
        if budget.nodes is None and kernel.is_compiled:
            trees = max(1, min(budget.cores, simulations // LEAST_TREE))
        rngs = [np.random.default_rng(rng.getrandbits(64)) for _ in range(trees)]
        return Search(kernel, self._box, self._net, cells, simulations, rngs)
