"""The screen for changing the keys. A change takes effect and is saved immediately."""

from typing import Final

from textual.app import ComposeResult
from textual.content import Content
from textual.events import Key

from splendor_tui.inputs.settings import Settings
from splendor_tui.presentation.commands import BACK, CHOOSE, HELP, IN_KEYS, RESTORE, Command
from splendor_tui.tui.keys.commands_by_screen import COMMANDS_BY_SCREEN, command_of
from splendor_tui.tui.keys.key_hint import Hint, press
from splendor_tui.tui.keys.keyboard_presets import key_label, keys_of, shared_key
from splendor_tui.tui.look import theme
from splendor_tui.tui.screens.base_screen import BaseScreen
from splendor_tui.tui.screens.pages import row_page
from splendor_tui.tui.widgets.choice_list import ChoiceList, Row, Rows
from splendor_tui.words import N_, NP_, Message, MessageError, enumerated

_STOP: Final = "escape"


class KeyTakenError(MessageError, ValueError):
    """Raised if the key already has another command on the same screen."""


class KeysScreen(BaseScreen[None]):
    """A list of commands. Enter assigns the next key pressed to the highlighted command."""

    ABOUT = N_("Every action with its keys. Press Enter, then another key, to reassign it.")
    KEY_COMMANDS = IN_KEYS
    CSS_PATH = "row_page.tcss"
    DEFAULT_CLASSES = "row-page"

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

    def _row(self, command: Command) -> Row:
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
            more = N_("{key} resets it to {keys}.", key=self.key(RESTORE), keys=_labels(original))
        else:
            more = N_("Press {key}, then the new key, to change it.", key=self.key(CHOOSE))
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
            self.hint(HELP),
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
