"""The screen for changing the settings. A change takes effect and is saved immediately."""

from collections.abc import Mapping
from typing import Final

from textual.app import ComposeResult
from textual.content import Content
from textual.events import Key

from splendor_tui.inputs.choices import next_value
from splendor_tui.inputs.settings import CHOICES, PLAIN_COMMAND, Settings
from splendor_tui.match.match_lifecycle import with_options
from splendor_tui.presentation.commands import CHOOSE_KEYS, IN_SETTINGS
from splendor_tui.tui.keys.keyboard_presets import digits_by_character, shared_key
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.theme import theme_names
from splendor_tui.tui.screens.base_screen import BaseScreen
from splendor_tui.tui.screens.pages import row_hints, row_page
from splendor_tui.tui.widgets.choice_list import ChoiceList, Row, Rows, choice_row
from splendor_tui.words import N_, NNP_, NP_, Message
from splendor_tui.words.languages import OF_THE_SYSTEM, languages

_ABOVE: Final[Mapping[str, Rows]] = {"bot_pace": [None, N_("Computer players")], "keyboard": [None]}
_MATCH_RULES: Final = ("match.hand_over", "match.undo")
"""The house rules that are also on this screen."""


class SettingsScreen(BaseScreen[None]):
    """A list of settings: appearance, computer players, keys, and the default rules of a match."""

    ABOUT = N_(
        "Changes take effect immediately and are saved. With a screen reader, start {command}.", command=PLAIN_COMMAND
    )
    KEY_COMMANDS = IN_SETTINGS
    CSS_PATH = "row_page.tcss"
    DEFAULT_CLASSES = "row-page"

    def compose(self) -> ComposeResult:
        """Lay out the settings and a description of the highlighted one."""
        self.list = ChoiceList(self._rows, lambda _row_id: self.action_keys(), turned=self._turn, typed=self._type)
        yield from row_page(self, N_("Settings"), self.list, self._about, lambda: row_hints(self, self.list))

    def on_key(self, event: Key) -> None:
        """Start typing if a digit is pressed and the row has a number."""
        self.list.take_key(event)

    def _rows(self) -> Rows:
        """The settings, in groups."""
        rows: list[Row | Message | None] = []
        for name in CHOICES:
            if "." not in name:
                rows += [*_ABOVE.get(name, ()), self._row(name)]
        keys = Row(CHOOSE_KEYS.id, CHOOSE_KEYS.title, _own_keys(self.services.settings))
        return [*rows, keys, None, N_("In a new game"), *map(self._row, _MATCH_RULES)]

    def _row(self, name: str) -> Row:
        settings = self.services.settings
        row = choice_row(name, CHOICES[name], settings.value_of(name), digits_by_character(settings))
        if name == "theme":  # the arrows stay in their column
            row = row._replace(value=settings.theme.ljust(max(map(len, theme_names(self.app.available_themes)))))
        return row

    def _about(self, row_id: str) -> Content:
        """Describe the current value of the highlighted setting."""
        heading = next(row.label for row in self._rows() if isinstance(row, Row) and row.id == row_id)
        return Content.assemble(
            (self.glyphs.write(heading), theme.TITLE), "\n\n", self.glyphs.write(self._explained(row_id))
        )

    def _explained(self, row_id: str) -> Message:
        if row_id == CHOOSE_KEYS.id:
            return N_("Every key can be reassigned.")
        value = self.services.settings.value_of(row_id)
        reason = self.program.why_plain if row_id == "glyphs" and value == "auto" else None
        return reason or with_options(CHOICES[row_id].explain(value), self.services)

    # --- actions ------------------------------------------------------------------------------------------------------

    def _turn(self, row_id: str, by: int) -> None:
        """Change a setting to its next value."""
        settings = self.services.settings
        before = settings.value_of(row_id)
        named = {"language": (OF_THE_SYSTEM, *languages()), "theme": theme_names(self.app.available_themes)}
        value = next_value(named[row_id], before, by) if row_id in named else CHOICES[row_id].next(before, by)
        self.program.change_settings(settings.with_value(row_id, value))
        if row_id == "keyboard" and (shared := shared_key(self.services.settings)):
            self.program.say(shared, wrong=True)

    def _type(self, row_id: str, text: str) -> None:
        """Set a number of seconds from text. Raises SettingsError, with the name that the row has on the screen."""
        number, name = text.replace(str(NP_("decimal point", ".")), "."), N_("'{text}'", text=self.list.row.label)
        self.program.change_settings(self.services.settings.with_text(row_id, number, name))

    def action_keys(self) -> None:
        """Open the list of keys."""
        from splendor_tui.tui.screens.keys_screen import KeysScreen

        self.app.push_screen(KeysScreen())


def _own_keys(settings: Settings) -> Message:
    changed = len(settings.keys)
    return NNP_("keys", "{count} changed", "{count} changed", changed) if changed else NP_("keys", "none changed")
