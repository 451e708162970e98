"""What a player can come to at best: bounds that no course of a game exceeds, so that a proof may leave out what lies beyond."""

from collections.abc import Iterable, Sequence

from splendor_tui.rules.cards import Card
from splendor_tui.rules.gems import missing, total
from splendor_tui.rules.legality import DIFFERENT_TAKEN
from splendor_tui.rules.state import Player, State


def in_reach(cards: Iterable[Card | None], player: Player, turns: int) -> list[Card]:
    """The cards that the player might buy with the last of so many turns: no turn before it brings more than three tokens."""
    return _within(DIFFERENT_TAKEN * (turns - 1), cards, player) if turns > 0 else []


def may_come_to(points: int, state: State, player: Player, turns: int, others: Iterable[Card]) -> bool:
    """False only if the player cannot have so many points after so many turns, even with the best of luck.

    `others` are cards that may turn up; those on the table and in the player's hand count anyway.
    """
    cards = in_reach([*state.grid, *(held.card for held in player.reserved), *others], player, turns)
    scoring = sorted((card for card in cards if card.points), key=lambda card: -card.points)
    nobles = [(total(missing(noble.cost, player.bonuses)), noble.points) for noble in state.nobles]
    for bought in range(min(turns, len(cards)) + 1):
        # At most one noble comes a turn, and only one to whose bonuses so many purchases lead.
        of_nobles = sum(sorted([worth for lacking, worth in nobles if lacking <= bought], reverse=True)[:turns])
        if _may_buy(points - player.points - of_nobles, scoring, player, turns - bought, bought):
            return True
    return False


def _may_buy(points: int, scoring: Sequence[Card], player: Player, takes: int, bought: int) -> bool:
    """Whether so many purchases, and so many turns to take tokens, may bring the points; the cards with most come first.

    A turn brings three tokens at most, and every card that is bought saves at most one gem of each later one.
    """
    if points <= 0:
        return True
    if sum([card.points for card in scoring[:bought]]) < points:
        return False
    tokens = DIFFERENT_TAKEN * takes
    near = _within(tokens + bought - 1, scoring, player)
    offers = [(card.points, total(missing(card.cost, player.bonuses))) for card in near]
    wealth = total(player.gems) + player.gold + tokens
    # The cards with points are bought last, each after all that were bought before it.
    return any(
        _fits(points, offers, count, wealth + sum(range(bought - count, bought))) for count in range(1, bought + 1)
    )


def _fits(points: int, offers: Sequence[tuple[int, int]], count: int, wealth: int) -> bool:
    """Whether so many of the offers (points, price), most points first, bring the points at no higher price in all."""
    if points <= 0:
        return True
    for place, (worth, price) in enumerate(offers):
        if worth * count < points:
            return False
        if price <= wealth and _fits(points - worth, offers[place + 1 :], count - 1, wealth - price):
            return True
    return False


def _within(lacking: int, cards: Iterable[Card | None], player: Player) -> list[Card]:
    """The cards for which the player lacks so many tokens at most."""
    held = player.bonuses + player.gems
    most = lacking + player.gold
    return [card for card in cards if card is not None and total(missing(card.cost, held)) <= most]
