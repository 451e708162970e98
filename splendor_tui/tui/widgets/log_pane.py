"""The log, with the latest line last."""

from textual.content import Content
from textual.events import MouseScrollDown, MouseScrollUp
from textual.geometry import NULL_SIZE, Region
from textual.reactive import reactive

from splendor_tui.tui.keys.table_keys import LOG
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_log import log_rows
from splendor_tui.tui.widgets.framed_pane import FramedPane
from splendor_tui.tui.widgets.screen_model import ModelWidget, ScreenModel


class LogPane(ModelWidget, FramedPane):
    """The end of the model's log. The wheel scrolls back, and a click opens the full log.

    The pane selects its rows itself, because a scrolling container would lay out the whole screen for every new line.
    """

    back: reactive[int] = reactive(0, init=False)

    def __init__(self, model: ScreenModel) -> None:
        super().__init__(model)
        self._drawn: list[Content] = []
        self._drawn_size = NULL_SIZE

    def render(self) -> Content:
        """Render as many rows as fit. The size may have changed before the resize event."""
        if self._drawn_size != self.size:
            self._draw()
        return Content("\n").join(self._drawn)

    def redraw(self) -> None:
        """Redraw all rows."""
        self._draw()
        self.refresh()

    def watch_back(self) -> None:
        """Redraw after scrolling."""
        self.redraw()

    def watch_model(self, earlier: ScreenModel, model: ScreenModel) -> None:
        """Redraw only changed rows. In a large pane, most rows stay the same. A new line scrolls to the end."""
        if len(model.log) != len(earlier.log):
            self.back = 0
        if not self.size:  # before the first layout
            return
        before = self._drawn
        self._draw()
        if len(before) != len(self._drawn):
            self.refresh()
            return
        changed = [y for y, (old, new) in enumerate(zip(before, self._drawn, strict=True)) if not new.is_same(old)]
        if changed:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))

    def _draw(self) -> None:
        self._drawn = self.framed_rows(((f" {LOG.title} ", theme.TITLE),), self.model.glyphs)
        self._drawn_size = self.size

    def rows_of(self, cells: int, rows: int) -> list[Content]:
        """Return the end of the log without its last `back` rows."""
        lines = self._rows(cells, rows + self.back)
        stop = max(rows, len(lines) - self.back)
        return lines[max(0, stop - rows) : stop]

    async def on_click(self) -> None:
        """Open the full log."""
        await self.run_action(LOG.action)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Scroll up by a row, until the first row is at the top."""
        event.stop()
        cells, rows = self.room
        if len(self._rows(cells, rows + self.back + 1)) > rows + self.back:
            self.back += 1

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Scroll down by a row, until the last row is at the bottom."""
        event.stop()
        self.back = max(0, self.back - 1)

    def _rows(self, cells: int, wanted: int) -> list[Content]:
        """Return the last rows of the log at this width, at most `wanted`."""
        model = self.model
        return log_rows(model.log, len(model.view.players), model.glyphs, cells, self.room[1], wanted)
