"""Evaluates, in points, the actions of the seat to move, based on plans and threats."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Pass, Reserve, ReserveTop, Return
from splendor_tui.rules.cards import Card, Noble
from splendor_tui.rules.constants import TOKEN_LIMIT
from splendor_tui.rules.gems import NO_GEMS, Colour, Gems, colours, covered, missing, total
from splendor_tui.rules.legality import tokens_held, visiting_nobles
from splendor_tui.rules.payments import affordable_purchases
from splendor_tui.rules.state import CHOOSE_NOBLE, MAIN, RETURN_GEMS, Player, State
from splendor_tui.rules.turn import advance
from splendor_tui.rules.view import FACE_DOWN, View, known_state

_DECIDED: Final = 100.0
"""The worth of a certain win. It exceeds all other worth combined."""
_CARD_IN_A_TIE: Final = 0.01
_NO_RETURN: Final = Return(NO_GEMS, 0)
_HIDDEN: Final = frozenset(FACE_DOWN.values())


class Weights(NamedTuple):
    """The parameters of the evaluation, in points. Tuned by matches between variants, with `benchmarks/variants.py`.

    bonus         the worth of a bonus of average demand at the start of the game; it is worth nothing at the target
    nearness      the factor on a noble's worth for each missing bonus after the first
    race          the factor on a noble's worth if a rival is missing fewer bonuses for it
    patience      the factor on a card's worth for each turn until it can be bought
    gems_a_turn   useful gems per turn; fewer than three, because some colour is often missing
    choices       the number of cards considered as the first of two; 0 plans only one card
    breadth       the share of its current worth that each card within reach adds, in the plan or not
    token         the worth of holding a token, in addition to its use in the plan
    surplus       the cost of each token over ten, which must be returned
    hand_slot     the cost of a reserved card
    denial        the worth of denying a card, as a share of the rival's gain, divided by the number of rivals
    nobles        the share of a noble's points that counts
    finish        the worth of reaching the target, in addition to the points
    menace        the cost of letting a rival end the game in the next round
    restlessness  the worth of buying or reserving a face-up card, for each consecutive turn without either
    watchful      whether the next turns of the rivals are considered
    """

    bonus: float = 2.0
    nearness: float = 0.62
    race: float = 0.5
    patience: float = 0.76
    gems_a_turn: float = 1.3
    choices: int = 8
    breadth: float = 0.1
    token: float = 0.15
    surplus: float = 0.8
    hand_slot: float = 0.5
    denial: float = 0.3
    nobles: float = 1.0
    finish: float = 2.0
    menace: float = 3.0
    restlessness: float = 0.1
    watchful: bool = True


MERCHANT: Final = Weights()
"""The weights of the Merchant, the strongest level without a net. Also used for reasons, and if no net is available."""


# --- a seat, now and after its turn ------------------------------------------------------------------------------------


class Preview(NamedTuple):
    """A seat's possessions, the known cards that it may buy (reserved ones first), and the nobles on the table."""

    player: Player
    reach: Sequence[Card]
    nobles: Sequence[Noble]


def present(state: State, seat: int) -> Preview:
    """The preview of a seat in this state, before any action."""
    player = state.players[seat]
    reserved = [held.card for held in player.reserved if held.card not in _HIDDEN]
    grid = [card for card in state.grid if card is not None and card not in _HIDDEN]
    return Preview(player, reserved + grid, state.nobles)


def preview(state: State, action: Action) -> Preview:
    """The preview of the seat to move, as it will be at the end of the turn that begins with this action.

    Surplus tokens are not returned, because that is a separate decision. If several nobles can visit, the one with the most
    points visits.
    """
    after = state.copy()
    advance(after, action)
    if after.phase is RETURN_GEMS:
        advance(after, _NO_RETURN)
    if after.phase is CHOOSE_NOBLE:
        due = visiting_nobles(after, after.players[state.seat])
        advance(after, ChooseNoble(max(due, key=lambda noble: noble.points)))
    return present(after, state.seat)


# --- plans -------------------------------------------------------------------------------------------------------------


class Plan(NamedTuple):
    """Up to two cards in order of purchase, and the current worth of the plan."""

    cards: tuple[Card, ...]
    worth: float


_NO_PLAN: Final = Plan((), 0.0)


