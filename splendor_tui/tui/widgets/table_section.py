"""The parts of the table: how they are painted, and how a click picks one of their slots."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from textual.events import Click, MouseDown
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip

from splendor_tui.presentation.table_model import Slot, TableModel
from splendor_tui.tui.look.paint import Block, Line, Picture, filled
from splendor_tui.tui.widgets.base_widgets import Painter
from splendor_tui.tui.widgets.model_widget import Look, ModelWidget


class Sprite(NamedTuple):
    """A block that is temporarily drawn over a picture."""

    region: Region
    block: Block


@dataclass
class SlotPicked(Message):
    """Posted when a slot is clicked."""

    slot: Slot


@dataclass
class SlotConfirmed(Message):
    """Posted when the chosen slot is clicked again."""

    slot: Slot


class Canvas(ModelWidget, Painter):
    """A widget that is repainted when its model or size changes. Subclasses define the picture and handle clicks."""

    ALLOW_SELECT: ClassVar[bool] = False

    def __init__(self, model: TableModel, look: Look) -> None:
        super().__init__(model, look)
        self._picture: Picture | None = None
        self._strips: list[Strip] = []
        self._over: tuple[Sprite, ...] = ()

    def paint(self, model: TableModel, look: Look, size: Size) -> Picture:
        """Paint the model at this size."""
        raise NotImplementedError

    @property
    def picture(self) -> Picture:
        """The current picture, as large as the widget. Empty until the widget has a size."""
        if self._picture is None:
            self._picture = self._painted()
            self._strips = [self.strip(line, self.size.width) for line in self._picture.lines]
        return self._picture

    def repaint(self) -> None:
        """Repaint the picture. Only the changes are sent to the terminal."""
        if self._picture is None:
            self.refresh()
            return
        before, after = self._picture, self._painted()
        if len(before.lines) == len(after.lines):
            self._picture = after
            regions = after.differences(before)
            for row in {region.y for region in regions}:
                self._strips[row] = self.strip(after.lines[row], self.size.width)
            if regions:
                self.refresh(*regions)

    def lay_over(self, sprites: Sequence[Sprite]) -> None:
        """Replace the sprites over the picture. Only the changes are sent to the terminal."""
        over = tuple(sprite for sprite in sprites if sprite.region.overlaps(self.size.region))
        changed = set(self._over).symmetric_difference(over)
        self._over = over
        if changed:
            self.refresh(*(sprite.region.intersection(self.size.region) for sprite in changed))

    def watch_model(self) -> None:
        """Repaint the picture from the new model."""
        self.repaint()

    def on_resize(self) -> None:
        """Repaint the picture at the new size."""
        self._picture = None
        self.refresh()

    def notify_style_update(self) -> None:
        """Repaint the picture, because its colours come from the theme."""
        self._picture = None
        super().notify_style_update()

    def render_line(self, y: int) -> Strip:
        """Render a row of the picture with its sprites."""
        if y < len(self.picture.lines):
            strip = self._strips[y]
            for sprite in self._over:
                if sprite.region.y <= y < sprite.region.bottom:
                    strip = self._covered(strip, sprite.region, sprite.block[y - sprite.region.y])
            return strip
        # Textual expects a style even without colours.
        return Strip.blank(self.size.width, self.visual_style.rich_style)

    def _painted(self) -> Picture:
        if not self.size:
            return Picture(())
        painted = self.paint(self.model, self.look, self.size)
        return Picture(filled(painted.lines, *self.size), painted.places)

    def _covered(self, strip: Strip, region: Region, line: Line) -> Strip:
        """Draw a line of a sprite over a row, clipped at the edges of the row."""
        left, right = max(0, region.x), min(region.right, self.size.width)
        above = self.strip(line, region.width).crop(left - region.x, right - region.x)
        return Strip.join([strip.crop(0, left), above, strip.crop(right)])


class Section(Canvas):
    """A part of the table with slots. The cursor is on one of them, or in another section."""

    _pressed: Slot | None = None

    def move_cursor(self, cursor: Slot | None) -> None:
        """Redraw the cursor if it enters or leaves this section."""
        before, self.look = self.look.cursor, self.look._replace(cursor=cursor)
        if self._picture is None or any(slot in {before, cursor} for slot, _region in self._picture.places):
            self.repaint()

    def on_mouse_down(self, event: MouseDown) -> None:
        """Remember the pressed slot. A click must begin and end on the same slot."""
        self._pressed = self.picture.at(event.offset)

    def on_click(self, event: Click) -> None:
        """Report a clicked slot. Another click on the chosen slot confirms it."""
        slot = self.picture.at(event.offset)
        if slot is not None and slot == self._pressed:
            chosen = slot == self.model.chosen
            self.post_message(SlotConfirmed(slot) if chosen else SlotPicked(slot))
