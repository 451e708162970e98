"""The base of the table's widgets: each draws a part of a `TableModel` in the look of the settings."""

from collections.abc import Callable
from typing import NamedTuple

from textual.reactive import reactive
from textual.widget import Widget

from splendor_tui.presentation.commands import Command
from splendor_tui.presentation.table_model import Slot, TableModel
from splendor_tui.tui.look.glyphs import UNICODE, Glyphs
from splendor_tui.tui.look.jewels import IN_COLOUR, JewelStyle
from splendor_tui.tui.widgets.layouts import LayoutName


class Look(NamedTuple):
    """How a table is drawn: its glyphs and jewels, and the largest layout allowed.

    `rules` shows the rules beside the table. `still` disables animations. `key` returns the label of a command's key.
    `cursor` is the slot under the cursor, if any.
    """

    glyphs: Glyphs = UNICODE
    jewels: JewelStyle = IN_COLOUR
    layout: LayoutName = "auto"
    rules: bool = True
    still: bool = False
    key: Callable[[Command], str] = lambda _command: ""
    cursor: Slot | None = None


def no_model() -> TableModel:
    """Default of `model`. It is never used, because every widget is created with a model."""
    raise LookupError


class ModelWidget(Widget):
    """A widget that shows a model, and is redrawn by its subclass when the model changes.

    `look` changes only with the settings; `Table.redraw` then redraws everything.
    """

    model: reactive[TableModel] = reactive(no_model, layout=False, repaint=False)

    def __init__(self, model: TableModel, look: Look) -> None:
        super().__init__()
        self.auto_links = False  # links keep their own inks
        self.look = look
        self.set_reactive(ModelWidget.model, model)
