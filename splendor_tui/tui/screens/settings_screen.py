"""The settings: each takes effect and is remembered as soon as it is changed."""

from typing import ClassVar, Final

from textual.binding import BindingType
from textual.content import Content

from splendor_tui.inputs.settings import Settings
from splendor_tui.presentation.match_draft import HAND_OVERS, UNDOS, turned
from splendor_tui.presentation.option_names import RULE_NAMES, rule_about, rule_value
from splendor_tui.tui.keys.key_commands import Actions, bindings
from splendor_tui.tui.keys.keymap import PRESETS
from splendor_tui.tui.keys.menu_commands import CHOOSE_KEYS, SETTINGS
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.theme import THEMES
from splendor_tui.tui.screens.row_screen import RowScreen
from splendor_tui.tui.widgets.choice_list import Row, Rows
from splendor_tui.words import _, ngettext

_GLYPHS: Final = {
    "auto": (_("automatic"), _("Signs that this terminal can be expected to have.")),
    "unicode": (_("all signs"), _("Diamonds, stars and round corners.")),
    "ascii": (_("plain"), _("Only the signs that every terminal has had since the beginning.")),
}
_KEYBOARDS: Final = {
    "qwerty": _("The keys of the cards lie on the keyboard as the cards lie on the table."),
    "azerty": _("The same picture on a French keyboard."),
    "qwertz": _("The same picture on a German keyboard."),
}
_PACES: Final = (0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
_HOUSE_RULES: Final = ("hand_over", "undo")


class SettingsScreen(RowScreen[None]):
    """Looks and habits, and how a new match is played unless something else is agreed on."""

    ABOUT = _("What is changed here takes effect at once and is remembered.")
    ACTIONS: ClassVar[Actions] = SETTINGS
    BINDINGS: ClassVar[list[BindingType]] = bindings(SETTINGS)
    TITLE_WORDS: ClassVar[str] = _("Settings")

    def rows(self) -> Rows:
        """The settings, in three groups."""
        settings = self.house.settings
        return [
            Row("theme", _("Theme"), settings.theme, turns=True),
            Row("glyphs", _("Signs"), _GLYPHS[settings.glyphs][0], turns=True),
            Row("animations", _("Animations"), _("on") if settings.animations else _("off"), turns=True),
            Row(
                "bot_pace",
                _("Pace of bots"),
                _pace(settings),
                turns=True,
                typed=f"{settings.bot_pace:g}",
                opens_on="0123456789",
            ),
            "",
            Row("keyboard", _("Keyboard"), settings.keyboard, turns=True),
            Row(CHOOSE_KEYS.id, _("Keys"), _own_keys(settings)),
            "",
            _("In a new match"),
            *(Row(name, RULE_NAMES[name], rule_value(settings.match, name), turns=True) for name in _HOUSE_RULES),
        ]

    def about(self, row_id: str) -> Content:
        """What the highlighted setting means as it stands."""
        heading = next(row.label for row in self.rows() if isinstance(row, Row) and row.id == row_id)
        return Content.assemble((heading, theme.TITLE), "\n\n", self.glyphs.write(self._explained(row_id)))

    def _explained(self, row_id: str) -> str:
        settings = self.house.settings
        match row_id:
            case "theme":
                return _("The colours. Gems are chips of their own, so that they can be read in every theme.")
            case "glyphs":
                return _GLYPHS[settings.glyphs][1]
            case "animations":
                return _("Things slide and fade.") if settings.animations else _("Nothing moves by itself.")
            case "bot_pace":
                return _("For so long the action of a bot is shown before the next one. Digits set it at once.")
            case "keyboard":
                return _KEYBOARDS[settings.keyboard]
            case CHOOSE_KEYS.id:
                return _("Every key of the game can be another one.")
            case _:
                return rule_about(settings.match, row_id)

    # --- what a player does --------------------------------------------------------------------------------------------

    def turned(self, row_id: str, by: int) -> None:
        """Put the next value in force."""
        settings = self.house.settings
        match row_id:
            case "theme":
                value: object = turned(self._themes(), settings.theme, by)
            case "glyphs":
                value = turned(tuple(_GLYPHS), settings.glyphs, by)
            case "animations":
                value = not settings.animations
            case "bot_pace":
                value = _next_pace(settings.bot_pace, by)
            case "keyboard":
                value = turned(tuple(PRESETS), settings.keyboard, by)
            case "hand_over":
                self._set_rule(row_id, turned(HAND_OVERS, settings.match.hand_over, by))
                return
            case _:
                self._set_rule(row_id, turned(UNDOS, settings.match.undo, by))
                return
        self.game.change_settings(settings.changed(**{row_id: value}))

    def typed(self, row_id: str, text: str) -> None:
        """Take a pace in seconds. Raises ValueError with a sentence."""
        try:
            seconds: object = float(text)
        except ValueError:
            seconds = text  # the settings say what is allowed
        self.game.change_settings(self.house.settings.changed(**{row_id: seconds}))

    def chosen(self, row_id: str) -> None:
        """Show the keys; other rows turn on."""
        if row_id == CHOOSE_KEYS.id:
            self.action_keys()
        else:
            super().chosen(row_id)

    def action_keys(self) -> None:
        """Show all keys."""
        from splendor_tui.tui.screens.keys_screen import KeysScreen

        self.app.push_screen(KeysScreen())

    def _set_rule(self, name: str, value: str) -> None:
        settings = self.house.settings
        self.game.change_settings(settings.changed(match=settings.match.changed({name: value})))

    def _themes(self) -> list[str]:
        """The names of all themes, those of the game first."""
        own = [theme.name for theme in THEMES]
        return own + sorted(name for name in self.app.available_themes if name not in own)


def _pace(settings: Settings) -> str:
    return _("{seconds:g} s").format(seconds=settings.bot_pace)


def _next_pace(pace: float, by: int) -> float:
    """The next slower or faster pace; there is none beyond both ends."""
    beyond = [other for other in _PACES if (other > pace if by > 0 else other < pace)]
    return min(beyond, key=lambda other: abs(other - pace), default=pace)


def _own_keys(settings: Settings) -> str:
    changed = len(settings.keys)
    return (
        ngettext("{count} changed", "{count} changed", changed).format(count=changed) if changed else _("none changed")
    )
