"""What whoever chooses an action has to know of a search, however it is done."""

from collections.abc import Callable
from typing import NamedTuple, Protocol, TypeAlias

from splendor_tui.bots.learned.box import Small
from splendor_tui.bots.learned.course import Reals


class Found(NamedTuple):
    """A turn at the root, how often the search went there, and the chance to win that it leaves every seat."""

    turn: Small
    visits: int
    values: Reals


Pick: TypeAlias = Callable[[Small], list[int]]
"""Picks rows among all turns that a position allows, also those that a search would leave out for being so bad."""


class Search(Protocol):
    """A tree that grows from one position."""

    def narrow(self, pick: Pick) -> bool:
        """Before it grows: leave only some turns at the root. False, and nothing changed, where none are picked."""

    def grow(self, simulations: int) -> None:
        """Search on by so many simulations, or until the tree is full."""

    def found(self) -> list[Found]:
        """The turns at the root, the most visited first; of equals the one that the net likes best."""
