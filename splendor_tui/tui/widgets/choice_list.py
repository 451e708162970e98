"""A list of rows: actions, values to change, and text fields.

The screen supplies the rows and handles the player's input.

Textual's OptionList was tried for the settings. It took twice as long to open and a third longer per key, chose on
the first click, and had no marker, columns or text fields, so it would have replaced little of this module.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from rich.cells import cell_len
from textual.content import Content
from textual.events import Click, Key
from textual.geometry import Offset, Region, Size, Spacing
from textual.reactive import reactive
from textual.widget import Widget

from splendor_tui.inputs.choices import Choice
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import ASCII
from splendor_tui.tui.look.paint import Line, cut, fit, gap, width
from splendor_tui.tui.widgets.base_widgets import Scroller
from splendor_tui.tui.widgets.text_field import Field
from splendor_tui.words import Message

_MARKER: Final = 2
_ARROW: Final = 2
_GAP: Final = 2
_MIN_VALUE: Final = 14
_HERE: Final = "on $table-back"
_WRONG: Final = "bold $table-alert"


class Row(NamedTuple):
    """A row, with its `label` on the left and its `value` in its own column.

    If `turns`, left and right change the value. `typed` is the initial text of an edit, or None if the row cannot be
    edited. `opens_on` maps characters that start an edit to the text they enter; if `opens_on_letters`, so does every
    letter and digit. An edit replaces the value, or the label if `edits_label`. `head` is drawn before the label.
    """

    id: str
    label: Message | str
    value: Message | str = ""
    turns: bool = False
    typed: str | None = None
    opens_on: Mapping[str, str] = MappingProxyType({})
    opens_on_letters: bool = False
    edits_label: bool = False
    head: Line = ()


def choice_row(name: str, choice: Choice, value: object, digits: Mapping[str, str]) -> Row:
    """The row of a setting or house rule. If its value can be typed, `digits` start an edit.

    If it is in words, their initials start it, and all characters stay as typed.
    """
    shown = choice.describe(value)
    if shown.typed is None:
        return Row(name, choice.name, shown.name, turns=True)
    opens_on = digits
    if any(isinstance(one, str) for one in choice.steps):
        words = [str(text) for one in choice.steps for text in (one, *choice.describe(one)[::2])]
        opens_on = {letter: letter for word in words for letter in (word[0], word[0].upper())}
    return Row(name, choice.name, shown.name, turns=True, typed=str(shown.typed), opens_on=opens_on)


Rows: TypeAlias = Sequence[Row | Message | None]
"""Rows that can be chosen, headings between them, and None for empty rows."""


class _Columns(NamedTuple):
    """The cells where labels and values start and end. A value with arrows ends at `turning_end`, any other at `room`."""

    label: int
    label_end: int
    value: int
    turning_end: int
    room: int

    def value_of(self, row: Row) -> tuple[int, int]:
        """The cells where a row's value starts and ends, without its arrows."""
        return self.value, self.turning_end if row.turns else self.room


