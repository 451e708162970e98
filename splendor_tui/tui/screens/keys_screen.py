"""The keys of the game, each of which can be changed."""

from typing import Final

from textual.app import ComposeResult
from textual.content import Content
from textual.events import Key

from splendor_tui.inputs.settings import Settings
from splendor_tui.tui.keys.key_commands import BACK, CHOOSE, EVERYWHERE, SHOW_HELP, KeyCommand
from splendor_tui.tui.keys.key_hint import Hint, press
from splendor_tui.tui.keys.keymap import clashes, key_label, keys_of
from splendor_tui.tui.keys.keys_by_screen import COMMANDS_BY_SCREEN
from splendor_tui.tui.keys.menu_keys import KEYS, RESTORE
from splendor_tui.tui.look import theme
from splendor_tui.tui.screens.game_screen import GameScreen
from splendor_tui.tui.screens.row_page import row_page
from splendor_tui.tui.widgets.choice_list import ChoiceList, Row, Rows
from splendor_tui.words import N_, NP_, Message, MessageError, enumerated

_STOP: Final = "escape"


class KeyTakenError(MessageError, ValueError):
    """Raised if the key already has another command on the same screen."""


class KeysScreen(GameScreen[None]):
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
        self.list = ChoiceList(self._rows, lambda: self.glyphs, self._catch, single_click=False)
        yield from row_page(self, NP_("keyboard", "Keys"), self.list, self._about, self._hints)

    def _rows(self) -> Rows:
        """Return the commands by screen. A command shared by several screens is listed under the first one."""
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
        command = _command(row_id)
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
        """Return the current key hints, or the request to press a key."""
        if self._caught_for:
            return Hint(N_("any key"), N_("replaces it"), "app.bell", primary=True), press(_STOP, N_("cancel"))
        return (
            self.hint(CHOOSE, N_("change"), primary=True),
            self.hint(RESTORE),
            self.hint(BACK),
            self.hint(SHOW_HELP),
        )

    # --- actions ------------------------------------------------------------------------------------------------------

    def _catch(self, command_id: str) -> None:
        """Wait for the new key."""
        self._caught_for = command_id

    def on_key(self, event: Key) -> None:
        """Assign the pressed key if a new key is awaited, even if the key normally runs a command of this screen."""
        if self._caught_for:
            event.stop()
            event.prevent_default()
            command_id, self._caught_for = self._caught_for, ""
            if event.key == _STOP:
                self.show()
            else:
                self.list.change(lambda: self._give(command_id, event.key))

    def on_part_changed(self) -> None:
        """Cancel the wait for a key, if the mouse moves to another row."""
        if self._caught_for not in {"", self.list.highlighted}:
            self._caught_for = ""
            self.list.redraw()

    def action_restore(self) -> None:
        """Restore the default keys of the highlighted command."""
        self.list.change(lambda: self._apply(_without(self.services.settings, self.list.highlighted)))

    def _give(self, command_id: str, key: str) -> None:
        settings = self.services.settings
        self._apply(settings.changed(keys={**settings.keys, command_id: key}))

    def _apply(self, settings: Settings) -> None:
        """Apply settings. Raises KeyTakenError if a key would have two commands on the same screen."""
        command_id = self.list.highlighted
        for place, commands in COMMANDS_BY_SCREEN:
            for key, ids in clashes(settings, tuple({*commands, *EVERYWHERE})).items():
                others = [other for other in ids if other != command_id]
                if command_id in ids and others:
                    other = _command(others[0]).label
                    raise KeyTakenError(
                        N_("{key} is used for: {other} ({place}).", key=key_label(key), other=other, place=place)
                    )
        self.game.change_settings(settings)


def _command(command_id: str) -> KeyCommand:
    return next(command for _place, commands in COMMANDS_BY_SCREEN for command in commands if command.id == command_id)


def _without(settings: Settings, command_id: str) -> Settings:
    return settings.changed(keys={name: keys for name, keys in settings.keys.items() if name != command_id})


def _labels(keys: str) -> str:
    """Return the labels of several keys."""
    return str(enumerated([key_label(key) for key in keys.split(",")]))
