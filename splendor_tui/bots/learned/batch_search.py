"""`puct` for where nothing is compiled: by numpy alone, many leaves a round, so that they are judged together.

While a round gathers its leaves, a walk that is under way counts as a visit that has found what was to be expected, so that
there is less doubt left where it went, and the next walk looks elsewhere. (As a visit that has found a loss, which is usual, it
cost strength.) With one leaf a round this is the search of `puct`, step by step.
"""

from math import isqrt, log, sqrt
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from splendor_tui.bots.learned.batch_course import play_turns, refill_and_pass_on
from splendor_tui.bots.learned.batch_judging import Judge
from splendor_tui.bots.learned.box import Small
from splendor_tui.bots.learned.cells import CELLS, DECKS, SEAT
from splendor_tui.bots.learned.course import Reals
from splendor_tui.bots.learned.puct import (
    DEEPEST,
    EXPLORATION,
    LEAST_PRIOR,
    MOST_EDGES,
    MOST_REFILLS,
    TEMPERATURES,
)
from splendor_tui.bots.learned.search import Found, Pick
from splendor_tui.bots.learned.turns import BUY, KIND, RESERVE, WHICH

AT_ONCE: Final = 16  # leaves of a round, at most
# A round has one leaf more for each so many visits of the root: a small tree has few good leaves.
VISITS_PER_LEAF: Final = 8


class _Edge:
    """A turn that has been tried, or is the next to be; `seen` counts its visits, and the net's word as one of them.

    `found` is the sum of what was found below, by seat; `total` that of the seat that moves, with the net's word.
    """

    __slots__ = ("draws", "ends", "found", "nodes", "prior", "seen", "static", "total", "turn")

    def __init__(self, turn: Small, static: list[float], prior: float, ends: bool, draws: bool, mover: int) -> None:
        self.turn, self.static, self.prior, self.ends, self.draws = turn, static, prior, ends, draws
        self.found = [0.0] * len(static)
        self.total = static[mover]
        self.seen = 1
        self.nodes: list[_Node] = []

    def node(self) -> "_Node | None":
        """Where to go on after this turn: the node that was chosen least, or None if it is to be followed by a fresh one."""
        count = len(self.nodes)
        if count == 0 or (self.draws and count < min(MOST_REFILLS, isqrt(self.seen - 1))):
            return None
        return min(reversed(self.nodes), key=lambda node: node.chosen)


