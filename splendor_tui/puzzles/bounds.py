"""What a player can come to at best: bounds that no course of a game exceeds, so that a proof may leave out what lies beyond."""

from collections.abc import Iterable
from heapq import nlargest

from splendor_tui.rules.cards import Card
from splendor_tui.rules.gems import missing, total
from splendor_tui.rules.legality import DIFFERENT_TAKEN
from splendor_tui.rules.payments import shortfall
from splendor_tui.rules.state import Player, State


def in_reach(card: Card, player: Player, turns: int) -> bool:
    """Whether the player might buy the card with the last of so many turns. No turn before it brings more than three tokens."""
    return turns > 0 and shortfall(card, player) <= DIFFERENT_TAKEN * (turns - 1)


def most_points(state: State, player: Player, turns: int, others: Iterable[Card]) -> int:
    """No player comes to more points in so many turns. `others` are cards that may turn up; those on the table count anyway."""
    cards = [*filter(None, state.grid), *(held.card for held in player.reserved), *others]
    bought = nlargest(turns, (card.points for card in cards if card.points and in_reach(card, player, turns)))
    lacking = (total(missing(noble.cost, player.bonuses)) for noble in state.nobles)
    near = [noble.points for noble, lack in zip(state.nobles, lacking, strict=True) if lack <= turns]
    return player.points + sum(bought) + sum(nlargest(turns, near))
