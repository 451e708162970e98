"""A list with a search field."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import Click
from textual.screen import ModalScreen

from splendor_tui.presentation.word_search import search_texts
from splendor_tui.tui.keys.key_hint import Hint, press
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.paint import Line
from splendor_tui.tui.screens.game_screen import GameScreen, ResultT
from splendor_tui.tui.widgets.columns import Column
from splendor_tui.tui.widgets.field import Field
from splendor_tui.tui.widgets.hint_row import HintRow
from splendor_tui.tui.widgets.long_list import LongList
from splendor_tui.tui.widgets.sheet import Text
from splendor_tui.words import N_, NP_, Message

_MAX_TITLE: Final = 26
_AROUND: Final = 8
"""Rows around the list: the field, the text, the hints, and their frames and margins."""


@dataclass(frozen=True, slots=True)
class SearchRow:
    """A searchable row: its title, a description, and its key label if any."""

    title: str
    about: str = ""
    key: str = ""


class SearchScreen(GameScreen[ResultT], ModalScreen[ResultT]):
    """A screen with a search box. A click outside the box goes back."""

    CSS_PATH = "search_box.tcss"
    AUTO_FOCUS = "Field"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)"),
        Binding("down", "move(1)"),
        Binding("pageup", "page(-1)"),
        Binding("pagedown", "page(1)"),
    ]
    SECRET = True
    STOPS_CLOCK = False

    def on_click(self, event: Click) -> None:
        """Go back if the click is outside the list."""
        if event.widget is self:
            self.dismiss(None)


class SearchBox(Vertical):
    """Shows the rows that match the typed text. Escape closes the screen.

    `chosen` runs the action of the row at an index, and closes the screen. `previewed` is called with the index of
    each highlighted row, starting with `first`. The keys are fixed, as all others are for typing.
    """

    def __init__(
        self,
        question: Message,
        rows: Sequence[SearchRow],
        chosen: Callable[[int], object],
        previewed: Callable[[int], object] = lambda _index: None,
        first: int = 0,
    ) -> None:
        super().__init__()
        self._question = question
        self._rows = rows
        self._chosen = chosen
        self._previewed = previewed
        self._first = first
        self._found: Sequence[int] = ()

    def compose(self) -> ComposeResult:
        """Compose the search field, the matches, and the text about the highlighted row."""
        self._screen = self.query_ancestor(GameScreen)
        self._list = LongList(
            self._row, self._columns, lambda: self._screen.glyphs, lambda: self._chosen(self._here), single_click=True
        )
        yield Field(placeholder=self._screen.glyphs.write(self._question))
        yield self._list
        yield Text(self._about, "about")
        yield HintRow(self._hints)

    def on_mount(self) -> None:
        """Show all rows."""
        self.styles.max_height = len(self._rows) + _AROUND
        self._show_found(self._first)

    def _show_found(self, place: int = 0) -> None:
        """Show the matches, and highlight the row at this index."""
        self._found = search_texts(self.query_one(Field).value, [(row.title, row.key, row.about) for row in self._rows])
        self._list.show(len(self._found), place)
        self._screen.show()

    @property
    def _here(self) -> int:
        """The index of the highlighted row among all rows."""
        return self._found[self._list.highlighted]

    def _columns(self) -> Sequence[Column]:
        keys, titles = (
            max(map(cell_len, texts)) for texts in zip(*((row.key, row.title) for row in self._rows), strict=True)
        )
        return [*([Column(cells=keys)] if keys else []), Column(cells=min(titles, _MAX_TITLE)), Column()]

    def _row(self, place: int, here: bool) -> Sequence[Line]:
        row = self._rows[self._found[place]]
        title, about = ((row.title, theme.TITLE if here else theme.PLAIN),), ((row.about, theme.QUIET),)
        return (((row.key, theme.CAN),), title, about) if any(row.key for row in self._rows) else (title, about)

    def _about(self) -> Content:
        """Describe the highlighted row, or state that there is none."""
        return Content(
            self._rows[self._here].about if self._found else self._screen.glyphs.write(N_("No command matches."))
        )

    def _hints(self) -> Sequence[Hint]:
        choose = [press("enter", N_("choose"), primary=True)] if self._found else []
        return (*choose, press("escape", NP_("verb", "close")))

    # --- input ---------------------------------------------------------------------------------------------------------

    def on_input_changed(self) -> None:
        """Show the rows that match."""
        self._show_found()
        self.on_part_changed()

    def on_part_changed(self) -> None:
        """Preview the highlighted row."""
        if self._found:
            self._previewed(self._here)

    def on_input_submitted(self) -> None:
        """Choose the row on Enter."""
        self._list.choose()

    def on_field_dropped(self) -> None:
        """Go back on Escape."""
        self._screen.dismiss(None)
