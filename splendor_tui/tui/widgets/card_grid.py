"""The three decks, and the cards beside them."""

from typing import Final, NamedTuple

from textual.geometry import Region, Size

from splendor_tui.presentation.table_model import TOP_DOWN, CardSlot, DeckSlot, Slot
from splendor_tui.rules.cards import ROMAN
from splendor_tui.rules.state import COLUMNS
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.paint import Block, Picture, beside, box, filled
from splendor_tui.tui.widgets.canvas import Section
from splendor_tui.tui.widgets.card_faces import GRAND_CARD, LARGE_CARD, SMALL_CARD, card_block, key_label, level_frame
from splendor_tui.tui.widgets.screen_model import ScreenModel

SMALL_DECK: Final = 4
LARGE_DECK: Final = 8
GRAND_DECK: Final = 10


class CardGrid(Section):
    """The grid, with level III on top and each level's deck on the left."""

    def paint(self, model: ScreenModel, size: Size) -> Picture[Slot]:
        """Paint the grid."""
        return grid_picture(model, self.cursor, *size)


class GridColumns(NamedTuple):
    """The widths of the deck column and of a card, and the distance from card to card."""

    deck: int
    card: int
    pitch: int

    @classmethod
    def across(cls, width: int) -> "GridColumns":
        """Return the columns of a grid of this width. Cards are spaced if there is room."""
        for deck, least in ((GRAND_DECK, GRAND_CARD[0]), (LARGE_DECK, LARGE_CARD[0]), (SMALL_DECK, SMALL_CARD[0])):
            pitch = (width - deck + 1) // COLUMNS
            if pitch > least:
                return cls(deck, pitch - 1, pitch)
        return cls(SMALL_DECK, SMALL_CARD[0], SMALL_CARD[0])

    def x(self, column: int) -> int:
        """Return the x offset of a card."""
        return self.deck + column * self.pitch


def grid_picture(model: ScreenModel, cursor: Slot | None, width: int, height: int) -> Picture[Slot]:
    """Paint the grid at this size."""
    columns, rows = GridColumns.across(width), height // len(TOP_DOWN)
    lines: list[Block] = []
    places: list[tuple[Slot, Region]] = []
    for row, level in enumerate(TOP_DOWN):
        deck = DeckSlot(level)
        slots = [CardSlot(level, column) for column in range(COLUMNS)]
        cards = [
            filled(card_block(model, slot, model.card(slot), cursor, columns.card, rows), columns.pitch, rows)
            for slot in slots
        ]
        lines.append(beside(_deck_block(model, deck, cursor, columns.deck, rows), *cards))
        places.append((deck, Region(0, row * rows, columns.deck - 1, rows)))
        places += [(slot, Region(columns.x(slot.column), row * rows, columns.card, rows)) for slot in slots]
    return Picture(tuple(line for block in lines for line in block), tuple(places))


def _deck_block(model: ScreenModel, slot: DeckSlot, cursor: Slot | None, cells: int, rows: int) -> Block:
    """Paint a deck as a card back. Narrow decks have no sides."""
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
    """Paint a deck's level, its pattern, and the number of cards left."""
    left = model.view.deck_counts[slot.level - 1]
    pattern = ((model.glyphs.back * cells if left else "", theme.LINE),)
    return (
        ((f"{ROMAN[slot.level]:^{cells}}", theme.BACK if left else theme.QUIET),),
        *(pattern for _ in range(rows - 2)),
        ((f"{left:^{cells}}", theme.STRONG if left else theme.QUIET),),
    )
