"""The screen for changing the settings. A change takes effect and is saved immediately."""

from collections.abc import Mapping
from typing import Final

from textual.app import ComposeResult
from textual.content import Content
from textual.events import Key

from splendor_tui.inputs.settings import PLAIN_COMMAND, Settings, SettingsError
from splendor_tui.presentation.cycling import next_number, next_value
from splendor_tui.presentation.house_rule_texts import RULE_NAMES, describe_rule
from splendor_tui.presentation.match_draft import HAND_OVERS, UNDOS
from splendor_tui.presentation.pace_commands import PACES
from splendor_tui.tui.keys.commands_by_screen import CHOOSE_KEYS, SETTINGS
from splendor_tui.tui.keys.keyboard_presets import digits_by_character, shared_key
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.theme import theme_names
from splendor_tui.tui.screens.base_screen import BaseScreen
from splendor_tui.tui.screens.pages import row_hints, row_page
from splendor_tui.tui.widgets.choice_list import ChoiceList, Row, Rows
from splendor_tui.words import N_, NNP_, NP_, Message
from splendor_tui.words.languages import OF_THE_SYSTEM, languages
from splendor_tui.words.switch_language import language_name

_ON: Final = N_("on")
_OFF: Final = N_("off")
_VALUES: Final[Mapping[str, Mapping[object, tuple[Message | str, Message | None]]]] = {
    "glyphs": {
        "auto": (N_("automatic"), None),
        "unicode": (N_("all symbols"), N_("Diamonds, stars and round corners.")),
        "ascii": (N_("plain"), N_("Only the symbols that every terminal supports.")),
    },
    "layout": {
        "auto": (
            N_("automatic"),
            N_(
                "The largest table layout that fits the window. For a screen reader, start {command}.",
                command=PLAIN_COMMAND,
            ),
        ),
        "compact": (N_("compact"), N_("The table stays as small as in the smallest window.")),
        "wide": (N_("wide"), N_("Cards with a small jewel if they fit; never the largest cards.")),
    },
    "animations": {
        True: (_ON, N_("Cards and tokens are animated. Any key skips the animation, and still takes effect.")),
        False: (_OFF, N_("Nothing is animated.")),
    },
    "bell": {
        True: (_ON, N_("In games with a clock, the bell rings once when a human has less than ten seconds left.")),
        False: (_OFF, N_("The bell never rings.")),
    },
    "ponder": {True: (_ON, None), False: (_OFF, None)},
    "open_hands": {True: (N_("reserves shown"), None), False: (N_("reserves hidden"), None)},
    "chances": {True: (N_("shown"), None), False: (N_("hidden"), None)},
    "keyboard": {
        "qwerty": ("qwerty", N_("The card keys are laid out on the keyboard like the cards on the table.")),
        "azerty": ("azerty", N_("The same layout on a French keyboard.")),
        "qwertz": ("qwertz", N_("The same layout on a German keyboard.")),
    },
}
"""The name and the meaning of each value, for settings with few values. Without a meaning, `_ABOUTS` has the setting's."""
_ABOUTS: Final[Mapping[str, Message]] = {
    "language": N_("The program's language. Games, records and notation are the same in every language."),
    "theme": N_("The colours. Gems keep their own background, so they are readable in every theme."),
    "glyphs": N_("The symbols that this terminal supports."),
    "open_hands": N_(
        "Whether to show reserved cards when it no longer matters: after the end, in the replay of "
        "a finished game, and while only computers play."
    ),
    "bot_pace": N_("The delay before a computer player's next action. You can also type a value and press Enter."),
    "thinking_seconds": N_(
        "How long the Grandmaster or your own engine may think about an action. With a clock, it never "
        "uses more than half of its turn. You can also type a value and press Enter."
    ),
    "ponder": N_(
        "Whether the Grandmaster also thinks during your turn. It sees only what is visible to its seat. "
        "It plays better, and the computer works harder."
    ),
    "chances": N_("Each player's chance of winning, beside the name, given what the human at the keyboard knows."),
    CHOOSE_KEYS.id: N_("Every key can be reassigned."),
}
_SECONDS: Final = {"bot_pace": PACES, "thinking_seconds": (0.2, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 15.0, 20.0, 30.0)}
_MATCH_RULES: Final = {"hand_over": HAND_OVERS, "undo": UNDOS}


