"""Random games keep every invariant."""

from collections import Counter
from itertools import pairwise

import pytest

from splendor_tui.rules.actions import ChooseNoble, Forfeit, Return
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.digest import digest
from splendor_tui.rules.notation import format_action, parse_action
from splendor_tui.rules.outcome import Ending, outcome
from splendor_tui.rules.turn import apply_action
from tests.rules.invariants import assert_invariants
from tests.rules.random_play import MOST_PLIES, Setting, plies, start

CHUNK = 40


@pytest.mark.parametrize("first", range(0, 480, CHUNK))
def test_every_position_keeps_the_invariants(catalogue: Catalogue, first: int) -> None:
    for number in range(first, first + CHUNK):
        setting = Setting.number(number, catalogue)
        state = start(setting)
        assert_invariants(state)
        for ply in plies(setting, state):
            assert_invariants(ply.after)
            assert ply.after.ply == ply.before.ply + 1


def test_a_game_that_ends_by_the_target_gave_everybody_the_same_number_of_turns(catalogue: Catalogue) -> None:
    ended = 0
    for number in range(300):
        setting = Setting.number(number, catalogue)
        state = start(setting)
        turns = Counter[int]()
        for ply in plies(setting, state):
            turns[ply.before.seat] += not isinstance(ply.action, Return | ChooseNoble | Forfeit)
            state = ply.after
        end = outcome(state)
        if end and end.ending is Ending.TARGET and not any(player.forfeited for player in state.players):
            assert len(set(turns.values())) == 1
            ended += 1
    assert ended > 100


def test_states_held_by_others_never_change(catalogue: Catalogue) -> None:
    """Undo is a list of states: replaying the same actions from any of them gives the same game."""
    setting = Setting.number(7, catalogue)
    history = [(ply.before, ply.action, digest(ply.before)) for ply in plies(setting, start(setting))]
    assert all(digest(state) == name for state, _, name in history)
    for (state, action, _), (_, _, following) in pairwise(history):
        assert digest(apply_action(state, action)) == following


def test_notation_of_every_action_met_reads_back_as_the_same_action(catalogue: Catalogue) -> None:
    verbs = Counter[str]()
    for number in range(120):
        setting = Setting.number(number, catalogue)
        for ply in plies(setting, start(setting)):
            line = format_action(ply.action)
            assert parse_action(line, setting.catalogue) == ply.action
            assert format_action(parse_action(line, setting.catalogue)) == line
            verbs[line.split()[0]] += 1
            assert ply.before.ply < MOST_PLIES
    assert set(verbs) == {"take", "reserve", "buy", "return", "noble", "pass", "forfeit"}
