"""Where learned values meet the rest: positions of the rules in, the chance to win of every seat out."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from splendor_tui.bots.learned.box import Small, box_of
from splendor_tui.bots.learned.cells import cells_of
from splendor_tui.bots.learned.course import Reals, share_win
from splendor_tui.bots.learned.judging import judge_turns, new_desk
from splendor_tui.bots.learned.net import Net
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import Position
from splendor_tui.rules.state import OVER


class Evaluator(Protocol):
    """What says how a game will end."""

    def values(self, positions: Sequence[Position]) -> Reals:
        """The chance to win of every seat, (positions, seats); each row sums to 1."""


class LearnedValues:
    """An evaluator that looks one turn ahead with a net: the seat to move chooses what is best for itself.

    It is not for several threads at once.
    """

    def __init__(self, net: Net, catalogue: Catalogue) -> None:
        self.net = net
        self._box = box_of(catalogue)
        self._desk = new_desk(net)

    def values(self, positions: Sequence[Position]) -> Reals:
        """The chance to win of every seat, (positions, seats)."""
        return np.stack([self._value(position) for position in positions])

    def turns(self, cells: Small) -> tuple[Small, Reals]:
        """All turns of a position, (turns, TURN), and the chance to win that each leaves every seat, (turns, seats)."""
        count = judge_turns(self._box, self.net, self._desk, cells)
        return self._desk.turns[:count].copy(), self._desk.values[:count].copy()

    def _value(self, position: Position) -> Reals:
        cells = cells_of(position)
        if position.phase is OVER:
            shares = np.zeros(len(position.players), np.float32)
            share_win(cells, shares)
            return shares
        _, values = self.turns(cells)
        best: Reals = values[values[:, position.seat].argmax()]
        return best
