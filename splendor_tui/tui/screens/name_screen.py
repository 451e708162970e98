"""Asks for the name of a player."""

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input

from splendor_tui.inputs.player_names import InvalidNameError, player_name
from splendor_tui.tui.keys.key_hint import Hint, press
from splendor_tui.tui.screens.base_screen import BaseScreen
from splendor_tui.tui.widgets.base_widgets import Heading, Text, with_chips
from splendor_tui.tui.widgets.key_row import KeyRow
from splendor_tui.tui.widgets.text_field import Field
from splendor_tui.words import N_, Message


class NameScreen(BaseScreen[str]):
    """Closes with a valid name, or with None on Escape. `about` says what the name is for; `name` is the default.

    A name for which there is a `warning` must be entered twice.
    """

    ABOUT = N_("Type a name.")
    CSS_PATH = "row_page.tcss"
    DEFAULT_CLASSES = "row-page"

    def __init__(
        self, title: Message, about: Message, name: str, warning: Callable[[str], Message | None] = lambda _name: None
    ) -> None:
        super().__init__()
        self._title = title
        self._about = about
        self._default = name
        self._warning = warning
        self._problem: Message | None = None

    def compose(self) -> ComposeResult:
        """Compose the title, the purpose, the field with the reason why the last name was refused, and the key hints."""
        with Vertical(id="page"):
            yield Heading(lambda: with_chips(self._title, self.glyphs))
            yield Text(lambda: f"{self.glyphs.write(self._about)}\n", "purpose")
            yield Field(id="name")
            yield Text(self._refusal, "refusal")
            yield KeyRow(self._hints)

    def on_mount(self) -> None:
        """Propose the default name, which typing replaces."""
        self.query_one(Field).edit(self._default)

    def _refusal(self) -> Content:
        """The reason why the last name was refused, below an empty row."""
        refusal = f"\n! {self.glyphs.write(self._problem)}" if self._problem else ""
        return Content.styled(refusal, "bold $table-alert")

    def _hints(self) -> tuple[Hint, ...]:
        return press("enter", N_("OK"), primary=True), press("escape", N_("cancel"))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Close with the name, or say why it is refused."""
        try:
            name = player_name(event.value)
        except InvalidNameError as error:
            self._problem = error.message
        else:
            before, self._problem = self._problem, self._warning(name)
            if self._problem in (None, before):
                self.dismiss(name)
        self.show()

    def on_field_dropped(self) -> None:
        """Close without a name."""
        self.dismiss()
