"""The three decks, the cards beside them, and below them the player's own reserved cards."""

from typing import Final, NamedTuple

from textual.geometry import Region, Size

from splendor_tui.presentation.table_model import TOP_DOWN, CardSlot, DeckSlot, ReservedSlot, Slot, TableModel
from splendor_tui.rules.cards import ROMAN
from splendor_tui.rules.constants import COLUMNS, HAND_LIMIT
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.paint import Block, Line, Picture, beside, box, cut_name, filled, gap, wrapped
from splendor_tui.tui.widgets.card_faces import (
    GRAND_CARD,
    LARGE_CARD,
    SMALL_CARD,
    card_back,
    card_block,
    gem_names,
    key_label,
    level_frame,
)
from splendor_tui.tui.widgets.model_widget import Look
from splendor_tui.tui.widgets.table_section import Section
from splendor_tui.words import N_, Message

_SMALL_DECK: Final = 4
_LARGE_DECK: Final = 8
_GRAND_DECK: Final = 10
_ABOUT_RESERVE: Final = N_("Nobody else can buy reserved cards, and each of them gives a gold if any is left.")


class CardGrid(Section):
    """The grid, with level III on top and each level's deck on the left."""

    def paint(self, model: TableModel, look: Look, size: Size) -> Picture:
        """Paint the grid."""
        columns, rows = GridColumns.across(size.width), size.height // len(TOP_DOWN)
        lines: list[Line] = []
        places: list[tuple[Slot, Region]] = []
        for row, level in enumerate(TOP_DOWN):
            deck = DeckSlot(level)
            slots = [CardSlot(level, column) for column in range(COLUMNS)]
            cards = [
                filled(card_block(model, look, slot, model.card(slot), columns.card, rows), columns.pitch, rows)
                for slot in slots
            ]
            lines += beside(_deck_block(model, look, deck, columns.deck, rows), *cards)
            places.append((deck, Region(0, row * rows, columns.deck - 1, rows)))
            places += [(slot, Region(columns.x(slot.column), row * rows, columns.card, rows)) for slot in slots]
        return Picture(tuple(lines), tuple(places))


class GridColumns(NamedTuple):
    """The widths of the deck column and of a card, and the distance from card to card."""

    deck: int
    card: int
    pitch: int

    @classmethod
    def across(cls, width: int) -> "GridColumns":
        """The columns of a grid of this width. Cards are spaced if there is room."""
        for deck, least in ((_GRAND_DECK, GRAND_CARD[0]), (_LARGE_DECK, LARGE_CARD[0]), (_SMALL_DECK, SMALL_CARD[0])):
            pitch = (width - deck + 1) // COLUMNS
            if pitch > least:
                return cls(deck, pitch - 1, pitch)
        return cls(_SMALL_DECK, SMALL_CARD[0], SMALL_CARD[0])

    def x(self, column: int) -> int:
        """The x offset of a card."""
        return self.deck + column * self.pitch


def _deck_block(model: TableModel, look: Look, slot: DeckSlot, cells: int, rows: int) -> Block:
    """Paint a deck as a card back. Narrow decks have no sides."""
    border, ink = level_frame(model, look, slot, slot.level)
    head = key_label(model, look, slot)
    if cells > _SMALL_DECK:
        inner = cells - 3
        return filled(
            box(_back(model, look, slot, inner, rows - 2), cells - 1, rows, border, ink, head=head), cells, rows
        )
    key = (model.key(slot) or border.across, head[0][1] if head else ink)
    left, right = (">", "<") if slot in model.lit else (border.top_left, border.top_right)
    lines = [
        ((left, ink), key, (right, ink)),
        *_back(model, look, slot, 3, rows - 2),
        ((border.bottom_left + border.across + border.bottom_right, ink),),
    ]
    return filled(lines, cells, rows)


def _back(model: TableModel, look: Look, slot: DeckSlot, cells: int, rows: int) -> Block:
    """Paint a deck's level, its pattern, and the number of cards left."""
    left = model.view.deck_counts[slot.level - 1]
    pattern = ((look.glyphs.back * cells if left else "", theme.LINE),)
    return (
        ((f"{ROMAN[slot.level]:^{cells}}", theme.BACK if left else theme.QUIET),),
        *(pattern for _ in range(rows - 2)),
        ((f"{left:^{cells}}", theme.STRONG if left else theme.QUIET),),
    )


class Reserve(Section):
    """Three slots below the last three columns of the grid, with a label."""

    def paint(self, model: TableModel, look: Look, size: Size) -> Picture:
        """Paint the reserve."""
        return reserve_picture(model, look, *size)


def reserve_picture(model: TableModel, look: Look, width: int, rows: int) -> Picture:
    """Paint the reserved cards at this size."""
    columns = GridColumns.across(width)
    slots = [ReservedSlot(index) for index in range(HAND_LIMIT)]
    cards = (filled(_place(model, look, slot, columns.card, rows), columns.pitch, rows) for slot in slots)
    first = COLUMNS - HAND_LIMIT
    return Picture(
        beside(_label(model, look, columns.x(first), rows), *cards),
        tuple(
            (slot, Region(columns.x(first + slot.index), 0, columns.card, rows))
            for slot in slots[: len(model.player.reserved)]
        ),
    )


def _label(model: TableModel, look: Look, cells: int, rows: int) -> Block:
    """Paint the owner, the number of cards, and their purpose, below a legend of the gems if it is needed."""
    room = cells - 2
    name = cut_name(model.names[model.seat], room, look.glyphs.ellipsis)
    words: list[Line] = [((name, theme.STRONG),), *wrapped(str(_count(model, look)), room, theme.QUIET)]
    are_gems_alike = look.jewels.way in {"shades", "ascii"}  # letters, or symbols without colours
    legend = gem_names(look.glyphs, room) if are_gems_alike and rows < GRAND_CARD[1] else []
    if rows >= GRAND_CARD[1]:
        words += [(), *wrapped(str(_ABOUT_RESERVE), room, theme.QUIET)]
    lines = [*legend, *words] if rows > SMALL_CARD[1] or not legend else legend
    return filled([*([] if legend else [()]), *((*gap(1), *line) for line in lines)], cells, rows)


def _count(model: TableModel, look: Look) -> Message:
    """Describe the number of occupied slots, before and after the choice."""
    held, then = len(model.player.reserved), len(model.after.reserved)
    if then == held:
        return N_("reserve {held} of {limit}", held=held, limit=HAND_LIMIT)
    return N_("reserve {held}/{limit}", held=f"{held}{look.glyphs.becomes}{then}", limit=HAND_LIMIT)


def _place(model: TableModel, look: Look, slot: ReservedSlot, cells: int, rows: int) -> Block:
    reserved = model.player.reserved
    if slot.index >= len(reserved):
        key = model.key(slot)
        return box((), cells, rows, look.glyphs.calm, theme.LINE, head=((f" {key} ", theme.QUIET),) if key else ())
    card = model.card(slot)
    if card is not None:
        return card_block(model, look, slot, card, cells, rows)
    level = reserved[slot.index].level
    border, ink = level_frame(model, look, slot, level)
    return card_back(level, cells, rows, look.glyphs, border, ink, key_label(model, look, slot))
