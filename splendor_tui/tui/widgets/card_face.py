"""How a card looks: a small jewel with its colour as a band, its price in chips, and what it lacks for the player."""

from typing import Final

from rich.cells import cell_len

from splendor_tui.presentation.table_model import Slot
from splendor_tui.rules.cards import Card
from splendor_tui.rules.gems import NO_GEMS, Colour, Gems, unpack
from splendor_tui.rules.payments import price, shortfall
from splendor_tui.rules.view import PlayerView
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import Border, Glyphs
from splendor_tui.tui.look.paint import Block, Line, box, cut, joined, width, wording
from splendor_tui.tui.widgets.screen_model import ScreenModel
from splendor_tui.words import N_, NN_, NP_, Message

STONES: Final = (N_("diamond"), N_("sapphire"), N_("emerald"), N_("ruby"), N_("onyx"))
CAN: Final = NP_("card", "can")
"""On a card that can be bought now."""


def card_block(model: ScreenModel, slot: Slot, card: Card | None, cursor: Slot | None, cells: int, rows: int) -> Block:
    """The card in a slot at this outer size; an empty place where there is none."""
    glyphs = model.glyphs
    border, ink = frame(model, slot, cursor, glyphs.calm if card else glyphs.absent)
    head = key_label(model, slot, cursor)
    if card is None:
        return box((), cells, rows, border, ink, head=tuple((text, theme.QUIET) for text, _ink in head))
    payer = model.player if slot == model.choice.chosen else model.after
    short = shortfall(card, payer)
    within_reach = short == 0
    if within_reach and ink == theme.LINE:
        ink = theme.CAN
    note = foot(short, glyphs, cells, planned=short != shortfall(card, model.player))
    new = cut(str(NP_("card", "new")), cells - 4 - width(head), glyphs.ellipsis)
    return box(
        _face(card, payer, glyphs, cells - 2, rows - 2),
        cells,
        rows,
        border,
        ink,
        head=head,
        head_end=((f" {new} ", theme.NEW),) if card in model.changes.cards else (),
        foot_end=((f" {note} ", theme.CAN if within_reach else theme.QUIET),),
    )


def foot(short: int, glyphs: Glyphs, cells: int, *, planned: bool = False) -> str:
    """What a player lacks for a card of this width, in words or as a number; `can` if nothing.

    With `planned` it is so once the choice is confirmed, and a sign says that.
    """
    room, then = cells - 4, f"{glyphs.becomes} " if planned else ""
    if not short:
        return cut(f"{then}{CAN}", room, glyphs.ellipsis)
    return wording(room, glyphs.ellipsis, f"{then}{_short(short)}", f"{then}{glyphs.minus}{short}")


def _short(count: int) -> Message:
    return NN_("{count} short", "{count} short", count)


def frame(model: ScreenModel, slot: Slot, cursor: Slot | None, otherwise: Border) -> tuple[Border, str]:
    """Border and ink of a slot: heavy under the cursor, double when chosen, bright where a hint points."""
    if slot == cursor:
        return model.glyphs.heavy, theme.CURSOR
    if slot == model.choice.chosen:
        return model.glyphs.chosen, theme.CURSOR
    return otherwise, theme.NEW if slot in model.lit else theme.LINE


def key_label(model: ScreenModel, slot: Slot, cursor: Slot | None) -> Line:
    """The key of a slot as a title; in brackets and reversed when the slot is chosen, between arrows where a hint points."""
    key = model.key(slot)
    if slot == model.choice.chosen:
        return ((f"[{key}]", theme.CHOSEN),)
    if not key:
        return ()
    if slot in model.lit:
        return ((f">{key}<", theme.LIT),)
    return ((f" {key} ", theme.CURSOR if slot == cursor else theme.TITLE),)


def _face(card: Card, payer: PlayerView, glyphs: Glyphs, cells: int, rows: int) -> list[Line]:
    due = price(card, payer)
    roomy = cells >= 15
    points = str(card.points) if card.points else ""
    bonus = glyphs.named(card.bonus)
    ink = theme.gem_ink(card.bonus)
    if roomy:
        stone = cut(str(STONES[card.bonus]), cells - len(points) - cell_len(bonus) - 3, glyphs.ellipsis)
        title = f"{stone} {bonus} "
        band = f" {points}" + " " * (cells - 1 - len(points) - cell_len(title)) + title
    else:
        band = f"{points}{bonus:>{cells - len(points)}}"
    lines: list[Line] = [((band, ink),), cost_chips(card.cost, due, glyphs, cells, with_signs=roomy)]
    if rows >= 4:
        lines.insert(1, ())
        lines.append(_after_bonuses(card, due, glyphs, cells))
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


def _after_bonuses(card: Card, due: Gems, glyphs: Glyphs, cells: int) -> Line:
    if due == card.cost:
        return ()
    if due == NO_GEMS:
        return ((cut(str(N_("free for you")), cells, glyphs.ellipsis), theme.CAN),)
    amounts = " ".join(f"{amount}{colour.letter}" for colour, amount in zip(Colour, unpack(due), strict=True) if amount)
    return ((f"{glyphs.becomes} {amounts}", theme.QUIET),)
