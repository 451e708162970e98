"""The search: one tree per core, in plain Python until the compiled code is ready. `tree_search` grows one tree."""

from collections.abc import Callable, Sequence
from threading import Event, Lock, Thread
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from splendor_tui.bots.learned.compiled import NUMBA, plain
from splendor_tui.bots.learned.encoding import SEAT, CardSet, Float32s, Int8s
from splendor_tui.bots.learned.evaluator import InterruptedSearchError, evaluate_turns, interrupted_by, new_buffers
from splendor_tui.bots.learned.net import Net
from splendor_tui.bots.learned.tree_search import (
    EDGES,
    MAX_EDGES,
    NODES,
    ROOT,
    TEMPERATURES,
    new_tree,
    simulate,
)

POLL_SECONDS: Final = 0.02
COMPILED_SLICE: Final = 32  # simulations between two checks of the budget


class Kernel(NamedTuple):
    """The functions of a search, either compiled or plain."""

    is_compiled: bool
    evaluate_turns: Callable[..., int]
    simulate: Callable[..., None]


COMPILED: Final = Kernel(True, evaluate_turns, simulate)
PLAIN: Final = Kernel(False, plain(evaluate_turns), plain(simulate))

PickTurns: TypeAlias = Callable[[Int8s], list[int]]
"""Selects rows among all legal turns, including those that a search would prune."""


class SearchedTurn(NamedTuple):
    """A turn at the root, its number of visits, and every seat's chance of winning after it."""

    turn: Int8s
    visits: int
    values: Float32s


class TreeSearch:
    """A search with one tree. Only one thread at a time may call `grow`. Meanwhile, others may read the results."""

    def __init__(
        self, kernel: Kernel, cards: CardSet, net: Net, state: Int8s, simulations: int, rng: np.random.Generator
    ) -> None:
        self.kernel, self._cards, self._net, self._rng = kernel, cards, net, rng
        self.buffers = new_buffers(net)
        self.nodes = new_tree(net.players, simulations + 1)
        self.nodes.state[0] = state
        kernel.simulate(cards, net, self.buffers, self.nodes, 0, rng)  # adds the edges of the root

    @property
    def root(self) -> int:
        """The node at which simulations start."""
        return int(self.nodes.used[ROOT])

    @property
    def edges(self) -> slice:
        """The edges of the root."""
        first = int(self.nodes.first_edge[self.root])
        return slice(first, first + int(self.nodes.edge_count[self.root]))

    @property
    def simulations(self) -> int:
        """The number of simulations from this root."""
        return int(self.nodes.visits[self.root])

    @property
    def load(self) -> float:
        """The share of the tree's capacity that is in use."""
        return int(self.nodes.used[NODES]) / len(self.nodes.state)

    def grow(self, simulations: int, cancelled: Callable[[], bool] = lambda: False) -> None:
        """Add simulations, or fewer if the tree is full. Plain Python may stop in the middle of a simulation."""
        try:
            with interrupted_by(cancelled):
                self.kernel.simulate(self._cards, self._net, self.buffers, self.nodes, simulations, self._rng)
        except InterruptedSearchError:
            self.nodes.visits[self.root] -= 1

    def move_root(self, state: Int8s) -> bool:
        """Make this state the root if the tree contains it. Returns whether it does."""
        nodes = self.nodes
        reached = np.flatnonzero((nodes.state[: int(nodes.used[NODES])] == state).all(axis=1))
        if len(reached):
            nodes.used[ROOT] = reached[np.argmax(nodes.visits[reached])]
        return bool(len(reached))

    def narrow(self, pick: PickTurns) -> bool:
        """Keep only the selected turns at the first root. Call it before the tree grows.

        If `pick` selects none, does nothing and returns False.
        """
        nodes, buffers = self.nodes, self.buffers
        count = self.kernel.evaluate_turns(self._cards, self._net, buffers, nodes.state[0])
        mover = int(nodes.state[0, SEAT])
        picked = sorted(pick(buffers.turns[:count]), key=lambda row: -buffers.values[row, mover])[:MAX_EDGES]
        if picked:
            edges = slice(0, len(picked))
            values = buffers.values[picked]
            nodes.turns[edges], nodes.evaluation[edges] = buffers.turns[picked], values
            nodes.is_terminal[edges] = buffers.ended[picked]
            weights = np.exp((values[:, mover] - values[0, mover]) / TEMPERATURES[self._net.players])
            nodes.prior[edges] = weights / weights.sum()
            nodes.value_sum[edges] = nodes.edge_visits[edges] = nodes.node_count[edges] = 0
            nodes.first_node[edges] = -1
            nodes.edge_count[0] = nodes.used[EDGES] = len(picked)
        return bool(picked)


