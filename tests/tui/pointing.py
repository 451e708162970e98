"""A mouse for tests that clicks on words."""

from textual.pilot import Pilot

from splendor_tui.tui.app.app import SplendorApp
from tests.tui.opened_app import screen_text


def place_of(app: SplendorApp, words: str, row_of: str = "") -> tuple[int, int]:
    """The cell of the first occurrence of these words, in a row that also contains `row_of`."""
    for y, line in enumerate(screen_text(app).splitlines()):
        if words in line and row_of in line:
            return line.index(words, line.index(row_of)), y
    raise AssertionError(f"{words!r} is not on the screen:\n{screen_text(app)}")


async def click(pilot: Pilot[int], words: str, row_of: str = "") -> None:
    """Click on the first character of the words."""
    app = pilot.app
    assert isinstance(app, SplendorApp)
    await pilot.click(offset=place_of(app, words, row_of))
    await pilot.pause()
