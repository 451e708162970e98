"""Where learned values meet the rest: positions of the rules in, the chance to win of every seat out."""

from collections.abc import Sequence

import numpy as np

from splendor_tui.bots.learned.box import box_of
from splendor_tui.bots.learned.cells import cells_of
from splendor_tui.bots.learned.course import Reals, share_win
from splendor_tui.bots.learned.judging import judge_turns, new_desk
from splendor_tui.bots.learned.net import Net
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import Position
from splendor_tui.rules.state import OVER


class LearnedValues:
    """An evaluator that looks one turn ahead with a net: the seat to move chooses what is best for itself.

    It is not for several threads at once.
    """

    def __init__(self, net: Net, catalogue: Catalogue) -> None:
        self._net = net
        self._box = box_of(catalogue)
        self._desk = new_desk(net)

    def values(self, positions: Sequence[Position]) -> Sequence[Sequence[float]]:
        """The chance to win of every seat, for each position."""
        return [self._value(position).tolist() for position in positions]

    def _value(self, position: Position) -> Reals:
        cells = cells_of(position)
        if position.phase is OVER:
            shares = np.zeros(len(position.players), np.float32)
            share_win(cells, shares)
            return shares
        count = judge_turns(self._box, self._net, self._desk, cells)
        values = self._desk.values[:count]
        best: Reals = values[values[:, position.seat].argmax()]
        return best
