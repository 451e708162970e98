"""Which search plays: the compiled one once it is there, and numpy's until then."""

from collections.abc import Callable
from threading import Thread
from typing import Final, TypeAlias

import numpy as np

from splendor_tui.bots.learned.batch_judging import Judge
from splendor_tui.bots.learned.batch_search import BatchSearch
from splendor_tui.bots.learned.box import Box, Small
from splendor_tui.bots.learned.compiled import COMPILED
from splendor_tui.bots.learned.compiled_search import CompiledSearch
from splendor_tui.bots.learned.net import Net, packed
from splendor_tui.bots.learned.search import Search
from splendor_tui.bots.player import Budget

_BETWEEN_LOOKS: Final = 0.05  # seconds between two looks at the budget

Begin: TypeAlias = Callable[[Small, int, np.random.Generator], Search]
"""Begins a search from these cells, with room for so many simulations; all chance comes from the generator."""


class Searches:
    """Begins searches with one net. Where numba is installed, the first of them has it compile, beside the game.

    That takes a minute or two on the first day, and some seconds on every other.
    """

    def __init__(self, box: Box, net: Net) -> None:
        self._begin = _by_numpy(box, net)
        self._compiled = _compiled(box, net) if COMPILED else None
        self._compiler: Thread | None = None

    def begin(self, cells: Small, simulations: int, rng: np.random.Generator, budget: Budget) -> Search:
        """A search from this position.

        Who gives a budget in nodes wants the same answer again, and waits for the compiled search until the budget ends.
        """
        if self._compiled is not None:
            if self._compiler is None:
                self._compiler = Thread(
                    target=self._compile, args=(self._compiled, cells), name="compiler", daemon=True
                )
                self._compiler.start()
            while budget.nodes is not None and self._compiler.is_alive() and not budget.cancelled():
                self._compiler.join(_BETWEEN_LOOKS)
        return self._begin(cells, simulations, rng)

    def _compile(self, compiled: Begin, cells: Small) -> None:
        """Search a little for nothing: whatever is called is compiled, or loaded from the cache."""
        search = compiled(cells, 1, np.random.default_rng(0))
        search.grow(1)
        search.found()
        self._begin = compiled


def _by_numpy(box: Box, net: Net) -> Begin:
    judge = Judge(box, net)
    return lambda cells, simulations, rng: BatchSearch(judge, cells, simulations, rng)


def _compiled(box: Box, net: Net) -> Begin:
    table = packed(net)
    return lambda cells, simulations, rng: CompiledSearch(box, table, cells, simulations, rng)
