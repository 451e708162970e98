"""The nobles on the table, and how far the player is from each of them."""

from typing import Final

from textual.geometry import Region, Size

from splendor_tui.presentation.table_model import NobleSlot, Slot, TableModel
from splendor_tui.rules.cards import Noble
from splendor_tui.rules.gems import missing, total
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.paint import Block, Line, Picture, beside, box, cut, gap, joined, width
from splendor_tui.tui.widgets.canvas import Section
from splendor_tui.tui.widgets.card_face import cost_chips, frame, key_label
from splendor_tui.words import _

TILE_ROWS: Final = 4
WIDEST_TILE: Final = 30
# From the roomiest to the tightest: the word "away" at every noble, gaps between chips, empty cells between nobles.
_ROW_LAYOUTS: Final = ((True, True, 1), (True, True, 0), (False, True, 0), (False, False, 0))


class Nobles(Section):
    """The tiles in a row; one line each where there is little room."""

    def paint(self, model: TableModel, size: Size) -> Picture[Slot]:
        """The picture of the section."""
        return nobles_picture(model, self.cursor, *size)


def nobles_picture(model: TableModel, cursor: Slot | None, cells: int, height: int) -> Picture[Slot]:
    """The nobles at this size."""
    slots = [NobleSlot(index) for index in range(len(model.view.nobles))]
    if not slots:
        return Picture((((_("No nobles are left."), theme.QUIET),),))
    if height >= TILE_ROWS:
        return _tiles(model, slots, cursor, cells)
    return _row(model, slots, cursor, cells)


def _row(model: TableModel, slots: list[NobleSlot], cursor: Slot | None, cells: int) -> Picture[Slot]:
    """One line: the chips of each noble and the distance; the word for it stands once where it does not fit at each."""
    points = "/".join(str(number) for number in sorted({noble.points for noble in model.view.nobles}))
    brief: Line = ((f" {_('NOBLES')} ", theme.TITLE), (_("{points}p").format(points=points), theme.TITLE))
    full: Line = (*brief, (f" {_('away')}", theme.QUIET))
    for wordy, gaps, space in _ROW_LAYOUTS:
        title = brief if wordy else full
        tiles = [_flat_tile(model, slot, cursor, cells if gaps else 0, wordy=wordy) for slot in slots]
        line = joined([title, *tiles], space)
        if width(line) <= cells:
            break
    places: list[tuple[Slot, Region]] = []
    start = width(title)
    for slot, tile in zip(slots, tiles, strict=True):
        start += space
        places.append((slot, Region(start, 0, width(tile), 1)))
        start += width(tile)
    return Picture((line,), tuple(places))


def _flat_tile(model: TableModel, slot: NobleSlot, cursor: Slot | None, chip_room: int, *, wordy: bool) -> Line:
    noble, key = model.noble(slot), model.key(slot)
    here = slot in (cursor, model.choice.chosen)
    bar = (model.glyphs.heavy.down, theme.CURSOR) if here else (" ", theme.PLAIN)
    label: Line = ((f"{key} ", theme.TITLE),) if key else ()
    chips = cost_chips(noble.cost, missing(noble.cost, model.player.bonuses), model.glyphs, chip_room)
    return (bar, *label, *chips, *gap(1), distance(model, noble, wordy=wordy), bar)


def distance(model: TableModel, noble: Noble, *, wordy: bool = True) -> tuple[str, str]:
    """How many bonuses the player lacks for a noble, with its ink."""
    away = total(missing(noble.cost, model.player.bonuses))
    if not away:
        return (_("comes") if wordy else "0"), theme.CAN
    text = _("{count} away").format(count=away) if wordy else str(away)
    return text, theme.CAN if away == 1 else theme.QUIET


def _tiles(model: TableModel, slots: list[NobleSlot], cursor: Slot | None, cells: int) -> Picture[Slot]:
    tile = min(WIDEST_TILE, cells // len(slots))
    blocks = [_tile(model, slot, cursor, tile) for slot in slots]
    places = tuple((slot, Region(index * tile, 0, tile, TILE_ROWS)) for index, slot in enumerate(slots))
    return Picture(beside(*blocks), places)


def _tile(model: TableModel, slot: NobleSlot, cursor: Slot | None, cells: int) -> Block:
    noble = model.noble(slot)
    border, ink = frame(model, slot, cursor, model.glyphs.calm)
    room = cells - 4
    chips = cost_chips(noble.cost, missing(noble.cost, model.player.bonuses), model.glyphs, room, with_signs=True)
    text, tone = distance(model, noble)
    return box(
        [
            ((f" {cut(noble.name, room, model.glyphs.ellipsis)}", theme.TITLE),),
            (*gap(1), *chips),
        ],
        cells,
        TILE_ROWS,
        border,
        ink,
        head=key_label(model, slot, cursor),
        head_end=((f" {model.glyphs.noble} +{noble.points} ", theme.TITLE),),
        foot_end=((f" {text} ", tone),),
    )
