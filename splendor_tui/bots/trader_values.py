"""The chance to win as somebody reckons it who only looks at points, plans and purchases."""

from math import exp
from typing import Final

from splendor_tui.bots.evaluate import bonus_worth
from splendor_tui.bots.plans import best_plan
from splendor_tui.bots.preview import present
from splendor_tui.bots.weights import Weights
from splendor_tui.rules.outcome import outcome
from splendor_tui.rules.state import State
from splendor_tui.rules.view import View, known_state

# Fitted to 930 games among two, three and four Merchants, by logistic regression; `plan` is in points as well.
_POINT: Final = 0.38
_PLAN: Final = 0.25
_CARD: Final = 0.72  # at the start of the game; at the target it is worth nothing
_MOVE: Final = 0.32  # for the seat that is to move


def trader_chances(view: View, weights: Weights) -> list[float]:
    """The chance to win of every seat. The weights are for planning."""
    seats = range(len(view.players))
    end = outcome(view)
    if end is not None:
        return [(seat in end.winners) / len(end.winners) for seat in seats]
    state = known_state(view)
    shares = [0.0 if state.players[seat].forfeited else exp(_standing(state, seat, weights)) for seat in seats]
    return [share / sum(shares) for share in shares]


def _standing(state: State, seat: int, weights: Weights) -> float:
    here = present(state, seat)
    target = state.options.target
    rivals = [player.bonuses for number, player in enumerate(state.players) if number != seat]
    openness = max(0.0, 1 - max(player.points for player in state.players) / target)
    plan = best_plan(here, bonus_worth(here, rivals, openness, weights), target, weights)
    cards = len(here.player.cards) * openness
    return _POINT * here.player.points + _PLAN * plan.worth + _CARD * cards + _MOVE * (seat == state.seat)
