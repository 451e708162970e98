"""The rules agree with the oracle, a second and naive implementation, at every ply of random games."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.notation import format_action
from splendor_tui.rules.payments import all_payments
from splendor_tui.rules.state import MAX_PLAYERS
from tests.oracle import splendor
from tests.rules.comparison import lines, result, snapshot, twin
from tests.rules.events import EVENTS
from tests.rules.random_play import Setting, plies, start

CHUNK = 50
GAMES = 1_000
SOAK_CHUNK = 1_000
SOAK_GAMES = 100_000
MIN_OF_EACH = 3
# fmt: off
EVENTFUL = (
    36, 62, 164, 495, 514, 516, 542, 546, 640, 655, 768, 874, 903, 952, 965, 971, 1017, 1028, 1193, 1323, 1352, 1400, 1438, 1447,
    1614, 1642, 1670, 1710, 1723, 1735, 1859, 1904, 1921,
)
# fmt: on
"""Games in which every kind of event occurs. They are always compared."""


@pytest.mark.parametrize(
    "numbers", [*(range(first, first + CHUNK) for first in range(0, GAMES, CHUNK)), EVENTFUL], ids=str
)
def test_rules_and_oracle_agree_at_every_ply(catalogue: Catalogue, numbers: Sequence[int]) -> None:
    for number in numbers:
        assert_agreement(Setting.number(number, catalogue))


def test_compared_games_contain_every_kind_of_event(catalogue: Catalogue) -> None:
    met = Counter[str]()
    for number in EVENTFUL:
        setting = Setting.number(number, catalogue)
        for ply in plies(setting, start(setting)):
            met.update(name for name, happened in EVENTS.items() if happened(ply))
    assert {name for name in EVENTS if met[name] < MIN_OF_EACH} == set()


def test_compared_games_cover_all_numbers_of_players(catalogue: Catalogue) -> None:
    sizes = Counter(Setting.number(number, catalogue).options.players for number in range(GAMES))
    assert len(sizes) == MAX_PLAYERS - 1
    assert max(sizes.values()) - min(sizes.values()) <= 1


@pytest.mark.soak
@pytest.mark.parametrize("first", range(GAMES, GAMES + SOAK_GAMES, SOAK_CHUNK))
def test_rules_and_oracle_agree_at_every_ply_of_many_more_games(catalogue: Catalogue, first: int) -> None:
    for number in range(first, first + SOAK_CHUNK):
        assert_agreement(Setting.number(number, catalogue))


def assert_agreement(setting: Setting) -> None:
    """Play a game on both sides. Compares the full position, all choices, and sometimes all payments."""
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
