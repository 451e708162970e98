"""Where learned values meet the rest: positions of the rules in, the chance to win of every seat out."""

from collections.abc import Sequence

import numpy as np

from splendor_tui.bots.learned.batch_course import share_wins
from splendor_tui.bots.learned.batch_judging import Judge
from splendor_tui.bots.learned.box import box_of
from splendor_tui.bots.learned.cells import cells_of
from splendor_tui.bots.learned.net import Net
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import Position
from splendor_tui.rules.state import OVER


class LearnedValues:
    """An evaluator that looks one turn ahead with a net: the seat to move chooses what is best for itself."""

    def __init__(self, net: Net, catalogue: Catalogue) -> None:
        self._judge = Judge(box_of(catalogue), net)

    def values(self, positions: Sequence[Position]) -> Sequence[Sequence[float]]:
        """The chance to win of every seat, for each position; all have one number of players."""
        if not positions:
            return []
        cells = np.stack([cells_of(position) for position in positions])
        values = share_wins(cells, len(positions[0].players))
        going_on = [number for number, position in enumerate(positions) if position.phase is not OVER]
        if going_on:
            judged = self._judge.judge(cells[going_on])
            for number, of_turns in zip(going_on, np.split(judged.values, judged.ends[:-1]), strict=True):
                values[number] = of_turns[of_turns[:, positions[number].seat].argmax()]
        shares: list[list[float]] = values.tolist()
        return shares
