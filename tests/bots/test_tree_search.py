"""The search: compiled and in plain Python, with one tree and several trees, and restricted to one turn."""

import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from itertools import chain, pairwise, repeat
from random import Random
from threading import Event

import numpy as np
import pytest

from splendor_tui.bots.learned import learned_policy, parallel_search
from splendor_tui.bots.learned.compiled import plain
from splendor_tui.bots.learned.encoded_turns import MAX_TURNS, TURN_SIZE, list_turns
from splendor_tui.bots.learned.encoding import GRID, GRID_SIZE, SEAT, UNKNOWN, Int8s, encode_card_set, encode_position
from splendor_tui.bots.learned.learned_policy import LearnedPolicy, find_rows, first_action
from splendor_tui.bots.learned.net import pack_net
from splendor_tui.bots.learned.parallel_search import COMPILED, PLAIN, Compiler, Kernel, Search
from splendor_tui.bots.learned.tree_search import LUCK, MAX_EDGES, NODES, Tree, _replace_luck, new_tree
from splendor_tui.bots.levels import create_bot
from splendor_tui.bots.player import Budget, ignore_report
from splendor_tui.rules.actions import Buy, ChooseNoble, Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.constants import LAST_ROUND_AT
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.gems import pack, unpack
from splendor_tui.rules.legality import check_action, legal_actions
from splendor_tui.rules.notation import format_action
from splendor_tui.rules.position import parse_position
from splendor_tui.rules.state import Phase, State, new_game
from splendor_tui.rules.turn import advance
from splendor_tui.rules.view import View, view
from tests.bots.afterstates import lively_net, turns_by_rules
from tests.bots.bot_games import NO_TIME_LIMIT

PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])


def never() -> bool:
    return False


def nothing() -> None:
    pass


def midgame(catalogue: Catalogue, players: int, seed: int, ply: int = 45) -> State:
    state, rng = new_game(catalogue, GameOptions(players), seed), Random(seed)
    while state.ply < ply:
        advance(state, rng.choice(legal_actions(state)))
    return state


def view_to_search(catalogue: Catalogue, players: int, seed: int = 1) -> View:
    state = midgame(catalogue, players, seed)
    return view(state, state.seat)


def cells_to_search(catalogue: Catalogue, players: int, seed: int = 1) -> Int8s:
    return encode_position(view_to_search(catalogue, players, seed))


def new_search(
    kernel: Kernel, catalogue: Catalogue, cells: Int8s, players: int, simulations: int, *seeds: int
) -> Search:
    rngs = [np.random.default_rng(seed) for seed in seeds]
    cards = encode_card_set(catalogue)
    return Search(kernel, cards, pack_net(lively_net(players), cards), cells, simulations, rngs)


def visits(searched: Search) -> dict[bytes, int]:
    return {result.turn.tobytes(): result.visits for result in searched.results()}


# --- one search ------------------------------------------------------------------------------------------------------


@PLAYERS
def test_plain_and_compiled_search_agree(players: int, catalogue: Catalogue) -> None:
    for seed in range(2):
        cells = cells_to_search(catalogue, players, seed)
        plain, compiled = (new_search(kernel, catalogue, cells, players, 40, seed) for kernel in (PLAIN, COMPILED))
        plain.run(never, nothing)
        compiled.run(never, nothing)
        assert visits(plain) == visits(compiled)
        for ours, theirs in zip(plain.results(), compiled.results(), strict=True):
            assert np.allclose(ours.values, theirs.values, atol=1e-4)


WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = None
from random import Random
from splendor_tui.bots.learned.compiled import NUMBA
from splendor_tui.bots.learned.learned_policy import LearnedPolicy
from splendor_tui.bots.levels import create_bot
from splendor_tui.bots.player import Budget
from splendor_tui.inputs.card_set import load_catalogue
from splendor_tui.rules.notation import format_action
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.state import new_game
from splendor_tui.rules.view import view
from tests.bots.afterstates import lively_net

