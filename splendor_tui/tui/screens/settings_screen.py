"""The settings. A change takes effect and is saved immediately."""

from collections.abc import Mapping
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.content import Content
from textual.events import Key

from splendor_tui.inputs.settings import Settings, SettingsError
from splendor_tui.presentation.house_rule_texts import RULE_NAMES, describe_rule
from splendor_tui.presentation.match_draft import HAND_OVERS, UNDOS, next_value
from splendor_tui.presentation.pace import PACES, next_of
from splendor_tui.tui.keys.key_commands import KeyCommands
from splendor_tui.tui.keys.keymap import PRESETS, digits_by_character
from splendor_tui.tui.keys.menu_keys import CHOOSE_KEYS, SETTINGS
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.theme import theme_names
from splendor_tui.tui.screens.game_screen import GameScreen
from splendor_tui.tui.screens.row_page import RowPage, row_hints
from splendor_tui.tui.widgets.choice_list import ChoiceList, Row, Rows
from splendor_tui.tui.widgets.heading import with_chips
from splendor_tui.words import N_, NNP_, NP_, Message
from splendor_tui.words.choose_language import language_name
from splendor_tui.words.language_files import OF_THE_SYSTEM, languages

_GLYPHS: Final = {
    "auto": (N_("automatic"), N_("The symbols that this terminal probably supports.")),
    "unicode": (N_("all symbols"), N_("Diamonds, stars and round corners.")),
    "ascii": (N_("plain"), N_("Only the symbols that every terminal supports.")),
}
_LAYOUTS: Final = {
    "auto": (N_("automatic"), N_("The largest table layout that fits the window.")),
    "compact": (N_("compact"), N_("The table stays as small as in the smallest window.")),
    "wide": (N_("wide"), N_("Cards with a small jewel if they fit; never the largest cards.")),
}
_KEYBOARDS: Final = {
    "qwerty": N_("The card keys are laid out on the keyboard like the cards on the table."),
    "azerty": N_("The same layout on a French keyboard."),
    "qwertz": N_("The same layout on a German keyboard."),
}
_SECONDS: Final = {"bot_pace": PACES, "thinking_seconds": (0.2, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 15.0, 20.0, 30.0)}
_HANDS: Final = {True: N_("reserves shown"), False: N_("reserves hidden")}
_MATCH_RULES: Final = ("hand_over", "undo")


