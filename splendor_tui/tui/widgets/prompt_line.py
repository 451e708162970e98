"""The prompt: a question, the effect of a choice, or an error message."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from splendor_tui.inputs.player_names import MAX_CELLS
from splendor_tui.presentation.table_model import NobleSlot, Phrase, TableModel
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_message import clickable, draw_message, wrap_text
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.widgets.layouts import Places
from splendor_tui.tui.widgets.model_widget import Look, ModelWidget
from splendor_tui.tui.widgets.status_line import MAX_NAME

_BETWEEN: Final = "  "
"""Separates two phrases."""


class PromptStart(Widget):
    """The first row of a two-row prompt, borrowed from the board. It shows `text`."""

    text: reactive[Content] = reactive(Content())

    def __init__(self, places: Callable[[], Places]) -> None:
        super().__init__()
        self.auto_links = False  # links keep their own inks
        self.display = False
        self._places = places

    @property
    def room(self) -> int:
        """The width of the row, even while it is hidden."""
        return self._places().prompt.width - self.styles.padding.width

    def watch_text(self, text: Content) -> None:
        """Show the row only while there is text."""
        self.display = bool(text)

    def render(self) -> Content:
        """Render the beginning of the prompt."""
        return self.text


class PromptLine(ModelWidget):
    """The model's prompt. Phrases with an action start with its key and can be clicked. A long prompt begins in `start`."""

    def __init__(self, model: TableModel, look: Look, start: PromptStart) -> None:
        super().__init__(model, look)
        self._start = start
        self._text = Content()
        self._shows_keys = True

    def show_keys(self, *, on: bool) -> None:
        """Show the phrases with an action, or leave them out."""
        self._shows_keys = on
        self.repaint()

    def render(self) -> Content:
        """Render the prompt, or its second row."""
        return self._text

    def watch_model(self) -> None:
        """Show the new prompt."""
        self.repaint()

    def on_resize(self) -> None:
        """Lay out the prompt again."""
        self.repaint()

    def repaint(self) -> None:
        """Lay out the prompt in one row or two."""
        room, lent = self.size.width, self._start.room
        keys = {offer.command.action: self.look.key(offer.command) for offer in self.model.offers}

        def fits(row: Content) -> bool:
            return row.cell_length <= room or two_rows(row, lent, room)[1].cell_length <= room

        phrases = [phrase for phrase in self.model.prompt if self._shows_keys or phrase.does is None]
        draw = partial(prompt_row, phrases, self.look.glyphs, fits, keys)
        row = draw(max_name=MAX_CELLS)
        if row.cell_length > room:
            row = draw()
        fits_in_one = row.cell_length <= room
        self._start.text, self._text = (Content(), row) if fits_in_one else two_rows(row, lent, room)
        self.refresh()


def two_rows(row: Content, first_cells: int, second_cells: int) -> tuple[Content, Content]:
    """Split a prompt into two rows of these widths, between two phrases if possible."""
    phrases = row.plain.split(_BETWEEN)
    for count in range(len(phrases) - 1, 0, -1):
        end = len(_BETWEEN.join(phrases[:count]))
        first, rest = row[:end], row[end + len(_BETWEEN) :]
        if first.cell_length <= first_cells and rest.cell_length <= second_cells:
            return first, rest
    first = wrap_text(row, first_cells)[0]
    rest = row[len(first.plain) :]
    return first, rest[len(rest.plain) - len(rest.plain.lstrip()) :]


def prompt_row(
    phrases: Sequence[Phrase],
    glyphs: Glyphs,
    fits: Callable[[Content], bool],
    keys: Mapping[str, str],
    *,
    max_name: int = MAX_NAME,
) -> Content:
    """Draw phrases side by side.

    A phrase with an action starts with the action's key. Phrases without an action, except the first, are omitted if
    they do not fit beside the others. `keys` maps Textual actions to key labels.
    """
    parts: list[Content] = []
    for message, does in phrases:
        part = draw_message(message, glyphs, theme.PLAIN if does is None else theme.LINK, max_name=max_name)
        if does is not None:
            action = f"screen.noble({does.index})" if isinstance(does, NobleSlot) else does.action
            key = Content.styled(f"{keys[action]} ", theme.CAN) if action in keys else Content()
            part = clickable(key + part, action)
        parts.append(part)
    shown = [place for place, phrase in enumerate(phrases) if not place or phrase.does is not None]
    for place in range(len(parts)):
        longer = sorted({*shown, place})
        if fits(Content(_BETWEEN).join(parts[one] for one in longer)):
            shown = longer
    return Content(_BETWEEN).join(parts[one] for one in shown)
