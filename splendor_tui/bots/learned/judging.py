"""Judging all turns of a position: what every seat's chance to win is after each."""

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from splendor_tui.bots.learned.batch import chances_of_many, rows_of_many
from splendor_tui.bots.learned.box import Box, Small
from splendor_tui.bots.learned.cells import CELLS, SEAT
from splendor_tui.bots.learned.compiled import COMPILED, compiled
from splendor_tui.bots.learned.course import Reals, is_over, play_turn, share_win
from splendor_tui.bots.learned.features import Rows, slot_count, write_common, write_rows, write_side
from splendor_tui.bots.learned.net import HEAD, Net, chances, sum_rows
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
    sums: Reals
    sums_before: Reals
    hidden: Reals
    near: Small
    near_before: Small
    away: Small
    away_before: Small


def new_desk(net: Net) -> Desk:
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
        np.zeros(width, np.float32),
        np.zeros(width, np.float32),
        np.zeros(HEAD, np.float32),
        np.zeros((players, 12), np.int8),
        np.zeros((players, 12), np.int8),
        np.zeros((players, players + 1), np.int8),
        np.zeros((players, players + 1), np.int8),
    )


@compiled
def judge_one_by_one(box: Box, net: Net, desk: Desk, cells: Small) -> int:
    """`judge_turns` for compiled code."""
    count = list_turns(box, cells, desk.turns)
    mover, players = int(cells[SEAT]), len(net.last_bias)
    write_rows(box, cells, desk.rows_before, desk.near_before, desk.away_before)
    sum_rows(net, desk.rows_before, desk.sums_before)
    for index in range(count):
        turn = desk.turns[index]
        desk.cells[:] = cells
        play_turn(box, desk.cells, turn)
        desk.ended[index] = is_over(desk.cells)
        if desk.ended[index]:
            share_win(desk.cells, desk.values[index])
            continue
        desk.rows[:] = desk.rows_before
        desk.near[:] = desk.near_before
        desk.away[:] = desk.away_before
        write_side(box, desk.cells, 0, desk.rows, desk.near, desk.away)
        kind = int(turn[KIND])
        if int(turn[NOBLE]) >= 0 or kind not in (
            TAKE,
            RESERVE_TOP,
            RETURN,
            PASS,
        ):  # the grid or the nobles have changed
            for side in range(1, players):
                write_side(box, desk.cells, side, desk.rows, desk.near, desk.away)
        write_common(box, desk.cells, desk.rows, desk.near, desk.away)
        _sum_changes(net, desk)
        chances(net, desk.sums, desk.hidden, mover, desk.values[index])
    return count


@compiled
def _sum_changes(net: Net, desk: Desk) -> None:
    """Sums of the rows after the turn, from those before it: few slots differ."""
    table, sums, changed = net.table, desk.sums, desk.changed
    fresh, gone = desk.rows, desk.rows_before
    count = 0
    for slot in range(len(fresh)):
        changed[count] = slot
        count += fresh[slot] != gone[slot]
    for unit in range(len(sums)):
        sums[unit] = desk.sums_before[unit]
    pairs = count // 2 * 2
    for place in range(0, pairs, 2):
        a, b = fresh[changed[place]], gone[changed[place]]
        c, d = fresh[changed[place + 1]], gone[changed[place + 1]]
        for unit in range(len(sums)):
            sums[unit] += (table[a, unit] - table[b, unit]) + (table[c, unit] - table[d, unit])
    if pairs < count:
        a, b = fresh[changed[pairs]], gone[changed[pairs]]
        for unit in range(len(sums)):
            sums[unit] += table[a, unit] - table[b, unit]


def judge_together(box: Box, net: Net, desk: Desk, cells: Small) -> int:
    """`judge_turns` for plain Python, with numpy."""
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


# List the turns of a position on the desk, each with the chance to win that it leaves every seat; answers how many.
# `desk.values` of a turn is exact where the game ends with it (`desk.ended`), else what the net says.
judge_turns: Final[Callable[[Box, Net, Desk, Small], int]] = judge_one_by_one if COMPILED else judge_together
