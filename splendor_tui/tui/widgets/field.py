"""The input into which a name, a number or a file is typed."""

from collections.abc import Mapping
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Click, Key, Paste
from textual.message import Message as Event
from textual.reactive import reactive
from textual.widgets import Input


class Field(Input):
    """The input of a row. Control characters never get in, and its cursor stands still.

    `signs` are those that type something else, as `str.translate` takes them.
    """

    signs: Mapping[int, str] = {}
    cursor_blink: reactive[bool] = reactive(False, init=False)
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "drop", show=False)]

    class Dropped(Event):
        """The player leaves it as it was."""

    async def _on_key(self, event: Key) -> None:
        # Textual runs a binding only after the keys that came with it in one go: a quick Backspace would take the wrong letter.
        for binding in self._bindings.key_to_bindings.get(event.key, ()):
            if await self.app.run_action(binding.action, self):
                event.stop()
                event.prevent_default()
                break

    def _on_paste(self, event: Paste) -> None:
        # Textual calls this before the method of the same name of Input, which then takes what is left.
        event.text = "".join(sign if sign.isprintable() else " " for sign in event.text)

    def replace(self, text: str, start: int, end: int) -> None:
        """Put what the signs type in the place of what stood there; all typing comes to this."""
        super().replace(text.translate(self.signs), start, end)

    def on_click(self, event: Click) -> None:
        """A click here is not one on the row."""
        event.stop()

    def action_drop(self) -> None:
        """Leave it as it was."""
        self.post_message(self.Dropped())
