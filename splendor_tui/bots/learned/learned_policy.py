"""Ranking by learned values: one turn deep, or with a search."""

from random import Random
from typing import Final

import numpy as np

from splendor_tui.bots.learned.beginning import Searches
from splendor_tui.bots.learned.box import Small, box_of
from splendor_tui.bots.learned.cells import cells_of
from splendor_tui.bots.learned.net import Net
from splendor_tui.bots.learned.search import Search
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
from splendor_tui.rules.gems import pack
from splendor_tui.rules.view import View

_SLICE: Final = 32  # simulations between two looks at the budget
_FIRST_PROGRESS: Final = 32  # simulations; told again whenever a quarter more are done


class LearnedPolicy:
    """Ranks by the chance to win that a net gives, after a search of at most so many simulations; 0 looks one turn ahead.

    A search ends earlier when the budget says so.
    """

    def __init__(self, net: Net, catalogue: Catalogue, simulations: int) -> None:
        self._searches = Searches(box_of(catalogue), net)
        self._simulations = simulations

    def rank(self, view: View, rng: Random, budget: Budget, progress: Progress) -> Ranking:
        """The actions that turns begin with, each with the chance of the best such turn."""
        most = self._simulations if budget.nodes is None else min(self._simulations, budget.nodes)
        chance = np.random.default_rng(rng.getrandbits(64))
        search = self._searches.begin(cells_of(view), most, chance, budget)
        nodes, told = 0, _FIRST_PROGRESS
        while nodes < most and not budget.cancelled():
            step = min(_SLICE, most - nodes)
            search.grow(step)
            nodes += step
            if nodes >= told:
                progress(_ranking(search, view, nodes))
                told = nodes * 5 // 4
        return _ranking(search, view, nodes)


def _ranking(search: Search, view: View, nodes: int) -> Ranking:
    found = search.found()
    chances: dict[Action, float] = {}
    for turn, _visits, values in found:
        chances.setdefault(action_of(turn, view), float(values[view.seat]))
    return Ranking([Ranked(*one) for one in chances.items()], found[0].values.tolist(), nodes)


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
