"""A text field for a name, a number or a file."""

from collections.abc import Mapping
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Click, Key, Paste
from textual.message import Message as Event
from textual.reactive import reactive
from textual.widgets import Input


class Field(Input):
    """A text field that rejects control characters, with a cursor that does not blink.

    `translations` replaces typed characters, as in `str.translate`.
    """

    translations: Mapping[int, str] = {}
    cursor_blink: reactive[bool] = reactive(False, init=False)
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "drop", show=False)]

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
        """Translate the characters, then replace the text. All typing goes through this method."""
        super().replace(text.translate(self.translations), start, end)

    def on_click(self, event: Click) -> None:
        """Stop the click from reaching the row."""
        event.stop()

    def action_drop(self) -> None:
        """Cancel the edit."""
        self.post_message(self.Dropped())
