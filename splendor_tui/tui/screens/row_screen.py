"""The base of screens with a few rows: moving through them, and explaining each."""

from abc import abstractmethod
from collections.abc import Callable
from typing import ClassVar, Final, TypeVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.widgets import Static

from splendor_tui.tui.keys.key_commands import BACK, CHOOSE, LESS, MORE, SHOW_HELP
from splendor_tui.tui.keys.key_hint import Hint
from splendor_tui.tui.keys.keymap import key_label
from splendor_tui.tui.screens.game_screen import GameScreen
from splendor_tui.tui.widgets.choice_list import ChoiceList, Rows
from splendor_tui.tui.widgets.heading import Heading, with_chips
from splendor_tui.tui.widgets.hint_row import HintRow
from splendor_tui.words import N_, Message

ResultT = TypeVar("ResultT")
_WRONG: Final = "bold $table-alert"


class RowScreen(GameScreen[ResultT]):
    """Rows on the left, the meaning of the highlighted one on the right. Subclasses define the rows and their effects."""

    CSS_PATH: ClassVar[str | None] = "row_screen.tcss"
    AUTO_FOCUS = ""
    HEADING: ClassVar[Message]

    def compose(self) -> ComposeResult:
        """The title, the rows next to their explanation, and the keys."""
        with Vertical(id="page"):
            yield Heading(lambda: with_chips(self.HEADING, self.glyphs))
            with Horizontal(id="body"):
                with VerticalScroll(id="rows", can_focus=False):
                    yield ChoiceList(self.rows(), self.glyphs, self.typed)
                yield Static(id="about", classes="panel", markup=False)
            yield HintRow(self.hints)

    def on_mount(self) -> None:
        """Explain the first row. A screen that was closed at once may have no rows left."""
        if self.query(ChoiceList):
            self.explain()

    @property
    def list(self) -> ChoiceList:
        """The list widget."""
        return self.query_one(ChoiceList)

    # --- for subclasses -----------------------------------------------------------------------------------------------

    @abstractmethod
    def rows(self) -> Rows:
        """The current rows."""

    @abstractmethod
    def about(self, row_id: str) -> Content:
        """The current meaning of a row."""

    def turned(self, row_id: str, by: int) -> None:
        """Change the value of a row by some steps. ValueError carries a sentence for the player."""

    def typed(self, row_id: str, text: str) -> None:
        """Accept text typed into a row. ValueError carries a sentence for the player."""

    def chosen(self, row_id: str) -> None:
        """Run a row's action; by default, change its value."""
        self.turned(row_id, 1)

    def hints(self) -> tuple[Hint, ...]:
        """The keys for the highlighted row."""
        if self.list.typing:
            return (
                Hint(key_label("enter"), N_("take it"), "screen.take", primary=True),
                Hint(key_label("escape"), N_("cancel"), "screen.drop"),
            )
        row = self.list.row
        words = N_("edit") if row.typed is not None else N_("next value") if row.turns else N_("choose")
        turns = (self.hint_of_pair(LESS, MORE, N_("change")),) if row.turns else ()
        return (self.hint(CHOOSE, words, primary=True), *turns, self.hint(BACK), self.hint(SHOW_HELP))

    # --- display ------------------------------------------------------------------------------------------------------

    def settings_changed(self) -> None:
        """Redraw with the current settings."""
        self.show()

    def show(self) -> None:
        """Draw all rows."""
        self.query_one(Heading).refresh()
        self.list.show(self.rows(), self.glyphs)
        self.explain()

    def explain(self, problem: Message | str = "") -> None:
        """Explain the highlighted row and the keys, and any refusal."""
        about = self.about(self.list.highlighted)
        if problem:
            about = Content.assemble((f"! {self.glyphs.write(problem)}", _WRONG), "\n\n", about)
        self.query_one("#about", Static).update(about)
        self.query_one(HintRow).refresh()

    # --- actions ------------------------------------------------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        """A digit starts typing if the row has a number."""
        if event.is_printable and event.character and self.list.type(event.character):
            event.stop()
            event.prevent_default()

    def on_choice_list_highlighted(self) -> None:
        """Explain the newly highlighted row."""
        self.explain()

    def on_choice_list_refused(self, message: ChoiceList.Refused) -> None:
        """Show the reason."""
        self.explain(message.sentence)

    def on_choice_list_chosen(self, message: ChoiceList.Chosen) -> None:
        """Run the row's action."""
        self._change(lambda: self.chosen(message.row_id))

    def on_choice_list_turned(self, message: ChoiceList.Turned) -> None:
        """Show another value."""
        self._change(lambda: self.turned(message.row_id, message.by))

    def action_turn(self, by: int) -> None:
        """Change the value of the highlighted row."""
        self.list.turn(by)

    def action_choose(self) -> None:
        """Run the highlighted row's action."""
        self.list.choose()

    def action_take(self) -> None:
        """Accept the typed text."""
        self.list.close()

    def action_drop(self) -> None:
        """Discard the typed text."""
        self.list.drop()

    def _change(self, change: Callable[[], None]) -> None:
        try:
            change()
        except ValueError as error:
            self.list.show(self.rows(), self.glyphs)
            self.explain(str(error))
        else:
            if self.is_current:
                self.show()
