"""Parts of a screen. Each draws itself. One of them handles the movement keys."""

from dataclasses import dataclass
from typing import ClassVar

from textual.message import Message as Event
from textual.widget import Widget


class Part(Widget):
    """A widget that draws itself from the current state, settings and language, and holds no copy of them."""

    ALLOW_SELECT: ClassVar[bool] = False
    DEFAULT_CSS = """
    Part {
        text-wrap: nowrap;
    }
    """

    @dataclass
    class Changed(Event):
        """Posted when the part has changed. Other parts of its screen may have to be redrawn."""

        part: "Part"

    def __init__(self, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id, classes=classes)
        self.auto_links = False  # links keep their own inks

    def redraw(self) -> None:
        """Draw the current state."""
        self.refresh(layout=self.styles.auto_dimensions)


class Scroller(Part):
    """A part that takes the movement keys: rows, one of which is highlighted, or a page of text.

    The screen handles the keys, so the part needs no focus.
    """

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