class SettingsScreen(GameScreen[None]):
    """A list of settings: appearance, computer players, keys, and the default rules of a match."""

    ABOUT = N_("Changes take effect immediately and are saved.")
    KEY_COMMANDS: ClassVar[KeyCommands] = SETTINGS
    CSS_PATH = "row_page.tcss"

    def compose(self) -> ComposeResult:
        """Lay out the settings and a description of the highlighted one."""
        self.list = ChoiceList(
            self._rows, lambda: self.glyphs, lambda _row_id: self.action_keys(), turned=self._turn, typed=self._type
        )
        yield RowPage(
            lambda: with_chips(N_("Settings"), self.glyphs), self.list, self._about, lambda: row_hints(self, self.list)
        )

    def on_key(self, event: Key) -> None:
        """Start typing if a digit is pressed and the row has a number."""
        self.list.take_key(event)

    def _rows(self) -> Rows:
        """Return the settings, in groups."""
        settings, digits = self.services.settings, digits_by_character(self.services.settings)
        return [
            Row("language", N_("Language"), _language(settings.language), turns=True),
            Row("theme", N_("Theme"), settings.theme, turns=True),
            Row("glyphs", N_("Symbols"), _GLYPHS[settings.glyphs][0], turns=True),
            Row("layout", N_("Table"), _LAYOUTS[settings.layout][0], turns=True),
            Row("animations", N_("Animations"), N_("on") if settings.animations else N_("off"), turns=True),
            Row("bell", N_("Bell"), N_("on") if settings.bell else N_("off"), turns=True),
            None,
            N_("Computer players"),
            _seconds_row("bot_pace", N_("Pace of play"), settings.bot_pace, digits),
            _seconds_row("thinking_seconds", N_("Time to think"), settings.thinking_seconds, digits),
            Row("ponder", N_("Think on your turn"), N_("on") if settings.ponder else N_("off"), turns=True),
            Row("open_hands", N_("Watching"), _HANDS[settings.open_hands], turns=True),
            Row("chances", N_("Chances of winning"), N_("shown") if settings.chances else N_("hidden"), turns=True),
            None,
            Row("keyboard", N_("Keyboard"), settings.keyboard, turns=True),
            Row(CHOOSE_KEYS.id, CHOOSE_KEYS.title, _own_keys(settings)),
            None,
            N_("In a new game"),
            *(
                Row(name, RULE_NAMES[name], describe_rule(settings.match, name).value, turns=True)
                for name in _MATCH_RULES
            ),
        ]

    def _about(self, row_id: str) -> Content:
        """Describe the current value of the highlighted setting."""
        heading = next(row.label for row in self._rows() if isinstance(row, Row) and row.id == row_id)
        return Content.assemble(
            (self.glyphs.write(heading), theme.TITLE), "\n\n", self.glyphs.write(self._explained(row_id))
        )

    def _explained(self, row_id: str) -> Message:
        settings = self.services.settings
        match row_id:
            case "language":
                return N_("The program's language. Games, records and notation are the same in every language.")
            case "theme":
                return N_("The colours. Gems keep their own background, so they are readable in every theme.")
            case "glyphs":
                return _GLYPHS[settings.glyphs][1]
            case "layout":
                return _LAYOUTS[settings.layout][1]
            case "animations":
                if settings.animations:
                    return N_("Cards and tokens are animated. Any key skips the animation, and still takes effect.")
                return N_("Nothing is animated.")
            case "bell":
                if settings.bell:
                    return N_("In games with a clock, the bell rings once when a human has less than ten seconds left.")
                return N_("The bell never rings.")
            case "open_hands":
                return N_(
                    "Whether to show reserved cards when it no longer matters: after the end, in the replay of "
                    "a finished game, and while only computers play."
                )
            case "bot_pace":
                return N_(
                    "The delay before a computer player's next action. You can also type a value and press Enter."
                )
            case "thinking_seconds":
                return N_(
                    "How long the Grandmaster or your own engine may think about an action. With a clock, it never "
                    "uses more than half of its turn. You can also type a value and press Enter."
                )
            case "ponder":
                return N_(
                    "Whether the Grandmaster also thinks during your turn. It sees only what is visible to its seat. "
                    "It plays better, and the computer works harder."
                )
            case "chances":
                return N_(
                    "Each player's chance of winning, beside the name, given what the human at the keyboard knows."
                )
            case "keyboard":
                return _KEYBOARDS[settings.keyboard]
            case CHOOSE_KEYS.id:
                return N_("Every key can be reassigned.")
            case _:
                return describe_rule(settings.match, row_id).about

    # --- actions ------------------------------------------------------------------------------------------------------

    def _turn(self, row_id: str, by: int) -> None:
        """Change a setting to its next value."""
        settings = self.services.settings
        match row_id:
            case "language":
                value: object = next_value((OF_THE_SYSTEM, *languages()), settings.language, by)
            case "theme":
                value = next_value(theme_names(self.app.available_themes), settings.theme, by)
            case "glyphs":
                value = next_value(tuple(_GLYPHS), settings.glyphs, by)
            case "layout":
                value = next_value(tuple(_LAYOUTS), settings.layout, by)
            case "animations":
                value = not settings.animations
            case "bell":
                value = not settings.bell
            case "open_hands":
                value = not settings.open_hands
            case "ponder":
                value = not settings.ponder
            case "chances":
                value = not settings.chances
            case "bot_pace" | "thinking_seconds":
                value = next_of(_SECONDS[row_id], getattr(settings, row_id), by)
            case "keyboard":
                value = next_value(tuple(PRESETS), settings.keyboard, by)
            case "hand_over":
                self._set_rule(row_id, next_value(HAND_OVERS, settings.match.hand_over, by))
                return
            case _:
                self._set_rule(row_id, next_value(UNDOS, settings.match.undo, by))
                return
        self.game.change_settings(settings.changed(**{row_id: value}))

    def _type(self, row_id: str, text: str) -> None:
        """Set a number of seconds from text. Raises SettingsError, with the name that the row has on the screen."""
        try:
            seconds: object = float(text.replace(str(NP_("decimal point", ".")), "."))
        except ValueError:
            seconds = text  # rejected by the settings, with a message
        try:
            settings = self.services.settings.changed(**{row_id: seconds})
        except SettingsError as error:
            name = N_("'{text}'", text=self.list.row.label)
            raise SettingsError(
                [error.message.with_details(lambda detail: name if detail == row_id else detail)]
            ) from error
        self.game.change_settings(settings)

    def action_keys(self) -> None:
        """Open the list of keys."""
        from splendor_tui.tui.screens.keys_screen import KeysScreen

        self.app.push_screen(KeysScreen())

    def _set_rule(self, name: str, value: str) -> None:
        settings = self.services.settings
        self.game.change_settings(settings.changed(match=settings.match.changed({name: value})))


def _seconds_row(name: str, label: Message, seconds: float, digits: Mapping[str, str]) -> Row:
    value, typed = N_("{seconds:g} s", seconds=seconds), str(Message("{seconds:g}", {"seconds": seconds}))
    return Row(name, label, value, turns=True, typed=typed, opens_on=digits)


def _language(language: str) -> Message | str:
    return N_("automatic") if language == OF_THE_SYSTEM else language_name(language)


def _own_keys(settings: Settings) -> Message:
    changed = len(settings.keys)
    return NNP_("keys", "{count} changed", "{count} changed", changed) if changed else NP_("keys", "none changed")
