"""The inside of a card of a wide table: as a compact one, with a small jewel beside the price."""

from typing import Final

from splendor_tui.rules.cards import Card
from splendor_tui.rules.payments import price
from splendor_tui.rules.view import PlayerView
from splendor_tui.tui.look.jewel_paint import jewel_block
from splendor_tui.tui.look.paint import Line, fit, joined
from splendor_tui.tui.widgets import compact_card
from splendor_tui.tui.widgets.card_parts import after_bonuses, price_chips
from splendor_tui.tui.widgets.screen_model import ScreenModel

LEAST_CELLS: Final = 15
LEAST_ROWS: Final = 4
_JEWEL: Final = (5, 3)
_CHIPS_A_ROW: Final = 2
_MOST_CHIPS: Final = 4


def face(model: ScreenModel, card: Card, payer: PlayerView, cells: int, rows: int, *, within_reach: bool) -> list[Line]:
    """The rows of the face."""
    glyphs, due = model.glyphs, price(card, payer)
    chips = price_chips(card.cost, due, glyphs, with_signs=True)
    if len(chips) > _MOST_CHIPS or model.jewels.way in {"ascii", "shades"}:  # so small a jewel of signs is none
        return compact_card.face(model, card, payer, cells, rows, within_reach=within_reach)
    room = cells - _JEWEL[0]
    left = (
        joined(chips[:_CHIPS_A_ROW]),
        joined(chips[_CHIPS_A_ROW:]),
        after_bonuses(card, due, glyphs, room - 1),
    )
    jewel = jewel_block(card.bonus, *_JEWEL, model.jewels, glint=within_reach)
    beneath = ((*fit(line, room), *part) for line, part in zip(left, jewel, strict=True))
    return [(compact_card.band(card, glyphs, cells),), *beneath]
