"""What one may expect of a Merchant."""

from random import Random

import pytest

from splendor_tui.bots.levels import create_bot
from splendor_tui.bots.player import Advisor, Budget, Uniform
from splendor_tui.rules.actions import Action, ReserveTop
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import check_action, legal_actions
from splendor_tui.rules.notation import format_action
from splendor_tui.rules.outcome import outcome
from splendor_tui.rules.state import GameOptions, Phase, State, new_game
from splendor_tui.rules.view import View, view
from tests.bots.bot_games import UNHURRIED, states, wins
from tests.rules.random_play import Setting, plies, start
from tests.rules.tables import lay
from tests.rules.test_visibility import other_world

MOST_ROUNDS = 60


class BlindLover(Uniform):
    """Reserves from the decks as long as it may, then plays anything."""

    def choose(self, view: View, rng: Random, budget: Budget) -> Action:
        """A blind reserve where there is one."""
        blind = [action for action in legal_actions(view) if isinstance(action, ReserveTop)]
        return rng.choice(blind) if blind else super().choose(view, rng, budget)


def choice(state: State, seed: int = 1) -> str:
    """What a Merchant does in this position, in notation."""
    return format_action(create_bot("merchant").choose(view(state, state.seat), Random(seed), UNHURRIED))


# --- strength --------------------------------------------------------------------------------------------------------


def test_it_beats_random_play_at_least_nineteen_times_in_twenty(catalogue: Catalogue) -> None:
    assert wins(catalogue, create_bot("merchant"), Uniform(), range(60)) >= 58


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_among_merchants_end_by_the_target_in_a_sane_number_of_rounds(catalogue: Catalogue, players: int) -> None:
    rounds = []
    for seed in range(4):
        *_, last = states(catalogue, [create_bot("merchant")] * players, seed)
        end = outcome(last)
        assert end is not None
        assert end.ending.value == "target"
        rounds.append(last.round)
    assert sum(rounds) / len(rounds) <= 32
    assert max(rounds) <= MOST_ROUNDS


# --- honesty ---------------------------------------------------------------------------------------------------------


def test_it_answers_legally_in_every_phase_of_every_game(catalogue: Catalogue) -> None:
    phases = set()
    for number in range(45):
        setting = Setting.number(number, catalogue)
        for ply in plies(setting, start(setting)):
            if ply.before.ply % 7 and ply.before.phase is Phase.MAIN:
                continue
            seen = view(ply.before, ply.before.seat)
            advice = create_bot("merchant").advise(seen, Random(number), UNHURRIED)
            assert len({choice.action for choice in advice.choices}) == len(advice.choices) <= 3
            for choice in advice.choices:
                check_action(ply.before, choice.action)
                assert str(choice.message).endswith(".")
                assert not set("{}") & set(str(choice.message))
            phases.add(ply.before.phase)
    assert phases == {Phase.MAIN, Phase.RETURN_GEMS, Phase.CHOOSE_NOBLE}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_its_choice_and_reason_are_the_same_whatever_is_hidden(catalogue: Catalogue, players: int) -> None:
    blind = 0
    for state in states(catalogue, [BlindLover(), *[create_bot("merchant")] * (players - 1)], players):
        if state.phase is Phase.OVER:
            break
        other = other_world(state, state.seat, Random(state.ply))
        one, same = (
            create_bot("merchant").advise(view(world, state.seat), Random(7), UNHURRIED) for world in (state, other)
        )
        assert one == same
        blind += any(held.blind for held in state.players[0].reserved)
    assert blind


def test_the_same_position_and_chance_give_the_same_choice(catalogue: Catalogue) -> None:
    for state in states(catalogue, [create_bot("merchant"), Uniform()], 5):
        if state.phase is not Phase.OVER:
            assert choice(state, 3) == choice(state, 3)


def test_equal_actions_are_chosen_among_by_lot() -> None:
    state = lay(("", "", ""))
    assert len({choice(state, seed) for seed in range(20)}) > 1


def test_a_cancelled_merchant_answers_at_once_and_legally(catalogue: Catalogue) -> None:
    polls = []

    def cancelled() -> bool:
        polls.append(True)
        return True

    state = new_game(catalogue, GameOptions(4), 1)
    check_action(state, create_bot("merchant").choose(view(state, 0), Random(1), Budget(0.0, cancelled)))
    assert len(polls) == 1


def test_it_can_say_why() -> None:
    assert isinstance(create_bot("merchant"), Advisor)
    assert not isinstance(Uniform(), Advisor)
