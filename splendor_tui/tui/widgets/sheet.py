"""A page: a heading, and a sheet that is painted for the room beneath it."""

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from splendor_tui.tui.keys.key_hint import Hint
from splendor_tui.tui.look.paint import Line
from splendor_tui.tui.widgets.hint_row import hints_content


class Heading(Widget):
    """The first row of a page: its title, and at the right the keys with what they do, which can be clicked too.

    The title is never cut for the sake of a hint.
    """

    ALLOW_SELECT: ClassVar[bool] = False
    DEFAULT_CSS = """
    Heading {
        height: 1;
        padding: 0 1;
        background: $table-back;
        text-wrap: nowrap;
        text-overflow: ellipsis;
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self.auto_links = False  # the words have inks of their own
        self._title = Content()
        self._hints: Sequence[Hint] = ()

    def show(self, title: Content, hints: Sequence[Hint]) -> None:
        """Show these."""
        self._title, self._hints = title, hints
        self.refresh()

    def render(self) -> Content:
        """Both ends of the row."""
        room = self.size.width - self._title.cell_length - 2
        hints = hints_content(self._hints, room, between=2)
        if hints.cell_length > room:
            return self._title
        return self._title.pad_right(room + 2 - hints.cell_length) + hints


class Sheet(Widget):
    """What is beneath the heading: `paint` draws it for the size at hand."""

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
    """A text in one ink, broken into lines of this width; none where there is no width."""
    return [((line.plain, ink),) for line in Content(text).wrap(cells)] if cells > 0 else []
