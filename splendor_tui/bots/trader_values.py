"""The chance to win as somebody reckons it who only looks at points, plans and purchases."""

from collections.abc import Sequence
from math import exp
from typing import Final

from splendor_tui.bots.evaluate import bonus_worth
from splendor_tui.bots.plans import best_plan
from splendor_tui.bots.preview import present
from splendor_tui.bots.weights import Weights
from splendor_tui.rules.legality import Position
from splendor_tui.rules.outcome import outcome
from splendor_tui.rules.state import State
from splendor_tui.rules.view import View, known_state

# Fitted to 930 games among two, three and four Merchants, by logistic regression; `plan` is in points as well.
_POINT: Final = 0.38
_PLAN: Final = 0.25
_CARD: Final = 0.72  # at the start of the game; at the target it is worth nothing
_MOVE: Final = 0.32  # for the seat that is to move


class TraderValues:
    """An evaluator that needs no net. Its weights are for planning."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights

    def values(self, positions: Sequence[Position]) -> Sequence[Sequence[float]]:
        """The chance to win of every seat, for each position."""
        return [self._value(position) for position in positions]

    def _value(self, position: Position) -> list[float]:
        seats = range(len(position.players))
        end = outcome(position)
        if end is not None:
            return [(seat in end.winners) / len(end.winners) for seat in seats]
        state = known_state(position) if isinstance(position, View) else position
        shares = [0.0 if state.players[seat].forfeited else exp(self._standing(state, seat)) for seat in seats]
        return [share / sum(shares) for share in shares]

    def _standing(self, state: State, seat: int) -> float:
        here = present(state, seat)
        target = state.options.target
        rivals = [player.bonuses for number, player in enumerate(state.players) if number != seat]
        openness = max(0.0, 1 - max(player.points for player in state.players) / target)
        plan = best_plan(here, bonus_worth(here, rivals, openness, self._weights), target, self._weights)
        cards = len(here.player.cards) * openness
        return _POINT * here.player.points + _PLAN * plan.worth + _CARD * cards + _MOVE * (seat == state.seat)
