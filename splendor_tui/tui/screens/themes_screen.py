"""The choice of a theme, with a live preview."""

from collections.abc import Sequence

from textual.app import ComposeResult

from splendor_tui.tui.screens.search_box import SearchBox, SearchRow, SearchScreen
from splendor_tui.words import N_


class ThemesScreen(SearchScreen[None]):
    """Previews the highlighted theme on the screen below, and saves the chosen one.

    `current_name` is the name of the current theme.
    """

    ABOUT = N_("The themes, each with a preview.")

    def __init__(self, names: Sequence[str], current_name: str) -> None:
        super().__init__()
        self._names = names
        self._current_name = current_name

    def on_unmount(self) -> None:
        """Restore the theme after the preview, unless another one was chosen."""
        if self.app.theme != self._current_name:
            self.app.theme = self._current_name

    def compose(self) -> ComposeResult:
        """Compose a searchable list of theme names, which are not translated. The current theme is highlighted."""
        rows = [SearchRow(name) for name in self._names]
        question = N_("Which theme would you like?")
        yield SearchBox(question, rows, self._choose, self._preview, self._names.index(self._current_name))

    def _preview(self, index: int) -> None:
        """Preview a theme."""
        self.app.theme = self._names[index]

    def _choose(self, index: int) -> None:
        """Save a theme."""
        self._current_name = self._names[index]
        self.game.change_settings(self.services.settings.changed(theme=self._current_name))
        self.dismiss(None)
