"""Where learned values meet the rest: positions of the rules in, the chance to win of every seat out."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from splendor_tui.bots.learned.batch import chances_of_many, rows_of_many
from splendor_tui.bots.learned.box import Box, Small, box_of
from splendor_tui.bots.learned.cells import SEAT, cells_of
from splendor_tui.bots.learned.compiled import COMPILED
from splendor_tui.bots.learned.course import Reals, is_over, play_turn, share_win
from splendor_tui.bots.learned.net import Desk, Net, judge_turns, new_desk
from splendor_tui.bots.learned.turns import list_turns
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
        judge = judge_turns if COMPILED else judge_turns_uncompiled
        count = judge(self._box, self.net, self._desk, cells)
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


def judge_turns_uncompiled(box: Box, net: Net, desk: Desk, cells: Small) -> int:
    """What `judge_turns` does, by numpy alone: some hundred times faster than that would be where it is not compiled."""
    count = list_turns(box, cells, desk.turns)
    after = np.repeat(cells[None], count, axis=0)
    for index in range(count):
        play_turn(box, after[index], desk.turns[index])
        desk.ended[index] = is_over(after[index])
        if desk.ended[index]:
            share_win(after[index], desk.values[index])
    going_on = np.flatnonzero(~desk.ended[:count])
    if len(going_on):
        desk.values[going_on] = chances_of_many(net, rows_of_many(box, after[going_on]), int(cells[SEAT]))
    return count
