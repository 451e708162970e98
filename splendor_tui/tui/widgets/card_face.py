"""A card in its frame, with the face for its size: its colour, its points, its price, and what it lacks for the player."""

from dataclasses import replace
from typing import Final, Protocol

from splendor_tui.presentation.table_model import Slot
from splendor_tui.rules.cards import Card
from splendor_tui.rules.gems import NO_GEMS
from splendor_tui.rules.payments import shortfall
from splendor_tui.rules.state import Phase
from splendor_tui.rules.view import PlayerView
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.paint import Block, Line, box, cut, width
from splendor_tui.tui.widgets import compact_card, grand_card, wide_card
from splendor_tui.tui.widgets.card_parts import NEW, foot, frame, key_label, level_frame
from splendor_tui.tui.widgets.screen_model import ScreenModel


class _Face(Protocol):
    """The inside of a card at one size; `within_reach` cards can be bought now."""

    def __call__(
        self, model: ScreenModel, card: Card, payer: PlayerView, cells: int, rows: int, *, within_reach: bool
    ) -> list[Line]:
        """The rows of the face, with the price as `payer` would pay it."""


FACES: Final[tuple[tuple[int, int, _Face], ...]] = (
    (grand_card.LEAST_CELLS, grand_card.LEAST_ROWS, grand_card.face),
    (wide_card.LEAST_CELLS, wide_card.LEAST_ROWS, wide_card.face),
    (0, 0, compact_card.face),
)
"""The least cells and rows for each face, from the largest to the smallest; the first one that fits is taken."""


def card_block(model: ScreenModel, slot: Slot, card: Card | None, cursor: Slot | None, cells: int, rows: int) -> Block:
    """The card in a slot at this outer size; an empty place where there is none."""
    glyphs = model.glyphs
    head = key_label(model, slot, cursor)
    if card is None:
        border, ink = frame(model, slot, cursor, glyphs.absent)
        return box((), cells, rows, border, ink, head=tuple((text, theme.QUIET) for text, _ink in head))
    border, ink = level_frame(model, slot, cursor, card.level)
    is_bought = slot == model.choice.chosen and not any(held.card == card for held in model.after.reserved)
    payer = model.player if is_bought else model.after
    if model.over:
        payer = replace(payer, bonuses=NO_GEMS)  # nobody buys any more
    short = shortfall(card, payer)
    over = model.over or model.view.phase is Phase.OVER
    buying = not over and (model.view.phase is Phase.MAIN or model.view.seat != model.seat)
    within_reach = short == 0 and buying
    if within_reach and ink in theme.LEVEL_LINES:
        ink = theme.CAN
    planned = short != shortfall(card, model.player)
    note = "" if over else f" {foot(short, glyphs, cells, buying=buying, planned=planned)} "
    new = cut(str(NEW), cells - 4 - width(head), glyphs.ellipsis)
    return box(
        _face(model, card, payer, cells - 2, rows - 2, within_reach=within_reach),
        cells,
        rows,
        border,
        ink,
        head=head,
        head_end=((f" {new} ", theme.NEW),) if card in model.changes.cards else (),
        foot_end=((note, theme.CAN if within_reach else theme.QUIET),),
    )


def _face(
    model: ScreenModel, card: Card, payer: PlayerView, cells: int, rows: int, *, within_reach: bool
) -> list[Line]:
    face = next(face for least_cells, least_rows, face in FACES if cells >= least_cells and rows >= least_rows)
    return face(model, card, payer, cells, rows, within_reach=within_reach)
