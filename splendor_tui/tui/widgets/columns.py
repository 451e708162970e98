"""The columns of a list: headings and aligned rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len

from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.paint import Line, clipped, fit, gap, joined, width
from splendor_tui.words import Message

_GAP: Final = 2


@dataclass(frozen=True, slots=True)
class Column:
    """A column. `cells` is its minimum width; 0 takes the remaining width."""

    heading: Message | None = None
    cells: int = 0
    right: bool = False

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


def in_columns(columns: Sequence[Column], row: Sequence[Line], cells: int, glyphs: Glyphs) -> Line:
    """Paint a row of a list at this width. Text too long for its column ends with an ellipsis."""
    rest = cells - sum(column.width for column in columns) - _GAP * (len(columns) - 1)
    parts = [
        _placed(line, column.width or rest, glyphs, right=column.right)
        for column, line in zip(columns, row, strict=True)
    ]
    return joined(parts, _GAP)


def _placed(line: Line, cells: int, glyphs: Glyphs, *, right: bool) -> Line:
    line = clipped(line, cells, glyphs.ellipsis)
    return gap(cells - width(line)) + line if right else fit(line, cells)
