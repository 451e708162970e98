"""The last row of a screen: what the keys do here, to be read or to be clicked."""

from collections.abc import Iterable
from typing import ClassVar

from textual.content import Content
from textual.widgets import Static

from splendor_tui.presentation.table_model import Hint
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_message import link


class HintRow(Static):
    """Keys, each with its words."""

    ALLOW_SELECT: ClassVar[bool] = False
    DEFAULT_CSS = """
    HintRow {
        height: 1;
        text-wrap: nowrap;
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self.auto_links = False  # the words have inks of their own

    def show(self, hints: Iterable[Hint]) -> None:
        """Show these keys."""
        self.update(Content("   ").join(map(hint_words, hints)))


def hint_words(hint: Hint) -> Content:
    """A key with its words; a click on either does what the key does."""
    key_ink, ink = (theme.CAN, theme.STRONG) if hint.primary else (theme.TITLE, theme.QUIET)
    return Content.assemble(link(hint.key, hint.action, key_ink), link(f" {hint.words}", hint.action, ink))
