"""What each action of a position is worth to the seat that is to move."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from splendor_tui.bots.plans import Plan, best_plan
from splendor_tui.bots.preview import Preview, present, preview
from splendor_tui.bots.weights import Weights
from splendor_tui.rules.actions import Action, Buy, Pass, Reserve, ReserveTop
from splendor_tui.rules.cards import Card, Noble
from splendor_tui.rules.gems import Colour, Gems, colours, covered, missing, total
from splendor_tui.rules.legality import tokens_held
from splendor_tui.rules.payments import affordable_purchases
from splendor_tui.rules.state import MAIN, TOKEN_LIMIT
from splendor_tui.rules.view import View, known_state

DECIDED: Final = 100.0
_CARD_IN_A_TIE: Final = 0.01


@dataclass(frozen=True, slots=True)
class Weighed:
    """An action, its worth in points (only differences between actions mean something), and what it leads to."""

    action: Action
    worth: float
    then: Preview
    plan: Plan
    wins: bool


class Evaluation:
    """Weighs the actions of the seat to move in one position.

    Where the end of the game is in sight, who wins outweighs everything: a certain win gains and a certain defeat costs
    `DECIDED`, more than anything else can add up to.
    """

    def __init__(self, view: View, weights: Weights) -> None:
        self.view = view
        self.target = view.options.target
        self._state = known_state(view)
        self.now = present(self._state, view.seat)
        self.rivals = rivals_of(view)
        self._weights = weights
        self._rival_bonuses = [rival.bonuses for rival in self.rivals]
        leader = max(self.now.player.points, *(rival.points for rival in self.rivals))
        self._openness = max(0.0, 1 - leader / self.target)
        self._bonus_worth: dict[tuple[Gems, Sequence[Noble]], list[float]] = {}

    def weigh(self, action: Action) -> Weighed:
        """What the action is worth, by what the seat can know."""
        then = preview(self._state, action)
        player = then.player
        gone = action.card if isinstance(action, Buy | Reserve) else None
        verdict = self._verdict(then, gone)
        wins = verdict >= DECIDED
        if self.view.final_round:
            worth = verdict + player.points - _CARD_IN_A_TIE * len(player.cards)
            return Weighed(action, worth, then, Plan((), 0.0), wins)
        plan = best_plan(then, self._bonuses(then), self.target, self._weights)
        worth = verdict + self._gain(then, action) + self._weights.patience * plan.worth + self._holdings(then)
        if gone is not None:
            worth += self._denial(gone) + self._weights.restlessness * self.view.idle_turns
        if isinstance(action, Reserve | ReserveTop):
            worth -= self._weights.hand_slot
        return Weighed(action, worth, then, plan, wins)

    def _verdict(self, then: Preview, gone: Card | None) -> float:
        """What the next turns of the rivals decide, as far as it can be seen.

        Rulebook: the round is completed, so those who sit after this seat answer once more, and those before it do not.
        """
        seat, points = self.view.seat, then.player.points
        if self.view.final_round or points >= self.target:
            mine = (points, -len(then.player.cards))
            best = max(rival.best_result(gone) if rival.seat > seat else rival.result for rival in self.rivals)
            tie_wins = self.view.options.tie_seat in (None, seat)
            if mine > best or (mine == best and tie_wins):
                return DECIDED
            return -DECIDED if self._weights.watchful else 0.0
        if not self._weights.watchful:
            return 0.0
        threatening = [rival for rival in self.rivals if rival.best_result(gone)[0] >= self.target]
        if any(rival.seat > seat for rival in threatening):
            return -DECIDED
        return -self._weights.menace if threatening else 0.0

    def _gain(self, then: Preview, action: Action) -> float:
        """Points, and what a new bonus is worth beside the noble that it brings at once."""
        arrived = sum(noble.points for noble in then.player.nobles[len(self.now.player.nobles) :])
        gain = then.player.points - self.now.player.points - (1 - self._weights.nobles) * arrived
        gain += waiting_worth(then, self._rival_bonuses, self._weights)
        if isinstance(action, Buy):
            gain += self._bonuses(self.now._replace(nobles=then.nobles))[action.card.bonus]
        return gain

    def _holdings(self, then: Preview) -> float:
        held = tokens_held(then.player)
        return self._weights.token * held - self._weights.surplus * max(0, held - TOKEN_LIMIT)

    def _denial(self, card: Card) -> float:
        gains = [rival.gain(card) for rival in self.rivals if card in rival.purchases]
        return self._weights.denial * max(gains, default=0) / len(self.rivals)

    def _bonuses(self, seat: Preview) -> list[float]:
        key = (seat.player.bonuses, seat.nobles)
        if key not in self._bonus_worth:
            self._bonus_worth[key] = bonus_worth(seat, self._rival_bonuses, self._openness, self._weights)
        return self._bonus_worth[key]


# --- bonuses and nobles ------------------------------------------------------------------------------------------------


def bonus_worth(seat: Preview, rivals: Sequence[Gems], openness: float, weights: Weights) -> list[float]:
    """What one more bonus of each colour is worth, in points: it makes other cards cheaper and brings nobles nearer.

    `rivals` are the bonuses of the others; `openness` falls from 1 at the start of the game to 0 at the target.
    """
    worth = [weights.bonus * openness * share for share in _demand(seat)]
    for noble in seat.nobles:
        lacking = missing(noble.cost, seat.player.bonuses)
        for colour in colours(lacking):
            worth[colour] += _step_worth(noble, total(lacking), rivals, weights)
    return worth


def waiting_worth(seat: Preview, rivals: Sequence[Gems], weights: Weights) -> float:
    """What the nobles are worth that will come on a later turn, as only one comes a turn, unless a rival gets them first."""
    worth = 0.0
    for noble in covered(seat.nobles, seat.player.bonuses):
        nearest = min(total(missing(noble.cost, bonuses)) for bonuses in rivals)
        worth += weights.nobles * noble.points * weights.patience * (1 - weights.nearness ** max(1, nearest))
    return worth


def _demand(seat: Preview) -> list[float]:
    """How many of the cards within reach still ask for each colour, drawn half-way to the average, which is one."""
    asking = [0] * len(Colour)
    for card in seat.reach:
        for colour in colours(missing(card.cost, seat.player.bonuses)):
            asking[colour] += 1
    average = sum(asking) / len(Colour)
    return [0.5 + 0.5 * cards / average if average else 0.0 for cards in asking]


def _step_worth(noble: Noble, steps: int, rivals: Sequence[Gems], weights: Weights) -> float:
    """What one of the bonuses that lack for a noble is worth: all of it when it is the last, else what it brings nearer."""
    worth = weights.nobles * noble.points * weights.nearness ** (steps - 1)
    if steps > 1:
        worth *= 1 - weights.nearness
    if any(total(missing(noble.cost, bonuses)) < steps for bonuses in rivals):
        worth *= weights.race
    return worth


# --- rivals ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rival:
    """Another seat that is still in play, and what it can do in its next turn as far as that can be seen.

    `purchases` are the cards that it can buy as things stand, each with the points that it then has; `idle_points` are those
    after a turn in which it buys nothing. Both count the noble that comes.
    """

    seat: int
    points: int
    bought: int
    bonuses: Gems
    idle_points: int
    purchases: Mapping[Card, int]

    @property
    def result(self) -> tuple[int, int]:
        """Its points, and its purchased cards counted down, so that the better result is the greater one."""
        return self.points, -self.bought

    def best_result(self, gone: Card | None) -> tuple[int, int]:
        """The best result that it can reach in one turn when the card `gone` is no longer there."""
        bought = [(points, -self.bought - 1) for card, points in self.purchases.items() if card is not gone]
        return max([(self.idle_points, -self.bought), *bought])

    def gain(self, card: Card) -> int:
        """The points that it would make by buying this card, 0 also when it cannot."""
        return self.purchases.get(card, self.points) - self.points


def rivals_of(view: View) -> Sequence[Rival]:
    """All rivals of the seat to move."""
    return [
        _rival(view, seat) for seat, player in enumerate(view.players) if seat != view.seat and not player.forfeited
    ]


def finishers(view: View) -> Sequence[Rival]:
    """The rivals who can reach the target with their next turn, as things stand and as far as that can be seen."""
    target = view.options.target
    moving = [rival for rival in rivals_of(view) if not view.final_round or rival.seat > view.seat]
    return [rival for rival in moving if rival.points < target <= rival.best_result(None)[0]]


def _rival(view: View, seat: int) -> Rival:
    state = known_state(view)
    state.seat, state.phase = seat, MAIN  # if it were to move
    now = present(state, seat)
    purchases = affordable_purchases(now.reach, now.player)
    return Rival(
        seat=seat,
        points=now.player.points,
        bought=len(now.player.cards),
        bonuses=now.player.bonuses,
        idle_points=preview(state, Pass()).player.points,
        purchases={purchase.card: preview(state, purchase).player.points for purchase in purchases},
    )
