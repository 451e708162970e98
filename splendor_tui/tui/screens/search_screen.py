"""Rows with a search field."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, TypeVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Click
from textual.screen import ModalScreen
from textual.widgets import Static

from splendor_tui.presentation.word_search import found
from splendor_tui.tui.keys.key_hint import Hint
from splendor_tui.tui.keys.keymap import key_label
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.paint import Line
from splendor_tui.tui.screens.game_screen import GameScreen
from splendor_tui.tui.widgets.columns import Column, in_columns
from splendor_tui.tui.widgets.field import Field
from splendor_tui.tui.widgets.hint_row import HintRow
from splendor_tui.tui.widgets.long_list import LongList
from splendor_tui.words import N_, NP_, Message

ResultT = TypeVar("ResultT")
_WIDEST_TITLE: Final = 26
_AROUND: Final = 8
"""Rows around the list: the field, the sentence, the hints, and what separates and frames them."""


@dataclass(frozen=True, slots=True)
class SearchRow:
    """A searchable row: its title, a description, and the label of its key if any."""

    title: str
    about: str = ""
    key: str = ""


class SearchScreen(GameScreen[ResultT], ModalScreen[ResultT]):
    """Shows the rows that match the typed text. Subclasses define the rows and their effects.

    Its own keys are fixed, as all others are for typing.
    """

    CSS_PATH = "search_screen.tcss"
    AUTO_FOCUS = "Field"
    SECRET: ClassVar[bool] = True
    STOPS_CLOCK: ClassVar[bool] = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)"),
        Binding("down", "move(1)"),
        Binding("pageup", "page(-1)"),
        Binding("pagedown", "page(1)"),
        Binding("enter", "choose"),
        Binding("escape", "leave"),
    ]
    QUESTION: ClassVar[Message]

    def __init__(self) -> None:
        super().__init__()
        self._rows: Sequence[SearchRow] = ()
        self._found: Sequence[int] = ()
        self._columns: Sequence[Column] = ()

    def compose(self) -> ComposeResult:
        """The search field, the matches, and details of the highlighted one."""
        with Vertical(id="search"):
            yield Field(compact=True, placeholder=self.glyphs.write(self.QUESTION))
            yield LongList(self._painted, lambda: self.glyphs, at_once=True)
            yield Static(id="about", markup=False)
            yield HintRow(self._hints)

    # --- for subclasses -----------------------------------------------------------------------------------------------

    @abstractmethod
    def rows(self) -> Sequence[SearchRow]:
        """All rows, in the current language."""

    @abstractmethod
    def chosen(self, index: int) -> None:
        """Run this row's action, and close the screen."""

    def first(self) -> int:
        """The row that is highlighted initially."""
        return 0

    def highlighted(self, index: int) -> None:
        """Preview this newly highlighted row."""

    # --- display ------------------------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Show all rows."""
        self._read_rows()
        self.query_one("#search").styles.max_height = len(self._rows) + _AROUND
        self._show_found(self.first())

    def settings_changed(self) -> None:
        """Redraw with the current settings."""
        self._read_rows()
        self.query_one(Field).placeholder = self.glyphs.write(self.QUESTION)
        self.list.refresh()
        self._explain()

    def _show_found(self, place: int = 0) -> None:
        """Show the matches, with the row at this index highlighted."""
        self._found = found(self.query_one(Field).value, [(row.title, row.key, row.about) for row in self._rows])
        self.list.show(len(self._found), place)
        self._explain()

    @property
    def list(self) -> LongList:
        """The list widget."""
        return self.query_one(LongList)

    def _read_rows(self) -> None:
        self._rows = self.rows()
        keys, titles = (
            max(map(cell_len, texts)) for texts in zip(*((row.key, row.title) for row in self._rows), strict=True)
        )
        self._columns = [*([Column(cells=keys)] if keys else []), Column(cells=min(titles, _WIDEST_TITLE)), Column()]

    def _painted(self, place: int, cells: int, here: bool) -> Line:
        row = self._rows[self._found[place]]
        title, about = ((row.title, theme.TITLE if here else theme.PLAIN),), ((row.about, theme.QUIET),)
        with_key = len(self._columns) > 2
        parts: list[Line] = [((row.key, theme.CAN),), title, about] if with_key else [title, about]
        return in_columns(self._columns, parts, cells, self.glyphs)

    def _explain(self) -> None:
        """Describe the highlighted row, or report that there is none."""
        row = self._rows[self._found[self.list.highlighted]] if self._found else None
        about = row.about if row else self.glyphs.write(N_("Nothing here has this name."))
        self.query_one("#about", Static).update(about)
        self.query_one(HintRow).refresh()

    def _hints(self) -> Sequence[Hint]:
        choose = [Hint(key_label("enter"), N_("choose"), "screen.choose", primary=True)] if self._found else []
        return (*choose, Hint(key_label("escape"), NP_("verb", "close"), "screen.leave"))

    # --- actions ------------------------------------------------------------------------------------------------------

    def on_input_changed(self) -> None:
        """Show the rows that match now."""
        self._show_found()
        self.on_long_list_highlighted()

    def on_long_list_highlighted(self) -> None:
        """Explain the newly highlighted row."""
        self._explain()
        if self._found:
            self.highlighted(self._found[self.list.highlighted])

    def on_long_list_chosen(self) -> None:
        """A click chooses."""
        self.action_choose()

    def on_input_submitted(self) -> None:
        """Enter chooses."""
        self.action_choose()

    def on_field_dropped(self) -> None:
        """Escape goes back."""
        self.action_leave()

    def on_click(self, event: Click) -> None:
        """A click outside the rows goes back."""
        if event.widget is self:
            self.action_leave()

    def action_choose(self) -> None:
        """Run the highlighted row's action."""
        if self._found:
            self.chosen(self._found[self.list.highlighted])

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss(None)