catalogue = load_catalogue()
player = LearnedPolicy(lively_net(3), catalogue, simulations=20)
advice = player.advise(view(new_game(catalogue, GameOptions(3), 6), 0), Random(6), Budget(60.0, lambda: False))
print(NUMBA, format_action(advice.best.action), *advice.chances)
"""


@PLAYERS
def test_turn_is_worth_its_values_without_much_of_the_luck_of_drawn_cards(players: int, catalogue: Catalogue) -> None:
    searched = new_search(COMPILED, catalogue, cells_to_search(catalogue, players), players, 2000, 1)
    searched.run(never, nothing)
    tree = searched.trees[0].nodes
    checked = 0
    for node in range(int(tree.used[NODES])):
        mean = np.roll(tree.luck[:players] / (LUCK + tree.luck[players]), int(tree.state[node, SEAT]))
        for edge in range(tree.first_edge[node], tree.first_edge[node] + tree.edge_count[node]):
            nodes = list(nodes_after(tree, edge))
            if len(nodes) < 3:
                continue
            checked += 1
            unknown = (tree.state[nodes, GRID : GRID + GRID_SIZE] >= UNKNOWN).any(axis=1)
            assert unknown.tolist() == [True] + [False] * (len(nodes) - 1)
            estimates = tree.evaluation[tree.best_edge[nodes]]
            luck = tree.picks[nodes] @ (estimates - estimates[0])
            count = tree.edge_visits[edge]
            expected = tree.raw_sum[edge] + LUCK / (LUCK + len(nodes)) * (count * mean - luck)
            assert tree.value_sum[edge] == pytest.approx(expected, abs=0.01 * count)  # the mean has changed since
    assert checked


def test_luck_of_a_single_card_is_not_taken_for_the_mean() -> None:
    tree = new_tree(2, 2)
    before, after, turn = 0, 1, 2 * MAX_EDGES - 1
    tree.best_edge[:2] = before, after
    tree.evaluation[before], tree.evaluation[after] = (0.5, 0.5), (0.9, 0.1)
    tree.luck[:] = 0.4, -0.4, 1
    tree.first_node[turn], tree.node_count[turn], tree.edge_visits[turn] = before, 2, 2
    values = np.array([0.9, 0.1], np.float32)
    plain(_replace_luck)(tree, 0, turn, after, values)
    assert values == pytest.approx([0.64, 0.36], abs=0.01)


def test_chance_stays_between_0_and_1_if_the_mean_luck_exceeds_it(catalogue: Catalogue) -> None:
    searched = new_search(COMPILED, catalogue, cells_to_search(catalogue, 2), 2, 100, 1)
    searched.run(never, nothing)
    tree = searched.trees[0].nodes
    tree.value_sum[searched.trees[0].edges] = tree.edge_visits[searched.trees[0].edges, np.newaxis] * [-0.01, 1.01]
    chances = np.array([result.values for result in searched.results() if result.visits])
    assert chances.tolist() == [[0, 1]] * len(chances)


def nodes_after(tree: Tree, edge: int) -> Iterator[int]:
    node = int(tree.first_node[edge])
    while node >= 0:
        yield node
        node = int(tree.sibling[node])


def test_player_without_numba_chooses_the_same(catalogue: Catalogue) -> None:
    printed = subprocess.run(
        [sys.executable, "-c", WITHOUT_NUMBA], check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    *told, first, second, third = printed.split()
    player = LearnedPolicy(lively_net(3), catalogue, simulations=20)
    advice = player.advise(view(new_game(catalogue, GameOptions(3), 6), 0), Random(6), NO_TIME_LIMIT)
    assert " ".join(told) == f"False {format_action(advice.best.action)}"
    assert np.allclose([float(first), float(second), float(third)], advice.chances, atol=1e-5)


# --- several trees ---------------------------------------------------------------------------------------------------


def test_visits_of_all_trees_add_up(catalogue: Catalogue) -> None:
    cells = cells_to_search(catalogue, 2)
    together = new_search(COMPILED, catalogue, cells, 2, 600, 1, 2)
    apart = [new_search(COMPILED, catalogue, cells, 2, 300, seed) for seed in (1, 2)]
    for searched in (together, *apart):
        searched.run(never, nothing)
    assert together.simulations == sum(visits(together).values()) == 600
    first, second = map(visits, apart)
    assert visits(together) == {turn: first[turn] + second[turn] for turn in first}
    assert first != second


def test_timed_search_uses_all_cores_and_node_search_one(catalogue: Catalogue) -> None:
    seen = view_to_search(catalogue, 2)
    long, short = (LearnedPolicy(lively_net(2), catalogue, simulations) for simulations in (8000, 50))
    nodes = Budget(60.0, never, nodes=8000, cores=4)
    clock = Budget(60.0, never, cores=4)
    assert len(long.start_search(seen, Random(1), nodes).trees) == 1  # everything is compiled now
    assert len(long.start_search(seen, Random(1), clock).trees) == 4
    assert len(short.start_search(seen, Random(1), clock).trees) == 1, "small trees see less than one"


# --- the end of a search ---------------------------------------------------------------------------------------------


@PLAYERS
@pytest.mark.parametrize("kernel", [COMPILED, PLAIN], ids=["compiled", "plain"])
def test_search_stops_within_50_ms_of_cancellation(kernel: Kernel, players: int, catalogue: Catalogue) -> None:
    """The time is thread time between two polls of the budget, so a busy machine makes no difference."""
    state = midgame(catalogue, players, 1)
    state.players[state.seat].gems, state.players[state.seat].gold = pack((2, 2, 2, 2, 1)), 1  # many ways to return
    searched = new_search(kernel, catalogue, encode_position(view(state, state.seat)), players, 100_000, 1)
    looks: list[float] = []

    def cancelled() -> bool:
        looks.append(time.thread_time())
        return len(looks) > (100 if kernel is COMPILED else 1000)

    searched.run(cancelled, nothing)
    gaps = sorted(late - early for early, late in pairwise(looks))
    assert gaps[-2] < 0.05


def test_interrupted_search_has_only_complete_simulations(catalogue: Catalogue) -> None:
    for polls in (60, 61):  # it is interrupted once between two simulations, once within one
        searched = new_search(PLAIN, catalogue, cells_to_search(catalogue, 2), 2, 100_000, 1)
        searched.run(partial(next, chain(repeat(False, polls), repeat(True))), nothing)
        assert 0 < searched.simulations == sum(visits(searched).values()) < 40


def test_actions_are_legal_until_the_ply_limit(catalogue: Catalogue) -> None:
    """An encoded state has no ply, so the search also looks beyond the end of such a game."""
    state, rng = midgame(catalogue, 3, 2), Random(2)
    state.ply = LAST_ROUND_AT - 4
    player = LearnedPolicy(lively_net(3), catalogue, 30)
    while legal_actions(state):
        action = player.choose(view(state, state.seat), rng, NO_TIME_LIMIT)
        check_action(state, action)
        advance(state, action)
    assert LAST_ROUND_AT <= state.ply < LAST_ROUND_AT + 12


SHUFFLE = (
    "seat 0 main round 108 ply 398 idle 38 / grid 1-29 1-28 1-07 1-10 2-20 2-06 2-16 2-29 3-18 3-05 3-07 3-01 / "
    "nobles machiavelli catherine-de-medici isabella-of-castile / W3 G3 R2 *2 cards 1-19 2-18 reserved 1-16 2-03 "
    "3-16 / W1 U4 G1 R2 K1 *1 cards 2-22 2-24 2-28 2-10 reserved 2-27 2-17 3-10 / decks 1-24 1-02 1-32 1-03 1-26 "
    "1-27 1-36 1-17 1-13 1-14 1-08 1-06 1-11 1-40 1-35 1-01 1-30 1-31 1-23 1-18 1-15 1-37 1-39 1-21 1-22 1-33 "
    "1-04 1-12 1-05 1-20 1-38 1-34 1-09 1-25 2-08 2-01 2-25 2-11 2-13 2-19 2-02 2-15 2-09 2-21 2-14 2-12 2-26 "
    "2-05 2-04 2-30 2-07 2-23 3-04 3-14 3-08 3-17 3-03 3-20 3-19 3-12 3-02 3-15 3-11 3-13 3-06 3-09"
)
"""Two Guildmasters exchanged one black token here for thousands of turns, although both could buy."""


@pytest.mark.parametrize("level", ["guildmaster", "grandmaster"])
def test_side_behind_stops_exchanging_tokens(level: str, catalogue: Catalogue) -> None:
    state, bot = parse_position(SHUFFLE, catalogue), create_bot(level)
    assert isinstance(state, State)
    while state.idle_turns:
        advance(state, bot.choose(view(state, state.seat), Random(1), Budget(60.0, never, nodes=100)))
        assert state.idle_turns <= 40, "the second turn is a purchase at the latest"


# --- the compiler ----------------------------------------------------------------------------------------------------


class SlowCompiler(Compiler):
    """A compiler that is ready when `finished` is set."""

    def __init__(self) -> None:
        super().__init__()
        self.finished = Event()

    def _compile(self, *_begun: object) -> None:
        assert self.finished.wait(10)
        self.kernel = COMPILED


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowCompiler]:
    slow = SlowCompiler()
    monkeypatch.setattr(learned_policy, "COMPILER", slow)
    yield slow
    slow.finished.set()


def is_compiled(catalogue: Catalogue, budget: Budget) -> bool:
    policy = LearnedPolicy(lively_net(2), catalogue, 10)
    return policy.start_search(view_to_search(catalogue, 2), Random(1), budget).is_compiled


def test_node_budget_waits_for_the_compiler_and_plain_python_plays_until_it_is_ready(
    compiler: SlowCompiler, catalogue: Catalogue
) -> None:
    looks = chain(repeat(False, 3), repeat(True))
    assert not is_compiled(catalogue, Budget(1.0, never))
    assert not is_compiled(catalogue, Budget(1.0, lambda: next(looks), nodes=10)), "it is cancelled"
    compiler.finished.set()
    assert is_compiled(catalogue, Budget(1.0, never, nodes=10))
    assert is_compiled(catalogue, Budget(1.0, never))


def test_nothing_waits_without_numba(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel_search, "NUMBA", False)
    monkeypatch.setattr(learned_policy, "COMPILER", Compiler())
    assert not is_compiled(catalogue, Budget(1.0, never, nodes=10))


# --- a single turn ---------------------------------------------------------------------------------------------------


BUDGET = Budget(60.0, lambda: False, nodes=40)


def listed(seen: View) -> Int8s:
    turns = np.empty((MAX_TURNS, TURN_SIZE), np.int8)
    return turns[: list_turns(encode_card_set(seen.catalogue), encode_position(seen), turns)]


def tokens(state: State, seat: int) -> Int8s:
    return np.array([*unpack(state.players[seat].gems), state.players[seat].gold], np.int8)


def test_every_legal_turn_is_one_row(catalogue: Catalogue) -> None:
    lengths = set()
    for seed in range(6):
        state, rng = new_game(catalogue, GameOptions(2), seed), Random(seed)
        while state.ply < 60 and state.phase is not Phase.OVER:
            if state.ply % 7 == 0:
                seen = view(state, state.seat)
                turns = listed(seen)
                every = list(turns_by_rules(state))
                for turn, after in rng.sample(every, min(len(every), 60)):
                    (row,) = find_rows(turn, turns, seen)
                    assert np.array_equal(turns[row, 3:9], tokens(after, state.seat) - tokens(state, state.seat))
                    lengths.add(len(turn))
            advance(state, rng.choice(legal_actions(state)))
    assert {1, 2} <= lengths


def test_purchase_with_extra_gold_is_judged_as_the_default_payment(catalogue: Catalogue) -> None:
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


def test_pruned_turn_is_judged_with_all_simulations(catalogue: Catalogue) -> None:
    state = midgame(catalogue, 2, 4)
    seen = view(state, state.seat)
    net = lively_net(2)
    policy = LearnedPolicy(net._replace(last=20 * net.last), catalogue, 1_000)  # certain about the bad one
    ranked = [one.action for one in policy.rank(seen, Random(1), BUDGET, ignore_report).choices]
    for action in legal_actions(state):
        searched = policy.start_search(seen, Random(1), BUDGET)
        assert searched.narrow(partial(find_rows, [action], view=seen))
        searched.run(never, nothing)
        found = searched.results()
        assert sum(result.visits for result in found) == BUDGET.nodes
        assert {first_action(result.turn, seen) for result in found} == {action}
        chances = found[0].values
        assert policy.judge(seen, [action], Random(1), BUDGET) == pytest.approx(chances / chances.sum())
    assert set(legal_actions(state)) - set(ranked), "all were looked at anyway"


def test_turn_with_an_absent_noble_is_judged_by_its_first_action(catalogue: Catalogue) -> None:
    state = new_game(catalogue, GameOptions(2), 1)
    seen, take = view(state, 0), legal_actions(state)[0]
    (absent, *_others) = (noble for noble in catalogue.nobles if noble not in seen.nobles)
    turns = listed(seen)
    assert find_rows([take, ChooseNoble(absent)], turns, seen) == find_rows([take], turns, seen)
    assert find_rows([ChooseNoble(absent)], turns, seen) == []


def test_illegal_turn_is_not_judged(catalogue: Catalogue) -> None:
    state = new_game(catalogue, GameOptions(2), 1)
    policy = LearnedPolicy(lively_net(2), catalogue, 1_000)
    assert policy.judge(view(state, 0), [Take(pack((3, 0, 0, 0, 0)))], Random(1), BUDGET) == ()
