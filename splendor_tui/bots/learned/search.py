"""What whoever chooses an action has to know of a search, however it is done."""

from typing import NamedTuple, Protocol

from splendor_tui.bots.learned.box import Small
from splendor_tui.bots.learned.course import Reals


class Found(NamedTuple):
    """A turn at the root, how often the search went there, and the chance to win that it leaves every seat."""

    turn: Small
    visits: int
    values: Reals


class Search(Protocol):
    """A tree that grows from one position."""

    def grow(self, simulations: int) -> None:
        """Search on by so many simulations, or until the tree is full."""

    def found(self) -> list[Found]:
        """The turns at the root, the most visited first; of equals the one that the net likes best."""
