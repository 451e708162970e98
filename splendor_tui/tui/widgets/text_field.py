"""Text fields for names, numbers and file names."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.events import Blur, Click, Key, Paste
from textual.message import Message as Event
from textual.reactive import reactive
from textual.widgets import Input

from splendor_tui.inputs.files import typed_path
from splendor_tui.tui.keys.key_hint import Hint, press
from splendor_tui.words import N_, Message

_MAX_LENGTH: Final = 4096
"""No file name is longer. Textual takes long for each change of a very long text."""


class Field(Input):
    """A text field that rejects control characters, with a cursor that does not blink.

    `translations` replaces typed characters, as in `str.translate`.
    """

    translations: Mapping[int, str] = {}
    cursor_blink: reactive[bool] = reactive(False, init=False)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "drop", show=False),
        Binding("alt+b", "cursor_left_word", show=False),  # what some terminals on macOS send for alt and an arrow
        Binding("alt+f", "cursor_right_word", show=False),
        Binding("alt+backspace", "delete_left_word", show=False),
    ]

    class Dropped(Event):
        """Posted when the player cancels the edit."""

    def __init__(self, value: str = "", *, placeholder: str = "", id: str | None = None) -> None:  # noqa: A002
        super().__init__(value, placeholder, select_on_focus=False, id=id, compact=True)

    def edit(self, text: str, *, replacing: bool = True) -> None:
        """Show this text and take the focus. Typing replaces the text if `replacing`, otherwise it is appended."""
        self.value = text
        self.cursor_position = len(text)
        self.display = True
        self.screen.set_focus(self)  # `focus` is delayed, so the next keys would reach the screen
        if replacing:
            self.select_all()

    def take(self, character: str) -> None:
        """Type a character that arrived before the field opened."""
        self.replace(character, *self.selection)

    async def _on_key(self, event: Key) -> None:
        # Textual runs a binding only after all keys of the same read, so a quick Backspace would delete the wrong
        # letter.
        for binding in self._bindings.key_to_bindings.get(event.key, ()):
            if await self.app.run_action(binding.action, self):
                event.stop()
                event.prevent_default()
                break

    def _on_paste(self, event: Paste) -> None:
        # Textual calls this before Input's method of the same name, which handles the rest.
        event.text = "".join(character if character.isprintable() else " " for character in event.text)

    def replace(self, text: str, start: int, end: int) -> None:
        """Translate the characters, then replace the text, up to a maximum length. All typing goes through this method."""
        room = _MAX_LENGTH - len(self.value) + abs(end - start)
        super().replace(text.translate(self.translations)[: max(0, room)], start, end)

    def on_click(self, event: Click) -> None:
        """Stop the click from reaching the row."""
        event.stop()

    def action_drop(self) -> None:
        """Cancel the edit."""
        self.post_message(self.Dropped())


class FileField(Field):
    """A file name field, hidden until `ask`. It keeps the focus until a file name is entered or the request is cancelled."""

    @dataclass
    class Named(Event):
        """Posted when the player enters a file name."""

        path: Path

    def __init__(self) -> None:
        super().__init__()
        self.display = False

    @property
    def asking(self) -> bool:
        """Whether a file is being requested."""
        return bool(self.display)

    def ask(self, name: str, *, amending: bool = False) -> None:
        """Request a file. Typing replaces the suggested name, or edits it if `amending`."""
        self.edit(name, replacing=not amending)

    def stop(self) -> None:
        """End the request."""
        self.display = False
        self.screen.set_focus(None)

    def hints(self, label: Message) -> tuple[Hint, ...]:
        """The key hints during a request. `label` describes the effect of Enter."""
        return press("enter", label, primary=True), press("escape", N_("cancel"))

    async def action_submit(self) -> None:
        """Accept the name. Without one, cancel the request."""
        if text := self.value.strip():
            self.stop()
            self.post_message(self.Named(typed_path(text)))
        else:
            self.action_drop()

    def _on_blur(self, event: Blur) -> None:
        super()._on_blur(event)
        if self.asking and self.app.app_focus:
            self.focus()
