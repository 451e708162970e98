"""The afterstates by the rules and by the encoded rules in comparable form, and a net to evaluate them."""

from collections.abc import Iterator
from functools import cache
from typing import TypeAlias

import numpy as np

from splendor_tui.bots.learned.encoded_rules import advance_seat, apply_turn, draws_card, is_over, refill, write_shares
from splendor_tui.bots.learned.encoded_turns import MAX_TURNS, TURN_SIZE, list_turns
from splendor_tui.bots.learned.encoding import (
    DECK_COUNTS,
    PLAYER_COUNT,
    POOL,
    CardSet,
    Int8s,
    encode_card_set,
    encode_position,
    index_card_set,
)
from splendor_tui.bots.learned.net import PACKED_ONE, Net
from splendor_tui.rules.actions import Action
from splendor_tui.rules.cards import LEVELS
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.outcome import outcome
from splendor_tui.rules.state import Phase, State
from splendor_tui.rules.turn import advance
from training.dealing import reveal_reserved
from training.nets import new_net

End: TypeAlias = tuple[bytes, tuple[float, ...]]
"""The encoded state without the pool, and each seat's share of the win if the game is over."""


def turns_by_rules(state: State, begun: tuple[Action, ...] = ()) -> Iterator[tuple[tuple[Action, ...], State]]:
    """Every way to finish the current turn, and the state after it. Some states occur twice."""
    for action in legal_actions(state):
        after = state.copy()
        advance(after, action)
        if after.phase in (Phase.RETURN_GEMS, Phase.CHOOSE_NOBLE):
            yield from turns_by_rules(after, (*begun, action))
        else:
            yield (*begun, action), after


def end_by_rules(state: State) -> End:
    """A state after a turn, for comparison."""
    result = outcome(state)
    seats = range(len(state.players)) if result else ()
    shares = tuple(float(np.float32(seat in result.winners) / len(result.winners)) for seat in seats) if result else ()
    return encode_position(state)[:POOL].tobytes(), shares


def ends_by_encoded_rules(state: State) -> list[End]:
    """The same ends according to the encoded rules. The pool contains only the next card of each deck, so the draw is certain."""
    box, cells = encode_card_set(state.catalogue), encode_position(state)
    index = index_card_set(state.catalogue)
    cells[POOL:] = 0
    for level in LEVELS:
        for card in state.deck(level)[:1]:
            cells[POOL + index[card]] = 1
    turns, rng = np.empty((MAX_TURNS, TURN_SIZE), np.int8), np.random.default_rng(0)
    return [_end(box, cells.copy(), turns[row], rng) for row in range(list_turns(box, cells, turns))]


def _end(box: CardSet, cells: Int8s, turn: Int8s, rng: np.random.Generator) -> End:
    shares = np.empty(int(cells[PLAYER_COUNT]), np.float32)
    draws, decks = draws_card(cells, turn), cells[DECK_COUNTS : DECK_COUNTS + len(LEVELS)]
    apply_turn(box, cells, turn)
    over, left = is_over(cells), decks.sum()
    refill(box, cells, rng)
    assert draws is bool(decks.sum() < left)
    reveal_reserved(box, cells, rng)
    if over:
        write_shares(cells, shares)
        return cells[:POOL].tobytes(), tuple(map(float, shares))
    advance_seat(cells)
    return cells[:POOL].tobytes(), ()


@cache
def lively_net(players: int) -> Net:
    """A net in which every row has an effect, and which packing does not change."""
    rng = np.random.default_rng(players)
    net = new_net(players, rng)
    table = np.rint(0.05 * PACKED_ONE * rng.standard_normal(net.table.shape)) / PACKED_ONE
    bias = np.rint(net.table_bias * PACKED_ONE) / PACKED_ONE
    return net._replace(table=table.astype(np.float32), table_bias=bias.astype(np.float32))
