"""The pages of screens: text, a long list above a panel, and rows beside a description of the highlighted one."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, ClassVar, Generic

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Static

from splendor_tui.tui.keys.key_command import BACK, CHOOSE, LESS, MORE, PAGE_DOWN, PAGE_UP, SHOW_HELP, KeyCommand
from splendor_tui.tui.keys.key_hint import Hint, other_key, press
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.paint import Line, clipped
from splendor_tui.tui.screens.base_screen import BaseScreen
from splendor_tui.tui.widgets.base_widgets import Heading, Text, with_chips
from splendor_tui.tui.widgets.choice_list import ChoiceList
from splendor_tui.tui.widgets.key_row import KeyRow, hints_content
from splendor_tui.tui.widgets.long_list import Column, ItemT, LongList
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


class ListScreen(BaseScreen[None], Generic[ItemT]):
    """A screen with a heading and more on the right, a long list, a panel about the highlighted row, and the key hints.

    The panel is hidden while the list is empty, unless `has_news`. The screen has `list_screen.tcss` in its `CSS_PATH`.
    """

    heading: Message

    @abstractmethod
    def row(self, index: int, here: bool) -> Sequence[Line]:
        """The cells of a row, which is highlighted if `here`."""

    @abstractmethod
    def columns(self) -> Sequence[Column]:
        """The columns of the list."""

    @abstractmethod
    def open(self, item: ItemT) -> None:
        """Run the action of a row."""

    @abstractmethod
    def why_none(self) -> Message:
        """Explain why the list is empty."""

    @abstractmethod
    def right_of_title(self) -> Line:
        """The text beside the heading."""

    @abstractmethod
    def panel(self) -> Iterable[Widget]:
        """The widgets of the panel."""

    @abstractmethod
    def hints(self) -> tuple[Hint, ...]:
        """The current key hints."""

    def has_news(self) -> bool:
        """Whether the panel says something that does not concern a row."""
        return False

    def deletion_to_confirm(self) -> KeyCommand | None:
        """The command whose key confirms a deletion, while the player is asked for it."""
        return None

    def cancel_deletion(self) -> None:
        """Delete nothing, and stop asking."""

    def compose(self) -> ComposeResult:
        """Compose the page from the heading to the key hints."""
        self.list = LongList[ItemT](self.row, self.columns, self.open, self.why_none)
        with Vertical(id="page"):
            yield Heading(lambda: with_chips(self.heading, self.glyphs), self._beside_title)
            yield Static(id="notices", markup=False)
            yield self.list
            yield Vertical(*self.panel(), id="panel", classes="panel")
        yield KeyRow(self._all_hints)

    def on_resize(self) -> None:
        """Redraw the parts at the new width."""
        self.after_refresh(self.show)

    def show(self) -> None:
        """Redraw all parts, and show or hide the panel."""
        self.query_one("#panel").display = bool(self.list.items) or self.has_news()
        super().show()

    def show_notices(self, sentences: Sequence[Message]) -> None:
        """Show notices about unreadable data above the list."""
        notices = self.query_one("#notices", Static)
        notices.update("\n".join(map(self.glyphs.write, sentences)))
        notices.display = bool(sentences)

    def sorting(self, command: KeyCommand, order: Message) -> Line:
        """The key that sorts, and the sort order. A click on either sorts by the next order."""
        write, sort = self.glyphs.write, f"@click={command.action}"
        return (write(self.key(command.id)), f"{theme.TITLE} {sort}"), (write(f" {order}"), f"{theme.QUIET} {sort}")

    def _beside_title(self, room: int) -> Content:
        return Content.assemble(*clipped(self.right_of_title(), room, self.glyphs.ellipsis))

    def _all_hints(self) -> tuple[Hint, ...]:
        if (command := self.deletion_to_confirm()) is not None:
            return self.confirming_hint(command, N_("delete it")), other_key(N_("keep it"))
        return self.hints()

    def on_key(self, event: Key) -> None:
        """Cancel the deletion on any key but its own."""
        command = self.deletion_to_confirm()
        if command is not None and not self.is_key_of(command, event):
            event.stop()
            event.prevent_default()
            self.cancel_deletion()

    def on_click(self) -> None:
        """Cancel the deletion on a click in another row. Clicks on key hints do not get here."""
        if self.deletion_to_confirm() is not None and not self.program.clicked_again:
            self.cancel_deletion()


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
