"""A list of any length, in columns. Only changed rows in view are painted, so a thousand cost no more than ten."""

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Final, Generic, NamedTuple, TypeVar

from rich.cells import cell_len
from textual.events import Click, MouseDown, MouseMove
from textual.geometry import NULL_SIZE, Offset, Region
from textual.reactive import reactive
from textual.strip import Strip

from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.paint import Line, clipped, fit, gap, joined, width, wrapped
from splendor_tui.tui.widgets.base_widgets import Painter, Scroller
from splendor_tui.words import Message

ItemT = TypeVar("ItemT")

_GAP: Final = 2
EDGES: Final = 4
"""Cells of each row that are taken by the marker on the left and the scroll bar on the right."""
_MARKER: Final = 2
_WHEEL: Final = 3
_HERE: Final = "on $table-back"


class Column(NamedTuple):
    """A column. `cells` is its minimum width; 0 takes the remaining width. A click on the heading runs `action`.

    The heading stands out if the list is `sorted_by` the column.
    """

    heading: Message | None = None
    cells: int = 0
    right: bool = False
    action: str = ""
    sorted_by: bool = False

    @property
    def title(self) -> str:
        """The translated heading."""
        return str(self.heading) if self.heading else ""

    @property
    def width(self) -> int:
        """The width of the column, or 0 if it takes the remaining width."""
        return max(self.cells, cell_len(self.title)) if self.cells else 0


def widths_of(columns: Sequence[Column], cells: int) -> Sequence[int]:
    """The widths of the columns of a list of this width."""
    rest = cells - sum(column.width for column in columns) - _GAP * (len(columns) - 1)
    return [column.width or rest for column in columns]


def headings(columns: Sequence[Column], widths: Sequence[int], glyphs: Glyphs) -> Line:
    """Paint the row of headings above a list."""
    inks = (theme.STRONG if column.sorted_by else theme.QUIET for column in columns)
    return in_columns(columns, widths, [((one.title, ink),) for one, ink in zip(columns, inks, strict=True)], glyphs)


def _column_at(columns: Sequence[Column], widths: Sequence[int], x: int) -> Column | None:
    """The column at a cell, or the one to the left of a gap."""
    taken = accumulate(wide + _GAP for wide in widths)
    return next((column for column, end in zip(columns, taken, strict=True) if x < end), None)


def in_columns(columns: Sequence[Column], widths: Sequence[int], row: Sequence[Line], glyphs: Glyphs) -> Line:
    """Paint a row of a list. Text too long for its column ends with an ellipsis."""
    parts = [
        _placed(line, wide, glyphs, right=column.right) for column, line, wide in zip(columns, row, widths, strict=True)
    ]
    return joined(parts, _GAP)


def _placed(line: Line, cells: int, glyphs: Glyphs, *, right: bool) -> Line:
    line = clipped(line, cells, glyphs.ellipsis)
    return gap(cells - width(line)) + line if right else fit(line, cells)


