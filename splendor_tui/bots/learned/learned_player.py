"""A computer player that goes by learned values, one turn deep or with a search."""

from random import Random

import numpy as np

from splendor_tui.bots.learned.box import Small, box_of
from splendor_tui.bots.learned.cells import cells_of
from splendor_tui.bots.learned.compiled import COMPILED
from splendor_tui.bots.learned.evaluator import LearnedValues
from splendor_tui.bots.learned.judging import new_desk
from splendor_tui.bots.learned.net import Net, packed
from splendor_tui.bots.learned.puct import best_edge, grow, new_tree, plant
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
from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import pack
from splendor_tui.rules.view import View

SLICE = 64 if COMPILED else 4  # simulations between two looks at the budget


class LearnedPlayer:
    """Chooses the turn with the best chance to win; with `simulations`, after a search of so many."""

    def __init__(self, net: Net, catalogue: Catalogue, simulations: int = 0) -> None:
        self._net = packed(net) if COMPILED else net
        self._box = box_of(catalogue)
        self._values = LearnedValues(net, catalogue)
        self._simulations = simulations
        self._desk = new_desk(self._net)
        self._tree = new_tree(net.players, simulations + 1)

    def choose(self, view: View, rng: Random, budget: Budget) -> Action:
        """The next action of the best turn."""
        cells = cells_of(view)
        if not self._simulations:
            turns, values = self._values.turns(cells)
            return action_of(turns[values[:, view.seat].argmax()], view)
        chance = np.random.default_rng(rng.getrandbits(64))
        plant(self._box, self._net, self._desk, self._tree, cells)
        left = self._simulations
        while left > 0 and not budget.cancelled():
            grow(self._box, self._net, self._desk, self._tree, min(left, SLICE), chance)
            left -= SLICE
        return action_of(self._tree.turns[best_edge(self._tree)], view)


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
