"""The nobles in a framed pane, one below the other: name, price, and how far each player is."""

from typing import Final

from rich.cells import cell_len
from textual.geometry import Region

from splendor_tui.presentation.table_model import NobleSlot, Slot
from splendor_tui.rules.gems import missing, total
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.paint import Line, Picture, Span, box, cut, cut_name, joined, spread, width
from splendor_tui.tui.widgets.card_parts import noble_chips, planned_distance
from splendor_tui.tui.widgets.screen_model import ScreenModel
from splendor_tui.words import N_, NP_

_LEAST_ROWS: Final = 2
_MOST_ROWS: Final = 4
_ROWS_FOR_ALL: Final = 3
_LEAST_NAME: Final = 5
_BETWEEN: Final = 2
_COLON: Final = 3  # cells of a colon with its blanks
_NUMBER: Final = _COLON + 2


def nobles_pane(
    model: ScreenModel, slots: list[NobleSlot], cursor: Slot | None, cells: int, height: int
) -> Picture[Slot]:
    """The pane at this size; with three rows for each noble it tells about all players."""
    ellipsis, room = model.glyphs.ellipsis, cells - 2
    rows = max(_LEAST_ROWS, min((height - 2) // len(slots), _MOST_ROWS)) if slots else 0
    lines: list[Line] = [] if slots else [((f" {N_('No nobles are left.')}", theme.QUIET),)]
    distances = _distances(model, slots, room - 2, named=rows >= _ROWS_FOR_ALL)
    for slot, away in zip(slots, distances, strict=True):
        lines += [_edged(model, slot, cursor, line, room) for line in _tile(model, slot, away, room - 2, rows)]
    points = sorted({noble.points for noble in model.view.nobles})
    worth = f" {model.glyphs.noble} +{'/'.join(map(str, points))} "
    block = box(
        lines,
        cells,
        height,
        model.glyphs.calm,
        theme.LINE,
        head=((cut(f" {N_('Nobles')} ", room, ellipsis), theme.TITLE),),
        head_end=((worth, theme.TITLE),) if points else (),
    )
    return Picture(block, tuple((slot, Region(0, 1 + slot.index * rows, cells, rows)) for slot in slots))


def _edged(model: ScreenModel, slot: NobleSlot, cursor: Slot | None, line: Line, room: int) -> Line:
    """A row of a noble between heavy bars where the cursor is, or what was chosen, and between arrows where a hint points."""
    here = slot in (cursor, model.choice.chosen)
    bar = (model.glyphs.heavy.down, theme.CURSOR) if here else (" ", theme.PLAIN)
    before, after = ((">", theme.LIT), ("<", theme.LIT)) if slot in model.lit and not here else (bar, bar)
    return (before, *spread(line, (), room - 2, model.glyphs.ellipsis), after)


def _tile(model: ScreenModel, slot: NobleSlot, away: Line, cells: int, rows: int) -> list[Line]:
    chips = noble_chips(model, model.noble(slot), cells, with_signs=True)
    lines = [spread(_name(model, slot), away, cells, model.glyphs.ellipsis), chips]
    if rows >= _ROWS_FOR_ALL and not model.over:
        lines.append(_others(model, slot, cells))
    return [*lines, *[()] * (rows - len(lines))]


def _name(model: ScreenModel, slot: NobleSlot) -> Line:
    """The name, after the key that chooses the noble, if one does."""
    key = model.key(slot)
    label: Line = ((f"{key} ", theme.TITLE),) if key else ()
    return (*label, (model.noble(slot).shown_name, theme.STRONG))


def _distances(model: ScreenModel, slots: list[NobleSlot], cells: int, *, named: bool) -> list[Line]:
    """How far the player to move is from each noble; `named`, in the longest form that has room beside every noble's name."""
    in_words = [planned_distance(model, model.noble(slot)) for slot in slots]
    if named and not model.over:
        in_figures = [planned_distance(model, model.noble(slot), wordy=False) for slot in slots]
        rooms = [cells - width(_name(model, slot)) - 1 for slot in slots]
        for forms in (in_words, in_figures):
            lines = [_of_the_mover(model, away, room) for away, room in zip(forms, rooms, strict=True)]
            if all(lines):
                return lines
    return [(away,) for away in in_words]


def _of_the_mover(model: ScreenModel, away: Span, cells: int) -> Line:
    """The distance with as much of the name of the player to move as there is room for; nothing where that is too little."""
    text, tone = away
    name = model.names[model.seat]
    room = cells - cell_len(text) - _COLON
    if room < min(_LEAST_NAME, cell_len(name)):
        return ()
    mover = cut_name(name, room, model.glyphs.ellipsis)
    return ((str(N_("{name}: {distance}", name=mover, distance=text)), tone),)


def _others(model: ScreenModel, slot: NobleSlot, cells: int) -> Line:
    """How many bonuses each other player lacks, with as much of the names as there is room for."""
    cost, count = model.noble(slot).cost, len(model.view.players) - 1
    room = max(_LEAST_NAME, (cells - _BETWEEN * (count - 1)) // count - _NUMBER)
    others: list[Line] = []
    for seat, player in enumerate(model.view.players):
        if seat != model.seat:
            name = cut_name(model.names[seat], room, model.glyphs.ellipsis)
            away = N_("{name}: {number}", name=name, number=total(missing(cost, player.bonuses)))
            others.append(((str(away), theme.QUIET),))
    numbers = joined(others, _BETWEEN)
    in_words: Line = (*numbers, (f" {NP_('noble', 'away')}", theme.QUIET))
    return in_words if width(in_words) <= cells else numbers
