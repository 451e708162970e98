"""The rules end endless games before their records become too long to read."""

from random import Random

from splendor_tui.record import MAX_BYTES, MAX_PLIES, format_record, parse_record
from splendor_tui.replay import final_state
from splendor_tui.rules.actions import Action, Pass, ReserveTop, Return, Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.outcome import Ending, outcome
from splendor_tui.rules.state import GOLD_TOKENS, LAST_ROUND_AT, MAX_PLAYERS, Phase, State
from tests.record.recorded import Table

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
