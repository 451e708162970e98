"""The base of screens with one long text: a heading and a scrollable page."""

from abc import abstractmethod
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from splendor_tui.tui.keys.key_commands import BACK, PAGE_DOWN, PAGE_UP, READ, KeyCommand, KeyCommands
from splendor_tui.tui.keys.key_hint import Hint
from splendor_tui.tui.look import theme
from splendor_tui.tui.screens.game_screen import GameScreen
from splendor_tui.tui.widgets.heading import Heading
from splendor_tui.tui.widgets.hint_row import hints_content
from splendor_tui.words import N_, Message


class PageScreen(GameScreen[None]):
    """A page with a heading. Subclasses define its content."""

    CSS_PATH = "page_screen.tcss"
    HEADING: ClassVar[Message]
    KEY_COMMANDS: ClassVar[KeyCommands] = READ
    LEAVE: ClassVar[KeyCommand] = BACK

    def compose(self) -> ComposeResult:
        """The heading and the page."""
        yield Heading(self._heading, lambda room: hints_content(self._hints(), room, between=2), bar=True)
        with VerticalScroll(id="page", can_focus=False):
            yield Static()

    def heading(self) -> Message:
        """The title."""
        return self.HEADING

    @abstractmethod
    def page(self, size: Size) -> Content:
        """The page for this size; it may be longer."""

    # --- display ------------------------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Track the scroll position."""
        self.watch(self._scroll, "scroll_y", self._show_heading)
        self.watch(self._scroll, "virtual_size", self._show_heading)

    def on_resize(self) -> None:
        """Fit the new size."""
        self.after_refresh(self.settings_changed)

    def settings_changed(self) -> None:
        """Redraw with the current keys, glyphs and language."""
        self._scroll.query_one(Static).update(self.page(self._scroll.container_size))
        self._show_heading()

    @property
    def _scroll(self) -> VerticalScroll:
        return self.query_one("#page", VerticalScroll)

    def _show_heading(self) -> None:
        self.query_one(Heading).refresh()

    def _heading(self) -> Content:
        """The title, and which rows are visible if not all: a scroll bar alone is no text."""
        title = Content.styled(self.glyphs.write(self.heading()), theme.TITLE)
        if self._is_whole_in_view:
            return title
        first, shown = round(self._scroll.scroll_y) + 1, self._scroll.size.height
        rows = N_(
            "{first}-{last} of {total}", first=first, last=first + shown - 1, total=self._scroll.virtual_size.height
        )
        return Content.assemble(title, (f"   {rows}", theme.QUIET))

    @property
    def _is_whole_in_view(self) -> bool:
        return self._scroll.virtual_size.height <= self._scroll.size.height

    def _hints(self) -> list[Hint]:
        commands = (self.LEAVE,) if self._is_whole_in_view else (PAGE_DOWN, PAGE_UP, self.LEAVE)
        return [self.hint(command) for command in commands]

    # --- actions ------------------------------------------------------------------------------------------------------

    def action_rows(self, rows: int) -> None:
        """Scroll by some rows."""
        self._scroll.scroll_relative(y=rows, animate=False)

    def action_pages(self, pages: int) -> None:
        """Scroll by some pages; one row stays visible."""
        self.action_rows(pages * max(1, self._scroll.size.height - 1))

    def action_first(self) -> None:
        """Scroll to the beginning."""
        self._scroll.scroll_home(animate=False)

    def action_last(self) -> None:
        """Scroll to the end."""
        self._scroll.scroll_end(animate=False)
