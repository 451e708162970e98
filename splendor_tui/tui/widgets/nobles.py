"""The nobles on the table, and how far the player is from each of them."""

from typing import Final, NamedTuple

from textual.geometry import Region, Size

from splendor_tui.presentation.table_model import NobleSlot, Slot
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.paint import Block, Line, Picture, beside, box, cut, gap, joined, width
from splendor_tui.tui.widgets.canvas import Section
from splendor_tui.tui.widgets.card_parts import frame, key_label, noble_chips, planned_distance
from splendor_tui.tui.widgets.nobles_pane import nobles_pane
from splendor_tui.tui.widgets.screen_model import ScreenModel
from splendor_tui.words import N_, NP_

TILE_ROWS: Final = 4
PANE_ROWS: Final = 8
WIDEST_TILE: Final = 30


class _Layout(NamedTuple):
    """Of the one row: what is said of the distance at every noble, and where there are gaps and a heading in words."""

    away_at_each: bool
    gaps_in_cost: bool
    gap_between: int
    heading_in_words: bool = True


_ROOMIEST_FIRST: Final = (
    _Layout(away_at_each=True, gaps_in_cost=True, gap_between=1),
    _Layout(away_at_each=True, gaps_in_cost=True, gap_between=0),
    _Layout(away_at_each=False, gaps_in_cost=True, gap_between=0),
    _Layout(away_at_each=False, gaps_in_cost=False, gap_between=0),
    _Layout(away_at_each=False, gaps_in_cost=False, gap_between=0, heading_in_words=False),
)


class Nobles(Section):
    """The tiles in a row; one line each where there is little room."""

    def paint(self, model: ScreenModel, size: Size) -> Picture[Slot]:
        """The picture of the section."""
        return nobles_picture(model, self.cursor, *size)


def nobles_picture(model: ScreenModel, cursor: Slot | None, cells: int, height: int) -> Picture[Slot]:
    """The nobles at this size."""
    slots = [NobleSlot(index) for index in range(len(model.view.nobles))]
    if height >= PANE_ROWS:
        return nobles_pane(model, slots, cursor, cells, height)
    if not slots:
        return Picture(((*gap(1), (str(N_("No nobles are left.")), theme.QUIET)),))
    if height >= TILE_ROWS:
        return _tiles(model, slots, cursor, cells)
    return _row(model, slots, cursor, cells)


def _row(model: ScreenModel, slots: list[NobleSlot], cursor: Slot | None, cells: int) -> Picture[Slot]:
    """One line: the chips of each noble and the distance; the word for it stands once where it does not fit at each."""
    points = "/".join(str(number) for number in sorted({noble.points for noble in model.view.nobles}))
    worth = (str(N_("{points}p", points=points)), theme.TITLE)
    for layout in _ROOMIEST_FIRST:
        name = str(N_("NOBLES")) if layout.heading_in_words else model.glyphs.noble
        title: Line = ((f" {name} ", theme.TITLE), worth)
        if layout.heading_in_words and not layout.away_at_each and not model.over:
            title += ((f" {model.glyphs.dot} {NP_('noble', 'away')}:", theme.QUIET),)
        chip_room = cells if layout.gaps_in_cost else 0
        tiles = [_flat_tile(model, slot, cursor, chip_room, wordy=layout.away_at_each) for slot in slots]
        line = joined([title, *tiles], layout.gap_between)
        if width(line) <= cells:
            break
    places: list[tuple[Slot, Region]] = []
    start = width(title)
    for slot, tile in zip(slots, tiles, strict=True):
        start += layout.gap_between
        places.append((slot, Region(start, 0, width(tile), 1)))
        start += width(tile)
    return Picture((line,), tuple(places))


def _flat_tile(model: ScreenModel, slot: NobleSlot, cursor: Slot | None, chip_room: int, *, wordy: bool) -> Line:
    noble, key = model.noble(slot), model.key(slot)
    here = slot in (cursor, model.choice.chosen)
    lit = slot in model.lit
    bar = (model.glyphs.heavy.down, theme.CURSOR) if here else (" ", theme.PLAIN)
    before, after = ((">", theme.LIT), ("<", theme.LIT)) if lit and not here else (bar, bar)
    label: Line = ((f"{key} ", theme.TITLE),) if key else ()
    chips = noble_chips(model, noble, chip_room)
    return (before, *label, *chips, *gap(1), planned_distance(model, noble, wordy=wordy), after)


def _tiles(model: ScreenModel, slots: list[NobleSlot], cursor: Slot | None, cells: int) -> Picture[Slot]:
    tile = min(WIDEST_TILE, cells // len(slots))
    blocks = [_tile(model, slot, cursor, tile) for slot in slots]
    places = tuple((slot, Region(index * tile, 0, tile, TILE_ROWS)) for index, slot in enumerate(slots))
    return Picture(beside(*blocks), places)


def _tile(model: ScreenModel, slot: NobleSlot, cursor: Slot | None, cells: int) -> Block:
    noble = model.noble(slot)
    border, ink = frame(model, slot, cursor, model.glyphs.calm)
    room = cells - 4
    chips = noble_chips(model, noble, room, with_signs=True)
    text, tone = planned_distance(model, noble)
    before, after = ((">", theme.LIT), ("<", theme.LIT)) if slot in model.lit else (*gap(1), *gap(1))
    return box(
        [
            (before, (cut(noble.shown_name, room, model.glyphs.ellipsis), theme.TITLE), after),
            (*gap(1), *chips),
        ],
        cells,
        TILE_ROWS,
        border,
        ink,
        head=key_label(model, slot, cursor),
        head_end=((f" {model.glyphs.noble} +{noble.points} ", theme.TITLE),),
        foot_end=((f" {text} ", tone),) if text else (),
    )
