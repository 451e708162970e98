"""The player's own reserved cards."""

from typing import Final

from textual.geometry import Region, Size

from splendor_tui.presentation.table_model import ReservedSlot, Slot
from splendor_tui.rules.state import COLUMNS, HAND_LIMIT
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.paint import Block, Line, Picture, beside, box, cut_name, filled, gap
from splendor_tui.tui.widgets.canvas import Section
from splendor_tui.tui.widgets.card_faces import (
    GRAND_CARD,
    SMALL_CARD,
    card_back,
    card_block,
    gem_names,
    key_label,
    level_frame,
)
from splendor_tui.tui.widgets.card_grid import GridColumns
from splendor_tui.tui.widgets.screen_model import ScreenModel
from splendor_tui.tui.widgets.sheet import wrapped
from splendor_tui.words import N_, Message

_ABOUT: Final = N_("Nobody else can buy reserved cards, and each of them gives a gold if any is left.")


class Reserve(Section):
    """Three slots below the last three columns of the grid, with a label."""

    def paint(self, model: ScreenModel, size: Size) -> Picture[Slot]:
        """Paint the reserve."""
        return reserve_picture(model, self.cursor, *size)


def reserve_picture(model: ScreenModel, cursor: Slot | None, width: int, rows: int) -> Picture[Slot]:
    """Paint the reserved cards at this size."""
    columns = GridColumns.across(width)
    slots = [ReservedSlot(index) for index in range(HAND_LIMIT)]
    cards = (filled(_place(model, slot, cursor, columns.card, rows), columns.pitch, rows) for slot in slots)
    first = COLUMNS - HAND_LIMIT
    return Picture(
        beside(_label(model, columns.x(first), rows), *cards),
        tuple(
            (slot, Region(columns.x(first + slot.index), 0, columns.card, rows))
            for slot in slots[: len(model.player.reserved)]
        ),
    )


def _label(model: ScreenModel, cells: int, rows: int) -> Block:
    """Paint the owner, the number of cards, and their purpose, below a legend of the gems if it is needed."""
    room = cells - 2
    name = cut_name(model.names[model.seat], room, model.glyphs.ellipsis)
    words: list[Line] = [((name, theme.STRONG),), *wrapped(str(_count(model)), room, theme.QUIET)]
    legend = gem_names(model.glyphs, room) if model.needs_legend and rows < GRAND_CARD[1] else []
    if rows >= GRAND_CARD[1]:
        words += [(), *wrapped(str(_ABOUT), room, theme.QUIET)]
    lines = [*legend, *words] if rows > SMALL_CARD[1] or not legend else legend
    return filled([*([] if legend else [()]), *((*gap(1), *line) for line in lines)], cells, rows)


def _count(model: ScreenModel) -> Message:
    """Describe the number of occupied slots, before and after the choice."""
    held, then = len(model.player.reserved), len(model.after.reserved)
    if then == held:
        return N_("reserve {held} of {limit}", held=held, limit=HAND_LIMIT)
    return N_("reserve {held}/{limit}", held=f"{held}{model.glyphs.becomes}{then}", limit=HAND_LIMIT)


def _place(model: ScreenModel, slot: ReservedSlot, cursor: Slot | None, cells: int, rows: int) -> Block:
    reserved = model.player.reserved
    if slot.index >= len(reserved):
        key = model.key(slot)
        return box((), cells, rows, model.glyphs.calm, theme.LINE, head=((f" {key} ", theme.QUIET),) if key else ())
    card = model.card(slot)
    if card is not None:
        return card_block(model, slot, card, cursor, cells, rows)
    level = reserved[slot.index].level
    border, ink = level_frame(model, slot, cursor, level)
    return card_back(level, cells, rows, model.glyphs, border, ink, key_label(model, slot, cursor))
