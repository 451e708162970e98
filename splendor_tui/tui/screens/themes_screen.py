"""The choice of a theme, with a live preview."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.events import Click
from textual.screen import ModalScreen

from splendor_tui.tui.screens.game_screen import GameScreen
from splendor_tui.tui.screens.search_box import SearchBox, SearchRow
from splendor_tui.words import N_


class ThemesScreen(GameScreen[None], ModalScreen[None]):
    """Previews the highlighted theme on the screen below, and saves the chosen one.

    `kept` is the name of the current theme, one of `names`.
    """

    ABOUT = N_("The themes, each with a preview.")
    CSS_PATH = "search_box.tcss"
    AUTO_FOCUS = "Field"
    SECRET: ClassVar[bool] = True
    STOPS_CLOCK: ClassVar[bool] = False

    def __init__(self, names: Sequence[str], kept: str) -> None:
        super().__init__()
        self._names = names
        self._kept = kept

    def on_unmount(self) -> None:
        """Return to the chosen theme, however the screen is closed."""
        if self.app.theme != self._kept:
            self.app.theme = self._kept

    def compose(self) -> ComposeResult:
        """The names of the themes, which are not translated, in a list to search; the current one is highlighted."""
        rows = [SearchRow(name) for name in self._names]
        question = N_("Which look would you like?")
        yield SearchBox(question, rows, self._choose, self._preview, self._names.index(self._kept))

    def _preview(self, index: int) -> None:
        """Preview this theme."""
        self.app.theme = self._names[index]

    def on_click(self, event: Click) -> None:
        """A click beside the rows goes back."""
        if event.widget is self:
            self.dismiss(None)

    def _choose(self, index: int) -> None:
        """Save this theme."""
        self._kept = self._names[index]
        self.game.change_settings(self.services.settings.changed(theme=self._kept))
        self.dismiss(None)
