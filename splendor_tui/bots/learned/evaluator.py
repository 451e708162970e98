"""The evaluator, which estimates every seat's chance of winning after each legal turn."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from splendor_tui.bots.learned.compiled import compiled, compiled_from, plain
from splendor_tui.bots.learned.encoded_rules import apply_turn, is_over, write_shares
from splendor_tui.bots.learned.encoded_turns import (
    BUY,
    CHOOSE_NOBLE,
    KIND,
    MAX_TURNS,
    NOBLE,
    RESERVE,
    TURN_SIZE,
    list_turns,
)
from splendor_tui.bots.learned.encoding import GRID_SIZE, POOL, SEAT, STATE_SIZE, CardSet, Float32s, Int8s
from splendor_tui.bots.learned.features import (
    Rows,
    list_rows,
    side_slots,
    slot_count,
    write_common,
    write_rows,
    write_side,
)
from splendor_tui.bots.learned.net import HEAD, Net, Sums, copy, predict, predict_turns, sum_rows

_TURNS_AT_ONCE: Final = 64  # in plain Python, between two checks for an interrupt


class Buffers(NamedTuple):
    """Scratch arrays and results of the evaluator, allocated once."""

    turns: Int8s
    values: Float32s
    ended: npt.NDArray[np.bool_]
    state: Int8s
    rows: Rows
    rows_before: Rows
    changed: npt.NDArray[np.int64]
    sums: Sums
    sums_before: Sums
    active: Float32s
    hidden: Float32s
    card_gaps: Int8s
    card_gaps_before: Int8s
    noble_gaps: Int8s
    noble_gaps_before: Int8s


def new_buffers(net: Net) -> Buffers:
    """Allocate the buffers for this net."""
    players, width = net.players, net.table.shape[1]
    return Buffers(
        turns=np.zeros((MAX_TURNS, TURN_SIZE), np.int8),
        values=np.zeros((MAX_TURNS, players), np.float32),
        ended=np.zeros(MAX_TURNS, np.bool_),
        state=np.zeros(STATE_SIZE, np.int8),
        rows=np.zeros(slot_count(players), np.uint16),
        rows_before=np.zeros(slot_count(players), np.uint16),
        changed=np.zeros(slot_count(players) + 4, np.int64),
        sums=np.zeros_like(net.table_bias),
        sums_before=np.zeros_like(net.table_bias),
        active=np.zeros(width, np.float32),
        hidden=np.zeros(HEAD, np.float32),
        card_gaps=np.zeros((players, GRID_SIZE), np.int8),
        card_gaps_before=np.zeros((players, GRID_SIZE), np.int8),
        noble_gaps=np.zeros((players, players + 1), np.int8),
        noble_gaps_before=np.zeros((players, players + 1), np.int8),
    )


class InterruptedSearchError(Exception):
    """Raised when the condition passed to `interrupted_by` becomes true."""


_thread = threading.local()


@contextmanager
def interrupted_by(condition: Callable[[], bool]) -> Iterator[None]:
    """Make the evaluator raise InterruptedSearchError in this thread once the condition is true.

    Works only in plain Python, which takes milliseconds for the turns of one state. Compiled code is far faster.
    """
    _thread.condition = condition
    try:
        yield
    finally:
        del _thread.condition


def _raise_if_interrupted() -> None:
    if (condition := getattr(_thread, "condition", None)) is not None and condition():
        raise InterruptedSearchError


def _evaluate_by_numpy(cards: CardSet, net: Net, buffers: Buffers, state: Int8s) -> int:
    """The same in plain Python, for many turns at once."""
    count, mover = plain(list_turns)(cards, state, buffers.turns), int(state[SEAT])
    apply, ends, share = plain(apply_turn), plain(is_over), plain(write_shares)
    for first in range(0, count, _TURNS_AT_ONCE):
        _raise_if_interrupted()
        part = slice(first, min(first + _TURNS_AT_ONCE, count))
        states = np.tile(state, (part.stop - first, 1))
        for after, turn in zip(states, buffers.turns[part], strict=True):
            apply(cards, after, turn)
        buffers.values[part] = predict_turns(net, list_rows(cards, states), mover)
        for row, after in enumerate(states, first):
            buffers.ended[row] = ends(after)
            if buffers.ended[row]:
                share(after, buffers.values[row])
    return count


@compiled_from(_evaluate_by_numpy, forceinline=False)
def evaluate_turns(cards: CardSet, net: Net, buffers: Buffers, state: Int8s) -> int:
    """Write the legal turns and every seat's chance of winning after each to the buffers. Returns the number of turns.

    If a turn ends the game (`buffers.ended`), its values are the result. Otherwise they are the net's estimate.
    """
    count = list_turns(cards, state, buffers.turns)
    mover, players = int(state[SEAT]), len(net.last_bias)
    write_rows(cards, state, buffers.rows_before, buffers.card_gaps_before, buffers.noble_gaps_before)
    sum_rows(net, buffers.rows_before, buffers.sums_before)
    others_stale = True  # whether the rows of the other sides are from another turn or state
    for index in range(count):
        turn = buffers.turns[index]
        for cell in range(POOL):  # no turn removes cards from the pool
            buffers.state[cell] = state[cell]
        apply_turn(cards, buffers.state, turn)
        buffers.ended[index] = is_over(buffers.state)
        if buffers.ended[index]:
            write_shares(buffers.state, buffers.values[index])
            continue
        others_change = _affects_all_sides(turn)
        if others_stale and not others_change:
            _restore_others(buffers)
        for side in range(players if others_change else 1):
            write_side(cards, buffers.state, side, buffers.rows, buffers.card_gaps, buffers.noble_gaps)
        others_stale = others_change
        write_common(cards, buffers.state, buffers.rows, buffers.card_gaps, buffers.noble_gaps)
        _sum_changes(net, buffers, others_change)
        predict(net, buffers.sums, buffers.active, buffers.hidden, mover, buffers.values[index])
    return count


@compiled
def _affects_all_sides(turn: Int8s) -> bool:
    """Whether the turn may change the features of every side: the grid, the nobles or, like a purchase, the leading score."""
    return int(turn[NOBLE]) >= 0 or int(turn[KIND]) in (BUY, RESERVE, CHOOSE_NOBLE)


@compiled
def _restore_others(buffers: Buffers) -> None:
    """Restore the rows of the other sides to those before the turn."""
    players, nobles = buffers.noble_gaps.shape
    for slot in range(side_slots(players), players * side_slots(players)):
        buffers.rows[slot] = buffers.rows_before[slot]
    for side in range(1, players):
        for place in range(GRID_SIZE):
            buffers.card_gaps[side, place] = buffers.card_gaps_before[side, place]
        for place in range(nobles):
            buffers.noble_gaps[side, place] = buffers.noble_gaps_before[side, place]


@compiled
def _sum_changes(net: Net, buffers: Buffers, others_change: bool) -> None:
    """Compute the sums from those before the turn, which is fast because only a few slots differ."""
    sums, changed = buffers.sums, buffers.changed
    fresh, gone = buffers.rows, buffers.rows_before
    players = len(buffers.noble_gaps)
    others, common = side_slots(players), players * side_slots(players)
    count = _list_differences(fresh, gone, 0, common if others_change else others, changed, 0)
    count = _list_differences(fresh, gone, common, len(fresh), changed, count)
    copy(buffers.sums_before, sums)
    _replace_rows(net.table, fresh, gone, changed, count, sums)


@compiled
def _replace_rows(table: Sums, fresh: Rows, gone: Rows, changed: npt.NDArray[np.int64], count: int, sums: Sums) -> None:
    """Add the rows `fresh` of the first `count` slots in `changed` to the sums, and subtract the rows `gone`.

    Four slots per pass, because each pass reads and writes all sums. The slot of the target is last and never changes, so
    it completes the last four.
    """
    for place in range(count, count + 3):
        changed[place] = len(fresh) - 1
    for place in range(0, count, 4):
        one, two, three, four = changed[place], changed[place + 1], changed[place + 2], changed[place + 3]
        new_1, new_2, new_3, new_4 = table[fresh[one]], table[fresh[two]], table[fresh[three]], table[fresh[four]]
        old_1, old_2, old_3, old_4 = table[gone[one]], table[gone[two]], table[gone[three]], table[gone[four]]
        for unit in range(len(sums)):
            added = new_1[unit] + new_2[unit] + new_3[unit] + new_4[unit]
            sums[unit] += added - old_1[unit] - old_2[unit] - old_3[unit] - old_4[unit]


@compiled
def _list_differences(fresh: Rows, gone: Rows, start: int, end: int, changed: npt.NDArray[np.int64], count: int) -> int:
    """Append the slots from `start` to `end` that differ to `changed`, which already holds `count`. Returns the new count."""
    for slot in range(start, end):
        changed[count] = slot
        count += fresh[slot] != gone[slot]
    return count
