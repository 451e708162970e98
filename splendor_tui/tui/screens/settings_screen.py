"""Screens for changing the settings and the keys. A change takes effect and is saved immediately."""

from collections.abc import Mapping
from typing import Final

from textual.app import ComposeResult
from textual.content import Content
from textual.events import Key

from splendor_tui.inputs.settings import Settings, SettingsError
from splendor_tui.presentation.cycling import next_number, next_value
from splendor_tui.presentation.house_rule_texts import RULE_NAMES, describe_rule
from splendor_tui.presentation.match_draft import HAND_OVERS, UNDOS
from splendor_tui.presentation.pace_commands import PACES
from splendor_tui.tui.keys.commands_by_screen import (
    CHOOSE_KEYS,
    COMMANDS_BY_SCREEN,
    KEYS,
    RESTORE,
    SETTINGS,
    command_of,
)
from splendor_tui.tui.keys.key_command import BACK, CHOOSE, SHOW_HELP, KeyCommand
from splendor_tui.tui.keys.key_hint import Hint, press
from splendor_tui.tui.keys.keyboard_presets import PRESETS, digits_by_character, key_label, keys_of, shared_key
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.theme import theme_names
from splendor_tui.tui.screens.base_screen import BaseScreen
from splendor_tui.tui.screens.pages import row_hints, row_page
from splendor_tui.tui.widgets.choice_list import ChoiceList, Row, Rows
from splendor_tui.words import N_, NNP_, NP_, Message, MessageError, enumerated
from splendor_tui.words.languages import OF_THE_SYSTEM, languages
from splendor_tui.words.switch_language import language_name

