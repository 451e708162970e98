"""Merchant: plans for one or two cards at a time, counts nobles, and keeps an eye on what the others can buy."""

from random import Random
from typing import Final

from splendor_tui.bots.merchant_weights import Weights
from splendor_tui.bots.player import Advice, Bot, Budget
from splendor_tui.bots.reasons import explain
from splendor_tui.bots.scales import Scales
from splendor_tui.rules.actions import Action
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.view import View
from splendor_tui.words import N_, NP_

NAME: Final = NP_("computer player", "Merchant")
DESCRIPTION: Final = N_("Plans for one or two cards, counts the nobles, and takes away what the others need.")

_EVEN: Final = 1e-9  # sums of floats that differ by less than this are a tie


def create() -> Bot:
    """A Merchant with the weights that play best."""
    return Merchant()


class Merchant:
    """A greedy player: it weighs each action by what it leads to at once, and never looks at a hidden card."""

    def __init__(self, weights: Weights | None = None) -> None:
        self._weights = weights or Weights()

    def choose(self, view: View, rng: Random, budget: Budget) -> Action:
        """The action that weighs most; ties are broken by lot."""
        return self.advise(view, rng, budget).action

    def advise(self, view: View, rng: Random, budget: Budget) -> Advice:
        """The action that weighs most, and why."""
        scales = Scales(view, self._weights)
        weighed = []
        for action in legal_actions(view):
            weighed.append(scales.weigh(action))
            if budget.cancelled():
                break
        most = max(one.worth for one in weighed)
        return explain(scales, rng.choice([one for one in weighed if one.worth > most - _EVEN]))