class ChoiceList(Scroller):
    """A list of rows, one of which is highlighted.

    `rows` returns the current rows. `chosen` runs a row's action. `turned` changes its value by some steps. `typed`
    accepts typed text for it. Each of these may raise ValueError with a sentence for the player, which becomes the
    `problem`. The second click on a row chooses it. If `single_click`, the first one already runs an action.
    """

    highlighted: reactive[str] = reactive("")

    def __init__(
        self,
        rows: Callable[[], Rows],
        chosen: Callable[[str], object],
        *,
        turned: Callable[[str, int], None] = lambda _row_id, _by: None,
        typed: Callable[[str, str], None] = lambda _row_id, _text: None,
        single_click: bool = True,
    ) -> None:
        super().__init__()
        self._current_rows = rows
        self.shown = rows()
        """All rows, from the top."""
        self._chosen = chosen
        self._turned = turned
        self._typed = typed
        self._single_click = single_click
        self._clicked = ""
        """The row that was clicked last."""
        self.problem = ""
        """Why the last input was rejected."""
        self._room = self._needed
        """The size of the rows when last drawn. It depends on the language."""
        self._field: Field | None = None
        """The text field, once a row has been edited. Mounting it only then makes the screen open faster."""
        self.set_reactive(ChoiceList.highlighted, self._ids()[0])

    # --- rows ----------------------------------------------------------------------------------------------------------

    @property
    def row(self) -> Row:
        """The highlighted row."""
        return next(row for row in self.shown if isinstance(row, Row) and row.id == self.highlighted)

    def redraw(self) -> None:
        """Redraw the current rows. The highlight stays on its row, or moves to the nearest one."""
        place = self._ids().index(self.highlighted)
        self.shown = self._current_rows()
        ids = self._ids()
        if self.highlighted not in ids:
            self.highlighted = ids[min(place, len(ids) - 1)]
        before, self._room = self._room, self._needed
        self.refresh(layout=self._room != before)

    def explained(self, about: Content) -> Content:
        """A description of the highlighted row, preceded by the reason if the last input was rejected."""
        if not self.problem:
            return about
        return Content.assemble((f"! {self.glyphs.write(self.problem)}", _WRONG), "\n\n", about)

    def report(self, problem: Message | str = "") -> None:
        """Report a change to other parts. A `problem` is shown until the next input."""
        self.problem = str(problem)
        self.post_message(self.Changed(self))

    def _ids(self) -> list[str]:
        return [row.id for row in self.shown if isinstance(row, Row)]

    def _place(self) -> int:
        """The line of the highlighted row."""
        return list(self.shown).index(self.row)

    def watch_highlighted(self) -> None:
        """Scroll the highlighted row into view."""
        if self.is_attached and isinstance(self.parent, Widget):
            line = Region(0, self._place(), self.size.width, 1).translate(self.virtual_region.offset)
            self.parent.scroll_to_region(line, spacing=Spacing(1, 0, 1, 0), animate=False, immediate=True)
            self.report()

    # --- input ---------------------------------------------------------------------------------------------------------

    @property
    def selected(self) -> Offset:
        """The place of the highlighted row on the screen."""
        return self.region.offset + Offset(0, self._place())

    def move(self, by: int) -> None:
        """Highlight a row further down or up, with wrap-around."""
        if self.close():
            ids = self._ids()
            self.highlighted = ids[(ids.index(self.highlighted) + by) % len(ids)]

    def jump(self, place: int) -> None:
        """Highlight the row at this index. -1 is the last."""
        if self.close():
            self.highlighted = self._ids()[place]

    def page(self, pages: int) -> None:
        """Highlight the row one page down or up, or the last one in that direction."""
        view = self.parent if isinstance(self.parent, Widget) else self
        lines = [line for line, row in enumerate(self.shown) if isinstance(row, Row)]
        wanted = self._place() + pages * view.size.height
        self.jump(min(range(len(lines)), key=lambda place: abs(lines[place] - wanted)))

    def turn(self, by: int) -> None:
        """Change the value of the highlighted row, if it has several."""
        if self.row.turns and self.close():
            self.change(partial(self._turned, self.highlighted, by))

    def choose(self) -> None:
        """Edit the highlighted row, change its value, or run its action."""
        if self.row.typed is not None:
            self.open(self.row.typed)
        elif self.row.turns:
            self.turn(1)
        else:
            self.change(partial(self._chosen, self.highlighted))

    def change(self, change: Callable[[], object]) -> None:
        """Run a change, then show the new rows, or the reason if it raised ValueError."""
        problem = ""
        try:
            change()
        except ValueError as error:
            problem = str(error)
        if self.screen.is_current:
            self.redraw()
            self.report(problem)

    def on_click(self, event: Click) -> None:
        """Highlight the clicked row, or choose it on a second click. A click on an arrow changes the value."""
        lines = list(self.shown)
        row = lines[event.y] if 0 <= event.y < len(lines) else None
        if not isinstance(row, Row) or self.is_drag(event) or not self.close():
            return
        again = self._clicked == self.highlighted == row.id
        self._clicked = self.highlighted = row.id
        start, end = self._columns().value_of(row)
        if row.turns and start - _ARROW <= event.x < start:
            self.turn(-1)
        elif row.turns and end <= event.x < end + _ARROW:
            self.turn(1)
        elif again or (self._single_click and not row.turns and row.typed is None):
            self.choose()

    # --- typing --------------------------------------------------------------------------------------------------------

    def open(self, text: str, *, replacing: bool = True) -> None:
        """Edit the highlighted row. Typing replaces the old text if `replacing`, otherwise it is appended."""
        if self._field is None:
            self._field = Field()
            self.mount(self._field)
        field, columns = self._field, self._columns()
        column, end = columns.value_of(self.row)
        if self.row.edits_label:
            column, end = columns.label, self.size.width
        field.styles.offset = (column, self._place())
        field.styles.width = end - column
        field.translations = str.maketrans(dict(self.row.opens_on))
        field.edit(text.translate(field.translations), replacing=replacing)
        self.refresh()
        self.report()

    def take_key(self, event: Key) -> None:
        """Start an edit with a character that the highlighted row accepts.

        More characters may arrive before the field has the focus.
        """
        character = event.character if event.is_printable else None
        if character and self._field and self.typing:
            self._field.take(character)
        elif character and (character in self.row.opens_on or (self.row.opens_on_letters and character.isalnum())):
            self.open(character, replacing=False)
        elif event.key == "enter" and self.row.opens_on_letters and not self.typing:
            self.choose()  # at once, because its binding would run after a letter that follows immediately
        else:
            return
        event.stop()
        event.prevent_default()

    @property
    def typing(self) -> bool:
        """Whether a row is being edited."""
        return self._field is not None and bool(self._field.display)

    def close(self) -> bool:
        """Accept any typed text. Returns False and leaves the field open if the text is rejected."""
        if self._field is None or not self.typing:
            return True
        try:
            self._typed(self.highlighted, self._field.value)
        except ValueError as error:
            if not self.row.edits_label:
                self._field.select_all()  # the player retypes a number, but shortens a name
            self.report(str(error))
            return False
        self.on_field_dropped()
        return True

    def on_input_submitted(self) -> None:
        """Accept the text on Enter."""
        self.close()

    def on_input_blurred(self) -> None:
        """Accept the text when the field loses the focus, or discard it if it is invalid.

        A double click may already have opened the field in another row.
        """
        is_open_again = self.screen.focused is self.query_one(Field)
        if self.app.app_focus and not is_open_again and not self.close():
            self.on_field_dropped()

    def on_field_dropped(self) -> None:
        """Hide the field: on Escape without accepting the text."""
        if self._field is not None:
            self._field.display = False
        self.screen.set_focus(None)
        self.refresh()
        self.report()

    # --- painting ------------------------------------------------------------------------------------------------------

    def get_content_width(self, container: Size, viewport: Size) -> int:  # noqa: ARG002
        """The width of the widest row."""
        return self._room.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """The number of rows."""
        return self._room.height

    @property
    def _needed(self) -> Size:
        """The size of all rows. Lists with arrows are as wide as the page."""
        values = [cell_len(str(row.value)) for row in self.shown if isinstance(row, Row)]
        return Size(self._label_column()[1] + _GAP + max(values), len(self.shown))

    def render(self) -> Content:
        """Render all rows."""
        columns, lines = self._columns(), []
        for row in self.shown:
            if isinstance(row, Row):
                lines.append(self._painted(row, columns))
            else:
                lines.append(Content.assemble(*gap(_MARKER), (str(row or ""), theme.QUIET)))
        return Content("\n").join(lines)

    def _label_column(self) -> tuple[int, int]:
        """The cells where the labels start and end."""
        rows = [row for row in self.shown if isinstance(row, Row)]
        start = _MARKER + max(width(row.head) for row in rows)
        return start, start + max(cell_len(str(row.label)) for row in rows)

    def _columns(self) -> _Columns:
        """Compute the columns from all rows. Call it once, not per row."""
        turning = [cell_len(str(row.value)) for row in self.shown if isinstance(row, Row) and row.turns]
        arrow = _ARROW if turning else 0
        room = self.size.width - arrow
        label, label_end = self._label_column()
        value = min(label_end + _GAP + arrow, room)
        return _Columns(label, label_end, value, min(value + max(*turning, _MIN_VALUE, 0), room), room)

    def _painted(self, row: Row, columns: _Columns) -> Content:
        here, glyphs = row.id == self.highlighted, self.glyphs
        start, end = columns.value_of(row)
        marker: Line = ((glyphs.turn, theme.CURSOR),) if here else ()
        ink = theme.TITLE if here else theme.PLAIN
        words = cut(glyphs.write(row.label), columns.label_end - columns.label, glyphs.ellipsis)
        label = (*fit(fit(marker, _MARKER) + row.head, columns.label), (words, ink))
        less, more = ("<", ">") if glyphs is ASCII else ("‹", "›")
        arrow = theme.CURSOR if here else theme.QUIET
        value_ink = theme.STRONG if here else theme.PLAIN
        text = cut(glyphs.write(row.value), end - start, glyphs.ellipsis)
        value: Line = fit(((text, value_ink),), end - start)
        if row.turns:
            # A rejected text must not look like the current value.
            ends = ("  ", "  ") if here and self.typing else (f"{less} ", f" {more}")
            value = ((ends[0], arrow), *value, (ends[1], arrow))
            start -= _ARROW
        line = Content.assemble(*fit(fit(label, start) + value, self.size.width))
        return line.stylize_before(_HERE) if here else line
