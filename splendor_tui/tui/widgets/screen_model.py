"""The model drawn by the table's widgets: the table, and display details."""

from dataclasses import dataclass, fields
from typing import Any

from splendor_tui.presentation.table_model import TableModel
from splendor_tui.tui.keys.key_hint import Hint
from splendor_tui.tui.look.glyphs import UNICODE, Glyphs
from splendor_tui.tui.look.jewel_paint import IN_COLOUR, JewelStyle
from splendor_tui.tui.widgets.layouts import LayoutName


@dataclass(frozen=True, slots=True)
class ScreenModel(TableModel):
    """A table with its glyphs and jewels, the key hints of the last row, and the largest layout allowed.

    `reserve_key` is the label of the key that reserves. `still` disables animations. `rules` shows the rules beside
    the table.
    """

    glyphs: Glyphs = UNICODE
    hints: tuple[Hint, ...] = ()
    jewels: JewelStyle = IN_COLOUR
    layout: LayoutName = "auto"
    reserve_key: str = ""
    still: bool = False
    rules: bool = True

    @property
    def needs_legend(self) -> bool:
        """Whether gems need a legend, because they are letters or have no colours."""
        return self.jewels.way in {"shades", "ascii"}

    @classmethod
    def of(cls, model: TableModel, **details: Any) -> "ScreenModel":
        """Return a table with these display details."""
        return cls(**{part.name: getattr(model, part.name) for part in fields(TableModel)}, **details)
