"""An app with only the table: its widgets with a given model, without keys or a game."""

import asyncio
from pathlib import Path

from textual.app import App, ComposeResult

import splendor_tui
from splendor_tui.presentation.table_model import TableModel
from splendor_tui.tui.look.theme import THEMES, table_variables
from splendor_tui.tui.widgets.board import Board
from splendor_tui.tui.widgets.key_row import TableHints
from splendor_tui.tui.widgets.prompt_line import PromptLine
from splendor_tui.tui.widgets.status_line import StatusLine
from tests.tui.opened_app import screen_text
from tests.tui.positions import LOOK


class TableApp(App[None]):
    """Displays a model in the game's first theme."""

    CSS_PATH = Path(splendor_tui.__file__).parent / "tui" / "widgets" / "table.tcss"

    def __init__(self, model: TableModel) -> None:
        super().__init__()
        self.model = model
        for own in THEMES:
            self.register_theme(own)
        self.theme = THEMES[0].name

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The variables of the table's inks."""
        return table_variables(self.current_theme)

    def compose(self) -> ComposeResult:
        """The rows of a table, from the top."""
        yield StatusLine(self.model, LOOK)
        board = Board(self.model, LOOK)
        yield board
        yield PromptLine(self.model, LOOK, board.prompt_start)
        yield TableHints(self.model, LOOK)

    def show(self, model: TableModel) -> None:
        """Display another position."""
        with self.batch_update():
            self.query_one(StatusLine).model = model
            self.query_one(Board).model = model
            self.query_one(PromptLine).model = model
            self.query_one(TableHints).model = model


def text(model: TableModel, size: str) -> str:
    """The text of the screen with this model, at a size like `80x24`."""

    async def run() -> str:
        app = TableApp(model)
        width, height = map(int, size.split("x"))
        async with app.run_test(size=(width, height)) as pilot:
            await pilot.pause()
            return screen_text(app)

    return asyncio.run(run())
