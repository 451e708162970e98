"""The command palette and the themes: lists with a search field."""

from collections.abc import Sequence
from typing import ClassVar, Final, NamedTuple

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Click
from textual.screen import ModalScreen
from textual.timer import Timer

from splendor_tui.presentation.word_search import search_texts
from splendor_tui.tui.keys.key_command import KeyCommands
from splendor_tui.tui.keys.key_hint import Hint, press
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.paint import Line
from splendor_tui.tui.screens.base_screen import BaseScreen, ResultT
from splendor_tui.tui.widgets.base_widgets import Text
from splendor_tui.tui.widgets.key_row import KeyRow
from splendor_tui.tui.widgets.long_list import Column, LongList
from splendor_tui.tui.widgets.text_field import Field
from splendor_tui.words import N_, NP_, Message

_MAX_TITLE: Final = 26
_AROUND: Final = 8
"""Rows around the list: the field, the text, the hints, and their frames and margins."""
PREVIEW_AFTER: Final = 0.1
"""Seconds without a key before a theme is previewed, because restyling every widget takes longer than a held key repeats."""


class SearchRow(NamedTuple):
    """A searchable row: its id, its title, a description, and its key label if any."""

    id: str
    title: str
    about: str = ""
    key: str = ""


class SearchScreen(BaseScreen[ResultT], ModalScreen[ResultT]):
    """Shows the rows that match the typed text. Escape, or a click outside the list, goes back.

    The keys are fixed, because all other keys type text.
    """

    CSS_PATH = "palette_and_themes.tcss"
    AUTO_FOCUS = "Field"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)"),
        Binding("down", "move(1)"),
        Binding("pageup", "page(-1)"),
        Binding("pagedown", "page(1)"),
    ]
    SECRET = True
    STOPS_CLOCK = False
    QUESTION: Message
    SINGLE_CLICK: ClassVar[bool] = True
    """Whether the first click on a row chooses it, not the second."""
    first = 0
    """The index of the row that is highlighted at first."""

    def rows(self) -> Sequence[SearchRow]:
        """All rows."""
        raise NotImplementedError

    def choose(self, row_id: str) -> None:
        """Run a row's action, and close the screen."""
        raise NotImplementedError

    def preview(self, row_id: str) -> None:
        """Preview the highlighted row."""

    def compose(self) -> ComposeResult:
        """Compose the search field, the matches, and the text about the highlighted row."""
        self._rows = self.rows()
        self._list = LongList[SearchRow](
            self._row,
            self._columns,
            lambda row: self.choose(row.id),
            lambda: N_("Nothing matches. Delete letters to see more."),
            single_click=self.SINGLE_CLICK,
        )
        with Vertical(id="search-box") as box:
            yield Field(placeholder=self.glyphs.write(self.QUESTION))
            yield self._list
            yield Text(lambda: self._list.here.about if self._list.here else "", "about")
            yield KeyRow(self._hints)
        box.styles.max_height = len(self._rows) + _AROUND

    def on_mount(self) -> None:
        """Show all rows."""
        self._show_found(self.first)

    def _show_found(self, place: int = 0) -> None:
        """Show the matches, and highlight the row at this index."""
        found = search_texts(self.query_one(Field).value, [(row.title, row.key, row.about) for row in self._rows])
        self._list.show([self._rows[index] for index in found], place)
        self.show()

    def _columns(self) -> Sequence[Column]:
        keys, titles = (
            max(map(cell_len, texts)) for texts in zip(*((row.key, row.title) for row in self._rows), strict=True)
        )
        return [*([Column(cells=keys)] if keys else []), Column(cells=min(titles, _MAX_TITLE)), Column()]

    def _row(self, place: int, here: bool) -> Sequence[Line]:
        row = self._list.items[place]
        title, about = ((row.title, theme.TITLE if here else theme.PLAIN),), ((row.about, theme.QUIET),)
        return (((row.key, theme.CAN),), title, about) if any(row.key for row in self._rows) else (title, about)

    def _hints(self) -> Sequence[Hint]:
        choose = [press("enter", N_("choose"), primary=True)] if self._list.items else []
        return (*choose, press("escape", NP_("verb", "close")))

    # --- input ---------------------------------------------------------------------------------------------------------

    def on_input_changed(self) -> None:
        """Show the rows that match."""
        self._show_found()
        self.on_part_changed()

    def on_part_changed(self) -> None:
        """Preview the highlighted row."""
        if self._list.here:
            self.preview(self._list.here.id)

    def on_input_submitted(self) -> None:
        """Choose the row on Enter."""
        self._list.choose()

    def on_field_dropped(self) -> None:
        """Go back on Escape."""
        self.dismiss(None)

    def on_click(self, event: Click) -> None:
        """Go back if the click is outside the list."""
        if event.widget is self:
            self.dismiss(None)


class PaletteScreen(SearchScreen[str]):
    """Searches the commands of the screen below. Returns the id of the command to run, or None if the player goes back."""

    ABOUT = N_("All commands of the previous screen.")
    QUESTION = N_("What would you like to do?")

    def __init__(self, commands: KeyCommands) -> None:
        super().__init__()
        self._commands = [command for command in commands if command.in_palette]

    def rows(self) -> Sequence[SearchRow]:
        """The commands with their keys."""
        write, key = self.glyphs.write, self.program.key_of(tuple(self._commands))
        return [
            SearchRow(one.id, write(one.title), write(one.alone or one.about), key(one.id)) for one in self._commands
        ]

    def choose(self, row_id: str) -> None:
        """A command."""
        self.dismiss(row_id)


class ThemesScreen(SearchScreen[None]):
    """Previews the highlighted theme on the screen below, and saves the chosen one.

    `current_name` is the name of the current theme.
    """

    ABOUT = N_("The themes, each with a preview.")
    QUESTION = N_("Which theme would you like?")
    SINGLE_CLICK = False

    def __init__(self, names: Sequence[str], current_name: str) -> None:
        super().__init__()
        self._names = names
        self._current_name = current_name
        self._next_preview: Timer | None = None
        self.first = names.index(current_name)

    def on_unmount(self) -> None:
        """Restore the theme after the preview, unless another one was chosen."""
        if self.app.theme != self._current_name:
            self.app.theme = self._current_name

    def rows(self) -> Sequence[SearchRow]:
        """The theme names, which are not translated."""
        return [SearchRow(name, name) for name in self._names]

    def preview(self, row_id: str) -> None:
        """Preview a theme once the keys pause."""
        if self._next_preview is not None:
            self._next_preview.stop()
        self._next_preview = self.set_timer(PREVIEW_AFTER, lambda: setattr(self.app, "theme", row_id))

    def choose(self, row_id: str) -> None:
        """Save a theme."""
        self._current_name = row_id
        self.program.change_settings(self.services.settings.changed(theme=row_id))
        self.dismiss(None)
