"""What the others can do in their next turn, as far as it can be seen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from splendor_tui.bots.prospect import after, present
from splendor_tui.rules.actions import Pass
from splendor_tui.rules.cards import Card
from splendor_tui.rules.gems import Gems
from splendor_tui.rules.payments import affordable_purchases
from splendor_tui.rules.view import View


@dataclass(frozen=True, slots=True)
class Rival:
    """Another seat that is still in play.

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


def _rival(view: View, seat: int) -> Rival:
    now = present(view, seat)
    purchases = affordable_purchases(now.in_hand + now.on_table, view.players[seat])
    return Rival(
        seat=seat,
        points=now.points,
        bought=now.bought,
        bonuses=now.bonuses,
        idle_points=after(now, Pass()).points,
        purchases={purchase.card: after(now, purchase).points for purchase in purchases},
    )
