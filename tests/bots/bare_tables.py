"""Positions with few choices."""

from splendor_tui.rules.state import State
from tests.rules.card_sets import card_set
from tests.rules.tables import give, lay


def table(cards: str, nobles: str = "", *, players: int = 2, tie_seat: int | None = None) -> State:
    """A game to 15 points with these cards on the table and empty decks."""
    catalogue = card_set("\n".join(cards.split(", ")), "\n".join(nobles.split(", ")))
    low, middle, high = (" ".join(card.id for card in catalogue.level(level)) for level in (1, 2, 3))
    shown = " ".join(catalogue.nobles_by_id)
    return lay((low, middle, high), shown, players=players, catalogue=catalogue, tie_seat=tie_seat)


def duel(cards: str, nobles: str = "", own_points: int = 0, points: int = 0, mine: str = "", theirs: str = "") -> State:
    """A two-player position with few choices. The first seat is to move."""
    state = table(cards, nobles)
    state.players[0].points, state.players[1].points = own_points, points
    for seat, tokens in enumerate((mine, theirs)):
        if tokens:
            give(state, seat, tokens)
    return state