class _Goal(NamedTuple):
    card: Card
    price: Gems
    worth: float  # after the purchase
    turns: float  # until the purchase
    worth_now: float


def best_plan(seat: Preview, bonus_worth: Sequence[float], target: int, weights: Weights) -> Plan:
    """The best plan for the cards within reach. Empty if there are none."""
    goals = _goals(seat, bonus_worth, target, weights)
    if not goals:
        return _NO_PLAN
    player = seat.player
    best = Plan((goals[0].card,), goals[0].worth_now)
    for first in goals[: weights.choices]:
        bonuses = player.bonuses + first.card.bonus_gem
        discount = weights.patience ** (1 + first.turns)  # the second card comes at least a turn later
        for second in goals:
            if second is first or first.worth_now + second.worth * discount <= best.worth:
                continue
            # Collect for both cards at once: a gem that helps with either is progress.
            lacking = missing(first.price + missing(second.card.cost, bonuses), player.gems)
            turns = 1 + max(first.turns, _turns(lacking, player.gold, weights))
            worth = first.worth_now + second.worth * weights.patience**turns
            if worth > best.worth:
                best = Plan((first.card, second.card), worth)
    return best._replace(worth=best.worth + weights.breadth * sum(goal.worth_now for goal in goals))


def _goals(seat: Preview, bonus_worth: Sequence[float], target: int, weights: Weights) -> list[_Goal]:
    """The cards within reach with a price of at most ten tokens, sorted by current worth."""
    goals = []
    player = seat.player
    for card in seat.reach:
        price = missing(card.cost, player.bonuses)
        if total(price) > TOKEN_LIMIT:
            continue
        turns = _turns(missing(price, player.gems), player.gold, weights)
        worth = card.points + bonus_worth[card.bonus]
        if player.points + card.points >= target:
            worth += weights.finish
        goals.append(_Goal(card, price, worth, turns, worth * weights.patience**turns))
    return sorted(goals, key=lambda goal: -goal.worth_now)


def _turns(lacking: Gems, gold: int, weights: Weights) -> float:
    """The estimated number of turns to collect these gems. Fractions count, so that every useful gem is progress."""
    return max(0, total(lacking) - gold) / weights.gems_a_turn


# --- bonuses and nobles ------------------------------------------------------------------------------------------------


def bonus_worth(seat: Preview, rivals: Sequence[Gems], openness: float, weights: Weights) -> list[float]:
    """The worth of one more bonus of each colour, which makes cards cheaper and brings nobles closer.

    `rivals` are the bonuses of the other players. `openness` falls from 1 at the start of the game to 0 at the target.
    """
    worth = [weights.bonus * openness * share for share in _demand(seat)]
    for noble in seat.nobles:
        lacking = missing(noble.cost, seat.player.bonuses)
        for colour in colours(lacking):
            worth[colour] += _step_worth(noble, total(lacking), rivals, weights)
    return worth


def _waiting_worth(seat: Preview, rivals: Sequence[Gems], weights: Weights) -> float:
    """The worth of nobles that can visit only on later turns, because one visits per turn. A rival may get them first."""
    worth = 0.0
    for noble in covered(seat.nobles, seat.player.bonuses):
        nearest = min(total(missing(noble.cost, bonuses)) for bonuses in rivals)
        worth += weights.nobles * noble.points * weights.patience * (1 - weights.nearness ** max(1, nearest))
    return worth


def _demand(seat: Preview) -> list[float]:
    """The demand for each colour: the number of cards within reach that need it, divided by the mean, then averaged with 1."""
    asking = [0] * len(Colour)
    for card in seat.reach:
        for colour in colours(missing(card.cost, seat.player.bonuses)):
            asking[colour] += 1
    average = sum(asking) / len(Colour)
    return [0.5 + 0.5 * cards / average if average else 0.0 for cards in asking]


def _step_worth(noble: Noble, steps: int, rivals: Sequence[Gems], weights: Weights) -> float:
    """The worth of one of the `steps` bonuses that are missing for a noble."""
    worth = weights.nobles * noble.points * weights.nearness ** (steps - 1)
    if steps > 1:
        worth *= 1 - weights.nearness
    if any(total(missing(noble.cost, bonuses)) < steps for bonuses in rivals):
        worth *= weights.race
    return worth


# --- rivals ------------------------------------------------------------------------------------------------------------


