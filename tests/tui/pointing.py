"""A mouse for tests: it points at words."""

from textual.pilot import Pilot

from splendor_tui.tui.app.app import SplendorApp
from tests.tui.opened_app import screen_text


def place_of(app: SplendorApp, words: str, row_of: str = "") -> tuple[int, int]:
    """The cell in which the words begin, in a row in which `row_of` stands too."""
    for y, line in enumerate(screen_text(app).splitlines()):
        if words in line and row_of in line:
            return line.index(words, line.index(row_of)), y
    raise AssertionError(f"{words!r} is not on the screen:\n{screen_text(app)}")


async def click(pilot: Pilot[int], words: str, row_of: str = "") -> None:
    """Click on the first sign of the words."""
    app = pilot.app
    assert isinstance(app, SplendorApp)
    await pilot.click(offset=place_of(app, words, row_of))
    await pilot.pause()
