"""The player's own reserved cards."""

from typing import Final

from textual.geometry import Region, Size

from splendor_tui.presentation.table_model import ReservedSlot, Slot
from splendor_tui.rules.state import COLUMNS, HAND_LIMIT
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.paint import Block, Line, Picture, beside, box, cut_name, filled, gap
from splendor_tui.tui.widgets.canvas import Section
from splendor_tui.tui.widgets.card_face import card_block
from splendor_tui.tui.widgets.card_grid import GRAND_CARD, LARGE_CARD, SMALL_CARD, deck_width
from splendor_tui.tui.widgets.card_parts import card_back, key_label, level_frame
from splendor_tui.tui.widgets.screen_model import ScreenModel
from splendor_tui.tui.widgets.sheet import wrapped
from splendor_tui.words import N_, Message

_LONGEST_NAME: Final = 24
_ABOUT: Final = N_("A card that you reserve lies here: nobody else can buy it, and you get a gold for it.")
_ROWS_OF_ABOUT: Final = 8


class Reserve(Section):
    """Three places under the last three columns of the grid, and whose they are."""

    def paint(self, model: ScreenModel, size: Size) -> Picture[Slot]:
        """The picture of the section."""
        return reserve_picture(model, self.cursor, *size)


def reserve_picture(model: ScreenModel, cursor: Slot | None, width: int, height: int) -> Picture[Slot]:
    """The hand at this size."""
    if width >= HAND_LIMIT * GRAND_CARD[0] and height > GRAND_CARD[1]:
        return _titled(model, cursor, width // HAND_LIMIT, height - 1)
    cells = LARGE_CARD[0] if width >= deck_width(LARGE_CARD[0]) + COLUMNS * LARGE_CARD[0] else SMALL_CARD[0]
    margin = deck_width(cells) + (COLUMNS - HAND_LIMIT) * cells
    rows = LARGE_CARD[1] if height >= LARGE_CARD[1] else SMALL_CARD[1]
    hand, places = _hand(model, cursor, cells, rows)
    block = beside(_label(model, margin, rows), hand)
    return Picture(block, tuple((slot, region.translate((margin, 0))) for slot, region in places))


def _titled(model: ScreenModel, cursor: Slot | None, cells: int, rows: int) -> Picture[Slot]:
    """Whose hand it is in a row of its own, and the places beneath."""
    hand, places = _hand(model, cursor, cells, rows)
    name = cut_name(model.names[model.seat], _LONGEST_NAME, model.glyphs.ellipsis)
    title: Line = (
        (f" {name} ", theme.STRONG),
        (f"{model.glyphs.dot} ", theme.QUIET),
        (str(_count(model)), theme.QUIET),
    )
    return Picture((title, *hand), tuple((slot, region.translate((0, 1))) for slot, region in places))


def _hand(
    model: ScreenModel, cursor: Slot | None, cells: int, rows: int
) -> tuple[Block, list[tuple[ReservedSlot, Region]]]:
    """The three places side by side, and where the cards are that lie there."""
    slots = [ReservedSlot(index) for index in range(HAND_LIMIT)]
    held = slots[: len(model.player.reserved)]
    block = beside(*(_place(model, slot, cursor, cells, rows) for slot in slots))
    return block, [(slot, Region(slot.index * cells, 0, cells, rows)) for slot in held]


def _count(model: ScreenModel) -> Message:
    """How many of the places are taken, and how many would be by the choice."""
    held, then = len(model.player.reserved), len(model.after.reserved)
    if then == held:
        return N_("reserve {held} of {limit}", held=held, limit=HAND_LIMIT)
    return N_("reserve {held}/{limit}", held=f"{held}{model.glyphs.becomes}{then}", limit=HAND_LIMIT)


def _label(model: ScreenModel, cells: int, rows: int) -> Block:
    room = cells - 2
    name = cut_name(model.names[model.seat], room, model.glyphs.ellipsis)
    words = [((name, theme.STRONG),), *wrapped(str(_count(model)), room, theme.QUIET)]
    return filled([(), *((*gap(1), *line) for line in words)], cells, rows)


def _place(model: ScreenModel, slot: ReservedSlot, cursor: Slot | None, cells: int, rows: int) -> Block:
    reserved = model.player.reserved
    if slot.index >= len(reserved):
        key = model.key(slot)
        about = _ABOUT if key and slot.index == len(reserved) and rows > _ROWS_OF_ABOUT else ""
        words = [(*gap(1), *line) for line in wrapped(str(about), cells - 4, theme.QUIET)]
        return box(words, cells, rows, model.glyphs.calm, theme.LINE, head=((f" {key} ", theme.QUIET),) if key else ())
    card = model.card(slot)
    if card is not None:
        return card_block(model, slot, card, cursor, cells, rows)
    level = reserved[slot.index].level
    frame = level_frame(model, slot, cursor, level)
    return card_back(level, cells, rows, model.glyphs, *frame, key_label(model, slot, cursor))