class LongList(Scroller, Painter, Generic[ItemT]):
    """Rows below column headings, one of which is highlighted.

    `row` returns the cells of a row, given its index and whether it is highlighted. `columns` is called once for each
    change of the rows or the size. `chosen` runs the action of an item. `nothing` explains why there are no rows. The
    second click on a row chooses it, or the first one if `single_click`.
    """

    highlighted: reactive[int] = reactive(0, repaint=False, init=False)

    def __init__(
        self,
        row: Callable[[int, bool], Sequence[Line]],
        columns: Callable[[], Sequence[Column]],
        chosen: Callable[[ItemT], object],
        nothing: Callable[[], Message | str],
        *,
        single_click: bool = False,
    ) -> None:
        super().__init__()
        self._cells_of = row
        self._current_columns = columns
        self._columns: Sequence[Column] = ()
        self.widths: Sequence[int] = ()
        """The widths of the columns."""
        self._chosen = chosen
        self._nothing = nothing
        self._single_click = single_click
        self._clicked: ItemT | None = None
        """The item of the last clicked row."""
        self.items: Sequence[ItemT] = ()
        """The items, one per row."""
        self._top = 0
        self._grabbed: tuple[int, int] | None = None
        """The row of the pointer and the first row in view when the handle of the scroll bar was grabbed."""
        self._fitted_to = NULL_SIZE
        """The size of the list when its columns were fitted."""

    @property
    def here(self) -> ItemT | None:
        """The item of the highlighted row. None if there are no rows."""
        return self.items[self.highlighted] if self.items else None

    def show(self, items: Sequence[ItemT], highlighted: int) -> None:
        """Show a row for each item. `Changed` is not posted, as the caller knows the highlighted row."""
        self.items = items
        with self.prevent(self.Changed):
            self.highlighted = highlighted
        self.redraw()

    def redraw(self) -> None:
        """Redraw the current rows in the current columns."""
        self._fit()
        self.refresh()

    def _fit(self) -> None:
        """Fit the columns to the size, and keep the highlighted row in view."""
        self._fitted_to = self.size
        self._columns = self._current_columns()
        self.widths = self.widths_of(self._columns)
        self._keep_in_view()

    def widths_of(self, columns: Sequence[Column]) -> Sequence[int]:
        """The widths of these columns in this list."""
        return widths_of(columns, self.size.width - EDGES)

    @property
    def _has_headings(self) -> bool:
        return any(column.title for column in self._columns)

    @property
    def _height(self) -> int:
        """The number of rows in view."""
        return max(1, self.size.height - self._has_headings)

    @property
    def selected(self) -> Offset:
        """The place of the highlighted row on the screen."""
        return self.region.offset + Offset(0, self.highlighted - self._top + self._has_headings)

    def move(self, by: int) -> None:
        """Highlight another row, without wrap-around."""
        self.highlighted += by

    def page(self, pages: int) -> None:
        """Highlight the row this many pages further down, or up if negative."""
        self.move(pages * max(1, self._height - 1))

    def jump(self, place: int) -> None:
        """Highlight the row at index `place`; -1 is the last row."""
        self.highlighted = place % max(1, len(self.items))

    def choose(self) -> None:
        """Run the action of the highlighted row."""
        if self.here is not None:
            self._chosen(self.here)

    def validate_highlighted(self, index: int) -> int:
        """Limit the index to existing rows."""
        return max(0, min(index, len(self.items) - 1))

    def _show_from(self, top: int) -> None:
        """Scroll this row to the top, as far as possible. The nearest row in view is highlighted."""
        self._top = max(0, min(top, len(self.items) - self._height))
        self.highlighted = max(self._top, min(self.highlighted, self._top + self._height - 1))
        self.refresh()

    def watch_highlighted(self, before: int, highlighted: int) -> None:
        """Scroll the highlighted row into view and report it."""
        self._keep_in_view()
        for index in (before, highlighted):
            self.refresh(Region(0, index - self._top + self._has_headings, self.size.width, 1))
        self.post_message(self.Changed(self))

    def _keep_in_view(self) -> None:
        if not self.size:
            return  # no row is in view before the first layout
        rows = self._height
        lowest = min(self._top, max(0, len(self.items) - rows))
        top = max(self.highlighted - rows + 1, min(lowest, self.highlighted), 0)
        if top != self._top:
            self._top = top
            self.refresh()

    # --- the mouse -----------------------------------------------------------------------------------------------------

    async def on_click(self, event: Click) -> None:
        """Highlight the clicked row, or choose it on a second click, unless an earlier click has opened another screen.

        A click on a heading runs its action. A click above or below the handle of the scroll bar scrolls by a page.
        """
        line = event.y - self._has_headings
        index = self._top + line
        if self.is_drag(event) or not (self.screen.is_active and self.items and index < len(self.items)):
            return  # without rows there are no headings
        if line < 0:
            column = _column_at(self._columns, self.widths, event.x - _MARKER)
            if column is not None and column.action:
                await self.run_action(column.action)
            return
        if event.x == self.size.width - 1 and (handle := self._handle):
            if line < handle.start:
                self._show_from(self._top - self._height)
            elif line >= handle.stop:
                self._show_from(self._top + self._height)
            return
        again = index == self.highlighted and self._clicked == self.here
        self.highlighted = index
        self._clicked = self.here
        if again or self._single_click:
            self.choose()

    def on_mouse_down(self, event: MouseDown) -> None:
        """Grab the handle of the scroll bar."""
        if event.x == self.size.width - 1 and event.y - self._has_headings in self._handle:
            self._grabbed = event.y, self._top
            self.capture_mouse()

    def on_mouse_move(self, event: MouseMove) -> None:
        """Drag the handle."""
        if self._grabbed and (handle := self._handle):
            row, top = self._grabbed
            rows = self._height
            self._show_from(top + (event.y - row) * (len(self.items) - rows) // max(1, rows - len(handle)))

    def on_mouse_up(self) -> None:
        """Release the handle."""
        self.release_mouse()

    def on_mouse_release(self) -> None:
        """Stop dragging, also if another screen has taken the mouse."""
        self._grabbed = None

    def on_mouse_scroll_down(self) -> None:
        """Highlight a row further down."""
        self.move(_WHEEL)

    def on_mouse_scroll_up(self) -> None:
        """Highlight a row further up."""
        self.move(-_WHEEL)

    # --- painting ------------------------------------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        """Render a row of the screen. Only changed rows are rendered."""
        if self._fitted_to != self.size:  # the first frame at a size is drawn before the list hears of the size
            self._fit()
        line = y - self._has_headings
        painted: Line = ()
        if not self.items:
            explanation = wrapped(self.glyphs.write(self._nothing()), self.size.width - EDGES, theme.QUIET)
            painted = gap(_MARKER) + explanation[y] if y < len(explanation) else ()
        elif line < 0:
            painted = gap(_MARKER) + headings(self._columns, self.widths, self.glyphs)
        elif self._top + line < len(self.items):
            painted = self._row(self._top + line)
        return self.strip(fit(painted, self.size.width), self.size.width)

    def _row(self, index: int) -> Line:
        here = index == self.highlighted
        glyphs = self.glyphs
        marker: Line = ((glyphs.turn, theme.CURSOR),) if here else ()
        row = in_columns(self._columns, self.widths, self._cells_of(index, here), glyphs)
        line = fit(marker, _MARKER) + fit(row, self.size.width - EDGES + 1)
        bar = (" ", theme.PLAIN)
        if handle := self._handle:
            held = index - self._top in handle
            bar = (glyphs.heavy.down, theme.TITLE) if held else (glyphs.calm.down, theme.LINE)
        return tuple((text, f"{ink} {_HERE}" if here else ink) for text, ink in (*line, bar))

    @property
    def _handle(self) -> range:
        """The rows in view that the handle of the scroll bar covers: none if all rows are visible."""
        rows = self._height
        if len(self.items) <= rows:
            return range(0)
        length = max(1, rows * rows // len(self.items))
        start = self._top * (rows - length) // (len(self.items) - rows)
        return range(start, start + length)
