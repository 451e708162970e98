"""The base of screens with long lists: columns, rows, and a panel with details."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from splendor_tui.tui.keys.key_hint import Hint
from splendor_tui.tui.look.paint import Line, clipped
from splendor_tui.tui.screens.game_screen import GameScreen
from splendor_tui.tui.widgets.columns import Column, headings, in_columns
from splendor_tui.tui.widgets.heading import Heading, with_chips
from splendor_tui.tui.widgets.hint_row import HintRow
from splendor_tui.tui.widgets.long_list import LongList
from splendor_tui.tui.widgets.sheet import Sheet
from splendor_tui.words import Message


class ListScreen(GameScreen[None]):
    """A list of any length above a panel about the highlighted row. Subclasses define both."""

    CSS_PATH = ["list_screen.tcss"]  # noqa: RUF012  Textual declares it so
    HEADING: ClassVar[Message]

    def __init__(self) -> None:
        super().__init__()
        self._columns: Sequence[Column] = ()
        """Computed once for each width and language: no row computes them again."""

    def compose(self) -> ComposeResult:
        """From the top."""
        with Vertical(id="page"):
            yield Heading(lambda: with_chips(self.HEADING, self.glyphs), self._beside_heading)
            yield Static(id="notices", markup=False)
            yield Sheet(self._headings, id="columns")
            yield LongList(self._painted, lambda: self.glyphs)
            with Vertical(id="panel", classes="panel"):
                yield from self.panel()
        yield HintRow(self.hints)

    @property
    def list(self) -> LongList:
        """The list widget."""
        return self.query_one(LongList)

    @property
    def wide(self) -> bool:
        """Whether the window is larger than the minimum."""
        return self.app.size.width >= 120

    # --- for subclasses -----------------------------------------------------------------------------------------------

    @abstractmethod
    def columns(self) -> Sequence[Column]:
        """The columns of the list."""

    @abstractmethod
    def row(self, index: int, here: bool) -> Sequence[Line]:
        """The cells of a row, one per column; `here` marks the highlighted one."""

    @abstractmethod
    def panel(self) -> ComposeResult:
        """The content of the panel."""

    @abstractmethod
    def explain(self) -> None:
        """Update the panel."""

    @abstractmethod
    def hints(self) -> tuple[Hint, ...]:
        """The current keys."""

    # --- display ------------------------------------------------------------------------------------------------------

    def settings_changed(self) -> None:
        """Redraw with the current settings."""
        self.show_rows(self.list.count, self.list.highlighted)

    def on_resize(self) -> None:
        """Fit the columns to the new width."""
        self._columns = self.columns()
        self.after_refresh(self.show_frame)

    def show_rows(self, count: int, highlighted: int) -> None:
        """Update the list to `count` rows; any row may have changed."""
        self._columns = self.columns()
        self.list.show(count, highlighted)
        self.show_frame()

    def _painted(self, index: int, cells: int, here: bool) -> Line:
        return in_columns(self._columns, self.row(index, here), cells, self.glyphs)

    def show_frame(self) -> None:
        """Draw everything except the rows."""
        self.explain()
        for part in (self.query_one(Heading), self.query_one("#columns"), self.query_one(HintRow)):
            part.refresh()

    def _headings(self, size: Size) -> Content:
        heads = headings(self._columns, size.width, self.glyphs) if self.list.count else ()
        return Content.assemble(*heads)

    def show_notices(self, sentences: Sequence[Message]) -> None:
        """Show notices about unreadable data above the list."""
        notices = self.query_one("#notices", Static)
        notices.update("\n".join(map(self.glyphs.write, sentences)))
        notices.display = bool(sentences)

    def right_of_title(self) -> Line:
        """The right end of the first row."""
        return ()

    def _beside_heading(self, room: int) -> Content:
        return Content.assemble(*clipped(self.right_of_title(), room, self.glyphs.ellipsis))

    # --- actions ------------------------------------------------------------------------------------------------------

    def on_long_list_highlighted(self) -> None:
        """Describe the newly highlighted row."""
        self.show_frame()
