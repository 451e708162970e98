"""The whole table, as a match and a replay show it."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.reactive import reactive

from splendor_tui.tui.widgets.board import Board
from splendor_tui.tui.widgets.canvas import Canvas
from splendor_tui.tui.widgets.hint_panel import HintPanel
from splendor_tui.tui.widgets.key_hints import KeyHints
from splendor_tui.tui.widgets.log_pane import LogPane
from splendor_tui.tui.widgets.prompt_line import PromptLine
from splendor_tui.tui.widgets.screen_model import ScreenModel
from splendor_tui.tui.widgets.status_line import StatusLine


class Table(Vertical):
    """Status, board, prompt and key hints from one model."""

    model: reactive[ScreenModel | None] = reactive(None, layout=False, repaint=False)

    def __init__(self, model: ScreenModel) -> None:
        super().__init__()
        self.set_reactive(Table.model, model)
        self.board = Board(model)
        self._status = StatusLine(model)
        self._others = (PromptLine(model, self.board.prompt_start), KeyHints(model))

    def compose(self) -> ComposeResult:
        """The rows, from the top."""
        yield self._status
        yield self.board
        yield from self._others

    def watch_model(self, model: ScreenModel) -> None:
        """Show the new model in one update."""
        with self.app.batch_update():
            self._status.model = model
            self.board.model = model
            for part in self._others:
                part.model = model

    def redraw(self, model: ScreenModel) -> None:
        """Redraw everything, also what is equal to before: the language may have changed."""
        self.model = model
        with self.app.batch_update():
            for canvas in self.query(Canvas):
                canvas.repaint()
            self.query_one(LogPane).refresh()
            self.query_one(PromptLine).repaint()
            self.query_one(HintPanel).repaint()

    def show_status(self, model: ScreenModel) -> None:
        """Update only the status: the clock, and whether everything is saved."""
        self._status.model = model

    def show_thinking(self, model: ScreenModel) -> None:
        """Update only what tells who thinks, and what they have found so far: the prompt and the hint."""
        with self.app.batch_update():
            self.query_one(PromptLine).model = model
            self.query_one(HintPanel).model = model
