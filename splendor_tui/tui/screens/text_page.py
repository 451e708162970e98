"""A page of text with a heading."""

from collections.abc import Callable
from functools import partial
from typing import Any

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from splendor_tui.tui.keys.key_commands import BACK, PAGE_DOWN, PAGE_UP, KeyCommand
from splendor_tui.tui.look import theme
from splendor_tui.tui.screens.game_screen import GameScreen
from splendor_tui.tui.widgets.heading import Heading
from splendor_tui.tui.widgets.hint_row import hints_content
from splendor_tui.tui.widgets.part import Scroller
from splendor_tui.words import N_, Message


class TextPage(Scroller):
    """A page of text, the only part of a screen with the key commands `READ`.

    `paint` draws the page for a given size, and may return more rows than fit. `leave` is the command shown for
    leaving. `note` is written beside the title. If `from_end`, the end is shown until the player scrolls.
    """

    DEFAULT_CSS = """
    TextPage, TextPage VerticalScroll {
        height: 1fr;
        scrollbar-size-vertical: 1;
    }

    TextPage Static {
        text-wrap: nowrap;
    }
    """

    def __init__(
        self,
        title: Message,
        paint: Callable[[Size], Content],
        leave: KeyCommand = BACK,
        *,
        note: Callable[[], Content] = Content,
        from_end: bool = False,
    ) -> None:
        super().__init__()
        self._title = title
        self._paint = paint
        self._leave = leave
        self._note = note
        self._follows_end = from_end

    def compose(self) -> ComposeResult:
        """Compose the heading and the text."""
        yield Heading(self._heading, self._hints, bar=True)
        with VerticalScroll(can_focus=False):
            yield Static()

    def on_mount(self) -> None:
        """Watch the scroll position, and the size, which changes when a scroll bar appears."""
        for changed in ("scroll_y", "virtual_size"):
            self.watch(self._scroll, changed, self._show_heading)
        self.watch(self._scroll, "virtual_size", self._follow_end)

    def on_resize(self) -> None:
        """Repaint the page at the new size."""
        self._game_screen.after_refresh(self.redraw)

    def redraw(self) -> None:
        """Repaint the page."""
        self.query_one(Static).update(self._paint(self._scroll.container_size))
        self._show_heading()

    @property
    def _game_screen(self) -> GameScreen[Any]:
        return self.query_ancestor(GameScreen)

    @property
    def _scroll(self) -> VerticalScroll:
        return self.query_one(VerticalScroll)

    def _show_heading(self) -> None:
        self.query_one(Heading).refresh()

    def _follow_end(self) -> None:
        if self._follows_end:
            self._game_screen.after_refresh(partial(self._scroll.scroll_end, animate=False))

    def _heading(self) -> Content:
        """Return the title, and the visible rows unless all are visible, as screen readers cannot read a scroll bar."""
        title = Content.styled(self._game_screen.glyphs.write(self._title), theme.TITLE)
        if note := self._note():
            title = Content.assemble(title, "   ", note)
        if self._is_all_in_view:
            return title
        first, shown = round(self._scroll.scroll_y) + 1, self._scroll.size.height
        rows = N_(
            "{first}-{last} of {total}", first=first, last=first + shown - 1, total=self._scroll.virtual_size.height
        )
        return Content.assemble(title, (f"   {rows}", theme.QUIET))

    @property
    def _is_all_in_view(self) -> bool:
        return self._scroll.virtual_size.height <= self._scroll.size.height

    def _hints(self, room: int) -> Content:
        y, last = self._scroll.scroll_y, self._scroll.max_scroll_y
        pages = [command for command, possible in ((PAGE_DOWN, y < last), (PAGE_UP, y > 0)) if possible]
        commands = [*pages, self._leave]
        return hints_content([self._game_screen.hint(command) for command in commands], room, between=2)

    def move(self, by: int) -> None:
        """Scroll by some rows."""
        self._follows_end = False
        self._scroll.scroll_relative(y=by, animate=False)

    def page(self, pages: int) -> None:
        """Scroll by some pages. One row stays visible."""
        self.move(pages * max(1, self._scroll.size.height - 1))

    def jump(self, place: int) -> None:
        """Scroll to the beginning or the end."""
        self._follows_end = False
        (self._scroll.scroll_end if place else self._scroll.scroll_home)(animate=False)
