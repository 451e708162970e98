"""The rules agree with the oracle, a second and naive implementation, at every ply of steered random games."""

from random import Random

import pytest

from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.notation import format_action
from splendor_tui.rules.payments import all_payments
from tests.oracle import splendor
from tests.rules.comparison import lines, result, snapshot, twin
from tests.rules.random_play import Setting, plies, start

CHUNK = 50
GAMES = 2_000
SOAK_CHUNK = 1_000
SOAK_GAMES = 100_000


@pytest.mark.parametrize("first", range(0, GAMES, CHUNK))
def test_rules_and_oracle_agree_at_every_ply(catalogue: Catalogue, first: int) -> None:
    for number in range(first, first + CHUNK):
        assert_agreement(Setting.number(number, catalogue))


@pytest.mark.soak
@pytest.mark.parametrize("first", range(GAMES, GAMES + SOAK_GAMES, SOAK_CHUNK))
def test_rules_and_oracle_agree_at_every_ply_of_very_many_games(catalogue: Catalogue, first: int) -> None:
    for number in range(first, first + SOAK_CHUNK):
        assert_agreement(Setting.number(number, catalogue))


def assert_agreement(setting: Setting) -> None:
    """Play a game on both sides, comparing the whole position, all choices, and now and then all payments."""
    rng = Random(setting.seed)
    state = start(setting)
    game = twin(state)
    assert snapshot(state) == splendor.snapshot(game)
    for ply in plies(setting, state):
        assert lines(legal_actions(ply.before)) == splendor.legal_actions(game)
        if rng.random() < 0.1:
            player = ply.before.players[ply.before.seat]
            for card in ply.before.catalogue.cards:
                in_reach = card in ply.before.grid or any(held.card is card for held in player.reserved)
                payments = all_payments(card, player) if in_reach and ply.before.phase.value == "main" else []
                assert lines(payments) == splendor.all_payments(game, card.id)
        splendor.carry_out(game, format_action(ply.action))
        state = ply.after
        assert snapshot(state) == splendor.snapshot(game), f"{setting.seed}: {format_action(ply.action)}"
        assert result(state) == splendor.outcome(game), setting.seed
    assert lines(legal_actions(state)) == splendor.legal_actions(game)
