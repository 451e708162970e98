"""The player's own reserved cards."""

from textual.geometry import Region, Size

from splendor_tui.presentation.table_model import ReservedSlot, Slot
from splendor_tui.rules.cards import ROMAN
from splendor_tui.rules.state import COLUMNS, HAND_LIMIT
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.paint import Block, Picture, beside, box, cut, filled
from splendor_tui.tui.widgets.canvas import Section
from splendor_tui.tui.widgets.card_face import card_block, frame, key_label
from splendor_tui.tui.widgets.card_grid import LARGE_CARD, SMALL_CARD, deck_width
from splendor_tui.tui.widgets.screen_model import ScreenModel
from splendor_tui.tui.widgets.sheet import wrapped
from splendor_tui.words import N_


class Reserve(Section):
    """Three places under the last three columns of the grid, and whose they are."""

    def paint(self, model: ScreenModel, size: Size) -> Picture[Slot]:
        """The picture of the section."""
        return reserve_picture(model, self.cursor, *size)


def reserve_picture(model: ScreenModel, cursor: Slot | None, width: int, height: int) -> Picture[Slot]:
    """The hand at this size."""
    cells = LARGE_CARD[0] if width >= deck_width(LARGE_CARD[0]) + COLUMNS * LARGE_CARD[0] else SMALL_CARD[0]
    margin = deck_width(cells) + (COLUMNS - HAND_LIMIT) * cells
    slots = [ReservedSlot(index) for index in range(HAND_LIMIT)]
    rows = LARGE_CARD[1] if height >= LARGE_CARD[1] else SMALL_CARD[1]
    held = len(model.player.reserved)
    blocks = [_label(model, margin, rows)]
    blocks += [_place(model, slot, cursor, cells, rows) for slot in slots]
    places = tuple((slot, Region(margin + slot.index * cells, 0, cells, rows)) for slot in slots[:held])
    return Picture(beside(*blocks), places)


def _label(model: ScreenModel, cells: int, rows: int) -> Block:
    room = cells - 1
    name = cut(model.names[model.seat], room, model.glyphs.ellipsis)
    count = N_("reserve {held} of {limit}", held=len(model.player.reserved), limit=HAND_LIMIT)
    return filled([(), ((name, theme.STRONG),), *wrapped(str(count), room, theme.QUIET)], cells, rows)


def _place(model: ScreenModel, slot: ReservedSlot, cursor: Slot | None, cells: int, rows: int) -> Block:
    reserved = model.player.reserved
    if slot.index >= len(reserved):
        key = model.key(slot)
        return box((), cells, rows, model.glyphs.absent, theme.LINE, head=((f" {key} ", theme.QUIET),) if key else ())
    card = model.card(slot)
    if card is not None:
        return card_block(model, slot, card, cursor, cells, rows)
    border, ink = frame(model, slot, cursor, model.glyphs.calm)
    back = ((model.glyphs.back * (cells - 2), theme.LINE),)
    level = ((f"{ROMAN[reserved[slot.index].level]:^{cells - 2}}", theme.BACK),)
    return box([level, *[back] * (rows - 3)], cells, rows, border, ink, head=key_label(model, slot, cursor))
