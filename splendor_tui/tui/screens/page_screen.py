"""What the screens that are one long text have in common: a heading, and a page that can be scrolled where it is too long."""

from abc import abstractmethod
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from splendor_tui.tui.keys.key_commands import PAGE_DOWN, PAGE_UP, KeyCommand
from splendor_tui.tui.look import theme
from splendor_tui.tui.screens.game_screen import GameScreen
from splendor_tui.tui.widgets.sheet import Heading
from splendor_tui.words import N_, Message


class PageScreen(GameScreen[None]):
    """A page under its heading. A subclass says what stands on it, and which key command leaves it."""

    CSS_PATH = "page_screen.tcss"
    HEADING: ClassVar[Message]
    LEAVE: ClassVar[KeyCommand]

    def compose(self) -> ComposeResult:
        """The heading, and the page beneath."""
        yield Heading()
        with VerticalScroll(id="page", can_focus=False):
            yield Static()

    @abstractmethod
    def page(self, size: Size) -> Content:
        """The page for a room of this size; it may be longer."""

    # --- showing -------------------------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Follow where in the page one is."""
        self.watch(self._scroll, "scroll_y", self._show_heading)
        self.watch(self._scroll, "virtual_size", self._show_heading)

    def on_resize(self) -> None:
        """Use the new room."""
        self.after_refresh(self.settings_changed)

    def settings_changed(self) -> None:
        """Redraw with the current keys, glyphs and language."""
        self._scroll.query_one(Static).update(self.page(self._scroll.container_size))
        self._show_heading()

    @property
    def _scroll(self) -> VerticalScroll:
        return self.query_one("#page", VerticalScroll)

    def _show_heading(self) -> None:
        """The title, and which rows are shown where not all are: a scroll bar alone is no text."""
        total, shown = self._scroll.virtual_size.height, self._scroll.size.height
        title = Content.styled(self.glyphs.write(self.HEADING), theme.TITLE)
        commands = [self.LEAVE]
        if shown < total:
            first = round(self._scroll.scroll_y) + 1
            rows = N_("{first}-{last} of {total}", first=first, last=first + shown - 1, total=total)
            title = Content.assemble(title, (f"   {rows}", theme.QUIET))
            commands = [PAGE_DOWN, PAGE_UP, self.LEAVE]
        self.query_one(Heading).show(title, [self.hint(command) for command in commands])

    # --- what a player does --------------------------------------------------------------------------------------------

    def action_rows(self, rows: int) -> None:
        """Go on by some rows, or back."""
        self._scroll.scroll_relative(y=rows, animate=False)

    def action_pages(self, pages: int) -> None:
        """Go on by some pages, or back; a row stays in view."""
        self.action_rows(pages * max(1, self._scroll.size.height - 1))

    def action_first(self) -> None:
        """Go to the beginning."""
        self._scroll.scroll_home(animate=False)

    def action_last(self) -> None:
        """Go to the end."""
        self._scroll.scroll_end(animate=False)
