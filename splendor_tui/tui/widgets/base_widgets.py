"""Parts of a screen, such as texts and headings, and a base class for parts that take the movement keys."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from rich.segment import Segment
from rich.style import Style
from textual.content import Content
from textual.events import Click, MouseDown
from textual.geometry import Offset, Size
from textual.message import Message as Event
from textual.strip import Strip
from textual.widget import Widget

from splendor_tui.presentation.table_model import PILES
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.paint import Line
from splendor_tui.words import Message

if TYPE_CHECKING:
    from splendor_tui.tui.app.app import SplendorApp

_GAP: Final = 2
"""Minimum space between a title and the text beside it."""


class Painter(Widget):
    """A widget that turns painted lines into strips: faster than `Content`, whose inks are resolved for every line."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._styles: dict[str, Style] = {}

    def strip(self, line: Line, cells: int) -> Strip:
        """The strip of a line of this width."""
        return Strip([Segment(text, self._style(ink)) for text, ink in line], cells).simplify()

    def _style(self, ink: str) -> Style:
        """The style of an ink on this widget's background."""
        style = self._styles.get(ink)
        if style is None:
            style = self._styles[ink] = (self.visual_style + self.app.stylesheet.parse_style(ink)).rich_style
        return style

    def notify_style_update(self) -> None:
        """Resolve the inks again, because their colours come from the theme."""
        self._styles.clear()
        super().notify_style_update()


class Part(Widget):
    """A widget that draws itself from the current state, settings and language, and holds no copy of them."""

    ALLOW_SELECT: ClassVar[bool] = False

    @dataclass
    class Changed(Event):
        """Posted when the part has changed. Other parts of its screen may have to be redrawn."""

        part: "Part"

    def __init__(self, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id, classes=classes)
        self.auto_links = False  # links keep their own inks

    @property
    def glyphs(self) -> Glyphs:
        """The current glyphs."""
        return cast("SplendorApp", self.app).glyphs

    def redraw(self) -> None:
        """Draw the current state."""
        self.refresh(layout=self.styles.auto_dimensions)


class Scroller(Part):
    """A part that takes the movement keys: rows, one of which is highlighted, or a page of text.

    The screen handles the keys, so the part needs no focus.
    """

    _pressed_row: int | None = None

    def on_mouse_down(self, event: MouseDown) -> None:
        """Remember the pressed row."""
        self._pressed_row = event.y

    def is_drag(self, event: Click) -> bool:
        """Whether the button was pressed on another row. Such a click does nothing."""
        return event.y != self._pressed_row

    @property
    def selected(self) -> Offset:
        """The place of the highlighted row on the screen, or that of the page."""
        return self.region.offset

    def move(self, by: int) -> None:
        """Move down by this many rows, or up if negative."""
        raise NotImplementedError

    def page(self, pages: int) -> None:
        """Move down by this many screens, or up if negative."""
        raise NotImplementedError

    def jump(self, place: int) -> None:
        """Move to the row at this index: 0 is the first, -1 the last."""
        raise NotImplementedError

    def turn(self, by: int) -> None:
        """Change the value of the highlighted row, if it has several."""

    def choose(self) -> None:
        """Run the action of the highlighted row."""


class Sheet(Part):
    """A page that `paint` draws at its size."""

    def __init__(self, paint: Callable[[Size], Content]) -> None:
        super().__init__()
        self._paint = paint

    def render(self) -> Content:
        """Render the page."""
        return self._paint(self.size)


class Text(Part):
    """Text that takes as many rows as it needs. `text` returns it, drawn or as words."""

    def __init__(
        self,
        text: Callable[[], Content | Message | str],
        id: str | None = None,  # noqa: A002 - Textual's name
        classes: str | None = None,
    ) -> None:
        super().__init__(id, classes)
        self._text = text

    def render(self) -> Content:
        """Render the text."""
        text = self._text()
        return text if isinstance(text, Content) else Content(self.glyphs.write(text))


class Heading(Part):
    """A heading. `title` is on the left and is never cut. `beside` may use the remaining cells.

    Both are called for each frame, so the first frame is complete.
    """

    def __init__(
        self, title: Callable[[], Content], beside: Callable[[int], Content] | None = None, *, bar: bool = False
    ) -> None:
        super().__init__(classes="-bar" if bar else None)
        self._title = title
        self._beside = beside

    def render(self) -> Content:
        """Render both ends of the row."""
        title = self._title()
        if self._beside is None:
            return title  # aligned by the style sheet
        room = self.size.width - title.cell_length - _GAP
        beside = self._beside(room) if room > 0 else Content()
        if beside.cell_length > room:
            return title
        return title.pad_right(room + _GAP - beside.cell_length) + beside


def chips(glyphs: Glyphs) -> list[Content]:
    """A chip for each gem and for gold."""
    return [Content.styled(f" {glyphs.gem(pile)} ", theme.gem_ink(pile)) for pile in PILES]


def with_chips(title: Message, glyphs: Glyphs) -> Content:
    """A title preceded by all chips."""
    return Content.assemble(*chips(glyphs), (f"  {glyphs.write(title)}", theme.TITLE))
