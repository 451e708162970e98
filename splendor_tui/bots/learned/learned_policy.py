"""Ranking by learned values: one turn deep, or with a search."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from splendor_tui.bots.learned.box import Small, box_of
from splendor_tui.bots.learned.cells import cells_of
from splendor_tui.bots.learned.net import Net
from splendor_tui.bots.learned.search import Search, Searches
from splendor_tui.bots.learned.turns import (
    BUY,
    CHANGE,
    KIND,
    NOBLE,
    PASS,
    RESERVE,
    RESERVE_TOP,
    RETURN,
    TAKE,
    TAKES,
    WHICH,
)
from splendor_tui.bots.player import Budget
from splendor_tui.bots.policy import Progress, Ranked, Ranking
from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import pack, unpack
from splendor_tui.rules.view import View

_FIRST_PROGRESS: Final = 32  # simulations; then whenever a quarter more are done


class LearnedPolicy:
    """Ranks by the chance to win that a net gives, after a search of at most so many simulations; 0 looks one turn ahead.

    A search ends earlier when the budget says so.
    """

    def __init__(self, net: Net, catalogue: Catalogue, simulations: int) -> None:
        self._searches = Searches(box_of(catalogue), net)
        self._simulations = simulations

    def rank(self, view: View, rng: Random, budget: Budget, progress: Progress) -> Ranking:
        """The actions that turns begin with, each with the chance of the best such turn."""
        return _run(self._start(view, rng, budget), view, budget, progress)

    def judge(self, view: View, turn: Sequence[Action], rng: Random, budget: Budget) -> Ranking | None:
        """The first action of the turn with what the turn leaves, after all simulations have gone into it."""
        search = self._start(view, rng, budget)
        if not search.narrow(lambda turns: rows_of(turn, turns, view)):
            return None
        found = _run(search, view, budget, lambda _ranking: None)
        # Of takes that come to the same with what is returned, the search names another one.
        return replace(found, actions=[Ranked(turn[0], found.actions[0].chance)])

    def _start(self, view: View, rng: Random, budget: Budget) -> Search:
        most = self._simulations if budget.nodes is None else min(self._simulations, budget.nodes)
        return self._searches.start(cells_of(view), most, rng, budget)


def _run(search: Search, view: View, budget: Budget, progress: Progress) -> Ranking:
    due = _FIRST_PROGRESS

    def tell() -> None:
        nonlocal due
        if search.simulations >= due:
            progress(_ranking(search, view))
            due = search.simulations * 5 // 4

    search.run(budget.cancelled, tell)
    return _ranking(search, view)


def _ranking(search: Search, view: View) -> Ranking:
    found = search.found()
    chances: dict[Action, float] = {}
    for turn, _visits, values in found:
        chances.setdefault(action_of(turn, view), float(values[view.seat]))
    return Ranking([Ranked(*one) for one in chances.items()], found[0].values.tolist(), search.simulations)


def rows_of(turn: Sequence[Action], turns: Small, view: View) -> list[int]:
    """Which of the turns is this one: one row, or if only its first action is told, all that begin with it.

    A purchase that was paid with more gold than needed stands for the usual one. Empty where there is none.
    """
    like = [row for row, one in enumerate(turns) if _alike(turn[0], action_of(one, view))]
    change = [0] * 6
    for action in turn:
        change = [had + more for had, more in zip(change, _change_of(action, view), strict=True)]
    same = [row for row in like if turns[row, CHANGE : CHANGE + 6].tolist() == change]
    wanted = [action.noble for action in turn if isinstance(action, ChooseNoble)]
    places = [place for place, noble in enumerate(view.nobles) if noble in wanted]
    same = [row for row in same if not wanted or turns[row, NOBLE] in places]
    return same or [row for row in like if action_of(turns[row], view) == turn[0] or isinstance(turn[0], Buy)]


def _alike(action: Action, other: Action) -> bool:
    """Whether two turns that begin so can be the same one, in what they do but for the tokens."""
    match action, other:
        case (Take(), Take()) | (Return(), Return()):
            return True
        case Buy(card=card), Buy(card=another):
            return card == another
        case _:
            return action == other


def _change_of(action: Action, view: View) -> tuple[int, ...]:
    """By how much each of the six tokens of the seat changes."""
    match action:
        case Take(gems=gems):
            return (*unpack(gems), 0)
        case Buy(gems=gems, gold=gold) | Return(gems=gems, gold=gold):
            return tuple(-amount for amount in (*unpack(gems), gold))
        case Reserve() | ReserveTop():
            return (0, 0, 0, 0, 0, min(1, view.gold))
        case _:
            return (0,) * 6


def action_of(turn: Small, view: View) -> Action:
    """The first action of a turn; what it returns and which noble comes is asked again when it is due."""
    change = [int(amount) for amount in turn[CHANGE : CHANGE + 6]]
    which = int(turn[WHICH])
    match int(turn[KIND]):
        case kind if kind == TAKE:
            return Take(pack(int(amount) for amount in TAKES[which]))
        case kind if kind == RESERVE:
            card = view.grid[which]
            assert card is not None
            return Reserve(card)
        case kind if kind == RESERVE_TOP:
            return ReserveTop(which + 1)
        case kind if kind == BUY:
            card = view.grid[which] if which < 12 else view.players[view.seat].reserved[which - 12].card
            assert card is not None
            return Buy(card, pack(-amount for amount in change[:5]), -change[5])
        case kind if kind == PASS:
            return Pass()
        case kind if kind == RETURN:
            return Return(pack(-amount for amount in change[:5]), -change[5])
        case _:
            return ChooseNoble(view.nobles[int(turn[NOBLE])])
