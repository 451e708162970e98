"""The model that the table's widgets draw, with its display details."""

from dataclasses import dataclass, fields
from typing import Any

from textual.reactive import reactive
from textual.widget import Widget

from splendor_tui.presentation.table_model import TableModel
from splendor_tui.tui.keys.key_hint import Hint
from splendor_tui.tui.look.glyphs import UNICODE, Glyphs
from splendor_tui.tui.look.jewels import IN_COLOUR, JewelStyle
from splendor_tui.tui.widgets.layouts import LayoutName


@dataclass(frozen=True, slots=True)
class ScreenModel(TableModel):
    """A table with its glyphs and jewels, the key hints of the last row, and the largest layout allowed.

    `reserve_key` is the label of the key that reserves. `still` disables animations. `rules` shows the rules beside
    the table. `rules_keys` are the labels of the keys that show all rules and that hide those beside the table.
    `reserves_rule` is the house rule `open_reserves`, None if it is unknown.
    """

    glyphs: Glyphs = UNICODE
    hints: tuple[Hint, ...] = ()
    jewels: JewelStyle = IN_COLOUR
    layout: LayoutName = "auto"
    reserve_key: str = ""
    still: bool = False
    rules: bool = True
    rules_keys: tuple[str, str] = ("", "")
    reserves_rule: bool | None = None

    @classmethod
    def of(cls, model: TableModel, **details: Any) -> "ScreenModel":
        """A table with these display details."""
        return cls(**{part.name: getattr(model, part.name) for part in fields(TableModel)}, **details)


def no_model() -> ScreenModel:
    """Default of `model`. It is never used, because every widget is created with a model."""
    raise LookupError


class ModelWidget(Widget):
    """A widget that shows a model, and is redrawn by its subclass when the model changes."""

    model: reactive[ScreenModel] = reactive(no_model, layout=False, repaint=False)

    def __init__(self, model: ScreenModel) -> None:
        super().__init__()
        self.auto_links = False  # links keep their own inks
        self.set_reactive(ModelWidget.model, model)
