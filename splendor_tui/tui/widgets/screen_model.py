"""What the widgets of the table draw: the table's model, and what only a screen needs."""

from dataclasses import dataclass, fields

from splendor_tui.presentation.table_model import TableModel
from splendor_tui.tui.keys.key_hint import Hint
from splendor_tui.tui.look.glyphs import UNICODE, Glyphs


@dataclass(frozen=True, slots=True)
class ScreenModel(TableModel):
    """A table model with the glyphs to draw it with, and the hints of the last row."""

    glyphs: Glyphs = UNICODE
    hints: tuple[Hint, ...] = ()

    @classmethod
    def of(cls, model: TableModel, glyphs: Glyphs, hints: tuple[Hint, ...] = ()) -> "ScreenModel":
        """The model of this table."""
        parts = {part.name: getattr(model, part.name) for part in fields(TableModel)}
        return cls(**parts, glyphs=glyphs, hints=hints)
