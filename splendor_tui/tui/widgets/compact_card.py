"""The inside of a card where there is least room: a band in its colour, and its price in chips."""

from typing import Final

from rich.cells import cell_len

from splendor_tui.rules.cards import Card
from splendor_tui.rules.payments import price
from splendor_tui.rules.view import PlayerView
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.paint import Line, Span, cut
from splendor_tui.tui.widgets.card_parts import STONES, after_bonuses, cost_chips
from splendor_tui.tui.widgets.screen_model import ScreenModel

_ROOM_FOR_NAME: Final = 15
_ROWS_FOR_REST: Final = 4


def face(model: ScreenModel, card: Card, payer: PlayerView, cells: int, rows: int, *, within_reach: bool) -> list[Line]:  # noqa: ARG001
    """The rows of the face."""
    glyphs, due = model.glyphs, price(card, payer)
    chips = cost_chips(card.cost, due, glyphs, cells, with_signs=cells >= _ROOM_FOR_NAME)
    if rows < _ROWS_FOR_REST:
        return [(band(card, glyphs, cells),), chips]
    return [(band(card, glyphs, cells),), (), chips, after_bonuses(card, due, glyphs, cells)]


def band(card: Card, glyphs: Glyphs, cells: int) -> Span:
    """The points at the left, and at the right what the card gives, by its name where there is room for it."""
    points = str(card.points) if card.points else ""
    bonus = glyphs.named(card.bonus)
    if cells < _ROOM_FOR_NAME:
        return f"{points}{bonus:>{cells - len(points)}}", theme.gem_ink(card.bonus)
    stone = cut(str(STONES[card.bonus]), cells - len(points) - cell_len(bonus) - 3, glyphs.ellipsis)
    title = f"{stone} {bonus} "
    return f" {points}" + " " * (cells - 1 - len(points) - cell_len(title)) + title, theme.gem_ink(card.bonus)
