"""Tables on which there is little to choose from."""

from splendor_tui.rules.state import State
from tests.rules.boxes import box
from tests.rules.tables import lay


def table(cards: str, nobles: str = "", *, players: int = 2, tie_seat: int | None = None) -> State:
    """A game to 15 points, of two unless told otherwise, with these cards on the table and nothing in the decks."""
    catalogue = box("\n".join(cards.split(", ")), "\n".join(nobles.split(", ")))
    low, middle, high = (" ".join(card.id for card in catalogue.level(level)) for level in (1, 2, 3))
    shown = " ".join(catalogue.nobles_by_id)
    return lay((low, middle, high), shown, players=players, catalogue=catalogue, tie_seat=tie_seat)
