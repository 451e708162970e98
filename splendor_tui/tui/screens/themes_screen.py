"""The choice of a theme, with a live preview."""

from collections.abc import Sequence
from typing import ClassVar

from splendor_tui.tui.screens.search_screen import SearchRow, SearchScreen
from splendor_tui.words import N_, Message


class ThemesScreen(SearchScreen[None]):
    """Previews the highlighted theme on the screen below, and saves the chosen one.

    `kept` is the name of the current theme, one of `names`.
    """

    ABOUT = N_("The themes, each with a preview.")
    QUESTION: ClassVar[Message] = N_("Which look would you like?")

    def __init__(self, names: Sequence[str], kept: str) -> None:
        super().__init__()
        self._names = names
        self._kept = kept

    def on_unmount(self) -> None:
        """Return to the chosen theme, however the screen is closed."""
        if self.app.theme != self._kept:
            self.app.theme = self._kept

    def rows(self) -> Sequence[SearchRow]:
        """The names of the themes, which are not translated."""
        return [SearchRow(name) for name in self._names]

    def first(self) -> int:
        """The current theme."""
        return self._names.index(self._kept)

    def highlighted(self, index: int) -> None:
        """Preview this theme."""
        self.app.theme = self._names[index]

    def chosen(self, index: int) -> None:
        """Save this theme."""
        self._kept = self._names[index]
        self.game.change_settings(self.services.settings.changed(theme=self._kept))
        self.dismiss(None)
