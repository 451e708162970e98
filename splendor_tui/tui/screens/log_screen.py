"""The full log."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Size

from splendor_tui.match.log import LogLine
from splendor_tui.presentation.commands import IN_LOG
from splendor_tui.presentation.table_model import TableModel
from splendor_tui.tui.look.drawn_log import log_page
from splendor_tui.tui.screens.base_screen import BaseScreen
from splendor_tui.tui.screens.pages import TextPage
from splendor_tui.tui.widgets.base_widgets import Heading
from splendor_tui.tui.widgets.status_line import clock_of_active
from splendor_tui.words import N_


class LogScreen(BaseScreen[None]):
    """Shows the log, starting at its end. `model` is the match in progress, if any."""

    ABOUT = N_("The full log of this game, latest at the bottom.")
    KEY_COMMANDS = IN_LOG
    CSS_PATH = "log_screen.tcss"
    STOPS_CLOCK = False

    def __init__(self, log: Sequence[LogLine], model: TableModel | None = None) -> None:
        super().__init__()
        self._log = log
        self._model = model

    def match_changed(self, model: TableModel) -> None:
        """Add new events, and update the clock."""
        self._model = model
        if model.log != self._log:
            self._log = model.log
            self.show()
        else:
            self.query_one(Heading).refresh()

    def _clock(self) -> Content:
        """The clock, which continues to run."""
        return Content.assemble(*clock_of_active(self._model, self.glyphs)) if self._model else Content()

    def compose(self) -> ComposeResult:
        """Compose the page."""
        yield TextPage(self, N_("Game log"), self._paint, self._clock, from_end=True)

    def _paint(self, size: Size) -> Content:  # noqa: ARG002 - the screen wraps the text
        """The log of all rounds."""
        return log_page(self._log, self.glyphs) if self._log else Content(self.glyphs.write(N_("Nothing yet.")))