class _Node:
    """A position in which a seat is to move; `cells` is its row in those of the tree.

    Its turns are in the order of the net's liking. Of those that were never tried the first promises most, so edges are made
    only for those that were tried and the first that was not. There are none as long as the node waits to be judged.
    """

    __slots__ = ("cells", "chosen", "edges", "ended", "mover", "priors", "static", "turns", "visits")

    def __init__(self, cells: Small) -> None:
        self.cells = cells
        self.visits = 0
        self.chosen = 1
        self.edges: list[_Edge] = []

    def expand(self, turns: Small, values: Reals, ended: npt.NDArray[np.bool_]) -> None:
        """Take in what the turns of this position are worth."""
        self.mover = int(self.cells[SEAT])
        order = np.argsort(-values[:, self.mover], kind="stable")
        temperature = TEMPERATURES[values.shape[1]]
        order = order[: _worth_a_look(values[order, self.mover], temperature)]
        self.turns, self.static, self.ended = turns[order], values[order], ended[order]
        own = self.static[:, self.mover]
        weights = np.exp((own - own[0]) / temperature)
        self.priors = weights / weights.sum()
        self._add_edge()

    def choose(self) -> _Edge:
        """The edge that promises most: the value so far, the net's word counting as one visit, and room for doubt."""
        doubt = EXPLORATION * sqrt(self.visits)
        best, most = self.edges[0], -1.0
        for edge in self.edges:
            promise = (edge.total + doubt * edge.prior) / edge.seen
            if promise > most:
                best, most = edge, promise
        if best is self.edges[-1]:
            self._add_edge()
        return best

    def _add_edge(self) -> None:
        nth = len(self.edges)
        if nth < len(self.turns):
            turn = self.turns[nth]
            kind, which = int(turn[KIND]), int(turn[WHICH])
            draws = (kind == RESERVE or (kind == BUY and which < 12)) and int(self.cells[DECKS + which // 4]) > 0
            static, prior, ends = self.static[nth].tolist(), float(self.priors[nth]), bool(self.ended[nth])
            self.edges.append(_Edge(turn, static, prior, ends, draws, self.mover))


def _worth_a_look(values: Reals, temperature: float) -> int:
    """How many of these values, the best first, are not far below the best; not too many."""
    most = float(values[0])
    least = most + temperature * log(LEAST_PRIOR)
    while (count := np.count_nonzero(values >= least)) > MOST_EDGES and least < most:
        least = (least + most) / 2 if most - least > 1e-4 else most
    return min(int(count), MOST_EDGES)


class _Step(NamedTuple):
    """The edge that a walk chose at a node, and what it counts as having found there as long as it is under way."""

    node: _Node
    edge: _Edge
    expected: float


class _Walk(NamedTuple):
    """From the root to a leaf; the fresh node that follows the last step, if any."""

    steps: list[_Step]
    fresh: _Node | None

    def take_back(self) -> None:
        """Leave no trace."""
        for node, edge, expected in self.steps:
            node.visits -= 1
            edge.seen -= 1
            edge.total -= expected
        for step in self.steps[1:]:
            step.node.chosen -= 1

    def report(self) -> None:
        """Tell the edges what was found at the end."""
        values = self.fresh.edges[0].static if self.fresh else self.steps[-1].edge.static
        for node, edge, expected in self.steps:
            edge.total += values[node.mover] - expected
            for seat, value in enumerate(values):
                edge.found[seat] += value


class BatchSearch:
    """A tree that grows from the position `cells`, with room for so many simulations. All chance comes from `rng`."""

    def __init__(
        self, judge: Judge, cells: Small, simulations: int, rng: np.random.Generator, at_once: int = AT_ONCE
    ) -> None:
        self._judge, self._rng, self._at_once = judge, rng, at_once
        self._cells = np.zeros((simulations + 1, CELLS), np.int8)
        self._cells[0] = cells
        self._used = 1
        self._root = _Node(self._cells[0])
        self._expand([self._root])

    def narrow(self, pick: Pick) -> bool:
        """Before it grows: leave only some turns at the root. False, and nothing changed, where none are picked."""
        judged = self._judge.judge(self._cells[:1])
        picked = pick(judged.turns)
        if picked:
            self._root = _Node(self._cells[0])
            self._root.expand(judged.turns[picked], judged.values[picked], judged.ended[picked])
        return bool(picked)

    def grow(self, simulations: int) -> None:
        """Search on by so many simulations, or until the tree is full."""
        while simulations > 0 and self._used < len(self._cells):
            most = min(simulations, self._at_once, 1 + self._root.visits // VISITS_PER_LEAF)
            walks = self._gather(min(most, len(self._cells) - self._used))
            self._settle([walk for walk in walks if walk.fresh])
            for walk in walks:
                walk.report()
            simulations -= len(walks)

    def found(self) -> list[Found]:
        """The turns at the root, the most visited first; of equals the one that the net likes best."""
        root = self._root
        tried = [
            Found(edge.turn, edge.seen - 1, np.array(edge.found, np.float32) / np.float32(edge.seen - 1))
            for edge in root.edges
            if edge.seen > 1
        ]
        tried.sort(key=lambda found: -found.visits)
        untried = zip(root.turns[len(tried) :], root.static[len(tried) :], strict=True)
        return tried + [Found(turn, 0, values) for turn, values in untried]

    def _gather(self, most: int) -> list[_Walk]:
        """At least one walk; fewer than `most` if one comes to a node that waits to be judged."""
        walks: list[_Walk] = []
        while len(walks) < most:
            walk = self._walk()
            if walk is None:
                break
            walks.append(walk)
        return walks

    def _walk(self) -> _Walk | None:
        """Walk to a leaf, and set up the fresh node there as a copy of the one before it."""
        steps: list[_Step] = []
        node = self._root
        while node.edges:
            node.visits += 1
            edge = node.choose()
            steps.append(_Step(node, edge, edge.total / edge.seen))
            edge.total += steps[-1].expected
            edge.seen += 1
            if edge.ends or len(steps) == DEEPEST:
                return _Walk(steps, None)
            following = edge.node()
            if following is None:
                cells = self._cells[self._used]
                cells[:] = node.cells
                self._used += 1
                edge.nodes.append(_Node(cells))
                return _Walk(steps, edge.nodes[-1])
            node = following
            node.chosen += 1
        node.chosen -= 1
        _Walk(steps, None).take_back()
        return None

    def _settle(self, walks: list[_Walk]) -> None:
        """Play the last turn of each of these walks into its fresh node, and judge the positions there."""
        if not walks:
            return
        cells = self._cells[self._used - len(walks) : self._used]
        play_turns(self._judge.box, cells, np.array([walk.steps[-1].edge.turn for walk in walks]))
        for position in cells:
            refill_and_pass_on(self._judge.box, position, self._rng)
        self._expand([walk.fresh for walk in walks if walk.fresh])

    def _expand(self, nodes: list[_Node]) -> None:
        judged = self._judge.judge(np.array([node.cells for node in nodes]))
        for node, start, end in zip(nodes, [0, *judged.ends], judged.ends, strict=False):
            node.expand(judged.turns[start:end], judged.values[start:end], judged.ended[start:end])
