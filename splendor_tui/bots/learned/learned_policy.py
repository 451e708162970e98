"""Ranks actions with a net, after looking one turn ahead or after a search."""

from collections.abc import Callable, Sequence
from random import Random
from threading import Lock
from typing import Final

import numpy as np

from splendor_tui.bots.learned import encoded_turns
from splendor_tui.bots.learned.encoded_turns import BUY, CHANGE, INDEX, KIND, NOBLE, RESERVE, RESERVE_TOP, TAKES
from splendor_tui.bots.learned.encoding import Int8s, encode_card_set, encode_position
from splendor_tui.bots.learned.net import Net, pack_net
from splendor_tui.bots.learned.parallel_search import COMPILED_SLICE, COMPILER, Search, TreeSearch
from splendor_tui.bots.player import Advice, AdvisedAction, Budget, Policy, Report, ignore_report
from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import pack, unpack
from splendor_tui.rules.outcome import agreed_outcome
from splendor_tui.rules.state import MAIN
from splendor_tui.rules.view import View

FIRST_REPORT: Final = 32  # simulations before the first progress report; each later report requires a quarter more
MIN_TREE: Final = 1000  # simulations per tree: several smaller trees play worse than one
PATIENCE: Final = 3
"""The turns without a purchase or reservation, beyond one per seat, after which a player must do more than exchange tokens."""
PONDERED_LOAD: Final = 0.5  # share of a tree that pondering may fill; the rest is for the choice itself


