"""The pages of screens: text, a long list above a panel, and rows beside a description of the highlighted one."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Static

from splendor_tui.tui.keys.key_commands import BACK, CHOOSE, LESS, MORE, PAGE_DOWN, PAGE_UP, SHOW_HELP
from splendor_tui.tui.keys.key_hint import Hint, press
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.paint import Line, clipped
from splendor_tui.tui.screens.base_screen import BaseScreen
from splendor_tui.tui.widgets.choice_list import ChoiceList
from splendor_tui.tui.widgets.key_row import KeyRow, hints_content
from splendor_tui.tui.widgets.long_list import LongList
from splendor_tui.tui.widgets.part import Heading, Part, Text, with_chips
from splendor_tui.words import N_, Message


class PageScreen(BaseScreen[None]):
    """A screen with a heading and a scrollable page of text, with the key commands `READ`.

    `paint` draws the page for a given size, and may return more rows than fit. `note` is written beside the heading. If
    `FROM_END`, the end is shown until the player scrolls.
    """

    heading: Message
    FROM_END: ClassVar[bool] = False

    @abstractmethod
    def paint(self, size: Size) -> Content:
        """Paint the page."""

    def note(self) -> Content:
        """The text beside the heading, if any."""
        return Content()

    def compose(self) -> ComposeResult:
        """Compose the heading and the text."""
        self._follows_end = self.FROM_END
        yield Heading(self._drawn_heading, self._hints, bar=True)
        with VerticalScroll(can_focus=False):
            yield Static()

    def on_mount(self) -> None:
        """Watch the scroll position, and the size, which changes when a scroll bar appears."""
        for changed in ("scroll_y", "virtual_size"):
            self.watch(self._scroll, changed, self._show_heading)
        self.watch(self._scroll, "virtual_size", self._follow_end)

    def on_resize(self) -> None:
        """Repaint the page at the new size."""
        self.after_refresh(self.show)

    def show(self) -> None:
        """Repaint the page."""
        self.query_one(Static).update(self.paint(self.size - (0, 1)))  # below the heading
        self._show_heading()

    @property
    def _scroll(self) -> VerticalScroll:
        return self.query_one(VerticalScroll)

    def _show_heading(self) -> None:
        self.query_one(Heading).refresh()

    def _follow_end(self) -> None:
        if self._follows_end:
            self.after_refresh(partial(self._scroll.scroll_end, animate=False))

    def _drawn_heading(self) -> Content:
        """The title, and the visible rows unless all are visible, as screen readers cannot read a scroll bar."""
        title = Content.styled(self.glyphs.write(self.heading), theme.TITLE)
        if note := self.note():
            title = Content.assemble(title, "   ", note)
        shown, total = self._scroll.size.height, self._scroll.virtual_size.height
        if total <= shown:
            return title
        first = round(self._scroll.scroll_y) + 1
        rows = N_("{first}-{last} of {total}", first=first, last=first + shown - 1, total=total)
        return Content.assemble(title, (f"   {rows}", theme.QUIET))

    def _hints(self, room: int) -> Content:
        y, last = self._scroll.scroll_y, self._scroll.max_scroll_y
        pages = [command for command, possible in ((PAGE_DOWN, y < last), (PAGE_UP, y > 0)) if possible]
        return hints_content([self.hint(command) for command in (*pages, BACK)], room)

    def action_move(self, by: int) -> None:
        """Scroll by some rows."""
        self._follows_end = False
        self._scroll.scroll_relative(y=by, animate=False)

    def action_page(self, pages: int) -> None:
        """Scroll by some pages. Consecutive pages share a row."""
        self.action_move(pages * max(1, self._scroll.size.height - 1))

    def action_jump(self, place: int) -> None:
        """Scroll to the beginning or the end."""
        self._follows_end = False
        (self._scroll.scroll_end if place else self._scroll.scroll_home)(animate=False)


class ListPage(Part):
    """A title with more on the right, a list, the widgets of the panel, and the key hints.

    The panel is hidden while the list is empty, unless `has_news`. Its screen has `list_page.tcss` in its `CSS_PATH`.
    """

    def __init__(
        self,
        title: Message,
        right_of_title: Callable[[], Line],
        rows: LongList[Any],
        panel: Sequence[Widget],
        hints: Callable[[], Sequence[Hint]],
        has_news: Callable[[], bool] = lambda: False,
    ) -> None:
        super().__init__()
        self._has_news = has_news
        self._title = title
        self._right_of_title = right_of_title
        self._rows = rows
        self._panel = panel
        self._hints = hints

    def compose(self) -> ComposeResult:
        """Compose the page from the title to the key hints."""
        self._screen = self.query_ancestor(BaseScreen)
        with Vertical(id="page"):
            yield Heading(lambda: with_chips(self._title, self._screen.glyphs), self._beside_title)
            yield Static(id="notices", markup=False)
            yield self._rows
            yield Vertical(*self._panel, id="panel", classes="panel")
        yield KeyRow(self._hints)

    def on_resize(self) -> None:
        """Redraw the parts at the new width."""
        self._screen.after_refresh(self._screen.show)

    def redraw(self) -> None:
        """Show or hide the panel."""
        self.query_one("#panel").display = bool(self._rows.items) or self._has_news()

    def _beside_title(self, room: int) -> Content:
        return Content.assemble(*clipped(self._right_of_title(), room, self._screen.glyphs.ellipsis))

    def show_notices(self, sentences: Sequence[Message]) -> None:
        """Show notices about unreadable data above the list."""
        notices = self.query_one("#notices", Static)
        notices.update("\n".join(map(self._screen.glyphs.write, sentences)))
        notices.display = bool(sentences)


def row_page(
    screen: BaseScreen[Any],
    title: Message,
    rows: ChoiceList,
    about: Callable[[str], Content],
    hints: Callable[[], Sequence[Hint]],
) -> ComposeResult:
    """Compose a title, rows, the text that `about` returns for the highlighted row, and the key hints.

    The screen has `CSS_PATH = "row_page.tcss"`.
    """
    with Widget(id="row-page"), Vertical(id="page"):
        yield Heading(lambda: with_chips(title, screen.glyphs))
        with Horizontal(id="body"):
            with VerticalScroll(id="rows", can_focus=False):
                yield rows
            yield Text(lambda: rows.explained(about(rows.highlighted)), "about", "panel")
        yield KeyRow(hints)


def row_hints(screen: BaseScreen[Any], rows: ChoiceList) -> tuple[Hint, ...]:
    """The key hints for the highlighted row."""
    if rows.typing:
        return press("enter", N_("OK"), primary=True), press("escape", N_("cancel"))
    row = rows.row
    label = N_("edit") if row.typed is not None else N_("next value") if row.turns else N_("choose")
    turns = (screen.hint_of_pair(LESS, MORE, N_("change")),) if row.turns else ()
    return (screen.hint(CHOOSE, label, primary=True), *turns, screen.hint(BACK), screen.hint(SHOW_HELP))
