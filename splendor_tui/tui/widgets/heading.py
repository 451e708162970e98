"""The first row of a screen: a title on the left, and more on the right."""

from collections.abc import Callable
from typing import Final

from textual.content import Content

from splendor_tui.presentation.table_model import PILES
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.widgets.part import Part
from splendor_tui.words import Message

_GAP: Final = 2


class Heading(Part):
    """A heading. `title` is on the left and is never cut. `beside` may use the remaining cells.

    Both are called for each frame, so the first frame is complete.
    """

    DEFAULT_CSS = """
    Heading {
        height: 1;
        text-overflow: ellipsis;
    }

    Heading.-bar {
        padding: 0 1;
        background: $table-back;
    }
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
    """Return a chip for each gem and for gold."""
    return [Content.styled(f" {glyphs.gem(pile)} ", theme.gem_ink(pile)) for pile in PILES]


def with_chips(title: Message, glyphs: Glyphs) -> Content:
    """Return a title preceded by all chips."""
    return Content.assemble(*chips(glyphs), (f"  {glyphs.write(title)}", theme.TITLE))
