"""The part of a screen that the movement keys go to."""

from splendor_tui.tui.widgets.part import Part


class Scroller(Part):
    """Rows, one of them highlighted, or a page of text. The screen has its keys, so it needs no focus."""

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
