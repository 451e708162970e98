"""The columns of a list: headings and aligned rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from rich.cells import cell_len

from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.paint import Line, clipped, fit, gap, joined, width
from splendor_tui.words import Message

_GAP: Final = 2


@dataclass(frozen=True, slots=True)
class Column:
    """A column. `cells` is its minimum width; 0 takes the remaining width. A click on the heading runs `action`."""

    heading: Message | None = None
    cells: int = 0
    right: bool = False
    action: str = ""

    @property
    def title(self) -> str:
        """The translated heading."""
        return str(self.heading) if self.heading else ""

    @property
    def width(self) -> int:
        """The width of the column, or 0 if it takes the remaining width."""
        return max(self.cells, cell_len(self.title)) if self.cells else 0


def headings(columns: Sequence[Column], cells: int, glyphs: Glyphs) -> Line:
    """Paint the row of headings above a list."""
    return in_columns(columns, [((column.title, theme.QUIET),) for column in columns], cells, glyphs)


def column_at(columns: Sequence[Column], cells: int, x: int) -> Column | None:
    """Return the column at a cell, or the one to the left of a gap."""
    taken = accumulate(wide + _GAP for wide in _widths(columns, cells))
    return next((column for column, end in zip(columns, taken, strict=True) if x < end), None)


def in_columns(columns: Sequence[Column], row: Sequence[Line], cells: int, glyphs: Glyphs) -> Line:
    """Paint a row of a list at this width. Text too long for its column ends with an ellipsis."""
    parts = [
        _placed(line, wide, glyphs, right=column.right)
        for column, line, wide in zip(columns, row, _widths(columns, cells), strict=True)
    ]
    return joined(parts, _GAP)


def _widths(columns: Sequence[Column], cells: int) -> list[int]:
    rest = cells - sum(column.width for column in columns) - _GAP * (len(columns) - 1)
    return [column.width or rest for column in columns]


def _placed(line: Line, cells: int, glyphs: Glyphs, *, right: bool) -> Line:
    line = clipped(line, cells, glyphs.ellipsis)
    return gap(cells - width(line)) + line if right else fit(line, cells)