class Rival(NamedTuple):
    """Another seat in play, and the visible options for its next turn.

    `purchases` maps each affordable card to the seat's points after buying it. `idle_points` are the seat's points after a
    turn without a purchase. Both include any visiting noble.
    """

    seat: int
    points: int
    bought: int
    bonuses: Gems
    idle_points: int
    purchases: Mapping[Card, int]

    @property
    def result(self) -> tuple[int, int]:
        """The points and the negated card count, so that larger is better."""
        return self.points, -self.bought

    def best_result(self, gone: Card | None) -> tuple[int, int]:
        """The best result after one more turn, in which the card `gone` can no longer be bought."""
        bought = [(points, -self.bought - 1) for card, points in self.purchases.items() if card is not gone]
        return max([(self.idle_points, -self.bought), *bought])

    def gain(self, card: Card) -> int:
        """The points gained by buying this card. 0 if the rival cannot buy it."""
        return self.purchases.get(card, self.points) - self.points


def rivals_of(view: View) -> Sequence[Rival]:
    """All rivals of the seat to move."""
    return [
        _rival(view, seat) for seat, player in enumerate(view.players) if seat != view.seat and not player.forfeited
    ]


def finishers(view: View) -> Sequence[Rival]:
    """The rivals who can reach the target on their next turn with the cards that are visible."""
    target = view.options.target
    moving = [rival for rival in rivals_of(view) if not view.final_round or rival.seat > view.seat]
    return [rival for rival in moving if rival.points < target <= rival.best_result(None)[0]]


def _rival(view: View, seat: int) -> Rival:
    state = known_state(view)
    state.seat, state.phase = seat, MAIN  # as if the rival were to move
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


# --- actions -----------------------------------------------------------------------------------------------------------


class Weighed(NamedTuple):
    """An action, its worth, and its consequences. Only differences in worth are meaningful."""

    action: Action
    worth: float
    then: Preview
    plan: Plan
    wins: bool


class Evaluation:
    """Evaluates the actions of the seat to move in one position.

    Near the end of the game, the result outweighs everything else: a certain win is worth `_DECIDED`, and a certain defeat
    `-_DECIDED`.
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
        """Evaluate an action, using only what the seat knows."""
        then = preview(self._state, action)
        player = then.player
        gone = action.card if isinstance(action, Buy | Reserve) else None
        verdict = self._verdict(then, gone)
        wins = verdict >= _DECIDED
        if self.view.final_round:
            worth = verdict + player.points - _CARD_IN_A_TIE * len(player.cards)
            return Weighed(action, worth, then, _NO_PLAN, wins)
        plan = best_plan(then, self._bonuses(then), self.target, self._weights)
        worth = verdict + self._gain(then, action) + self._weights.patience * plan.worth + self._holdings(then)
        if gone is not None:
            worth += self._denial(gone) + self._weights.restlessness * self.view.idle_turns
        if isinstance(action, Reserve | ReserveTop):
            worth -= self._weights.hand_slot
        return Weighed(action, worth, then, plan, wins)

    def _verdict(self, then: Preview, gone: Card | None) -> float:
        """The worth of the result, if the rivals' visible options decide the game.

        Rulebook: the round is completed, so only the seats after this one move again.
        """
        seat, points = self.view.seat, then.player.points
        if self.view.final_round or points >= self.target:
            mine = (points, -len(then.player.cards))
            best = max(rival.best_result(gone) if rival.seat > seat else rival.result for rival in self.rivals)
            tie_wins = self.view.options.tie_seat in (None, seat)
            if mine > best or (mine == best and tie_wins):
                return _DECIDED
            return -_DECIDED if self._weights.watchful else 0.0
        if not self._weights.watchful:
            return 0.0
        threatening = [rival for rival in self.rivals if rival.best_result(gone)[0] >= self.target]
        if any(rival.seat > seat for rival in threatening):
            return -_DECIDED
        return -self._weights.menace if threatening else 0.0

    def _gain(self, then: Preview, action: Action) -> float:
        """The worth of the points gained, of nobles that can visit later, and of a new bonus."""
        arrived = sum(noble.points for noble in then.player.nobles[len(self.now.player.nobles) :])
        gain = then.player.points - self.now.player.points - (1 - self._weights.nobles) * arrived
        gain += _waiting_worth(then, self._rival_bonuses, self._weights)
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
