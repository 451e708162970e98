"""A page with a long list above a panel about the highlighted row."""

from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from splendor_tui.tui.keys.key_hint import Hint
from splendor_tui.tui.look.paint import Line, clipped
from splendor_tui.tui.screens.game_screen import GameScreen
from splendor_tui.tui.widgets.heading import Heading, with_chips
from splendor_tui.tui.widgets.hint_row import HintRow
from splendor_tui.tui.widgets.long_list import LongList
from splendor_tui.words import Message


class ListPage(Widget):
    """A title with more on the right, a list, the widgets of the panel, and the key hints.

    Its screen has `list_page.tcss` in its `CSS_PATH`.
    """

    def __init__(
        self,
        title: Message,
        right_of_title: Callable[[], Line],
        rows: LongList,
        panel: Sequence[Widget],
        hints: Callable[[], Sequence[Hint]],
    ) -> None:
        super().__init__()
        self._title = title
        self._right_of_title = right_of_title
        self._rows = rows
        self._panel = panel
        self._hints = hints

    def compose(self) -> ComposeResult:
        """Compose the page from the title to the key hints."""
        self._screen = self.query_ancestor(GameScreen)
        with Vertical(id="page"):
            yield Heading(lambda: with_chips(self._title, self._screen.glyphs), self._beside_title)
            yield Static(id="notices", markup=False)
            yield self._rows
            yield Vertical(*self._panel, id="panel", classes="panel")
        yield HintRow(self._hints)

    def on_resize(self) -> None:
        """Redraw the parts at the new width."""
        self._screen.after_refresh(self._screen.show)

    def _beside_title(self, room: int) -> Content:
        return Content.assemble(*clipped(self._right_of_title(), room, self._screen.glyphs.ellipsis))

    def show_notices(self, sentences: Sequence[Message]) -> None:
        """Show notices about unreadable data above the list."""
        notices = self.query_one("#notices", Static)
        notices.update("\n".join(map(self._screen.glyphs.write, sentences)))
        notices.display = bool(sentences)