class Search:
    """A search with one tree per generator. The visits of all trees are added."""

    def __init__(
        self,
        kernel: Kernel,
        cards: CardSet,
        net: Net,
        state: Int8s,
        simulations: int,
        rngs: Sequence[np.random.Generator],
    ) -> None:
        self._limit = -(-simulations // len(rngs))  # per tree
        self.is_compiled = kernel.is_compiled
        self.trees = [TreeSearch(kernel, cards, net, state, self._limit, rng) for rng in rngs]

    @property
    def simulations(self) -> int:
        """The number of simulations so far."""
        return sum(tree.simulations for tree in self.trees)

    def adopt(self, tree: TreeSearch) -> None:
        """Use this tree, grown from the same state, as the first tree."""
        own = self.trees[0]
        if np.array_equal(tree.nodes.turns[tree.edges], own.nodes.turns[own.edges]):
            self.trees[0] = tree

    def narrow(self, pick: PickTurns) -> bool:
        """Keep only the selected turns at the root. Call it before `run`. If `pick` selects none, returns False."""
        narrowed = [tree.narrow(pick) for tree in self.trees]
        return all(narrowed)

    def run(self, cancelled: Callable[[], bool], progress: Callable[[], object]) -> None:
        """Search until all simulations are done or `cancelled()`. Calls `progress` between slices, in this thread."""
        stop = Event()
        first, *others = self.trees
        threads = [
            Thread(target=self._grow, args=(tree, stop.is_set, stop.is_set), name="search", daemon=True)
            for tree in others
        ]
        for thread in threads:
            thread.start()

        def is_over() -> bool:
            progress()
            return cancelled()

        try:
            self._grow(first, is_over, cancelled)
            while any(thread.is_alive() for thread in threads) and not is_over():
                threads[-1].join(POLL_SECONDS)
        finally:
            stop.set()
            for thread in threads:
                thread.join()

    def _grow(self, tree: TreeSearch, stopped: Callable[[], bool], cancelled: Callable[[], bool]) -> None:
        slice_size = COMPILED_SLICE if self.is_compiled else 1
        while (left := self._limit - tree.simulations) > 0 and tree.load < 1 and not stopped():
            tree.grow(min(slice_size, left), cancelled)

    def results(self) -> list[SearchedTurn]:
        """The turns at the root, most visited first. Ties are broken by the evaluation."""
        first, edges = self.trees[0].nodes, self.trees[0].edges
        mover = int(first.state[self.trees[0].root, SEAT])
        visits = np.sum([tree.nodes.edge_visits[tree.edges] for tree in self.trees], axis=0)[:, np.newaxis]
        sums = np.sum([tree.nodes.value_sum[tree.edges] for tree in self.trees], axis=0)
        evaluation = first.evaluation[edges]
        values = np.where(visits, sums / np.maximum(visits, 1), evaluation)
        values = np.clip(values, 0, 1)  # the mean luck could make a small chance negative
        order = np.lexsort((-evaluation[:, mover], -visits[:, 0]))
        turns = first.turns[edges]
        return [SearchedTurn(turns[edge], int(visits[edge, 0]), values[edge]) for edge in order]


class Compiler:
    """Compiles the search in the background, once per process. Takes 20 to 30 seconds the first time, and seconds later."""

    def __init__(self) -> None:
        self.kernel = PLAIN  # the fastest one available
        self._lock = Lock()
        self._thread: Thread | None = None

    def start(self, cards: CardSet, net: Net, state: Int8s) -> None:
        """Compile the search in the background by running one simulation. Idempotent. Does nothing without numba."""
        with self._lock:
            if NUMBA and self._thread is None:
                self._thread = Thread(target=self._compile, args=(cards, net, state), name="compiler", daemon=True)
                self._thread.start()

    def wait(self, cancelled: Callable[[], bool]) -> None:
        """Wait until the search is compiled or `cancelled()`. Returns immediately without numba."""
        while self._thread is not None and self._thread.is_alive() and not cancelled():
            self._thread.join(POLL_SECONDS)

    def _compile(self, cards: CardSet, net: Net, state: Int8s) -> None:
        TreeSearch(COMPILED, cards, net, state, 1, np.random.default_rng(0)).grow(1)
        self.kernel = COMPILED


COMPILER: Final = Compiler()
