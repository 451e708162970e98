"""The complete table, for a match or a replay."""

from collections.abc import Iterable
from functools import cached_property
from itertools import chain
from typing import Any

from textual.app import ComposeResult
from textual.geometry import Region, Size
from textual.layout import Layout
from textual.screen import Screen
from textual.widget import Widget

from splendor_tui.tui.widgets.board import Board
from splendor_tui.tui.widgets.canvas import Canvas
from splendor_tui.tui.widgets.hint_row import TableHints
from splendor_tui.tui.widgets.layouts import ROWS_AROUND, TableLayout
from splendor_tui.tui.widgets.prompt_line import PromptLine
from splendor_tui.tui.widgets.screen_model import ModelWidget, ScreenModel
from splendor_tui.tui.widgets.status_line import StatusLine


class Table(ModelWidget):
    """Status, board, prompt and key hints of one model."""

    def __init__(self, model: ScreenModel) -> None:
        super().__init__(model)
        self.board = Board(model)
        self._status = StatusLine(model)
        self._prompt = PromptLine(model, self.board.prompt_start)
        self._keys = TableHints(model)

    def compose(self) -> ComposeResult:
        """Compose the rows from top to bottom."""
        yield self._status
        yield self.board
        yield from (self._prompt, self._keys)

    @cached_property
    def layout(self) -> Layout:
        """The layout. It places rows above and below the board, which are as wide as the board's content."""
        return TableLayout(self._regions)

    def _regions(self, size: Size) -> dict[Widget, Region]:
        rows = Size(size.width, max(0, size.height - ROWS_AROUND))
        left, right = self.board.places_on(rows).edges

        def row(y: int) -> Region:
            return Region(left, y, right - left, 1)

        return {
            self._status: row(0),
            self.board: Region(0, 1, *rows),
            self._prompt: row(1 + rows.height),
            self._keys: row(2 + rows.height),
        }

    def watch_model(self, before: ScreenModel, model: ScreenModel) -> None:
        """Show the new model in one update."""
        with self.app.batch_update():
            self._status.model = model
            self.board.model = model
            self._prompt.model = model
            self._keys.model = model
            if (before.layout, before.rules) != (model.layout, model.rules):
                self.board.refresh(layout=True)  # as in `Board.watch_model`

    def redraw(self, model: ScreenModel) -> None:
        """Redraw everything, even if the model is the same, for example after switching languages."""
        self.model = model
        with self.app.batch_update():
            for canvas in self.query(Canvas):
                canvas.repaint()
            self.board.redraw_texts()
            self._prompt.repaint()
            self._keys.refresh()

    def show_status(self, model: ScreenModel) -> None:
        """Update only the status: the clock, and whether everything is saved."""
        self._status.model = model

    def show_thinking(self, model: ScreenModel) -> None:
        """Update only the prompt and the hint: the thinking player, and the results so far."""
        with self.app.batch_update():
            self._prompt.model = model
            self.board.hint.model = model


def players_at_table(screens: Iterable[Screen[Any]]) -> int:
    """Return the number of players at the open table, or 2 if no table is open."""
    tables = chain.from_iterable(screen.query(Table) for screen in screens)
    return next((len(table.model.names) for table in tables), 2)
