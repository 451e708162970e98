"""The piles of gems and gold, and how the choice would change them."""

from typing import Final

from textual.geometry import Region, Size

from splendor_tui.presentation.table_model import PILES, STONES, PileSlot, TableModel
from splendor_tui.rules.gems import count
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.paint import Block, Line, Picture, beside, box, cut, filled, fit
from splendor_tui.tui.widgets.card_faces import frame, key_label
from splendor_tui.tui.widgets.model_widget import Look
from splendor_tui.tui.widgets.table_section import Section
from splendor_tui.words import N_, NP_

_BOXED_ROWS: Final = 3
_GRAND_ROWS: Final = 4
_FLAT_PILE: Final = 9
_BOXED_PILE: Final = 12
_GRAND_PILE: Final = 18


class TokenBank(Section):
    """The six piles of the bank, in a row."""

    def paint(self, model: TableModel, look: Look, size: Size) -> Picture:
        """Paint the bank."""
        return bank_picture(model, look, *size)


def bank_picture(model: TableModel, look: Look, width: int, height: int) -> Picture:
    """Paint the bank at this size: as chips in one row, or in boxes with countable tokens.

    Large boxes also show names.
    """
    cells, rows, paint = _FLAT_PILE, 1, _flat_pile
    if height >= _GRAND_ROWS and width >= len(PILES) * _GRAND_PILE:
        cells, rows, paint = width // len(PILES), _GRAND_ROWS, _grand_pile
    elif height >= _BOXED_ROWS and width >= len(PILES) * _BOXED_PILE:
        cells, rows, paint = _BOXED_PILE, _BOXED_ROWS, _boxed_pile
    slots = [PileSlot(colour) for colour in PILES]
    blocks = [filled(paint(model, look, slot, cells), cells, rows) for slot in slots]
    return Picture(
        beside(*blocks), tuple((slot, Region(index * cells, 0, cells, rows)) for index, slot in enumerate(slots))
    )


def _held(model: TableModel, slot: PileSlot) -> int:
    return model.view.gold if slot.colour is None else count(model.view.bank, slot.colour)


def _planned(model: TableModel, look: Look, slot: PileSlot) -> Line:
    """How the choice would change the pile."""
    amount = model.pile_changes()[PILES.index(slot.colour)]
    return ((f"{'+' if amount > 0 else look.glyphs.minus}{abs(amount)}", theme.CHOSEN),) if amount else ()


def _happened(model: TableModel, slot: PileSlot) -> int:
    """How the pile has changed since the player's last turn."""
    return model.changes.piles[PILES.index(slot.colour)]


def _flat_pile(model: TableModel, look: Look, slot: PileSlot, cells: int) -> Block:
    held = _held(model, slot)
    here = slot == look.cursor
    lit = slot in model.lit
    bar = (look.glyphs.heavy.down, theme.CURSOR) if here else (" ", theme.PLAIN)
    key = (model.key(slot) or " ", theme.LIT if lit else theme.CURSOR if here else theme.STRONG)
    before = (">", theme.LIT) if lit and not here else bar
    after = ("<", theme.LIT) if lit else bar
    ink = theme.gem_ink(slot.colour) if held else theme.QUIET
    name = (f"{look.glyphs.gem(slot.colour)} ", ink)
    amount = (str(held), f"{ink} underline" if _happened(model, slot) else ink)
    return (fit((key, before, name, amount, *(_planned(model, look, slot) or (after,))), cells),)


def _boxed_pile(model: TableModel, look: Look, slot: PileSlot, cells: int) -> Block:
    held = _held(model, slot)
    tokens = look.glyphs.gem(slot.colour) * max(1, held)  # an empty pile still shows its colour
    return _box(model, look, slot, cells, [f" {tokens:<{cells - 5}}{held} "])


def _grand_pile(model: TableModel, look: Look, slot: PileSlot, cells: int) -> Block:
    """Paint the stone's name and the count above the individual tokens."""
    held, room = _held(model, slot), cells - 2
    name = str(NP_("token", "gold") if slot.colour is None else STONES[slot.colour])
    title = cut(f" {look.glyphs.gem(slot.colour)} {name}", room - 4, look.glyphs.ellipsis)
    tokens = f" {' '.join(look.glyphs.gem(slot.colour) * held)}"
    return _box(model, look, slot, cells, [f"{title:<{room - 3}}{held:>2} ", f"{tokens:<{room}}"])


def _box(model: TableModel, look: Look, slot: PileSlot, cells: int, inner: list[str]) -> Block:
    """Paint a framed pile.

    Shows how the choice would change it, or otherwise its count at the player's last turn if that differs.
    """
    border, edge = frame(model, look, slot, look.glyphs.calm)
    change = _planned(model, look, slot)
    if (happened := _happened(model, slot)) and not any(model.pile_changes()):
        change = ((str(N_("was {count}", count=_held(model, slot) - happened)), theme.MARK),)
    ink = theme.gem_ink(slot.colour) if _held(model, slot) else theme.QUIET
    return box(
        [((text, ink),) for text in inner],
        cells,
        len(inner) + 2,
        border,
        edge,
        head=key_label(model, look, slot),
        foot_end=((" ", theme.PLAIN), *change, (" ", theme.PLAIN)) if change else (),
    )
