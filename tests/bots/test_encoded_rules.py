"""The turns of an encoded state lead to the same afterstates as the rules, without duplicates."""

from itertools import islice
from random import Random

import numpy as np
import pytest

from splendor_tui.bots.learned.encoded_rules import write_shares
from splendor_tui.bots.learned.encoding import encode_position
from splendor_tui.commands.perft_command import Setup, published_setups
from splendor_tui.rules.actions import ChooseNoble, Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.gems import pack
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.outcome import outcome
from splendor_tui.rules.state import Phase, State, new_game
from splendor_tui.rules.turn import advance
from tests.bots.afterstates import end_by_rules, ends_by_encoded_rules, turns_by_rules
from tests.rules.random_play import random_games
from tests.rules.tables import promo_game

TIED = 16  # points
SETUPS = list(published_setups().values())


def compare(state: State) -> list[State]:
    """Compare the turns of the rules and the encoded rules. Returns the states after each turn of the rules."""
    ends = {end_by_rules(after): after for _turn, after in turns_by_rules(state)}
    found = ends_by_encoded_rules(state)
    assert len(set(found)) == len(found)
    assert set(found) == set(ends)
    return list(ends.values())


@pytest.mark.parametrize("first", range(0, 300, 60))
def test_encoded_turns_of_random_games_match_the_rules(first: int, catalogue: Catalogue) -> None:
    for ply in islice(random_games(range(first, first + 60), catalogue), 0, None, 12):
        compare(ply.before)


def test_encoded_turns_with_promo_nobles_match_the_rules(catalogue: Catalogue) -> None:
    state, rng = promo_game(catalogue), Random(2)
    promos, visited = {*catalogue.promos}, False
    for player in state.players:
        player.bonuses = pack([4, 3, 3, 3, 3])
    while not visited:
        compare(state)
        advance(
            state, rng.choice([action for action in legal_actions(state) if isinstance(action, Take | ChooseNoble)])
        )
        visited = any(promos.intersection(player.nobles) for player in state.players)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, 10_000, 500))
def test_every_encoded_turn_of_ten_thousand_games_matches_the_rules(first: int, catalogue: Catalogue) -> None:
    for ply in random_games(range(first, first + 500), catalogue):
        compare(ply.before)


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.name)
def test_encoded_turns_of_published_positions_match_the_rules_two_turns_deep(
    setup: Setup, catalogue: Catalogue
) -> None:
    after_one = compare(setup.state(catalogue))
    for state in after_one[::5]:
        if outcome(state) is None:
            compare(state)


@pytest.mark.parametrize("tie_seat", [None, 0, 1, 2])
def test_encoded_tie_is_shared_or_won_by_the_named_seat(tie_seat: int | None, catalogue: Catalogue) -> None:
    state = new_game(catalogue, GameOptions(3, tie_seat=tie_seat), 1)
    state.players[1].points = state.players[2].points = TIED
    state.phase, state.final_round, state.seat = Phase.OVER, True, 2
    shares = np.empty(3, np.float32)
    write_shares(encode_position(state), shares)
    assert tuple(map(float, shares)) == end_by_rules(state)[1]
