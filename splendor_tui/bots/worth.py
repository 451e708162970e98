"""What a card is worth to a seat beside its points: its bonus makes other cards cheaper and brings nobles nearer."""

from collections.abc import Sequence

from splendor_tui.bots.merchant_weights import Weights
from splendor_tui.bots.prospect import Prospect
from splendor_tui.rules.cards import Noble
from splendor_tui.rules.gems import Colour, Gems, colours, covered, missing, total


def bonus_worth(prospect: Prospect, rivals: Sequence[Gems], openness: float, weights: Weights) -> list[float]:
    """What one more bonus of each colour is worth, in points.

    `rivals` are the bonuses of the others; `openness` falls from 1 at the start of the game to 0 at the target.
    """
    worth = [weights.bonus * openness * share for share in _demand(prospect)]
    for noble in prospect.nobles:
        lacking = missing(noble.cost, prospect.bonuses)
        for colour in colours(lacking):
            worth[colour] += _step_worth(noble, total(lacking), rivals, weights)
    return worth


def waiting_worth(prospect: Prospect, rivals: Sequence[Gems], weights: Weights) -> float:
    """What the nobles are worth that will come on a later turn, as only one comes a turn, unless a rival gets them first."""
    worth = 0.0
    for noble in covered(prospect.nobles, prospect.bonuses):
        nearest = min(total(missing(noble.cost, bonuses)) for bonuses in rivals)
        worth += noble.points * weights.patience * (1 - weights.nearness ** max(1, nearest))
    return worth


def _demand(prospect: Prospect) -> list[float]:
    """How many of the cards within reach still ask for each colour, drawn half-way to the average, which is one."""
    asking = [0] * len(Colour)
    for card in prospect.in_hand + prospect.on_table:
        for colour in colours(missing(card.cost, prospect.bonuses)):
            asking[colour] += 1
    average = sum(asking) / len(Colour)
    return [0.5 + 0.5 * cards / average if average else 0.0 for cards in asking]


def _step_worth(noble: Noble, steps: int, rivals: Sequence[Gems], weights: Weights) -> float:
    """What one of the bonuses that lack for a noble is worth: all of it when it is the last, else what it brings nearer."""
    worth = noble.points * weights.nearness ** (steps - 1)
    if steps > 1:
        worth *= 1 - weights.nearness
    if any(total(missing(noble.cost, bonuses)) < steps for bonuses in rivals):
        worth *= weights.race
    return worth
