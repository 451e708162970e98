"""Prices and payments."""

from collections.abc import Iterable
from itertools import product

from splendor_tui.rules.actions import Buy
from splendor_tui.rules.cards import Card
from splendor_tui.rules.gems import NO_GEMS, Gems, affordable, missing, pack, total, unpack
from splendor_tui.rules.state import Player
from splendor_tui.rules.view import PlayerView


def price(card: Card, player: Player | PlayerView) -> Gems:
    """The card's price for this player: the cost minus the bonuses, never below zero. Rulebook: no change is given.

    >>> unpack(price(catalogue.cards_by_id["2-07"], state.players[0]))
    (0, 2, 2, 3, 0)
    """
    return missing(card.cost, player.bonuses)


def shortfall(card: Card, player: Player | PlayerView) -> int:
    """The number of tokens the player lacks for this card, counting gold; 0 if it is affordable.

    >>> shortfall(catalogue.cards_by_id["2-07"], state.players[0])
    7
    """
    return max(0, total(missing(price(card, player), player.gems)) - player.gold)


def affordable_purchases(cards: Iterable[Card | None], player: Player | PlayerView) -> list[Buy]:
    """The purchases of all affordable cards, each with its default payment: gems first, then gold. `affordable` finds it."""
    return affordable(cards, player.bonuses, player.gems, player.gold, Buy)


def default_purchase(card: Card, player: Player | PlayerView) -> Buy:
    """The purchase of a card with its default payment, or with an illegal one if it is too expensive."""
    return next(iter(affordable_purchases([card], player)), Buy(card, NO_GEMS, 0))


def all_payments(card: Card, player: Player | PlayerView) -> list[Buy]:
    """Every legal payment, default first, then with increasing gold. Empty if the player cannot afford the card.

    Rulebook: gold may replace any gem, even one of a colour that the player still holds.
    """
    due = price(card, player)
    due_counts = unpack(due)
    most = [min(need, have) for need, have in zip(due_counts, unpack(player.gems), strict=True)]
    payments = []
    for counts in product(*(range(amount, -1, -1) for amount in most)):
        gold = sum(due_counts) - sum(counts)
        if gold <= player.gold:
            payments.append(Buy(card, pack(counts), gold))
    return sorted(payments, key=lambda payment: payment.gold)
