"""A screen that the app shows while the terminal is too small for the table."""

from typing import Final

from textual.app import ComposeResult
from textual.events import Key

from splendor_tui.tui.screens.base_screen import BaseScreen
from splendor_tui.tui.widgets.base_widgets import Text
from splendor_tui.words import N_, Message

MIN_COLUMNS: Final = 80
MIN_ROWS: Final = 23


class TooSmallScreen(BaseScreen[None]):
    """Shows the required terminal size. The game below is paused."""

    ABOUT = N_("The terminal is too small for the table.")
    KEY_COMMANDS = ()
    SECRET = True

    def compose(self) -> ComposeResult:
        """Compose the sentence."""
        yield Text(self._sentence, "too-small")

    def explain_unused(self, event: Key) -> None:
        """Explain nothing, as the help does not open here."""

    def on_resize(self) -> None:
        """Show the current size."""
        self.show()

    def _sentence(self) -> Message:
        width, height = self.app.size
        return N_(
            "Splendor needs {columns} x {rows}; this terminal is {width} x {height}. Make it larger: the game is paused.",
            columns=MIN_COLUMNS,
            rows=MIN_ROWS,
            width=width,
            height=height,
        )
