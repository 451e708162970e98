"""The command palette, with nothing in it that a language could not say."""

from functools import partial

from textual.command import CommandList, CommandPalette
from textual.widgets.option_list import Option

from splendor_tui.words import N_


class Palette(CommandPalette):
    """Textual's palette, which says in English alone that it found nothing."""

    def _start_no_matches_countdown(self, search_value: str) -> None:
        self._stop_no_matches_countdown()
        self._no_matches_timer = self.set_timer(
            self._NO_MATCHES_COUNTDOWN, partial(self._say_what_is_missing, search_value)
        )

    def _say_what_is_missing(self, search_value: str) -> None:
        """Say that nothing has this name; where nothing was asked for, show no list."""
        if search_value:
            words = str(N_("Nothing here has this name."))
            self.query_one(CommandList).add_option(Option(words, disabled=True, id=self._NO_MATCHES))
        self._list_visible = bool(search_value)
