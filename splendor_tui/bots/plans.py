"""The one or two cards that a seat does best to work for next."""

from collections.abc import Sequence
from typing import NamedTuple

from splendor_tui.bots.preview import Preview
from splendor_tui.bots.weights import Weights
from splendor_tui.rules.cards import Card
from splendor_tui.rules.gems import Gems, missing, total
from splendor_tui.rules.state import TOKEN_LIMIT


class Plan(NamedTuple):
    """Up to two cards in the order in which to buy them, and what working for them is worth now, in points."""

    cards: tuple[Card, ...]
    worth: float


class _Goal(NamedTuple):
    card: Card
    price: Gems
    worth: float  # once it is bought
    turns: float  # until it can be bought
    worth_now: float


def best_plan(seat: Preview, bonus_worth: Sequence[float], target: int, weights: Weights) -> Plan:
    """The best plan for what is within reach; an empty one when nothing is."""
    goals = _goals(seat, bonus_worth, target, weights)
    if not goals:
        return Plan((), 0.0)
    player = seat.player
    best = Plan((goals[0].card,), goals[0].worth_now)
    for first in goals[: weights.choices]:
        bonuses = player.bonuses + first.card.bonus_gem
        for second in goals:
            if second is first:
                continue
            # Both prices are gathered for together, so that a gem which serves either card is progress.
            lacking = missing(first.price + missing(second.card.cost, bonuses), player.gems)
            turns = 1 + max(first.turns, _turns(lacking, player.gold, weights))
            worth = first.worth_now + second.worth * weights.patience**turns
            if worth > best.worth:
                best = Plan((first.card, second.card), worth)
    return best._replace(worth=best.worth + weights.breadth * sum(goal.worth_now for goal in goals))


def _goals(seat: Preview, bonus_worth: Sequence[float], target: int, weights: Weights) -> list[_Goal]:
    """Every card within reach that ten tokens can pay, the best one first."""
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
    goals.sort(key=lambda goal: -goal.worth_now)
    return goals


def _turns(lacking: Gems, gold: int, weights: Weights) -> float:
    """About how many turns it takes to gather what lacks; fractions count, so that every useful gem is progress."""
    return max(0, total(lacking) - gold) / weights.gems_a_turn
