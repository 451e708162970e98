"""`judging` for many positions at once, by numpy alone: for where nothing is compiled."""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from splendor_tui.bots.learned.batch_course import are_over, blocks_of, play_turns, share_wins
from splendor_tui.bots.learned.batch_scenes import Wide, places_of, scenes_of, token_rows
from splendor_tui.bots.learned.batch_table import joined_table
from splendor_tui.bots.learned.batch_turns import list_turns_of_many
from splendor_tui.bots.learned.box import Box, Small
from splendor_tui.bots.learned.cells import BANK, SEAT, TOKENS
from splendor_tui.bots.learned.course import Reals
from splendor_tui.bots.learned.net import Net
from splendor_tui.bots.learned.turns import CHANGE, KIND, NOBLE, RETURN, TAKE, WHICH

# OpenBLAS starts threads for a product of more multiplications than these, and they cost more than they bring.
_ONE_THREAD: Final = 2**18


class Judged(NamedTuple):
    """The turns of positions, one after another, each with the chance to win that it leaves every seat, (n, seats).

    Values are exact where the game ends with the turn (`ended`). The turns of a position end before its entry in `ends`.
    """

    turns: Small
    values: Reals
    ended: npt.NDArray[np.bool_]
    ends: list[int]


class Judge:
    """Judges all turns of many positions at once."""

    def __init__(self, box: Box, net: Net) -> None:
        self.box, self._net = box, net
        self._places = places_of(box)
        self._table, self._layout = joined_table(box, net.table, net.players)
        self._at_once = _ONE_THREAD // net.middle.size

    def judge(self, cells: Small) -> Judged:
        """Judge the turns of these positions, (n, CELLS), each in the order of `list_turns`."""
        listed = list_turns_of_many(self.box, cells)
        counts = [len(turns) for turns in listed]
        turns, position = np.concatenate(listed), np.repeat(np.arange(len(cells)), counts)
        first, scene = _tell_scenes_apart(turns, position)
        after = cells[position[first]]
        play_turns(self.box, after, turns[first])
        ended = are_over(after)
        change = turns[:, CHANGE : CHANGE + 6]
        own = blocks_of(cells)[np.arange(len(cells)), cells[:, SEAT], TOKENS : TOKENS + 6]
        values = self._chances(after, scene, own[position] + change, cells[position, BANK : BANK + 6] - change)
        if ended.any():
            over = ended[scene]
            values[over] = share_wins(after, self._net.players)[scene[over]]
        return Judged(turns, values, ended[scene], np.cumsum(counts).tolist())

    def _chances(self, after: Small, scene: Wide, tokens: Small, bank: Small) -> Reals:
        """Each seat's chance to win (n, seats), by seat, with these tokens of the mover in these scenes."""
        net = self._net
        scenes = scenes_of(self._places, self._layout, after)
        sums = self._table.take(scenes.rows, axis=0).sum(axis=0) + net.table_bias
        values = np.empty((len(scene), net.players), np.float32)
        for start in range(0, len(scene), self._at_once):
            part = slice(start, start + self._at_once)
            rows = token_rows(self._layout, scenes, scene[part], tokens[part], bank[part])
            inner = sums[scene[part]] + self._table.take(rows, axis=0).sum(axis=0)
            hidden = np.maximum(np.maximum(inner, 0) @ net.middle.T + net.middle_bias, 0)
            logits = hidden @ net.last.T + net.last_bias
            weights = np.exp(logits - logits.max(axis=1, keepdims=True))
            values[part] = weights / weights.sum(axis=1, keepdims=True)
        sides = (np.arange(net.players) - after[scene, SEAT, None]) % net.players
        return np.take_along_axis(values, sides.astype(np.intp), axis=1)


def _tell_scenes_apart(turns: Small, position: Wide) -> tuple[Wide, Wide]:
    """Which turns begin a scene that the turn before them does not share, and the scene of each turn."""
    kind = turns[:, KIND]
    same = ((kind == TAKE) | (kind == RETURN)) & (turns[:, NOBLE] < 0)
    keys = np.stack((position, kind, np.where(same, 0, turns[:, WHICH]), turns[:, NOBLE]))
    begins = np.concatenate(([True], (keys[:, 1:] != keys[:, :-1]).any(axis=0)))
    return np.flatnonzero(begins), np.cumsum(begins) - 1