class LearnedPolicy(Policy):
    """Ranks actions by the chance of winning, after at most `simulations` of search. 0 looks only one turn ahead.

    A budget in nodes gives the same result on every machine: the search waits for the compiler and uses a single tree.
    """

    def __init__(self, net: Net, catalogue: Catalogue, simulations: int) -> None:
        self._cards = encode_card_set(catalogue)
        self._net = pack_net(net, self._cards)
        self._simulations = simulations
        self._pondered: TreeSearch | None = None
        self._pondering = Lock()

    def rank(self, view: View, rng: Random, budget: Budget, report: Report) -> Advice:
        """The first actions of the turns, each with the chance of winning after its best turn."""
        search = self.start_search(view, rng, budget)
        if _must_make_progress(view):
            search.narrow(_find_progress)
        if budget.nodes is None:
            with self._pondering:
                pondered, self._pondered = self._pondered, None
                if pondered is not None and pondered.move_root(encode_position(view)):
                    search.adopt(pondered)
        return _run(search, view, budget, report)

    def ponder(self, view: View, rng: Random, cancelled: Callable[[], bool]) -> None:
        """Grow a tree from this view, which the next `rank` uses if its position is in the tree."""
        if view.phase is not MAIN or self._simulations < MIN_TREE:
            return  # after the main action, the tree for the previous position is still valid
        state = encode_position(view)
        COMPILER.start(self._cards, self._net, state)
        COMPILER.wait(cancelled)
        kernel = COMPILER.kernel
        if not kernel.is_compiled:
            return  # a search in plain Python would slow down the screen
        with self._pondering:
            tree = self._pondered
            if tree is None or tree.load >= PONDERED_LOAD or not tree.move_root(state):
                generator = np.random.default_rng(rng.getrandbits(64))
                tree = TreeSearch(kernel, self._cards, self._net, state, self._simulations, generator)
            self._pondered = tree
            while tree.load < PONDERED_LOAD and not cancelled():
                tree.grow(COMPILED_SLICE)

    def judge(self, view: View, turn: Sequence[Action], rng: Random, budget: Budget) -> Sequence[float]:
        """Every seat's chance of winning after this turn, which every simulation starts with. Empty for an illegal turn."""
        search = self.start_search(view, rng, budget)
        if not search.narrow(lambda turns: find_rows(turn, turns, view)):
            return ()
        return _run(search, view, budget, ignore_report).chances

    def start_search(self, view: View, rng: Random, budget: Budget) -> Search:
        """Create a search, without starting it."""
        state = encode_position(view)
        simulations = self._simulations if budget.nodes is None else min(self._simulations, budget.nodes)
        COMPILER.start(self._cards, self._net, state)
        if budget.nodes is not None:
            COMPILER.wait(budget.cancelled)
        kernel = COMPILER.kernel
        trees = 1
        if budget.nodes is None and kernel.is_compiled:
            trees = max(1, min(budget.cores, simulations // MIN_TREE))
        rngs = [np.random.default_rng(rng.getrandbits(64)) for _ in range(trees)]
        return Search(kernel, self._cards, self._net, state, simulations, rngs)


def _must_make_progress(view: View) -> bool:
    """Whether nobody has bought or reserved for a while, and an end by agreement would not let this seat win alone."""
    is_idle = view.phase is MAIN and view.idle_turns >= view.options.players + PATIENCE
    return is_idle and agreed_outcome(view).winners != (view.seat,)


def _find_progress(turns: Int8s) -> list[int]:
    """The rows of the turns that are more than an exchange of tokens. Two players who only exchange tokens can do so forever."""
    gained = turns[:, CHANGE : CHANGE + 6].sum(axis=1)
    return np.flatnonzero(np.isin(turns[:, KIND], (BUY, RESERVE, RESERVE_TOP)) | (gained > 0)).tolist()


def _run(search: Search, view: View, budget: Budget, report: Report) -> Advice:
    due = FIRST_REPORT

    def report_when_due() -> None:
        nonlocal due
        if search.simulations >= due:
            report(_make_advice(search, view))
            due = search.simulations * 5 // 4

    search.run(budget.cancelled, report_when_due)
    return _make_advice(search, view)


def _make_advice(search: Search, view: View) -> Advice:
    results = search.results()
    # A net gives some chance even to seats that have forfeited. The others share it.
    values = np.where([player.forfeited for player in view.players], 0, [result.values for result in results])
    values /= values.sum(axis=1, keepdims=True)
    chances: dict[Action, float] = {}
    for result, chance in zip(results, values[:, view.seat].tolist(), strict=True):
        chances.setdefault(first_action(result.turn, view), chance)
    return Advice([AdvisedAction(*one) for one in chances.items()], values[0].tolist(), search.simulations)


def find_rows(turn: Sequence[Action], turns: Int8s, view: View) -> list[int]:
    """Find the row of this turn, or all rows that start with it if only a first action is given. Empty if there are
    none.

    A purchase that uses more gold than necessary is equivalent to the default payment.
    """
    similar = [row for row, one in enumerate(turns) if _is_similar(turn[0], first_action(one, view))]
    change = [sum(changes) for changes in zip(*(_token_change(action, view) for action in turn), strict=True)]
    rows = [row for row in similar if turns[row, CHANGE : CHANGE + 6].tolist() == change]
    nobles = [action.noble for action in turn if isinstance(action, ChooseNoble)]
    places = [place for place, noble in enumerate(view.nobles) if noble in nobles]
    rows = [row for row in rows if not nobles or turns[row, NOBLE] in places]
    return rows or [row for row in similar if first_action(turns[row], view) == turn[0] or isinstance(turn[0], Buy)]


def _is_similar(action: Action, other: Action) -> bool:
    """Whether the turns that start with these actions can differ only in tokens."""
    match action, other:
        case (Take(), Take()) | (Return(), Return()):
            return True
        case Buy(card=card), Buy(card=another):
            return card == another
        case _:
            return action == other


def _token_change(action: Action, view: View) -> tuple[int, ...]:
    """The change of each of the seat's six tokens."""
    match action:
        case Take(gems=gems):
            return (*unpack(gems), 0)
        case Buy(gems=gems, gold=gold) | Return(gems=gems, gold=gold):
            return tuple(-amount for amount in (*unpack(gems), gold))
        case Reserve() | ReserveTop():
            return (0, 0, 0, 0, 0, min(1, view.gold))
        case _:
            return (0,) * 6


def first_action(turn: Int8s, view: View) -> Action:
    """The first action of a turn. The choice of returned tokens and of the noble follows later in the turn."""
    change = [int(amount) for amount in turn[CHANGE : CHANGE + 6]]
    index = int(turn[INDEX])
    match int(turn[KIND]):
        case encoded_turns.TAKE:
            return Take(pack(int(amount) for amount in TAKES[index]))
        case encoded_turns.RESERVE:
            card = view.grid[index]
            assert card is not None
            return Reserve(card)
        case encoded_turns.RESERVE_TOP:
            return ReserveTop(index + 1)
        case encoded_turns.BUY:
            card = view.grid[index] if index < 12 else view.players[view.seat].reserved[index - 12].card
            assert card is not None
            return Buy(card, pack(-amount for amount in change[:5]), -change[5])
        case encoded_turns.PASS:
            return Pass()
        case encoded_turns.RETURN:
            return Return(pack(-amount for amount in change[:5]), -change[5])
        case _:
            return ChooseNoble(view.nobles[int(turn[NOBLE])])
