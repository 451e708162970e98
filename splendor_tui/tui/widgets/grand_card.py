"""The inside of a large card: a jewel, large points, and the price in chips one below the other as on a real card."""

from typing import Final

from splendor_tui.rules.cards import Card
from splendor_tui.rules.gems import NO_GEMS, unpack
from splendor_tui.rules.payments import price
from splendor_tui.rules.view import PlayerView
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.jewel_paint import jewel_block
from splendor_tui.tui.look.paint import Line, cut, filled, fit, gap, wording
from splendor_tui.tui.widgets.card_parts import FREE, FREE_SHORT, STONES, price_chips
from splendor_tui.tui.widgets.screen_model import ScreenModel

LEAST_CELLS: Final = 23
LEAST_ROWS: Final = 7
_PRICE: Final = 10
"""The cells of the column with points and price."""
_HEADING: Final = 2


def face(model: ScreenModel, card: Card, payer: PlayerView, cells: int, rows: int, *, within_reach: bool) -> list[Line]:
    """The rows of the face: the heading, then the price below at the left, and the jewel at the right."""
    price_rows = _price(model, card, payer)
    heading = _heading(model, card, cells)
    room = rows - _HEADING
    left = [()] * (room - len(price_rows)) + price_rows
    across, down = _jewel_size(cells - _PRICE, room)
    jewel = jewel_block(card.bonus, across, down, model.jewels, glint=within_reach)
    margin = cells - _PRICE - across - 1
    above = (room - down + 1) // 2
    right = filled([()] * above + [(*gap(margin), *line) for line in jewel], cells - _PRICE, room)
    return [*heading, *((*fit(line, _PRICE), *part) for line, part in zip(left, right, strict=True))]


def _jewel_size(cells: int, rows: int) -> tuple[int, int]:
    """As large as fits, and about as wide as high."""
    down = min(rows, (cells - 1) // 2 + 1)
    return min(cells - 1, 2 * down), down


def _heading(model: ScreenModel, card: Card, cells: int) -> list[Line]:
    """A band in the colour of the bonus, two rows high: points in large digits, then what the card gives."""
    glyphs, ink = model.glyphs, theme.gem_ink(card.bonus)
    digits = glyphs.digits[card.points] if card.points else ("", "")
    stone = cut(str(STONES[card.bonus]), cells - 9, glyphs.ellipsis)
    named = f"{stone} {glyphs.named(card.bonus)} "
    first = fit(((f" {digits[0]}", ink),), cells - len(named))
    upper = f"{first[0][0]}{' ' * (cells - len(named) - len(first[0][0]))}{named}"
    return [((upper, ink),), ((f" {digits[1]}".ljust(cells), ink),)]


def _price(model: ScreenModel, card: Card, payer: PlayerView) -> list[Line]:
    """A chip for each colour, and beside those that bonuses lower what is left to pay."""
    glyphs, due = model.glyphs, price(card, payer)
    chips = price_chips(card.cost, due, glyphs, with_signs=True, margin=" ")
    lines: list[Line] = []
    amounts = [(cost, left) for cost, left in zip(unpack(card.cost), unpack(due), strict=True) if cost]
    for chip, (cost, left) in zip(chips, amounts, strict=True):
        lowered = f" ={left}" if 0 < left < cost else ""
        lines.append((*gap(1), *chip, (lowered, theme.QUIET)))
    if card.cost and due == NO_GEMS:
        free = wording(_PRICE - 1, glyphs.ellipsis, str(FREE), str(FREE_SHORT))
        lines = [(*gap(1), (free, theme.CAN)), *lines]
    return lines