_ON_OFF: Final[Mapping[object, Message]] = {True: N_("on"), False: N_("off")}
_VALUES: Final[Mapping[str, Mapping[object, Message | str]]] = {
    "glyphs": {"auto": N_("automatic"), "unicode": N_("all symbols"), "ascii": N_("plain")},
    "layout": {"auto": N_("automatic"), "compact": N_("compact"), "wide": N_("wide")},
    "animations": _ON_OFF,
    "bell": _ON_OFF,
    "ponder": _ON_OFF,
    "open_hands": {True: N_("reserves shown"), False: N_("reserves hidden")},
    "chances": {True: N_("shown"), False: N_("hidden")},
    "keyboard": {name: name for name in PRESETS},
}
"""The names of the values, for settings with few values."""
_ABOUT_VALUES: Final[Mapping[str, Mapping[object, Message]]] = {
    "glyphs": {
        "auto": N_("The symbols that this terminal probably supports."),
        "unicode": N_("Diamonds, stars and round corners."),
        "ascii": N_("Only the symbols that every terminal supports."),
    },
    "layout": {
        "auto": N_("The largest table layout that fits the window."),
        "compact": N_("The table stays as small as in the smallest window."),
        "wide": N_("Cards with a small jewel if they fit; never the largest cards."),
    },
    "animations": {
        True: N_("Cards and tokens are animated. Any key skips the animation, and still takes effect."),
        False: N_("Nothing is animated."),
    },
    "bell": {
        True: N_("In games with a clock, the bell rings once when a human has less than ten seconds left."),
        False: N_("The bell never rings."),
    },
    "keyboard": {
        "qwerty": N_("The card keys are laid out on the keyboard like the cards on the table."),
        "azerty": N_("The same layout on a French keyboard."),
        "qwertz": N_("The same layout on a German keyboard."),
    },
}
_ABOUTS: Final[Mapping[str, Message]] = {
    "language": N_("The program's language. Games, records and notation are the same in every language."),
    "theme": N_("The colours. Gems keep their own background, so they are readable in every theme."),
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
_STOP: Final = "escape"


class SettingsScreen(BaseScreen[None]):
    """A list of settings: appearance, computer players, keys, and the default rules of a match."""

    ABOUT = N_("Changes take effect immediately and are saved.")
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
            return Row(name, label, _VALUES[name][getattr(settings, name)], turns=True)

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
        if row_id in _ABOUT_VALUES:
            return _ABOUT_VALUES[row_id][getattr(settings, row_id)]
        return _ABOUTS[row_id]

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
        elif row_id == "language":
            value = next_value((OF_THE_SYSTEM, *languages()), before, by)
        elif row_id == "theme":
            value = next_value(theme_names(self.app.available_themes), before, by)
        else:
            value = next_value(tuple(_VALUES[row_id]), before, by)
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
        self.app.push_screen(KeysScreen())


def _seconds_row(name: str, label: Message, seconds: float, digits: Mapping[str, str]) -> Row:
    value, typed = N_("{seconds:g} s", seconds=seconds), str(Message("{seconds:g}", {"seconds": seconds}))
    return Row(name, label, value, turns=True, typed=typed, opens_on=digits)


def _own_keys(settings: Settings) -> Message:
    changed = len(settings.keys)
    return NNP_("keys", "{count} changed", "{count} changed", changed) if changed else NP_("keys", "none changed")


class KeyTakenError(MessageError, ValueError):
    """Raised if the key already has another command on the same screen."""


class KeysScreen(BaseScreen[None]):
    """A list of commands. Enter assigns the next key pressed to the highlighted command."""

    ABOUT = N_("Every action with its keys. Press Enter, then another key, to reassign it.")
    KEY_COMMANDS = KEYS
    CSS_PATH = "row_page.tcss"

    def __init__(self) -> None:
        super().__init__()
        self._caught_for = ""
        """The id of the command that gets the next key, or an empty string."""

    def compose(self) -> ComposeResult:
        """Compose the commands, and the effect of the highlighted one."""
        self.list = ChoiceList(self._rows, self._catch, single_click=False)
        yield from row_page(self, NP_("keyboard", "Keys"), self.list, self._about, self._hints)

    def _rows(self) -> Rows:
        """The commands by screen. A command shared by several screens is listed under the first one."""
        rows: list[Row | Message | None] = []
        seen: set[str] = set()
        for place, commands in COMMANDS_BY_SCREEN:
            unseen = [self._row(command) for command in commands if command.id not in seen]
            rows += [*[None] * bool(rows), place, *unseen] if unseen else []
            seen |= {command.id for command in commands}
        return rows

    def _row(self, command: KeyCommand) -> Row:
        if self._caught_for == command.id:
            return Row(command.id, command.title, N_("press a key…"))
        keys = _labels(keys_of(self.services.settings, (command,))[command.id])
        own = command.id in self.services.settings.keys
        return Row(command.id, command.title, N_("{keys}  (yours)", keys=keys) if own else keys)

    def _about(self, row_id: str) -> Content:
        """Describe a command's effect, and how to change its keys."""
        command = command_of(row_id)
        if self._caught_for:
            more = N_("Press the new key. {stop} cancels.", stop=key_label(_STOP))
        elif row_id in self.services.settings.keys:
            original = keys_of(_without(self.services.settings, row_id), (command,))[row_id]
            more = N_("{key} resets it to {keys}.", key=self.key(RESTORE.id), keys=_labels(original))
        else:
            more = N_("Press {key}, then the new key, to change it.", key=self.key("rows.choose"))
        write = self.glyphs.write
        return Content.assemble(
            (write(command.title), theme.TITLE), "\n\n", write(command.about), "\n\n", (write(more), theme.QUIET)
        )

    def _hints(self) -> tuple[Hint, ...]:
        """The current key hints, or the request to press a key."""
        if self._caught_for:
            return Hint(N_("a free key"), N_("replaces it"), "app.bell", primary=True), press(_STOP, N_("cancel"))
        return (
            self.hint(CHOOSE, N_("change"), primary=True),
            self.hint(RESTORE),
            self.hint(BACK),
            self.hint(SHOW_HELP),
        )

    # --- actions ------------------------------------------------------------------------------------------------------

    def _catch(self, command_id: str) -> None:
        """Wait for the new key of a command, or no longer if it is empty."""
        self._caught_for = command_id

    def on_key(self, event: Key) -> None:
        """Assign the pressed key if a new key is awaited, even if the key normally runs a command of this screen.

        A key that is taken is reported, and another one is awaited.
        """
        if self._caught_for:
            event.stop()
            event.prevent_default()
            key = event.key
            self.list.change(lambda: self._catch("") if key == _STOP else self._give(self._caught_for, key))

    def explain_unused(self, event: Key) -> None:
        """Assign the key if a new key is awaited: both keys came at once, too early for `on_key`."""
        if self._caught_for:
            self.on_key(event)
        else:
            super().explain_unused(event)

    def on_part_changed(self) -> None:
        """Stop waiting for a key if a click highlights another row."""
        if self._caught_for not in {"", self.list.highlighted}:
            self._caught_for = ""
            self.list.redraw()

    def action_restore(self) -> None:
        """Restore the default keys of the highlighted command."""
        self.list.change(lambda: self._apply(_without(self.services.settings, self.list.highlighted)))

    def _give(self, command_id: str, key: str) -> None:
        settings = _without(self.services.settings, command_id)
        if keys_of(settings, (command_of(command_id),))[command_id] != key:
            settings = settings.changed(keys={**settings.keys, command_id: key})
        self._apply(settings)
        self._caught_for = ""

    def _apply(self, settings: Settings) -> None:
        """Apply settings. Raises KeyTakenError if a key would have two commands on the same screen."""
        if shared := shared_key(settings, self.list.highlighted):
            raise KeyTakenError(shared)
        self.program.change_settings(settings)


def _without(settings: Settings, command_id: str) -> Settings:
    return settings.changed(keys={name: keys for name, keys in settings.keys.items() if name != command_id})


def _labels(keys: str) -> str:
    """The labels of several keys."""
    return str(enumerated([key_label(key) for key in keys.split(",")]))
