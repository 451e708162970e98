"""The heuristic levels, which evaluate each action by its immediate consequences."""

from math import exp
from random import Random
from typing import Final

from splendor_tui.bots.heuristic_evaluation import Evaluation, Weighed, Weights, best_plan, bonus_worth, present
from splendor_tui.bots.player import Advice, AdvisedAction, Budget, Policy, Report
from splendor_tui.rules.actions import Action, Return, Take
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.outcome import outcome
from splendor_tui.rules.state import MAIN, RETURN_GEMS, State
from splendor_tui.rules.turn import advance
from splendor_tui.rules.view import View, known_state, view

_EVEN: Final = 1e-9  # smaller differences are rounding errors
_RECONSIDERED: Final = 3  # how many of the best actions to check with `_would_undo`

# Fitted to 930 games between two, three and four Merchants by logistic regression.
_POINT: Final = 0.38
_PLAN: Final = 0.25  # per point of worth of the plan
_CARD: Final = 0.72  # at the start of the game; 0 at the target
_MOVE: Final = 0.32  # for the seat to move


class HeuristicPolicy(Policy):
    """A heuristic policy that can make human-like mistakes in main actions.

    `overlooks` is the probability of overlooking a card on the table, and `slip` the standard deviation of misjudgements in
    points. Cards that may reach the target are never overlooked, and no slip outweighs a win.
    """

    def __init__(self, weights: Weights, overlooks: float = 0.0, slip: float = 0.0) -> None:
        self._weights = weights
        self._overlooks = overlooks
        self._slip = slip

    def rank(self, view: View, rng: Random, budget: Budget, report: Report) -> Advice:  # noqa: ARG002 - always fast
        """The actions sorted by worth. Ties for first place are broken at random."""
        if view.phase is MAIN:
            weighed = self._weigh(self._overlook(view, rng), budget)
            if self._slip:
                weighed = [one._replace(worth=rng.gauss(one.worth, self._slip)) for one in weighed]
        else:
            weighed = self._weigh(view, budget)
        weighed.sort(key=lambda one: -one.worth)
        best = rng.choice([one for one in weighed if one.worth > weighed[0].worth - _EVEN])
        actions = [best.action, *(one.action for one in weighed if one is not best)]
        for _ in range(min(_RECONSIDERED, len(actions) - 1)):
            if not self._would_undo(view, actions[0], budget):
                break
            actions.append(actions.pop(0))
        return Advice([AdvisedAction(action) for action in actions], estimate_chances(view, self._weights))

    def _weigh(self, view: View, budget: Budget) -> list[Weighed]:
        evaluation = Evaluation(view, self._weights)
        weighed = []
        for action in legal_actions(view):
            weighed.append(evaluation.weigh(action))
            if budget.cancelled():
                break
        return weighed

    def _overlook(self, view: View, rng: Random) -> View:
        """The view without the overlooked cards. Unchanged if overlooking them would create new legal actions."""
        if not self._overlooks:
            return view
        points = view.players[view.seat].points + max((noble.points for noble in view.nobles), default=0)
        grid = tuple(
            card
            if card is None or points + card.points >= view.options.target or rng.random() >= self._overlooks
            else None
            for card in view.grid
        )
        seen = view._replace(grid=grid)
        return seen if set(legal_actions(seen)) <= set(legal_actions(view)) else view

    def _would_undo(self, before: View, action: Action, budget: Budget) -> bool:
        """Whether the action takes tokens that would all be returned."""
        if not isinstance(action, Take):
            return False
        after = known_state(before)
        advance(after, action)
        if after.phase is not RETURN_GEMS:
            return False
        returns = self._weigh(view(after, before.seat), budget)
        return max(returns, key=lambda one: one.worth).action == Return(action.gems, 0)


def estimate_chances(view: View, weights: Weights) -> list[float]:
    """Estimate every seat's chance of winning from points, plans and purchases. `weights` are used for the plans."""
    seats = range(len(view.players))
    end = outcome(view)
    if end is not None:
        return [(seat in end.winners) / len(end.winners) for seat in seats]
    state = known_state(view)
    shares = [0.0 if state.players[seat].forfeited else exp(_standing(state, seat, weights)) for seat in seats]
    return [share / sum(shares) for share in shares]


def _standing(state: State, seat: int, weights: Weights) -> float:
    now = present(state, seat)
    target = state.options.target
    rivals = [player.bonuses for number, player in enumerate(state.players) if number != seat]
    openness = max(0.0, 1 - max(player.points for player in state.players) / target)
    plan = best_plan(now, bonus_worth(now, rivals, openness, weights), target, weights)
    cards = len(now.player.cards) * openness
    return _POINT * now.player.points + _PLAN * plan.worth + _CARD * cards + _MOVE * (seat == state.seat)
