"""Merchant: plans for one or two cards at a time, counts nobles, and keeps an eye on what the others can buy."""

from random import Random
from typing import Final

from splendor_tui.bots.evaluate import Evaluation, Weighed
from splendor_tui.bots.player import Advice, Bot, Budget, Choice, Report, unheard
from splendor_tui.bots.reasons import reason
from splendor_tui.bots.weights import Weights
from splendor_tui.rules.actions import Action
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.view import View
from splendor_tui.words import N_, NP_

NAME: Final = NP_("computer player", "Merchant")
DESCRIPTION: Final = N_("Plans for one or two cards, counts the nobles, and takes away what the others need.")

_ADVISED: Final = 3  # choices in an advice
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
        return self._ranked(view, rng, budget)[0].action

    def advise(self, view: View, rng: Random, budget: Budget, report: Report = unheard) -> Advice:  # noqa: ARG002 - it is quick
        """The actions that weigh most, and why."""
        ranked = self._ranked(view, rng, budget)[:_ADVISED]
        return Advice([Choice(one.action, None, reason(view, one.action)) for one in ranked])

    def _ranked(self, view: View, rng: Random, budget: Budget) -> list[Weighed]:
        """The best action first; which of several that are best is drawn by lot."""
        scales = Evaluation(view, self._weights)
        weighed = []
        for action in legal_actions(view):
            weighed.append(scales.weigh(action))
            if budget.cancelled():
                break
        weighed.sort(key=lambda one: -one.worth)
        best = rng.choice([one for one in weighed if one.worth > weighed[0].worth - _EVEN])
        return [best, *(one for one in weighed if one is not best)]
