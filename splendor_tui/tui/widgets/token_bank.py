"""The piles of gems and gold, and what the half-made choice would do to them."""

from typing import Final

from textual.geometry import Region, Size

from splendor_tui.presentation.table_model import PILES, PileSlot, Slot
from splendor_tui.rules.gems import count
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.paint import Block, Line, Picture, beside, box, filled
from splendor_tui.tui.widgets.canvas import Section
from splendor_tui.tui.widgets.card_face import frame, key_label
from splendor_tui.tui.widgets.screen_model import ScreenModel

BOXED_ROWS: Final = 3
FLAT_PILE: Final = 9
BOXED_PILE: Final = 12


class TokenBank(Section):
    """Six piles in a row."""

    def paint(self, model: ScreenModel, size: Size) -> Picture[Slot]:
        """The picture of the section."""
        return bank_picture(model, self.cursor, *size)


def bank_picture(model: ScreenModel, cursor: Slot | None, width: int, height: int) -> Picture[Slot]:
    """The bank at this size: chips in one row, or boxes in which the tokens can be counted."""
    boxed = height >= BOXED_ROWS and width >= len(PILES) * BOXED_PILE
    rows = BOXED_ROWS if boxed else 1
    slots = [PileSlot(colour) for colour in PILES]
    blocks: list[Block] = []
    places: list[tuple[Slot, Region]] = []
    cells = BOXED_PILE if boxed else FLAT_PILE
    paint = _boxed_pile if boxed else _flat_pile
    for index, slot in enumerate(slots):
        blocks.append(filled(paint(model, slot, cursor), cells, rows))
        places.append((slot, Region(index * cells, 0, cells, rows)))
    return Picture(beside(*blocks), tuple(places))


def _held(model: ScreenModel, slot: PileSlot) -> int:
    return model.view.gold if slot.colour is None else count(model.view.bank, slot.colour)


def _planned(model: ScreenModel, slot: PileSlot) -> Line:
    """What the choice would do to the pile."""
    amount = model.choice.pile_changes()[PILES.index(slot.colour)]
    return ((_signed(model, amount), theme.CHOSEN),) if amount else ()


def _happened(model: ScreenModel, slot: PileSlot) -> int:
    """By how much the pile has changed since the player's last turn."""
    return model.changes.piles[PILES.index(slot.colour)]


def _signed(model: ScreenModel, amount: int) -> str:
    return f"{'+' if amount > 0 else model.glyphs.minus}{abs(amount)}"


def _flat_pile(model: ScreenModel, slot: PileSlot, cursor: Slot | None) -> Block:
    held = _held(model, slot)
    here = slot == cursor
    lit = slot in model.lit
    bar = (model.glyphs.heavy.down, theme.CURSOR) if here else (" ", theme.PLAIN)
    key = (model.key(slot) or " ", theme.LIT if lit else theme.CURSOR if here else theme.STRONG)
    before, after = ((">", theme.LIT), ("<", theme.LIT)) if lit and not here else (bar, bar)
    ink = theme.gem_ink(slot.colour) if held else theme.QUIET
    name = (f"{model.glyphs.named(slot.colour)} ", ink)
    amount = (str(held), f"{ink} underline" if _happened(model, slot) else ink)
    return ((key, before, name, amount, *(_planned(model, slot) or (after,))),)


def _boxed_pile(model: ScreenModel, slot: PileSlot, cursor: Slot | None) -> Block:
    held = _held(model, slot)
    border, edge = frame(model, slot, cursor, model.glyphs.calm)
    letter = slot.colour.letter if slot.colour is not None else ""
    tokens = f"{letter} {model.glyphs.gem(slot.colour) * held}".lstrip()
    inner = f"{tokens:<{BOXED_PILE - 3}}{held}"
    happened = _happened(model, slot)
    change = _planned(model, slot) or (((_signed(model, happened), theme.MARK),) if happened else ())
    return box(
        [((inner, theme.gem_ink(slot.colour) if held else theme.QUIET),)],
        BOXED_PILE,
        BOXED_ROWS,
        border,
        edge,
        head=key_label(model, slot, cursor),
        foot_end=((" ", theme.PLAIN), *change, (" ", theme.PLAIN)) if change else (),
    )
