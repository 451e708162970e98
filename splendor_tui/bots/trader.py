"""The player that weighs each action by what it leads to at once."""

from dataclasses import replace
from random import Random
from typing import Final

from splendor_tui.bots.evaluate import Evaluation, Weighed
from splendor_tui.bots.player import Budget
from splendor_tui.bots.policy import Progress, Ranked, Ranking
from splendor_tui.bots.trader_values import trader_chances
from splendor_tui.bots.weights import Weights
from splendor_tui.rules.actions import Action, Return, Take
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.state import MAIN, RETURN_GEMS
from splendor_tui.rules.turn import advance
from splendor_tui.rules.view import View, known_state, view

_EVEN: Final = 1e-9  # sums of floats that differ by less than this are a tie
_RECONSIDERED: Final = 3  # actions of which it is asked whether they would be undone


class Trader:
    """A policy that never looks at a hidden card, and may make human mistakes in its main actions.

    `overlooks` is how often it does not notice a card on the table, as a share; `slip` is by about how many points it misjudges
    an action. With neither it does what weighs most. A card that may bring the target is never overlooked, and no slip
    outweighs a win.
    """

    def __init__(self, weights: Weights, overlooks: float = 0.0, slip: float = 0.0) -> None:
        self._weights = weights
        self._overlooks = overlooks
        self._slip = slip

    def rank(self, view: View, rng: Random, budget: Budget, progress: Progress) -> Ranking:  # noqa: ARG002 - it is quick
        """The action that weighs most first; which of several that weigh most is drawn by lot."""
        if view.phase is MAIN:
            weighed = self._weigh(self._noticed(view, rng), budget)
            if self._slip:
                weighed = [replace(one, worth=rng.gauss(one.worth, self._slip)) for one in weighed]
        else:
            weighed = self._weigh(view, budget)
        weighed.sort(key=lambda one: -one.worth)
        best = rng.choice([one for one in weighed if one.worth > weighed[0].worth - _EVEN])
        actions = [best.action, *(one.action for one in weighed if one is not best)]
        for _ in range(min(_RECONSIDERED, len(actions) - 1)):
            if not self._would_undo(view, actions[0], budget):
                break
            actions.append(actions.pop(0))
        return Ranking([Ranked(action) for action in actions], trader_chances(view, self._weights))

    def _weigh(self, view: View, budget: Budget) -> list[Weighed]:
        evaluation = Evaluation(view, self._weights)
        weighed = []
        for action in legal_actions(view):
            weighed.append(evaluation.weigh(action))
            if budget.cancelled():
                break
        return weighed

    def _noticed(self, view: View, rng: Random) -> View:
        """The view without the cards that are overlooked, unless nothing could be done in it."""
        if not self._overlooks:
            return view
        points = view.players[view.seat].points + max((noble.points for noble in view.nobles), default=0)
        grid = tuple(
            card
            if card is None or points + card.points >= view.options.target or rng.random() >= self._overlooks
            else None
            for card in view.grid
        )
        noticed = replace(view, grid=grid)
        return noticed if set(legal_actions(noticed)) <= set(legal_actions(view)) else view

    def _would_undo(self, before: View, action: Action, budget: Budget) -> bool:
        """Whether all that is taken would be returned at once."""
        if not isinstance(action, Take):
            return False
        after = known_state(before)
        advance(after, action)
        if after.phase is not RETURN_GEMS:
            return False
        returns = self._weigh(view(after, before.seat), budget)
        return max(returns, key=lambda one: one.worth).action == Return(action.gems, 0)
