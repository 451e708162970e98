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
    room = rows - _HEADING
    points = _points(model, card, large=len(price_rows) < room)
    heading = _heading(model, card, points, cells)
    left = [_end_of(points, card), *[()] * (room - 1 - len(price_rows)), *price_rows][-room:]
    across, down = _jewel_size(cells - _PRICE, room)
    jewel = jewel_block(card.bonus, across, down, model.jewels, glint=within_reach)
    margin = cells - _PRICE - across - 1
    sky = (room - down + 1) // 2
    right = filled([()] * sky + [(*gap(margin), *line) for line in jewel], cells - _PRICE, room)
    return [*heading, *((*fit(line, _PRICE), *part) for line, part in zip(left, right, strict=True))]


def _jewel_size(cells: int, rows: int) -> tuple[int, int]:
    """As large as fits, and about as wide as high."""
    down = min(rows, (cells - 1) // 2 + 1)
    return min(cells - 1, 2 * down), down


def _points(model: ScreenModel, card: Card, *, large: bool) -> tuple[str, str, str]:
    """The points in digits of three rows or of one; nothing where there are none."""
    if not card.points:
        return "", "", ""
    return model.glyphs.digits[card.points] if large else (str(card.points), "", "")


def _heading(model: ScreenModel, card: Card, points: tuple[str, str, str], cells: int) -> list[Line]:
    """A band in the colour of the bonus, two rows high, with the points and what the card gives."""
    glyphs, ink = model.glyphs, theme.gem_ink(card.bonus)
    stone = cut(str(STONES[card.bonus]), cells - 9, glyphs.ellipsis)
    named = f"{stone} {glyphs.named(card.bonus)} "
    upper = f" {points[0]}".ljust(cells - len(named)) + named
    return [((upper, ink),), ((f" {points[1]}".ljust(cells), ink),)]


def _end_of(points: tuple[str, str, str], card: Card) -> Line:
    """The last row of large points, which hangs down from the heading."""
    return ((f" {points[2]} ", theme.gem_ink(card.bonus)),) if points[2] else ()


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
