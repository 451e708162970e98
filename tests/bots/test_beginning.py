"""Which search plays: nobody waits for a compiler but who wants the same answer again."""

from collections.abc import Callable, Iterator
from itertools import chain, repeat
from threading import Event

import numpy as np
import pytest

from splendor_tui.bots.learned import beginning
from splendor_tui.bots.learned.batch_search import BatchSearch
from splendor_tui.bots.learned.beginning import Searches
from splendor_tui.bots.learned.box import Box, Small, box_of
from splendor_tui.bots.learned.cells import cells_of
from splendor_tui.bots.learned.net import Net
from splendor_tui.bots.learned.search import Found, Pick, Search
from splendor_tui.bots.player import Budget
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.state import GameOptions, new_game
from splendor_tui.rules.view import view
from tests.bots.kernel import lively_net


def never() -> bool:
    return False


def first_cells(catalogue: Catalogue) -> Small:
    return cells_of(view(new_game(catalogue, GameOptions(2), 1), 0))


class Compiled:
    """In the place of the compiled search; its compiler is done when `finished` is set."""

    finished = Event()

    def narrow(self, pick: Pick) -> bool:  # noqa: ARG002
        return True

    def grow(self, simulations: int) -> None:  # noqa: ARG002
        assert self.finished.wait(10)

    def found(self) -> list[Found]:
        return []


@pytest.fixture
def begin(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Budget], Search]]:
    """Begins a search, where the compiler is not done before `Compiled.finished` is set."""

    def compiled(_box: Box, _net: Net) -> Callable[[Small, int, np.random.Generator], Search]:
        return lambda _cells, _simulations, _rng: Compiled()

    monkeypatch.setattr(beginning, "COMPILED", True)
    monkeypatch.setattr(beginning, "_compiled", compiled)
    Compiled.finished.clear()
    searches, cells = Searches(box_of(catalogue), lively_net(2)), first_cells(catalogue)
    yield lambda budget: searches.begin(cells, 10, np.random.default_rng(1), budget)
    Compiled.finished.set()


def test_numpy_plays_until_the_compiler_is_done(begin: Callable[[Budget], Search]) -> None:
    assert isinstance(begin(Budget(1.0, never)), BatchSearch)
    assert isinstance(begin(Budget(1.0, never)), BatchSearch)
    Compiled.finished.set()
    assert isinstance(begin(Budget(1.0, never, nodes=10)), Compiled)
    assert isinstance(begin(Budget(1.0, never)), Compiled)


def test_who_counts_nodes_waits_for_the_compiler_but_not_beyond_the_budget(begin: Callable[[Budget], Search]) -> None:
    looks = chain(repeat(False, 3), repeat(True))
    assert isinstance(begin(Budget(1.0, lambda: next(looks), nodes=10)), BatchSearch)
    assert next(looks)
    Compiled.finished.set()
    assert isinstance(begin(Budget(1.0, never, nodes=10)), Compiled)


def test_without_numba_nothing_is_awaited(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beginning, "COMPILED", False)
    searches, cells = Searches(box_of(catalogue), lively_net(2)), first_cells(catalogue)
    rng = np.random.default_rng(1)
    assert isinstance(searches.begin(cells, 10, rng, Budget(1.0, never, nodes=10)), BatchSearch)
