"""Judging all turns of a position: what every seat's chance to win is after each."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from splendor_tui.bots.learned.box import Box, Small
from splendor_tui.bots.learned.cells import CELLS, POOL, SEAT
from splendor_tui.bots.learned.compiled import compiled, compiled_apart
from splendor_tui.bots.learned.course import Reals, is_over, play_turn, share_win
from splendor_tui.bots.learned.features import Rows, side_slots, slot_count, write_common, write_rows, write_side
from splendor_tui.bots.learned.net import HEAD, AnyNet, Sums, add_difference, chances, new_sums, sum_rows
from splendor_tui.bots.learned.turns import KIND, MAX_TURNS, NOBLE, PASS, RESERVE_TOP, RETURN, TAKE, TURN, list_turns


class Desk(NamedTuple):
    """What a compiled function writes on while it looks at one position after another; made once, used again and again."""

    turns: Small
    values: Reals
    ended: npt.NDArray[np.bool_]
    cells: Small
    rows: Rows
    rows_before: Rows
    changed: npt.NDArray[np.int64]
    sums: Sums
    sums_before: Sums
    active: Reals
    hidden: Reals
    near: Small
    near_before: Small
    away: Small
    away_before: Small


def new_desk(net: AnyNet) -> Desk:
    """A desk for positions of this net's number of players."""
    players, width = net.players, net.table.shape[1]
    return Desk(
        np.zeros((MAX_TURNS, TURN), np.int8),
        np.zeros((MAX_TURNS, players), np.float32),
        np.zeros(MAX_TURNS, np.bool_),
        np.zeros(CELLS, np.int8),
        np.zeros(slot_count(players), np.uint16),
        np.zeros(slot_count(players), np.uint16),
        np.zeros(slot_count(players) + 1, np.int64),
        new_sums(net),
        new_sums(net),
        np.zeros(width, np.float32),
        np.zeros(HEAD, np.float32),
        np.zeros((players, 12), np.int8),
        np.zeros((players, 12), np.int8),
        np.zeros((players, players + 1), np.int8),
        np.zeros((players, players + 1), np.int8),
    )


@compiled_apart
def judge_turns(box: Box, net: AnyNet, desk: Desk, cells: Small) -> int:
    """List the turns of a position on the desk, each with the chance to win that it leaves every seat; answers how many.

    `desk.values` of a turn is exact where the game ends with it (`desk.ended`), else what the net says.
    """
    count = list_turns(box, cells, desk.turns)
    mover, players = int(cells[SEAT]), len(net.last_bias)
    write_rows(box, cells, desk.rows_before, desk.near_before, desk.away_before)
    sum_rows(net, desk.rows_before, desk.sums_before)
    others_differ = True  # whether the desk still holds rows of the other sides from another turn or position
    for index in range(count):
        turn = desk.turns[index]
        for cell in range(POOL):  # no turn draws from the pool
            desk.cells[cell] = cells[cell]
        play_turn(box, desk.cells, turn)
        desk.ended[index] = is_over(desk.cells)
        if desk.ended[index]:
            share_win(desk.cells, desk.values[index])
            continue
        others_change = _touches_all(turn)
        if others_differ and not others_change:
            _restore_others(desk)
        write_side(box, desk.cells, 0, desk.rows, desk.near, desk.away)
        if others_change:
            for side in range(1, players):
                write_side(box, desk.cells, side, desk.rows, desk.near, desk.away)
        others_differ = others_change
        write_common(box, desk.cells, desk.rows, desk.near, desk.away)
        _sum_changes(net, desk, others_change)
        chances(net, desk.sums, desk.active, desk.hidden, mover, desk.values[index])
    return count


@compiled
def _touches_all(turn: Small) -> bool:
    """Whether the turn changes the grid or the nobles, and so what every side looks at."""
    kind = int(turn[KIND])
    return int(turn[NOBLE]) >= 0 or kind not in (TAKE, RESERVE_TOP, RETURN, PASS)


@compiled
def _restore_others(desk: Desk) -> None:
    """Give the other sides the rows that they had before the turn."""
    players, nobles = desk.away.shape
    for slot in range(side_slots(players), players * side_slots(players)):
        desk.rows[slot] = desk.rows_before[slot]
    for side in range(1, players):
        for place in range(12):
            desk.near[side, place] = desk.near_before[side, place]
        for place in range(nobles):
            desk.away[side, place] = desk.away_before[side, place]


@compiled
def _sum_changes(net: AnyNet, desk: Desk, others_change: bool) -> None:
    """Sums of the rows after the turn, from those before it: few slots differ."""
    table, sums, changed = net.table, desk.sums, desk.changed
    fresh, gone = desk.rows, desk.rows_before
    players = len(desk.away)
    others, common = side_slots(players), players * side_slots(players)
    count = _add_differences(fresh, gone, 0, common if others_change else others, changed, 0)
    count = _add_differences(fresh, gone, common, len(fresh), changed, count)
    sums[:] = desk.sums_before
    for place in range(count):
        slot = changed[place]
        add_difference(sums, table[fresh[slot]], table[gone[slot]])


@compiled
def _add_differences(fresh: Rows, gone: Rows, start: int, end: int, changed: npt.NDArray[np.int64], count: int) -> int:
    """Add to `changed`, which holds `count` slots, those from `start` to `end` that differ; answers how many it holds then."""
    for slot in range(start, end):
        changed[count] = slot
        count += fresh[slot] != gone[slot]
    return count
