"""The command palette and the themes: a list with a search field."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Click
from textual.screen import ModalScreen
from textual.timer import Timer

from splendor_tui.presentation.commands import Commands
from splendor_tui.presentation.word_search import search_texts
from splendor_tui.tui.keys.key_hint import Hint, press
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.paint import Line
from splendor_tui.tui.screens.base_screen import BaseScreen
from splendor_tui.tui.widgets.base_widgets import Text
from splendor_tui.tui.widgets.key_row import KeyRow
from splendor_tui.tui.widgets.long_list import Column, LongList
from splendor_tui.tui.widgets.text_field import Field
from splendor_tui.words import N_, NP_, Message

if TYPE_CHECKING:
    from splendor_tui.tui.app.app import SplendorApp

_MAX_TITLE: Final = 26
_MIN_ABOUT: Final = 60
"""The width in which most descriptions fit."""
_AROUND: Final = 8
"""Rows around the list: the field, the text, the hints, and their frames and margins."""
PREVIEW_AFTER: Final = 0.1
"""Seconds without a key before a theme is previewed, because restyling every widget takes longer than a held key repeats."""


class PaletteRow(NamedTuple):
    """A searchable row: its id, its title, a description, and its key label if any."""

    id: str
    title: str
    about: str = ""
    key: str = ""


class PaletteScreen(BaseScreen[str], ModalScreen[str]):
    """Shows the rows that match the typed text. Returns the id of the chosen row, or None if the player goes back.

    The keys are fixed, because all other keys type text. `first` is the index of the row that is highlighted at first.
    `preview` is called with the highlighted row's id once the keys pause, and with None when the screen closes. The screen
    below then stays visible, unless its clock now stands, and the first click on a row only highlights it.
    """

    CSS_PATH = "palette_screen.tcss"
    AUTO_FOCUS = "Field"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)"),
        Binding("down", "move(1)"),
        Binding("pageup", "page(-1)"),
        Binding("pagedown", "page(1)"),
    ]
    SECRET = True

    def __init__(
        self,
        about: Message,
        question: Message,
        rows: Sequence[PaletteRow],
        first: int = 0,
        preview: Callable[[str | None], object] | None = None,
    ) -> None:
        super().__init__()
        self.ABOUT = about
        self._question = question
        self._rows = rows
        self._first = first
        self._preview = preview
        self._next_preview: Timer | None = None
        self.set_class(preview is not None, "-previews")

    def on_mount(self) -> None:
        """Show all rows. Hide the table if its clock has stopped."""
        self.set_class(any(isinstance(one, BaseScreen) and one.is_timed for one in self.app.screen_stack), "-hides")
        self._show_found(self._first)

    def compose(self) -> ComposeResult:
        """Compose the search field, the matches, and the text about the highlighted row."""
        self._list = LongList[PaletteRow](
            self._row,
            self._columns,
            lambda row: self.dismiss(row.id),
            lambda: N_("Nothing matches. Delete letters to see more."),
            single_click=self._preview is None,
        )
        with Vertical(id="palette-box") as box:
            yield Field(placeholder=self.glyphs.write(self._question))
            yield self._list
            yield Text(lambda: self._list.here.about if self._list.here else "", "about")
            yield KeyRow(self._hints)
        box.styles.max_height = len(self._rows) + _AROUND

    def settings_changed(self) -> None:
        """Ask in the current language."""
        super().settings_changed()
        self.query_one(Field).placeholder = self.glyphs.write(self._question)

    def _show_found(self, place: int = 0) -> None:
        """Show the matches, and highlight the row at this index."""
        self._list.show(self.found(self.query_one(Field).value), place)
        self.show()

    def found(self, text: str) -> Sequence[PaletteRow]:
        """The rows that match a text."""
        places = search_texts(text, [(row.title, row.key, row.about) for row in self._rows])
        return [self._rows[place] for place in places]

    def _columns(self) -> Sequence[Column]:
        """The columns, without descriptions in a narrow window: the text below the list shows them whole."""
        keys, titles = (
            max(map(cell_len, texts))
            for texts in zip(*((row.key, row.title) for row in (*self._rows, *self._list.items)), strict=True)
        )
        columns = [*([Column(cells=keys)] if keys else []), Column(cells=min(titles, _MAX_TITLE)), Column()]
        return columns if self._list.widths_of(columns)[-1] >= _MIN_ABOUT else [*columns[:-2], Column()]

    def _row(self, place: int, here: bool) -> Sequence[Line]:
        row = self._list.items[place]
        title = ((row.title, theme.TITLE if here else theme.PLAIN),)
        about = ((row.about, theme.QUIET),) if cell_len(row.about) <= self._list.widths[-1] else ()
        cells = (((row.key, theme.CAN),), title, about) if any(row.key for row in self._rows) else (title, about)
        return cells[: len(self._list.widths)]

    def _hints(self) -> Sequence[Hint]:
        choose = [press("enter", N_("choose"), primary=True)] if self._list.items else []
        return (*choose, press("escape", NP_("verb", "close")))

    # --- input ---------------------------------------------------------------------------------------------------------

    def on_input_changed(self) -> None:
        """Show the rows that match."""
        self._show_found()
        self.on_part_changed()

    def on_part_changed(self) -> None:
        """Preview the highlighted row once the keys pause."""
        if self._next_preview is not None:
            self._next_preview.stop()
        if self._preview is not None and self._list.here:
            self._next_preview = self.set_timer(PREVIEW_AFTER, partial(self._preview, self._list.here.id))

    def on_unmount(self) -> None:
        """End the preview."""
        if self._preview is not None:
            self._preview(None)

    def on_input_submitted(self) -> None:
        """Choose the row on Enter."""
        self._list.choose()

    def on_field_dropped(self) -> None:
        """Go back on Escape."""
        self.dismiss(None)

    @on(Click)
    def _click(self, event: Click) -> None:
        """Go back if the click is outside the list."""
        if event.widget is self:
            self.dismiss(None)


def command_palette(commands: Commands, program: "SplendorApp") -> PaletteScreen:
    """A screen that searches these commands."""
    write, key = program.glyphs.write, program.key_of(commands)
    rows = [PaletteRow(one.id, write(one.title), write(one.about), key(one)) for one in commands if one.in_palette]
    return PaletteScreen(N_("All commands of the previous screen."), N_("What would you like to do?"), rows)


def theme_palette(names: Sequence[str], current: str, preview: Callable[[str | None], object]) -> PaletteScreen:
    """A screen that searches the themes. Their names are not translated."""
    rows = [PaletteRow(name, name) for name in names]
    about, question = N_("The themes, each with a preview."), N_("Which theme would you like?")
    return PaletteScreen(about, question, rows, names.index(current), preview)
