"""The chance to win without a net."""

from random import Random

import pytest

from splendor_tui.bots.evaluation import Weights
from splendor_tui.bots.heuristic_policy import estimate_chances
from splendor_tui.bots.levels import create_bot
from splendor_tui.rules.actions import Forfeit
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.outcome import outcome
from splendor_tui.rules.state import GameOptions, State, new_game
from splendor_tui.rules.turn import apply_action
from splendor_tui.rules.view import view
from tests.bots.bot_games import states
from tests.rules.random_play import Setting, plies, start
from tests.rules.test_visibility import other_world


def chances(state: State) -> list[float]:
    """Those of every seat, as the seat to move knows the position."""
    return estimate_chances(view(state, state.seat), Weights())


def test_chances_are_those_of_one_win_and_those_of_an_ended_game_are_shares_of_it(catalogue: Catalogue) -> None:
    ended = 0
    for number in range(12):
        setting = Setting.number(number, catalogue)
        for ply in plies(setting, start(setting)):
            found = chances(ply.after)
            assert len(found) == len(ply.after.players)
            assert sum(found) == pytest.approx(1)
            assert min(found) >= 0
            end = outcome(ply.after)
            if end is not None:
                assert {seat for seat, chance in enumerate(found) if chance} == {*end.winners}
                ended += 1
    assert ended


def test_what_is_hidden_changes_no_chance(catalogue: Catalogue) -> None:
    for state in states(catalogue, [create_bot("apprentice")] * 3, 1):
        assert chances(state) == chances(other_world(state, state.seat, Random(state.ply)))


def test_who_has_left_cannot_win(catalogue: Catalogue) -> None:
    assert chances(apply_action(new_game(catalogue, GameOptions(3), 1), Forfeit()))[0] == 0


def test_who_is_said_to_win_does_so_about_as_often_as_said(catalogue: Catalogue) -> None:
    said: list[float] = []
    won = 0
    for seed in range(40):
        *before, last = states(catalogue, [create_bot("apprentice")] * 2, seed)
        end = outcome(last)
        assert end is not None
        for state in before[20::5]:
            best, leader = max((chance, seat) for seat, chance in enumerate(chances(state)))
            if best > 0.6:
                said.append(best)
                won += leader in end.winners
    assert len(said) > 100
    assert won / len(said) == pytest.approx(sum(said) / len(said), abs=0.12)
