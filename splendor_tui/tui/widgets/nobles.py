"""The nobles on the table, and each player's distance to them."""

from typing import Final, NamedTuple

from textual.geometry import Region, Size

from splendor_tui.presentation.table_model import NobleSlot, Slot, TableModel
from splendor_tui.rules.gems import missing, total
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.paint import (
    Block,
    Line,
    Picture,
    beside,
    box,
    cut,
    cut_name,
    filled,
    flowed,
    gap,
    joined,
    spread,
    width,
    wrapped,
)
from splendor_tui.tui.widgets.card_faces import frame, key_label, noble_chips, planned_distance
from splendor_tui.tui.widgets.model_widget import Look
from splendor_tui.tui.widgets.table_section import Section
from splendor_tui.words import N_, NP_

TILE_ROWS: Final = 4
"""Minimum height for tiles with names."""
_MAX_TILE: Final = 40
_NAME_ROWS: Final = 2
_RIVAL_NAMES: Final = (24, 12, 6, 4)
"""Maximum widths of another player's name, in order of preference."""


class _Layout(NamedTuple):
    """A layout of the single row: whether `away` is repeated for each noble, the gaps, and whether the heading is a word."""

    away_at_each: bool
    gaps_in_cost: bool
    gap_between: int
    heading_in_words: bool = True


_ROOMIEST_FIRST: Final = (
    _Layout(away_at_each=True, gaps_in_cost=True, gap_between=1),
    _Layout(away_at_each=True, gaps_in_cost=True, gap_between=0),
    _Layout(away_at_each=True, gaps_in_cost=True, gap_between=0, heading_in_words=False),
    _Layout(away_at_each=False, gaps_in_cost=True, gap_between=0),
    _Layout(away_at_each=False, gaps_in_cost=False, gap_between=0),
    _Layout(away_at_each=False, gaps_in_cost=False, gap_between=0, heading_in_words=False),
)


class Nobles(Section):
    """The nobles, as tiles side by side or in a single row."""

    def paint(self, model: TableModel, look: Look, size: Size) -> Picture:
        """Paint the nobles."""
        return nobles_picture(model, look, *size)


def nobles_picture(model: TableModel, look: Look, cells: int, height: int) -> Picture:
    """Paint the nobles at this size."""
    slots = [NobleSlot(index) for index in range(len(model.view.nobles))]
    if not slots:
        return Picture(((*gap(1), (str(N_("No nobles are left.")), theme.QUIET)),))
    return _tiles(model, look, slots, cells, height) if height >= TILE_ROWS else _row(model, look, slots, cells)


def _row(model: TableModel, look: Look, slots: list[NobleSlot], cells: int) -> Picture:
    """Paint one row with the chips and distance of each noble, in the roomiest layout that fits."""
    points = "/".join(str(number) for number in sorted({noble.points for noble in model.view.nobles}))
    worth = (str(N_("{points}p", points=points)), theme.TITLE)
    for layout in _ROOMIEST_FIRST:
        name = str(N_("NOBLES")) if layout.heading_in_words else look.glyphs.noble
        title: Line = ((f" {name} ", theme.TITLE), worth)
        if layout.heading_in_words and not layout.away_at_each and not model.has_no_turns_left:
            away = look.glyphs.write(N_("{title}:", title=NP_("noble", "away")))
            title += ((f" {look.glyphs.dot} {away}", theme.QUIET),)
        chip_room = cells if layout.gaps_in_cost else 0
        tiles = [_flat_tile(model, look, slot, chip_room, wordy=layout.away_at_each) for slot in slots]
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


def _flat_tile(model: TableModel, look: Look, slot: NobleSlot, chip_room: int, *, wordy: bool) -> Line:
    noble, key = model.noble(slot), model.key(slot)
    here = slot in (look.cursor, model.chosen)
    lit = slot in model.lit
    bar = (look.glyphs.heavy.down, theme.CURSOR) if here else (" ", theme.PLAIN)
    before, after = ((">", theme.LIT), ("<", theme.LIT)) if lit and not here else (bar, bar)
    label: Line = ((f"{key} ", theme.TITLE),) if key else ()
    chips = noble_chips(model, look, noble, chip_room)
    return (before, *label, *chips, *gap(1), planned_distance(model, look, noble, wordy=wordy), after)


def _tiles(model: TableModel, look: Look, slots: list[NobleSlot], cells: int, height: int) -> Picture:
    between = int(height > TILE_ROWS)  # a gap fits if there are two rows for names
    pitch = min(_MAX_TILE, (cells + between) // len(slots))
    blocks = [_tile(model, look, slot, pitch - between, height) for slot in slots]
    places = tuple((slot, Region(index * pitch, 0, pitch - between, height)) for index, slot in enumerate(slots))
    return Picture(beside(*(filled(block, pitch, height) for block in blocks)), places)


def _tile(model: TableModel, look: Look, slot: NobleSlot, cells: int, rows: int) -> Block:
    """Paint a noble's name, on two rows if needed, its requirement on the right, and the rivals' distances if they fit."""
    noble, ellipsis = model.noble(slot), look.glyphs.ellipsis
    border, ink = frame(model, look, slot, look.glyphs.calm)
    room = cells - 4
    text, tone = planned_distance(model, look, noble)
    before, after = ((">", theme.LIT), ("<", theme.LIT)) if slot in model.lit else (*gap(1), *gap(1))
    name = wrapped(noble.shown_name, room, theme.TITLE)
    requirement = spread((), noble_chips(model, look, noble, room, with_rest=True), room, ellipsis)
    inner: list[Line] = [*name, requirement]
    rivals = [] if model.over else _rivals(model)
    if len(name) > 1 and len(inner) + len(_distances(model, look, slot, rivals, room, rows)) > rows - 2:
        beside_word = noble_chips(model, look, noble, room - width(name[-1]) - 1, with_rest=True)
        if width(name[-1]) + 1 + width(beside_word) <= room:
            inner = [*name[:-1], spread(name[-1], beside_word, room, ellipsis)]  # the last word shares its row
    if len(inner) > min(rows - 2, _NAME_ROWS + 1):
        inner = [((cut(noble.shown_name, room, ellipsis), theme.TITLE),), requirement]
    inner += _distances(model, look, slot, rivals, room, rows - 2 - len(inner))
    return box(
        [(before, *line, after) if row == 0 else (*gap(1), *line) for row, line in enumerate(inner)],
        cells,
        rows,
        border,
        ink,
        head=key_label(model, look, slot),
        head_end=((f" {look.glyphs.noble} +{noble.points} ", theme.TITLE),),
        foot_end=((f" {text} ", tone),) if text else (),
    )


def _rivals(model: TableModel) -> list[int]:
    """The seats of the other players in the game."""
    return [seat for seat, player in enumerate(model.view.players) if seat != model.seat and not player.forfeited]


def _distances(model: TableModel, look: Look, slot: NobleSlot, rivals: list[int], cells: int, rows: int) -> list[Line]:
    """The number of bonuses that each rival still needs, in at most this many rows."""

    def listed(longest: int) -> list[Line]:
        others: list[Line] = []
        for seat in rivals:
            name = cut_name(model.names[seat], min(longest, cells - 4), look.glyphs.ellipsis)
            away = total(missing(model.noble(slot).cost, model.view.players[seat].bonuses))
            others.append(((str(N_("{name}: {number}", name=name, number=away)), theme.QUIET),))
        return flowed(others, gap(2), cells)

    # The longest names that fit into the rows, or else those that need the fewest rows.
    return min(map(listed, _RIVAL_NAMES), key=lambda lines: max(rows, len(lines)))[:rows]
