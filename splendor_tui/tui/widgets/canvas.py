"""A widget that shows a picture painted from the table's model."""

from typing import ClassVar, Generic, TypeVar

from rich.segment import Segment
from rich.style import Style
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from splendor_tui.presentation.table_model import Slot
from splendor_tui.tui.look.paint import Line, Picture, filled
from splendor_tui.tui.widgets.screen_model import ScreenModel

TargetT = TypeVar("TargetT")


class SlotPicked(Message):
    """The player has pointed at a place of the table."""

    def __init__(self, slot: Slot) -> None:
        self.slot = slot
        super().__init__()


class SlotConfirmed(Message):
    """The player has pointed once more at what is chosen already."""

    def __init__(self, slot: Slot) -> None:
        self.slot = slot
        super().__init__()


class Canvas(Widget, Generic[TargetT]):
    """Repaints when the model or its size changes; a subclass says how, and what a click on a target does."""

    ALLOW_SELECT: ClassVar[bool] = False

    model: reactive[ScreenModel | None] = reactive(None, layout=False, repaint=False)

    def __init__(self, model: ScreenModel) -> None:
        super().__init__()
        self.set_reactive(Canvas.model, model)
        self._picture: Picture[TargetT] | None = None
        self._strips: list[Strip] = []
        self._styles: dict[str, Style] = {}

    def paint(self, model: ScreenModel, size: Size) -> Picture[TargetT]:
        """The picture of the model at this size; every kind of widget has its own."""
        raise NotImplementedError

    @property
    def picture(self) -> Picture[TargetT]:
        """What the widget shows now: exactly as large as itself, and empty as long as it has no size."""
        if self._picture is None:
            self._picture = self._painted()
            self._strips = [self._strip(line) for line in self._picture.lines]
        return self._picture

    def repaint(self) -> None:
        """Paint again, and send only what has changed to the terminal."""
        if self._picture is None:
            self.refresh()
            return
        before, after = self._picture, self._painted()
        if len(before.lines) == len(after.lines):
            self._picture = after
            regions = after.differences(before)
            for row in {region.y for region in regions}:
                self._strips[row] = self._strip(after.lines[row])
            if regions:
                self.refresh(*regions)

    def watch_model(self) -> None:
        """Show the new model."""
        self.repaint()

    def on_resize(self) -> None:
        """Use the new room."""
        self._picture = None
        self.refresh()

    def notify_style_update(self) -> None:
        """Resolve the inks again, as their colours come from the theme."""
        self._picture = None
        self._styles.clear()
        super().notify_style_update()

    def render_line(self, y: int) -> Strip:
        """One row of the picture."""
        if y < len(self.picture.lines):
            return self._strips[y]
        return Strip.blank(self.size.width, self.visual_style.rich_style)  # without colours Textual wants a style

    def _painted(self) -> Picture[TargetT]:
        if self.model is None or not self.size:
            return Picture(())
        painted = self.paint(self.model, self.size)
        return Picture(filled(painted.lines, *self.size), painted.places)

    def _strip(self, line: Line) -> Strip:
        pieces = [Segment(text, self._style(ink)) for text, ink in line]
        return Strip(pieces, self.size.width).simplify()

    def _style(self, ink: str) -> Style:
        """The ink on the ground of this widget."""
        style = self._styles.get(ink)
        if style is None:
            style = self._styles[ink] = (self.visual_style + self.app.stylesheet.parse_style(ink)).rich_style
        return style


class Section(Canvas[Slot]):
    """A part of the table with slots in it. The cursor may stand on one of them, or on another section's."""

    cursor: reactive[Slot | None] = reactive(None, layout=False, repaint=False)

    def watch_cursor(self) -> None:
        """Show the cursor where it is now, if that is here."""
        self.repaint()

    def on_click(self, event: Click) -> None:
        """Say what was pointed at; the same thing twice is a confirmation."""
        slot = self.picture.at(event.offset)
        if slot is not None and self.model is not None:
            chosen = slot == self.model.choice.chosen
            self.post_message(SlotConfirmed(slot) if chosen else SlotPicked(slot))
