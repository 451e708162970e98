"""Columns of a list: headings and rows that stand beneath each other."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len

from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.paint import Line, fit, gap, joined, width

_GAP: Final = 2


@dataclass(frozen=True, slots=True)
class Column:
    """A column so many cells wide; the one with 0 cells takes what the others leave."""

    heading: str
    cells: int = 0
    right: bool = False


def headings(columns: Sequence[Column], cells: int, glyphs: Glyphs) -> Line:
    """The row above the list."""
    return in_columns(columns, [((column.heading, theme.QUIET),) for column in columns], cells, glyphs)


def in_columns(columns: Sequence[Column], row: Sequence[Line], cells: int, glyphs: Glyphs) -> Line:
    """A row of the list, this wide altogether. What does not fit into its column is cut and says so."""
    rest = cells - sum(column.cells for column in columns) - _GAP * (len(columns) - 1)
    parts = [
        _placed(line, column.cells or rest, glyphs, right=column.right)
        for column, line in zip(columns, row, strict=True)
    ]
    return joined(parts, _GAP)


def _placed(line: Line, cells: int, glyphs: Glyphs, *, right: bool) -> Line:
    if width(line) > cells:
        *kept, (last, ink) = fit(line, cells - cell_len(glyphs.ellipsis))
        line = (*kept, (last.rstrip(), ink), (glyphs.ellipsis, theme.QUIET))
    return gap(cells - width(line)) + line if right else fit(line, cells)