class SettingsScreen(BaseScreen[None]):
    """A list of settings: appearance, computer players, keys, and the default rules of a match."""

    ABOUT = N_(
        "Changes take effect immediately and are saved. With a screen reader, start {command}.", command=PLAIN_COMMAND
    )
    KEY_COMMANDS = SETTINGS
    CSS_PATH = "row_page.tcss"

    def compose(self) -> ComposeResult:
        """Lay out the settings and a description of the highlighted one."""
        self.list = ChoiceList(self._rows, lambda _row_id: self.action_keys(), turned=self._turn, typed=self._type)
        yield from row_page(self, N_("Settings"), self.list, self._about, lambda: row_hints(self, self.list))

    def on_key(self, event: Key) -> None:
        """Start typing if a digit is pressed and the row has a number."""
        self.list.take_key(event)

    def _rows(self) -> Rows:
        """The settings, in groups."""
        settings, digits = self.services.settings, digits_by_character(self.services.settings)
        themes = theme_names(self.app.available_themes)  # the arrows stay in their column
        language = N_("automatic") if settings.language == OF_THE_SYSTEM else language_name(settings.language)

        def row(name: str, label: Message) -> Row:
            return Row(name, label, _VALUES[name][getattr(settings, name)][0], turns=True)

        return [
            Row("language", N_("Language"), language, turns=True),
            Row("theme", N_("Theme"), settings.theme.ljust(max(map(len, themes))), turns=True),
            row("glyphs", N_("Symbols")),
            row("layout", N_("Table")),
            row("animations", N_("Animations")),
            row("bell", N_("Bell")),
            None,
            N_("Computer players"),
            _seconds_row("bot_pace", N_("Pace of play"), settings.bot_pace, digits),
            _seconds_row("thinking_seconds", N_("Time to think"), settings.thinking_seconds, digits),
            row("ponder", N_("Think on your turn")),
            row("open_hands", N_("Watching")),
            row("chances", N_("Chances of winning")),
            None,
            row("keyboard", N_("Keyboard")),
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
        if row_id in _MATCH_RULES:
            return describe_rule(settings.match, row_id).about
        if row_id == "glyphs" and settings.glyphs == "auto" and (reason := self.program.why_plain) is not None:
            return reason
        about = _VALUES[row_id][getattr(settings, row_id)][1] if row_id in _VALUES else None
        return about or _ABOUTS[row_id]

    # --- actions ------------------------------------------------------------------------------------------------------

    def _turn(self, row_id: str, by: int) -> None:
        """Change a setting to its next value."""
        settings = self.services.settings
        if row_id in _MATCH_RULES:
            rule = next_value(_MATCH_RULES[row_id], getattr(settings.match, row_id), by)
            self.program.change_settings(settings.changed(match=settings.match.changed({row_id: rule})))
            return
        before = getattr(settings, row_id)
        if row_id in _SECONDS:
            value: object = next_number(_SECONDS[row_id], before, by)
        else:
            named = {"language": (OF_THE_SYSTEM, *languages()), "theme": theme_names(self.app.available_themes)}
            value = next_value(named.get(row_id) or tuple(_VALUES[row_id]), before, by)
        self.program.change_settings(settings.changed(**{row_id: value}))
        if row_id == "keyboard" and (shared := shared_key(self.services.settings)):
            self.program.say(shared, wrong=True)

    def _type(self, row_id: str, text: str) -> None:
        """Set a number of seconds from text. Raises SettingsError, with the name that the row has on the screen."""
        try:
            settings = self.services.settings.with_text(row_id, text.replace(str(NP_("decimal point", ".")), "."))
        except SettingsError as error:
            name = N_("'{text}'", text=self.list.row.label)
            raise SettingsError(
                [error.message.with_details(lambda detail: name if detail == row_id else detail)]
            ) from error
        self.program.change_settings(settings)

    def action_keys(self) -> None:
        """Open the list of keys."""
        from splendor_tui.tui.screens.keys_screen import KeysScreen

        self.app.push_screen(KeysScreen())


def _seconds_row(name: str, label: Message, seconds: float, digits: Mapping[str, str]) -> Row:
    value, typed = N_("{seconds:g} s", seconds=seconds), str(Message("{seconds:g}", {"seconds": seconds}))
    return Row(name, label, value, turns=True, typed=typed, opens_on=digits)


def _own_keys(settings: Settings) -> Message:
    changed = len(settings.keys)
    return NNP_("keys", "{count} changed", "{count} changed", changed) if changed else NP_("keys", "none changed")
