"""Everything that has happened, in as many rows as there are."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from splendor_tui.presentation.table_model import Hint
from splendor_tui.tui.keys.key_commands import BACK, Actions, bindings
from splendor_tui.tui.keys.table_commands import READ
from splendor_tui.tui.look import theme
from splendor_tui.tui.screens.game_screen import GameScreen
from splendor_tui.tui.widgets.sheet import Heading
from splendor_tui.words import _


class LogScreen(GameScreen[None]):
    """Shows the end of the log first; the wheel and the keys go back in it."""

    ABOUT = _("Everything that has happened in this match, the latest at the bottom.")
    ACTIONS: ClassVar[Actions] = READ
    BINDINGS: ClassVar[list[BindingType]] = bindings(READ)
    CSS_PATH = "log_screen.tcss"
    STOPS_CLOCK: ClassVar[bool] = False

    def __init__(self, lines: tuple[Content, ...], title: str = "") -> None:
        super().__init__()
        self._lines = lines
        self._heading = title or _("What has happened")

    def compose(self) -> ComposeResult:
        """The log under its heading."""
        key = self.game.key_of(READ)
        hints = [
            Hint(key("log.page-up"), _("page back"), "screen.pages(-1)"),
            Hint(key("log.page-down"), _("page on"), "screen.pages(1)"),
            Hint(key(BACK.id), BACK.words, BACK.run),
        ]
        yield Heading(Content.styled(self._heading, theme.TITLE), hints)
        with VerticalScroll(id="log", can_focus=False):
            yield Static(Content("\n").join(self._lines) if self._lines else Content(_("Nothing yet.")))

    def on_mount(self) -> None:
        """Begin at the end, and say where one is as soon as that is known."""
        self.call_after_refresh(self._log.scroll_end, animate=False)
        self.watch(self._log, "scroll_y", self._tell)
        self.watch(self._log, "virtual_size", self._tell)

    def action_rows(self, rows: int) -> None:
        """Go on by some rows, or back."""
        self._log.scroll_relative(y=rows, animate=False)

    def action_pages(self, pages: int) -> None:
        """Go on by some pages, or back; a row stays in sight."""
        self.action_rows(pages * max(1, self._log.size.height - 1))

    def action_first(self) -> None:
        """Go to the beginning."""
        self._log.scroll_home(animate=False)

    def action_last(self) -> None:
        """Go to the end."""
        self._log.scroll_end(animate=False)

    @property
    def _log(self) -> VerticalScroll:
        return self.query_one("#log", VerticalScroll)

    def _tell(self) -> None:
        """Say which rows are shown, where not all are: a bar alone is no text."""
        log = self._log
        total, shown = log.virtual_size.height, log.size.height
        heading = Content.styled(self._heading, theme.TITLE)
        if shown < total:
            first = round(log.scroll_y) + 1
            rows = _("{first}-{last} of {total}").format(first=first, last=first + shown - 1, total=total)
            heading = Content.assemble(heading, (f"   {rows}", theme.QUIET))
        self.query_one("#title", Static).update(heading)
