"""What each action of a position is worth to the seat that is to move."""

from dataclasses import dataclass
from typing import Final

from splendor_tui.bots.merchant_weights import Weights
from splendor_tui.bots.plans import Plan, best_plan
from splendor_tui.bots.prospect import Prospect, after, present
from splendor_tui.bots.rivals import rivals_of
from splendor_tui.bots.worth import bonus_worth, waiting_worth
from splendor_tui.rules.actions import Action, Buy, Reserve, ReserveTop
from splendor_tui.rules.cards import Card, Noble
from splendor_tui.rules.gems import Gems, total
from splendor_tui.rules.state import TOKEN_LIMIT
from splendor_tui.rules.view import View

DECIDED: Final = 100.0
_CARD_IN_A_TIE: Final = 0.01


@dataclass(frozen=True, slots=True)
class Weighed:
    """An action, its worth in points (only differences between actions mean something), and what it leads to."""

    action: Action
    worth: float
    then: Prospect
    plan: Plan
    wins: bool


class Scales:
    """Weighs the actions of the seat to move in one position.

    Where the end of the game is in sight, who wins outweighs everything: a certain win gains and a certain defeat costs
    `DECIDED`, more than anything else can add up to.
    """

    def __init__(self, view: View, weights: Weights) -> None:
        self.view = view
        self.now = present(view, view.seat)
        self.target = view.options.target
        self.rivals = rivals_of(view)
        self._weights = weights
        self._rival_bonuses = [rival.bonuses for rival in self.rivals]
        leader = max(self.now.points, *(rival.points for rival in self.rivals))
        self._openness = max(0.0, 1 - leader / self.target)
        self._bonus_worth: dict[tuple[Gems, tuple[Noble, ...]], list[float]] = {}

    def weigh(self, action: Action) -> Weighed:
        """What the action is worth, by what the seat can know."""
        then = after(self.now, action)
        gone = action.card if isinstance(action, Buy | Reserve) else None
        verdict = self._verdict(then, gone)
        wins = verdict >= DECIDED
        if self.view.final_round:
            return Weighed(action, verdict + then.points - _CARD_IN_A_TIE * then.bought, then, Plan((), 0.0), wins)
        plan = best_plan(then, self._bonuses(then), self.target, self._weights)
        worth = verdict + self._gain(then, action) + self._weights.patience * plan.worth + self._holdings(then)
        if gone is not None:
            worth += self._denial(gone) + self._weights.restlessness * self.view.idle_turns
        if isinstance(action, Reserve | ReserveTop):
            worth -= self._weights.hand_slot
        return Weighed(action, worth, then, plan, wins)

    def _verdict(self, then: Prospect, gone: Card | None) -> float:
        """What the next turns of the rivals decide, as far as it can be seen.

        Rulebook: the round is completed, so those who sit after this seat answer once more, and those before it do not.
        """
        seat = self.view.seat
        if self.view.final_round or then.points >= self.target:
            mine = (then.points, -then.bought)
            best = max(rival.best_result(gone) if rival.seat > seat else rival.result for rival in self.rivals)
            tie_wins = self.view.options.tie_seat in (None, seat)
            return DECIDED if mine > best or (mine == best and tie_wins) else -DECIDED
        finishers = [rival for rival in self.rivals if rival.best_result(gone)[0] >= self.target]
        if any(rival.seat > seat for rival in finishers):
            return -DECIDED
        return -self._weights.menace if finishers else 0.0

    def _gain(self, then: Prospect, action: Action) -> float:
        """Points, and what a new bonus is worth beside the noble that it brings at once."""
        gain = then.points - self.now.points + waiting_worth(then, self._rival_bonuses, self._weights)
        if isinstance(action, Buy):
            gain += self._bonuses(self.now._replace(nobles=then.nobles))[action.card.bonus]
        return gain

    def _holdings(self, then: Prospect) -> float:
        held = total(then.gems) + then.gold
        return self._weights.token * held - self._weights.surplus * max(0, held - TOKEN_LIMIT)

    def _denial(self, card: Card) -> float:
        gains = [rival.gain(card) for rival in self.rivals if card in rival.purchases]
        return self._weights.denial * max(gains, default=0) / len(self.rivals)

    def _bonuses(self, prospect: Prospect) -> list[float]:
        key = (prospect.bonuses, prospect.nobles)
        if key not in self._bonus_worth:
            self._bonus_worth[key] = bonus_worth(prospect, self._rival_bonuses, self._openness, self._weights)
        return self._bonus_worth[key]
