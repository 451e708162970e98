"""The log, the latest line last."""

from textual.content import Content
from textual.events import MouseScrollDown, MouseScrollUp
from textual.geometry import Region
from textual.reactive import reactive

from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_log import log_rows
from splendor_tui.tui.widgets.framed_pane import FramedPane
from splendor_tui.tui.widgets.screen_model import ScreenModel
from splendor_tui.words import NP_


class LogPane(FramedPane):
    """The end of the model's log; the wheel scrolls back.

    It picks the rows itself, as a scrolling container would lay out the whole screen for every new line.
    """

    model: reactive[ScreenModel | None] = reactive(None, repaint=False)
    back: reactive[int] = reactive(0)

    def __init__(self, model: ScreenModel) -> None:
        super().__init__()
        self._drawn: list[Content] | None = None
        """The rows that are shown; None where they have to be drawn anew."""
        self.set_reactive(LogPane.model, model)

    def render(self) -> Content:
        """As many rows as fit."""
        if self._drawn is None:
            self._drawn = self._draw()
        return Content("\n").join(self._drawn)

    def redraw(self) -> None:
        """Redraw everything."""
        self._drawn = None
        self.refresh()

    def on_resize(self) -> None:
        """Fit the new size."""
        self.redraw()

    def watch_back(self) -> None:
        """Show other rows."""
        self.redraw()

    def watch_model(self) -> None:
        """Redraw only changed rows: in a large pane most stay the same."""
        before, self._drawn = self._drawn, self._draw()
        if before is None or len(before) != len(self._drawn):
            self.refresh()
            return
        changed = [y for y, (old, new) in enumerate(zip(before, self._drawn, strict=True)) if not new.is_same(old)]
        if changed:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))

    def _draw(self) -> list[Content]:
        if self.model is None:
            return []
        return self.framed_rows(((f" {NP_('noun', 'log')} ", theme.TITLE),), self.model.glyphs)

    def rows_of(self, cells: int, rows: int) -> list[Content]:
        """The end of the log without its last `back` rows."""
        lines = self._rows(cells, rows + self.back)
        stop = max(rows, len(lines) - self.back)
        return lines[max(0, stop - rows) : stop]

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Scroll up by a row, until the first one is on top."""
        event.stop()
        cells, rows = self.room
        if len(self._rows(cells, rows + self.back + 1)) > rows + self.back:
            self.back += 1

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Scroll down by a row, until the last one is at the bottom."""
        event.stop()
        self.back = max(0, self.back - 1)

    def _rows(self, cells: int, wanted: int) -> list[Content]:
        """At most `wanted` last rows of the log at this width."""
        model = self.model
        if model is None:
            return []
        return log_rows(model.log, len(model.view.players), model.glyphs, cells, self.room[1], wanted)
