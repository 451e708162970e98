"""The whole log."""

from collections.abc import Sequence
from typing import ClassVar

from textual.content import Content
from textual.geometry import Size

from splendor_tui.match.log import LogLine
from splendor_tui.presentation.table_model import TableModel
from splendor_tui.tui.look.drawn_log import log_page
from splendor_tui.tui.screens.page_screen import PageScreen
from splendor_tui.words import N_


class LogScreen(PageScreen):
    """Shows the end of the log first."""

    ABOUT = N_("The whole log of this game, the latest at the bottom.")
    HEADING = N_("What has happened")
    STOPS_CLOCK: ClassVar[bool] = False

    def __init__(self, log: Sequence[LogLine]) -> None:
        super().__init__()
        self._log = log
        self._follows_end = True

    def on_mount(self) -> None:
        """Scroll to the end, which moves until the layout is complete: the scroll bar takes room, so that more rows wrap."""
        super().on_mount()
        self.watch(self._scroll, "virtual_size", self._follow_end)

    def _follow_end(self) -> None:
        if self._follows_end:
            self.after_refresh(self.action_last)

    def action_rows(self, rows: int) -> None:
        """Scroll by some rows, and stay there."""
        self._follows_end = False
        super().action_rows(rows)

    def action_first(self) -> None:
        """Scroll to the beginning, and stay there."""
        self._follows_end = False
        super().action_first()

    def match_changed(self, model: TableModel) -> None:
        """Add new events."""
        if model.log != self._log:
            self._log = model.log
            self.settings_changed()

    def page(self, size: Size) -> Content:  # noqa: ARG002  the screen wraps it
        """All rounds."""
        return log_page(self._log, self.glyphs) if self._log else Content(self.glyphs.write(N_("Nothing yet.")))
