"""What has happened, the latest line last."""

from textual.content import Content
from textual.events import MouseScrollDown, MouseScrollUp
from textual.reactive import reactive
from textual.widget import Widget

from splendor_tui.tui.look.drawn_log import log_rows
from splendor_tui.tui.widgets.screen_model import ScreenModel


class LogPane(Widget):
    """The end of the model's log; the wheel goes back in it.

    It picks the rows itself, as a scrolling container would lay out the whole screen again for every new line.
    """

    model: reactive[ScreenModel | None] = reactive(None)
    back: reactive[int] = reactive(0)

    def __init__(self, model: ScreenModel) -> None:
        super().__init__()
        self.set_reactive(LogPane.model, model)

    def render(self) -> Content:
        """As many rows as there is room for, the last `back` ones left out."""
        height = self.size.height
        rows = self._rows(height + self.back)
        stop = max(height, len(rows) - self.back)
        return Content("\n").join(rows[max(0, stop - height) : stop])

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Go back by a row, until the first one is at the top."""
        event.stop()
        if len(self._rows(self.size.height + self.back + 1)) > self.size.height + self.back:
            self.back += 1

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Go on by a row, until the last one is at the bottom."""
        event.stop()
        self.back = max(0, self.back - 1)

    def _rows(self, wanted: int) -> list[Content]:
        """The last rows of the log at this size, at most `wanted`."""
        model = self.model
        if model is None:
            return []
        return log_rows(model.log, len(model.view.players), model.glyphs, *self.size, wanted)
