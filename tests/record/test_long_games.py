"""The rules end endless games before their records become too long to read."""

from random import Random

import pytest

from splendor_tui.record import MAX_BYTES, MAX_PLIES, final_state, format_record, parse_record
from splendor_tui.rules.actions import Action, Forfeit, Pass, ReserveTop, Return, Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.notation import format_action
from splendor_tui.rules.outcome import AGREEMENT_FROM, Ending, may_agree, outcome
from splendor_tui.rules.state import GOLD_TOKENS, LAST_ROUND_AT, MAX_PLAYERS, Phase, State
from splendor_tui.rules.turn import advance, seats_in_play
from tests.oracle import splendor
from tests.record.recorded import Table
from tests.rules.comparison import snapshot, twin

MAX_PLIES_OF_A_TURN = 3


def idle(state: State, rng: Random) -> Action:
    """Take and return tokens forever. It takes the gold first, so that the bank never becomes empty."""
    if state.gold and state.phase is Phase.MAIN and state.ply < 4 * GOLD_TOKENS:
        return ReserveTop(1)
    ways = [
        action
        for action in legal_actions(state)
        if isinstance(action, Take | Pass) or (isinstance(action, Return) and not action.gold)
    ]
    return rng.choice(ways)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_round_that_reaches_the_ply_limit_is_the_last(catalogue: Catalogue, players: int) -> None:
    for seed in range(30):
        rng, state = Random(seed), Table(catalogue, players=players, seed=seed).state.copy()
        second = twin(state)
        state.ply = second.ply = LAST_ROUND_AT - rng.randint(1, 12)
        turns = [0] * players
        while outcome(state) is None:
            turns[state.seat] += state.phase is Phase.MAIN
            assert may_agree(state)
            leaves = rng.random() < 0.05 and seats_in_play(state) > 2
            action = Forfeit() if leaves else rng.choice(legal_actions(state))
            splendor.carry_out(second, format_action(action))
            advance(state, action)
        assert snapshot(state) == splendor.snapshot(second)
        assert LAST_ROUND_AT <= state.ply < LAST_ROUND_AT + MAX_PLIES_OF_A_TURN * players
        played = [turns[seat] for seat in range(players) if not state.players[seat].forfeited]
        assert len(set(played)) == 1, "all had as many turns"
        ended = outcome(state)
        assert ended is not None
        assert ended.ending is Ending.STALEMATE


def test_agreement_is_offered_long_before_the_ply_limit(catalogue: Catalogue) -> None:
    state = Table(catalogue).state.copy()
    for state.ply, offered in ((AGREEMENT_FROM - 1, False), (AGREEMENT_FROM, True)):
        assert may_agree(state) is offered


def test_record_of_the_longest_game_is_readable(catalogue: Catalogue) -> None:
    assert LAST_ROUND_AT + MAX_PLAYERS * MAX_PLIES_OF_A_TURN <= MAX_PLIES
    table, rng = Table(catalogue), Random(2)
    while outcome(table.state) is None:
        table.play(idle(table.state, rng))
    written = format_record(table.record()).encode()
    assert len(written) <= MAX_BYTES
    record = parse_record(written)
    assert record.result is not None
    assert record.result.ending is Ending.STALEMATE
    assert final_state(record, catalogue).ply == len(record.plies) >= LAST_ROUND_AT
