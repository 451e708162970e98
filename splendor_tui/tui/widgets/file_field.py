"""The text field for a file name. It takes all keys until the name is complete."""

import os.path
from pathlib import Path

from textual.events import Blur
from textual.message import Message as Event

from splendor_tui.tui.keys.key_hint import Hint, press
from splendor_tui.tui.widgets.field import Field
from splendor_tui.words import N_, Message


class FileField(Field):
    """Hidden until a file is requested. Keeps the focus until the file is named or the request cancelled."""

    class Named(Event):
        """The player named a file."""

        def __init__(self, path: Path) -> None:
            super().__init__()
            self.path = path

    def __init__(self) -> None:
        super().__init__()
        self.display = False

    @property
    def asking(self) -> bool:
        """Whether a file is requested."""
        return bool(self.display)

    def ask(self, name: str, *, amending: bool = False) -> None:
        """Request a file, suggesting a name that typing replaces; if `amending`, the name is edited instead."""
        self.edit(name, replacing=not amending)

    def stop(self) -> None:
        """End the request."""
        self.display = False
        self.screen.set_focus(None)

    def hints(self, words: Message) -> tuple[Hint, ...]:
        """The keys while a file is requested; `words` describes the effect of Enter."""
        return press("enter", words, primary=True), press("escape", N_("cancel"))

    async def action_submit(self) -> None:
        """Accept the name on Enter, unless it is empty."""
        if text := self.value.strip():
            self.stop()
            path = Path(os.path.expanduser(text))  # noqa: PTH111  Path's raises where no home is known
            self.post_message(self.Named(path))

    def _on_blur(self, event: Blur) -> None:
        super()._on_blur(event)
        if self.asking and self.app.app_focus:
            self.focus()
