"""A page of text, painted to fit its size."""

from collections.abc import Callable, Iterable

from textual.content import Content
from textual.geometry import Size

from splendor_tui.tui.look.paint import Line, gap
from splendor_tui.tui.widgets.part import Part


class Sheet(Part):
    """A page that `paint` draws at its size."""

    DEFAULT_CSS = """
    Sheet {
        width: 1fr;
        height: 1fr;
    }
    """

    def __init__(self, paint: Callable[[Size], Content]) -> None:
        super().__init__()
        self._paint = paint

    def render(self) -> Content:
        """Render the page."""
        return self._paint(self.size)


class Text(Part):
    """Text that takes as many rows as it needs. `text` returns it."""

    DEFAULT_CSS = """
    Text {
        height: auto;
        text-wrap: wrap;
    }
    """

    def __init__(
        self,
        text: Callable[[], Content],
        id: str | None = None,  # noqa: A002 - Textual's name
        classes: str | None = None,
    ) -> None:
        super().__init__(id, classes)
        self._text = text

    def render(self) -> Content:
        """Render the text."""
        return self._text()


def page(lines: Iterable[Line]) -> Content:
    """Join painted lines into one `Content`."""
    return Content("\n").join(Content.assemble(*line) for line in lines)


def centred(lines: Iterable[Line], cells: int, room: int) -> list[Line]:
    """Put painted lines of this width into the middle of `room`."""
    return [(*gap((room - cells) // 2), *line) for line in lines]


def wrapped(text: str, cells: int, ink: str) -> list[Line]:
    """Wrap text in one ink to this width. Empty if the width is zero."""
    return [((line.plain, ink),) for line in Content(text).wrap(cells)] if cells > 0 else []
