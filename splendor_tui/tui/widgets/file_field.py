"""A text field for a file name. It takes all keys until the name is complete."""

import os.path
from dataclasses import dataclass
from pathlib import Path

from textual.events import Blur
from textual.message import Message as Event

from splendor_tui.tui.keys.key_hint import Hint, press
from splendor_tui.tui.widgets.field import Field
from splendor_tui.words import N_, Message


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
        """Return the key hints during a request. `label` describes the effect of Enter."""
        return press("enter", label, primary=True), press("escape", N_("cancel"))

    async def action_submit(self) -> None:
        """Accept the name. Without one, cancel the request."""
        if text := self.value.strip():
            self.stop()
            path = Path(os.path.expanduser(text))  # noqa: PTH111 - Path.expanduser raises without a home folder
            self.post_message(self.Named(path))
        else:
            self.action_drop()

    def _on_blur(self, event: Blur) -> None:
        super()._on_blur(event)
        if self.asking and self.app.app_focus:
            self.focus()
