"""Positions with few choices."""

from splendor_tui.rules.state import State
from tests.rules.card_sets import card_set
from tests.rules.tables import lay


def table(cards: str, nobles: str = "", *, players: int = 2, tie_seat: int | None = None) -> State:
    """A game to 15 points with these cards on the table and empty decks."""
    catalogue = card_set("\n".join(cards.split(", ")), "\n".join(nobles.split(", ")))
    low, middle, high = (" ".join(card.id for card in catalogue.level(level)) for level in (1, 2, 3))
    shown = " ".join(catalogue.nobles_by_id)
    return lay((low, middle, high), shown, players=players, catalogue=catalogue, tie_seat=tie_seat)
