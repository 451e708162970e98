"""A part of a screen."""

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
