"""A pane of text, framed if it is tall enough."""

from collections.abc import Sequence
from typing import Final

from textual.content import Content
from textual.widget import Widget

from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.paint import Line, box, clipped

MIN_ROWS: Final = 5
"""A pane with fewer rows has no frame."""


class FramedPane(Widget):
    """A pane with a title, and the rows that `rows_of` returns for the space inside the frame."""

    def rows_of(self, cells: int, rows: int) -> list[Content]:
        """Return at most `rows` rows of this width."""
        raise NotImplementedError

    @property
    def is_framed(self) -> bool:
        """Whether there is room for a frame."""
        return self.size.height >= MIN_ROWS

    @property
    def room(self) -> tuple[int, int]:
        """The cells and rows inside the frame, or inside a margin of one cell if there is none."""
        width, height = self.size
        return (max(1, width - 4), height - 2) if self.is_framed else (max(1, width - 2), height)

    def framed(self, title: Line, glyphs: Glyphs) -> Content:
        """Return the pane with its frame. Empty while the pane has no size."""
        return Content("\n").join(self.framed_rows(title, glyphs)) if self.size else Content()

    def framed_rows(self, title: Line, glyphs: Glyphs) -> list[Content]:
        """Return the rows of the pane with its frame."""
        cells, rows = self.room
        inner = self.rows_of(cells, rows)
        if not self.is_framed:
            return [Content(" ") + row for row in inner]
        head = clipped(title, max(0, self.size.width - 4), glyphs.ellipsis)
        top, *_, bottom = box((), self.size.width, 2, glyphs.calm, theme.LINE, head=head)
        side = Content.styled(glyphs.calm.down, theme.LINE)
        empty = [Content()] * (rows - len(inner))
        middle = [
            Content.assemble(side, " ", row, " " * max(0, cells - row.cell_length), " ", side)
            for row in [*inner, *empty]
        ]
        return [Content.assemble(*top), *middle, Content.assemble(*bottom)]


def spaced(blocks: Sequence[Sequence[Content]], rows: int) -> list[Content]:
    """Return the rows of all blocks, separated by empty rows if this many rows have room for them."""
    between = [Content()] * (sum(map(len, blocks)) + len(blocks) - 1 <= rows)
    return [row for number, block in enumerate(blocks) for row in (*(between if number else ()), *block)]
