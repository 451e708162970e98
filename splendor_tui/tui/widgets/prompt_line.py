"""The row that talks with the player: what is asked, what a choice would do, why something is not possible."""

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from splendor_tui.presentation.table_model import TableModel


class PromptLine(Widget):
    """The model's prompt; words in it that carry an action can be clicked."""

    model: reactive[TableModel | None] = reactive(None)

    def __init__(self, model: TableModel) -> None:
        super().__init__()
        self.set_reactive(PromptLine.model, model)

    def render(self) -> Content:
        """The prompt itself."""
        return self.model.prompt if self.model is not None else Content()
