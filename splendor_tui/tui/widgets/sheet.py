"""A page beside the table: a row that says what it is, and what is painted for the room beneath."""

from collections.abc import Callable, Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Static

from splendor_tui.presentation.table_model import Hint
from splendor_tui.tui.look.paint import Line
from splendor_tui.tui.widgets.hint_row import hint_words


class Heading(Horizontal):
    """The first row of a page: its title, and at the right the keys with what they do, which can be clicked too."""

    DEFAULT_CSS = """
    Heading {
        height: 1;
        padding: 0 1;
        background: $table-back;
    }

    Heading > Static {
        width: auto;
        text-wrap: nowrap;
    }

    Heading > #title {
        width: 1fr;
        text-overflow: clip;
    }
    """

    def __init__(self, title: Content, hints: Iterable[Hint]) -> None:
        super().__init__()
        self._title = title
        self._hints = hints

    def compose(self) -> ComposeResult:
        """Both ends of the row."""
        yield Static(self._title, id="title")
        hints = Static(Content("  ").join(map(hint_words, self._hints)))
        hints.auto_links = False  # they have inks of their own
        yield hints


class Sheet(Widget):
    """What stands beneath: `paint` makes it for the size that there is."""

    ALLOW_SELECT: ClassVar[bool] = False
    DEFAULT_CSS = """
    Sheet {
        width: 1fr;
        height: 1fr;
        text-wrap: nowrap;
    }
    """

    def __init__(self, paint: Callable[[Size], Content]) -> None:
        super().__init__()
        self.auto_links = False
        self._paint = paint

    def render(self) -> Content:
        """The page as it is now."""
        return self._paint(self.size)


def page(lines: Iterable[Line]) -> Content:
    """Painted lines as one text."""
    return Content("\n").join(Content.assemble(*line) for line in lines)


def wrapped(text: str, cells: int, ink: str) -> list[Line]:
    """A text in one ink, broken into lines of this width."""
    return [((line.plain, ink),) for line in Content(text).wrap(cells)]
