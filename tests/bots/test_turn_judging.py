"""One turn alone is judged by the search that judges all."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from splendor_tui.bots.learned.encoding import Int8s, encode_card_set, encode_position
from splendor_tui.bots.learned.learned_policy import LearnedPolicy, find_rows
from splendor_tui.bots.learned.transition import MAX_TURNS, TURN_SIZE, list_turns
from splendor_tui.bots.player import Budget
from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import pack, unpack
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.state import GameOptions, Phase, State, new_game
from splendor_tui.rules.turn import advance
from splendor_tui.rules.view import View, view
from tests.bots.kernel import lively_net
from tests.bots.test_search import midgame

BUDGET = Budget(60.0, lambda: False, nodes=40)


def listed(seen: View) -> Int8s:
    turns = np.empty((MAX_TURNS, TURN_SIZE), np.int8)
    return turns[: list_turns(encode_card_set(seen.catalogue), encode_position(seen), turns)]


def turns_by_rules(state: State, begun: tuple[Action, ...] = ()) -> Iterator[tuple[Action, ...]]:
    for action in legal_actions(state):
        after = state.copy()
        advance(after, action)
        if after.phase in (Phase.RETURN_GEMS, Phase.CHOOSE_NOBLE):
            yield from turns_by_rules(after, (*begun, action))
        else:
            yield (*begun, action)


def token_change(state: State, turn: tuple[Action, ...]) -> list[int]:
    after = state.copy()
    for action in turn:
        advance(after, action)
    before, then = state.players[state.seat], after.players[state.seat]
    gems = [late - early for early, late in zip(unpack(before.gems), unpack(then.gems), strict=True)]
    return [*gems, then.gold - before.gold]


def test_every_turn_of_the_rules_is_one_row(catalogue: Catalogue) -> None:
    lengths = set()
    for seed in range(6):
        state, rng = new_game(catalogue, GameOptions(2), seed), Random(seed)
        while state.ply < 60 and state.phase is not Phase.OVER:
            if state.ply % 7 == 0:
                seen = view(state, state.seat)
                turns = listed(seen)
                every = list(turns_by_rules(state))
                for turn in rng.sample(every, min(len(every), 60)):
                    (row,) = find_rows(turn, turns, seen)
                    assert turns[row, 3:9].tolist() == token_change(state, turn)
                    lengths.add(len(turn))
            advance(state, rng.choice(legal_actions(state)))
    assert {1, 2} <= lengths


def test_a_purchase_paid_with_more_gold_than_needed_counts_as_the_usual_one(catalogue: Catalogue) -> None:
    for seed in range(40):
        state = midgame(catalogue, 2, seed)
        state.players[state.seat].gold = 1
        seen = view(state, state.seat)
        usual = [action for action in legal_actions(state) if isinstance(action, Buy) and action.gems]
        if state.phase is Phase.MAIN and usual:
            paid = list(unpack(usual[0].gems))
            paid[paid.index(max(paid))] -= 1
            turns = listed(seen)
            dear = Buy(usual[0].card, pack(paid), usual[0].gold + 1)
            assert find_rows([dear], turns, seen) == find_rows([usual[0]], turns, seen)
            return
    pytest.fail("no purchase came up")


def test_a_search_of_one_turn_gives_it_all_visits(catalogue: Catalogue) -> None:
    state = midgame(catalogue, 2, 3)
    policy = LearnedPolicy(lively_net(2), catalogue, 60)
    searched = policy.start_search(view(state, state.seat), Random(1), Budget(60.0, lambda: False, nodes=60))
    assert not searched.narrow(lambda _turns: [])
    assert len(searched.results()) > 1
    assert searched.narrow(lambda _turns: [5])
    searched.run(lambda: False, lambda: None)
    (result,) = searched.results()
    assert result.visits == 60
    assert result.turn.tolist() == listed(view(state, state.seat))[5].tolist()


def test_a_turn_that_a_search_leaves_out_is_judged_with_all_simulations(catalogue: Catalogue) -> None:
    state = midgame(catalogue, 2, 4)
    seen = view(state, state.seat)
    net = lively_net(2)
    policy = LearnedPolicy(net._replace(last=20 * net.last), catalogue, 1_000)  # sure of what is bad
    ranked = [one.action for one in policy.rank(seen, Random(1), BUDGET, lambda _ranking: None).actions]
    for action in legal_actions(state):
        judged = policy.judge(seen, [action], Random(1), BUDGET)
        assert judged is not None
        assert [one.action for one in judged.actions] == [action]
        assert judged.nodes == 40
        assert sum(judged.chances) == pytest.approx(1, abs=1e-4)
    assert set(legal_actions(state)) - set(ranked), "all were looked at anyway"


def test_a_turn_with_a_noble_that_is_not_on_the_table_is_judged_by_its_first_action(catalogue: Catalogue) -> None:
    state = new_game(catalogue, GameOptions(2), 1)
    seen, take = view(state, 0), legal_actions(state)[0]
    (absent, *_others) = (noble for noble in catalogue.nobles if noble not in seen.nobles)
    turns = listed(seen)
    assert find_rows([take, ChooseNoble(absent)], turns, seen) == find_rows([take], turns, seen)
    assert find_rows([ChooseNoble(absent)], turns, seen) == []


def test_what_is_no_turn_here_is_not_judged(catalogue: Catalogue) -> None:
    state = new_game(catalogue, GameOptions(2), 1)
    policy = LearnedPolicy(lively_net(2), catalogue, 1_000)
    assert policy.judge(view(state, 0), [Take(pack((3, 0, 0, 0, 0)))], Random(1), BUDGET) is None
