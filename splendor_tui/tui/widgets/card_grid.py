"""The three decks and the twelve cards beside them."""

from typing import Final

from textual.geometry import Region, Size

from splendor_tui.presentation.table_model import TOP_DOWN, CardSlot, DeckSlot, Slot
from splendor_tui.rules.cards import ROMAN
from splendor_tui.rules.state import COLUMNS
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.paint import Block, Picture, beside, box, filled
from splendor_tui.tui.widgets.canvas import Section
from splendor_tui.tui.widgets.card_face import card_block
from splendor_tui.tui.widgets.card_parts import key_label, level_frame
from splendor_tui.tui.widgets.screen_model import ScreenModel

SMALL_CARD: Final = (13, 4)
LARGE_CARD: Final = (17, 6)
GRAND_CARD: Final = (25, 9)
SMALL_DECK: Final = 4
LARGE_DECK: Final = 8
GRAND_DECK: Final = 10


class CardGrid(Section):
    """The grid, level III on top, each level's deck on the left."""

    def paint(self, model: ScreenModel, size: Size) -> Picture[Slot]:
        """The picture of the section."""
        return grid_picture(model, self.cursor, *size)


def card_size(width: int, height: int) -> tuple[int, int]:
    """The outer size of a card where the grid has this much room."""
    if width >= GRAND_DECK + COLUMNS * GRAND_CARD[0] and height >= len(TOP_DOWN) * GRAND_CARD[1]:
        return (width - GRAND_DECK) // COLUMNS, height // len(TOP_DOWN)
    large = width >= LARGE_DECK + COLUMNS * LARGE_CARD[0]
    tall = height >= len(TOP_DOWN) * LARGE_CARD[1]
    return (LARGE_CARD if large else SMALL_CARD)[0], (LARGE_CARD if tall else SMALL_CARD)[1]


def deck_width(card_cells: int) -> int:
    """The width of the column of decks beside cards of this width."""
    if card_cells >= GRAND_CARD[0]:
        return GRAND_DECK
    return LARGE_DECK if card_cells >= LARGE_CARD[0] else SMALL_DECK


def grid_picture(model: ScreenModel, cursor: Slot | None, width: int, height: int) -> Picture[Slot]:
    """The grid at this size."""
    cells, rows = card_size(width, height)
    margin = deck_width(cells)
    lines: list[Block] = []
    places: list[tuple[Slot, Region]] = []
    for row, level in enumerate(TOP_DOWN):
        deck = DeckSlot(level)
        slots = [CardSlot(level, column) for column in range(COLUMNS)]
        cards = [card_block(model, slot, model.card(slot), cursor, cells, rows) for slot in slots]
        lines.append(beside(_deck_block(model, deck, cursor, margin, rows), *cards))
        places.append((deck, Region(0, row * rows, margin - 1, rows)))
        places += [
            (slot, Region(margin + column * cells, row * rows, cells, rows)) for column, slot in enumerate(slots)
        ]
    return Picture(tuple(line for block in lines for line in block), tuple(places))


def _deck_block(model: ScreenModel, slot: DeckSlot, cursor: Slot | None, cells: int, rows: int) -> Block:
    """A deck as a card's back; where it is narrow its border is open at the sides."""
    border, ink = level_frame(model, slot, cursor, slot.level)
    head = key_label(model, slot, cursor)
    if cells > SMALL_DECK:
        inner = cells - 3
        return filled(box(_back(model, slot, inner, rows - 2), cells - 1, rows, border, ink, head=head), cells, rows)
    key = (model.key(slot) or border.across, head[0][1] if head else ink)
    left, right = (">", "<") if slot in model.lit else (border.top_left, border.top_right)
    lines = [
        ((left, ink), key, (right, ink)),
        *_back(model, slot, 3, rows - 2),
        ((border.bottom_left + border.across + border.bottom_right, ink),),
    ]
    return filled(lines, cells, rows)


def _back(model: ScreenModel, slot: DeckSlot, cells: int, rows: int) -> Block:
    """A deck's level, the pattern of its backs where there is room, and how many cards it has left."""
    left = model.view.deck_counts[slot.level - 1]
    pattern = ((model.glyphs.back * cells if left else "", theme.LINE),)
    return (
        ((f"{ROMAN[slot.level]:^{cells}}", theme.BACK if left else theme.QUIET),),
        *(pattern for _ in range(rows - 2)),
        ((f"{left:^{cells}}", theme.STRONG if left else theme.QUIET),),
    )
