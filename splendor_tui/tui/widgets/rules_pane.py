"""The rules, to be looked up beside the table in a big window."""

from textual.content import Content
from textual.reactive import reactive

from splendor_tui.presentation.rulebook import match_rulings, turn_rulings
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_message import drawn
from splendor_tui.tui.widgets.framed_pane import FramedPane
from splendor_tui.tui.widgets.screen_model import ScreenModel
from splendor_tui.words import N_


class RulesPane(FramedPane):
    """The rulings in their order, as many as can be shown whole."""

    model: reactive[ScreenModel | None] = reactive(None, repaint=False)

    def __init__(self, model: ScreenModel) -> None:
        super().__init__()
        self.set_reactive(RulesPane.model, model)

    def watch_model(self, before: ScreenModel | None, after: ScreenModel | None) -> None:
        """Redraw only with other glyphs: the rules stay the same."""
        if before is None or after is None or before.glyphs != after.glyphs:
            self.refresh()

    def render(self) -> Content:
        """The rules."""
        if self.model is None or not self.size:
            return Content()
        return self.framed(((f" {N_('Rules')} ", theme.TITLE),), self.model.glyphs)

    def rows_of(self, cells: int, rows: int) -> list[Content]:
        """The rulings, with empty rows between them where there is room."""
        assert self.model is not None
        glyphs = self.model.glyphs
        blocks = [
            Content.assemble((str(ruling.title), theme.TITLE), "  ", drawn(ruling.text, glyphs)).wrap(cells)
            for ruling in (*turn_rulings(), *match_rulings(self.model.view.catalogue))
        ]
        airy = sum(map(len, blocks)) + len(blocks) - 1 <= rows
        shown: list[Content] = []
        for block in blocks:
            between = [Content()] if airy and shown else []
            if len(shown) + len(between) + len(block) > rows:
                break
            shown += [*between, *block]
        return shown
