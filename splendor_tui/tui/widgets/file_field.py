"""The input for the name of a file to write or to read: keys go into the name until it is complete."""

import os.path
from pathlib import Path

from textual.events import Blur
from textual.message import Message as Event

from splendor_tui.tui.keys.key_hint import Hint
from splendor_tui.tui.keys.keymap import key_label
from splendor_tui.tui.widgets.field import Field
from splendor_tui.words import N_, Message


class FileField(Field):
    """Hidden until a file is asked for. It keeps the focus until the file is named or the question is cancelled."""

    class Named(Event):
        """The player has named a file."""

        def __init__(self, path: Path) -> None:
            super().__init__()
            self.path = path

    def __init__(self) -> None:
        super().__init__(compact=True)
        self.display = False

    @property
    def asking(self) -> bool:
        """Whether a file is asked for."""
        return bool(self.display)

    def ask(self, name: str, *, amending: bool = False) -> None:
        """Ask for a file, with a name whose place is taken by what is typed; or, `amending`, which is gone on with."""
        self.select_on_focus = not amending
        self.value = name
        self.cursor_position = len(name)
        self.display = True
        self.focus()

    def stop(self) -> None:
        """Ask no longer."""
        self.display = False
        self.screen.set_focus(None)

    def hints(self, words: Message) -> tuple[Hint, ...]:
        """What the keys do while a file is asked for; `words` say what happens to it."""
        return Hint(key_label("enter"), words, "screen.answer", primary=True), Hint(
            key_label("escape"), N_("leave it"), "screen.drop"
        )

    def answer(self) -> None:
        """Take the name as it stands, unless there is none."""
        text = self.value.strip()
        if text:
            self.stop()
            path = Path(os.path.expanduser(text))  # noqa: PTH111  Path's raises where no home is known
            self.post_message(self.Named(path))

    async def action_submit(self) -> None:
        """Enter takes the name."""
        self.answer()

    def _on_blur(self, event: Blur) -> None:
        super()._on_blur(event)
        if self.asking and self.app.app_focus:
            self.focus()
