"""The parts of a screen: each draws itself, and one of them takes the movement keys."""

from typing import ClassVar

from textual.message import Message as Event
from textual.widget import Widget


class Part(Widget):
    """Draws itself from the current state, settings and language whenever it is redrawn, and holds no copy of them."""

    ALLOW_SELECT: ClassVar[bool] = False
    DEFAULT_CSS = """
    Part {
        text-wrap: nowrap;
    }
    """

    class Changed(Event):
        """What this part shows has changed; other parts of its screen may show the same."""

        def __init__(self, part: "Part") -> None:
            super().__init__()
            self.part = part

    def __init__(self, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002  as Textual calls it
        super().__init__(id=id, classes=classes)
        self.auto_links = False  # the words have their own inks

    def redraw(self) -> None:
        """Draw the current state."""
        self.refresh(layout=self.styles.auto_dimensions)


class Scroller(Part):
    """The part that the movement keys go to: rows, one of them highlighted, or a page of text.

    The screen has the keys, so it needs no focus.
    """

    def move(self, by: int) -> None:
        """Go some rows down or up."""
        raise NotImplementedError

    def page(self, pages: int) -> None:
        """Go some screens down or up."""
        raise NotImplementedError

    def jump(self, place: int) -> None:
        """Go to the row at this index: 0 is the first, -1 the last."""
        raise NotImplementedError

    def turn(self, by: int) -> None:
        """Change the value of the highlighted row, if it has several."""

    def choose(self) -> None:
        """Run the action of the highlighted row."""
