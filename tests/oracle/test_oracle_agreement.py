"""The rules agree with the oracle, a second and naive implementation, at every ply of random games."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Forfeit, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.cards import LEVELS
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.constants import LAST_ROUND_AT
from splendor_tui.rules.errors import IllegalActionError
from splendor_tui.rules.gems import NO_GEMS, Colour, covers, single
from splendor_tui.rules.legality import check_action, legal_actions
from splendor_tui.rules.payments import all_payments
from splendor_tui.rules.state import Phase, State
from tests.oracle import splendor
from tests.rules.comparison import line, lines, result, snapshot, twin
from tests.rules.events import RARE_EVENTS
from tests.rules.random_play import Setting, plies, random_games, start

COLOURS = tuple(Colour)
GAMES = 250
MIN_OF_EACH = 3
# fmt: off
EVENTFUL = (
    36, 62, 164, 495, 514, 516, 542, 546, 640, 655, 768, 874, 903, 952, 965, 971, 1017, 1028, 1193, 1323, 1352, 1400, 1438, 1447,
    1614, 1642, 1670, 1710, 1723, 1735, 1859, 1904, 1921,
)
# fmt: on
"""Games in which every rare event occurs. They are always compared."""


@pytest.mark.parametrize(
    "numbers",
    [
        *(range(first, first + 50) for first in range(0, GAMES, 50)),
        EVENTFUL,
        *(
            pytest.param(range(GAMES + first, GAMES + first + 1_000), marks=pytest.mark.soak)
            for first in range(0, 100_000, 1_000)
        ),
    ],
    ids=str,
)
def test_rules_and_oracle_agree_at_every_ply(catalogue: Catalogue, numbers: Sequence[int]) -> None:
    for number in numbers:
        assert_agreement(Setting.number(number, catalogue))


def test_rules_and_oracle_agree_that_the_round_which_reaches_the_ply_limit_is_the_last(catalogue: Catalogue) -> None:
    for number in range(90):
        assert_agreement(Setting.number(number, catalogue), ply=LAST_ROUND_AT - 1 - number % 12)


def test_compared_games_contain_every_rare_event(catalogue: Catalogue) -> None:
    met = Counter[str]()
    for ply in random_games(EVENTFUL, catalogue):
        met.update(name for name, happened in RARE_EVENTS.items() if happened(ply))
    assert {name for name in RARE_EVENTS if met[name] < MIN_OF_EACH} == set()


def assert_agreement(setting: Setting, ply: int = 0) -> None:
    """Play a game on both sides, and compare the positions, all choices, and sometimes the refusals. `ply` may be late."""
    rng = Random(setting.seed)
    state = start(setting)
    game = twin(state)
    state.ply = game.ply = ply
    assert snapshot(state) == splendor.snapshot(game)
    for played in plies(setting, state):
        assert lines(legal_actions(state)) == splendor.legal_actions(game)
        if rng.random() < 0.03 or state.phase is Phase.CHOOSE_NOBLE:
            assert_same_refusals(state, game, rng)
        splendor.carry_out(game, line(played.action))
        state = played.after
        assert snapshot(state) == splendor.snapshot(game), f"{setting.seed}: {line(played.action)}"
        assert result(state) == splendor.outcome(game), setting.seed
    assert lines(legal_actions(state)) == splendor.legal_actions(game)
    assert_same_refusals(state, game, rng)


def assert_same_refusals(state: State, game: splendor.Game, rng: Random) -> None:
    """Try every payment for the cards of the table and the hands and for some others, other actions, and similar ones."""
    player = state.players[state.seat]
    shown = {*state.grid, *(held.card for owner in state.players for held in owner.reserved)}
    cards = [card for card in state.catalogue.cards if card in shown or rng.random() < 0.2]
    payments = [payment for card in cards for payment in all_payments(card, player)]
    assert len(set(payments)) == len(payments)
    tried: list[Action] = [Pass(), Forfeit(), *legal_actions(state), *payments, *map(ReserveTop, LEVELS)]
    tried += map(ChooseNoble, state.catalogue.nobles)
    for card in cards:
        tried += Reserve(card), Buy(card, NO_GEMS, 0)
    for colour in Colour:
        tried += Take(single(colour)), Return(single(colour), 0)
    different = {*tried, *(similar(action, rng) for action in tried)}
    assert {line(action) for action in different if is_accepted(state, action)} == splendor.accepted_lines(game)


def similar(action: Action, rng: Random) -> Action:
    """The action with a token more or less. An action without tokens is unchanged."""
    if not isinstance(action, Take | Return | Buy):
        return action
    one = single(rng.choice(COLOURS))
    gems = action.gems + one if rng.random() < 0.5 or not covers(action.gems, one) else action.gems - one
    if isinstance(action, Take):
        return Take(gems)
    return replace(action, gems=gems, gold=max(0, action.gold + rng.choice([-1, 0, 1])))


def is_accepted(state: State, action: Action) -> bool:
    """Whether the rules accept the action."""
    try:
        check_action(state, action)
    except IllegalActionError:
        return False
    return True
