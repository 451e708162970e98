"""What says how a game will end."""

from collections.abc import Sequence
from typing import Protocol

from splendor_tui.rules.legality import Position


class Evaluator(Protocol):
    """Judges positions, whoever is to move."""

    def values(self, positions: Sequence[Position]) -> Sequence[Sequence[float]]:
        """The chance to win of every seat, for each position; those of a position add up to 1."""
