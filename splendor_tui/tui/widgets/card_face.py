"""How a card looks: a small jewel with its colour as a band, its price in chips, and what it lacks for the player."""

from typing import Final

from splendor_tui.presentation.table_model import Slot, TableModel
from splendor_tui.rules.cards import Card
from splendor_tui.rules.gems import NO_GEMS, Colour, Gems, unpack
from splendor_tui.rules.payments import price, shortfall
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import Border, Glyphs
from splendor_tui.tui.look.paint import Block, Line, box, joined, width
from splendor_tui.words import _, ngettext

STONES: Final = (_("diamond"), _("sapphire"), _("emerald"), _("ruby"), _("onyx"))


def card_block(model: TableModel, slot: Slot, card: Card | None, cursor: Slot | None, cells: int, rows: int) -> Block:
    """The card in a slot at this outer size; an empty place where there is none."""
    glyphs = model.glyphs
    border, ink = frame(model, slot, cursor, glyphs.calm if card else glyphs.absent)
    head = key_label(model, slot, cursor)
    if card is None:
        return box((), cells, rows, border, ink, head=tuple((text, theme.QUIET) for text, _ink in head))
    short = shortfall(card, model.player)
    within_reach = short == 0
    if within_reach and ink == theme.LINE:
        ink = theme.CAN
    foot = _("can") if within_reach else ngettext("{count} short", "{count} short", short).format(count=short)
    return box(
        _face(card, model, cells - 2, rows - 2),
        cells,
        rows,
        border,
        ink,
        head=head,
        head_end=((f" {_('new')} ", theme.NEW),) if card in model.changes.cards else (),
        foot_end=((f" {foot} ", theme.CAN if within_reach else theme.QUIET),),
    )


def frame(model: TableModel, slot: Slot, cursor: Slot | None, otherwise: Border) -> tuple[Border, str]:
    """Border and ink of a slot: heavy under the cursor, double when chosen."""
    if slot == cursor:
        return model.glyphs.heavy, theme.CURSOR
    if slot == model.choice.chosen:
        return model.glyphs.chosen, theme.CURSOR
    return otherwise, theme.LINE


def key_label(model: TableModel, slot: Slot, cursor: Slot | None) -> Line:
    """The key of a slot as a title; in brackets and reversed when the slot is chosen."""
    key = model.key(slot)
    if slot == model.choice.chosen:
        return ((f"[{key}]", theme.CHOSEN),)
    if not key:
        return ()
    return ((f" {key} ", theme.CURSOR if slot == cursor else theme.TITLE),)


def _face(card: Card, model: TableModel, cells: int, rows: int) -> list[Line]:
    glyphs, due = model.glyphs, price(card, model.player)
    roomy = cells >= 15
    points = str(card.points) if card.points else ""
    bonus = glyphs.named(card.bonus)
    ink = theme.gem_ink(card.bonus)
    if roomy:
        title = f"{STONES[card.bonus]} {bonus} "
        band = f" {points}{title:>{cells - 1 - len(points)}}"
    else:
        band = f"{points}{bonus:>{cells - len(points)}}"
    lines: list[Line] = [((band, ink),), cost_chips(card.cost, due, glyphs, cells, with_signs=roomy)]
    if rows >= 4:
        lines.insert(1, ())
        lines.append(_after_bonuses(card, due, glyphs))
    return lines


def cost_chips(cost: Gems, due: Gems, glyphs: Glyphs, cells: int, *, with_signs: bool = False) -> Line:
    """A price in chips; amounts that bonuses cover already are quiet. Chips close ranks where there is no room for gaps."""
    owed = unpack(due)
    chips = []
    for colour, amount in zip(Colour, unpack(cost), strict=True):
        if amount:
            sign = glyphs.gem(colour) if with_signs else ""
            ink = theme.gem_ink(colour) if owed[colour] else theme.QUIET
            chips.append(((f"{amount}{sign}{colour.letter}", ink),))
    spaced = joined(chips)
    return spaced if width(spaced) <= cells else joined(chips, 0)


def _after_bonuses(card: Card, due: Gems, glyphs: Glyphs) -> Line:
    if due == card.cost:
        return ()
    if due == NO_GEMS:
        return ((_("free for you"), theme.CAN),)
    amounts = " ".join(f"{amount}{colour.letter}" for colour, amount in zip(Colour, unpack(due), strict=True) if amount)
    return ((f"{glyphs.becomes} {amounts}", theme.QUIET),)
