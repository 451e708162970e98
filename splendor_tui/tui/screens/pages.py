"""The pages of screens: text, a long list above a panel, and rows beside a description of the highlighted one."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Static

from splendor_tui.presentation.commands import (
    BACK,
    CHOOSE,
    HELP,
    LESS,
    MORE,
    PAGE_DOWN,
    PAGE_UP,
    READ,
    Command,
)
from splendor_tui.tui.keys.key_hint import Hint, press
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.paint import Line, clipped
from splendor_tui.tui.screens.base_screen import BaseScreen
from splendor_tui.tui.widgets.base_widgets import Heading, Part, Scroller, Text, with_chips
from splendor_tui.tui.widgets.choice_list import ChoiceList
from splendor_tui.tui.widgets.key_row import KeyRow, hints_content
from splendor_tui.tui.widgets.long_list import LongList
from splendor_tui.words import N_, Message


class TextPage(Scroller):
    """A heading above a page of text that scrolls. The screen has the key commands `READ`, and the row names its others.

    `paint` draws the page for a given size, and may return more rows than fit. `note` is written beside the heading. If
    `from_end`, the end is shown until the player scrolls.
    """

    def __init__(
        self,
        screen: BaseScreen[Any],
        heading: Message,
        paint: Callable[[Size], Content],
        note: Callable[[], Content] = Content,
        *,
        from_end: bool = False,
    ) -> None:
        super().__init__()
        self._screen = screen
        self._title = heading
        self._paint = paint
        self._note = note
        self._follows_end = from_end
        self._heading = Heading(self._drawn_heading, self._hints, bar=True)
        self._text = Static()
        self._painted_at = Size()
        self._scroll = VerticalScroll(self._text, can_focus=False)

    def compose(self) -> ComposeResult:
        """Compose the heading and the text, painted for a page that fills the window, as nearly all do."""
        self._paint_at(self.app.size)
        yield self._heading
        yield self._scroll

    def on_mount(self) -> None:
        """Watch the scroll position, and the size, which changes when a scroll bar appears."""
        for changed in ("scroll_y", "virtual_size"):
            self.watch(self._scroll, changed, self._heading.redraw)
        self.watch(self._scroll, "virtual_size", self._follow_end)

    def on_resize(self, event: Resize) -> None:
        """Repaint the page at the new size."""
        if event.size != self._painted_at:
            self._screen.after_refresh(self.redraw)

    def redraw(self) -> None:
        """Repaint the page."""
        self._paint_at(self.size)

    def _paint_at(self, size: Size) -> None:
        self._painted_at, room = size, size - (0, 1)  # below the heading
        painted = self._paint(room)
        self._text.update(painted)
        self._scroll.show_vertical_scrollbar = painted.plain.count("\n") >= room.height  # already in the first frame

    def _follow_end(self) -> None:
        if self._follows_end:
            self._screen.after_refresh(partial(self._scroll.scroll_end, animate=False))

    def _drawn_heading(self) -> Content:
        """The title, and the visible rows unless all are visible, as screen readers cannot read a scroll bar."""
        title = Content.styled(self.glyphs.write(self._title), theme.TITLE)
        if note := self._note():
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
        own = [one for one in self._screen.KEY_COMMANDS if one not in READ and one.run != BACK.run]
        return hints_content([self._screen.hint(command) for command in (*pages, *own, BACK)], room)

    def move(self, by: int) -> None:
        """Scroll by some rows."""
        self._follows_end = False
        self._scroll.scroll_relative(y=by, animate=False)

    def page(self, pages: int) -> None:
        """Scroll by some pages. Consecutive pages share a row."""
        self.move(pages * max(1, self._scroll.size.height - 1))

    def jump(self, place: int) -> None:
        """Scroll to the beginning or the end."""
        self._follows_end = False
        (self._scroll.scroll_end if place else self._scroll.scroll_home)(animate=False)


class TextScreen(BaseScreen[None]):
    """A screen with a heading above a page of text that scrolls. Its `KEY_COMMANDS` include `READ`."""

    KEY_COMMANDS: ClassVar[tuple[Command, ...]] = READ
    HEADING: ClassVar[Message]

    def compose(self) -> ComposeResult:
        """Compose the page."""
        yield TextPage(self, self.heading(), self.paint)

    def heading(self) -> Message:
        """The heading of the page."""
        return self.HEADING

    def paint(self, size: Size) -> Content:
        """Draw the page for this size. It may have more rows than fit."""
        raise NotImplementedError


class Panel(Part):
    """A panel about the highlighted row of a list. It is hidden while `is_empty`."""

    def __init__(self, *widgets: Widget, is_empty: Callable[[], bool]) -> None:
        super().__init__("panel", "panel")
        self._widgets = widgets
        self._is_empty = is_empty
        self._room: Size | None = None
        """The size of the panel when it was last laid out."""

    def compose(self) -> ComposeResult:
        """Compose the widgets of the panel."""
        yield from self._widgets

    def on_resize(self, event: Resize) -> None:
        """Redraw the widgets, which may have more to say in another window."""
        if self._room not in (None, event.size):
            for part in self.query(Part):
                part.redraw()
        self._room = event.size

    def redraw(self) -> None:
        """Show or hide the panel."""
        self.display = not self._is_empty()


def list_page(
    screen: BaseScreen[Any],
    title: Message,
    beside: Callable[[], Line],
    rows: LongList[Any],
    panel: Panel,
    hints: Callable[[], Sequence[Hint]],
) -> ComposeResult:
    """Compose a title and more on the right, notices, a long list, a panel about the highlighted row, and the key hints.

    The screen has `list_page.tcss` in its `CSS_PATH`, and `DEFAULT_CLASSES = "list-page"`.
    """

    def beside_title(room: int) -> Content:
        return Content.assemble(*clipped(beside(), room, screen.glyphs.ellipsis))

    with Vertical(id="page"):
        yield Heading(lambda: with_chips(title, screen.glyphs), beside_title)
        yield Static(id="notices", markup=False)
        yield rows
        yield panel
    yield KeyRow(hints)


def show_notices(screen: BaseScreen[Any], sentences: Sequence[Message]) -> None:
    """Show notices about unreadable data above the list of a `list_page`."""
    notices = screen.query_one("#notices", Static)
    notices.update("\n".join(map(screen.glyphs.write, sentences)))
    notices.display = bool(sentences)


def sorting(screen: BaseScreen[Any], command: Command, order: Message) -> Line:
    """The key that sorts, and the sort order. A click on either sorts by the next order."""
    write, sort = screen.glyphs.write, f"@click={command.action}"
    return (write(screen.key(command)), f"{theme.TITLE} {sort}"), (write(f" {order}"), f"{theme.QUIET} {sort}")


def row_page(
    screen: BaseScreen[Any],
    title: Message,
    rows: ChoiceList,
    about: Callable[[str], Content],
    hints: Callable[[], Sequence[Hint]],
) -> ComposeResult:
    """Compose a title, rows, the text that `about` returns for the highlighted row, and the key hints.

    The screen has `CSS_PATH = "row_page.tcss"` and `DEFAULT_CLASSES = "row-page"`.
    """
    with Vertical(id="page"):
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
    return (screen.hint(CHOOSE, label, primary=True), *turns, screen.hint(BACK), screen.hint(HELP))
