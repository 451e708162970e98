"""The rules, to be looked up beside the table in a big window."""

from collections.abc import Sequence

from textual.content import Content
from textual.reactive import reactive

from splendor_tui.presentation.rulebook import Ruling, match_rulings, turn_rulings
from splendor_tui.rules.state import Phase
from splendor_tui.rules.view import View
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_message import drawn, in_rows, link
from splendor_tui.tui.widgets.framed_pane import FramedPane
from splendor_tui.tui.widgets.screen_model import ScreenModel
from splendor_tui.words import N_


class RulesPane(FramedPane):
    """As many rulings as can be shown whole, and the way to the others; the most needed come first."""

    model: reactive[ScreenModel | None] = reactive(None, repaint=False)

    def __init__(self, model: ScreenModel) -> None:
        super().__init__()
        self.auto_links = False  # the words have an ink of their own
        self.set_reactive(RulesPane.model, model)

    def watch_model(self, before: ScreenModel | None, after: ScreenModel | None) -> None:
        """Redraw only with other glyphs, or where another ruling is needed now."""
        if before is None or after is None or (before.glyphs, before.view.phase) != (after.glyphs, after.view.phase):
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
            in_rows(Content.assemble((str(ruling.title), theme.TITLE), "  ", drawn(ruling.text, glyphs)), cells)
            for ruling in _most_needed_first(self.model.view)
        ]
        airy = sum(map(len, blocks)) + len(blocks) - 1 <= rows
        shown: list[Content] = []
        for place, block in enumerate(blocks):
            between = [Content()] if airy and shown else []
            if len(shown) + len(between) + len(block) > rows - (not airy and place < len(blocks) - 1):
                return [*shown, link(glyphs.write(N_("More rules")), "app.rules", theme.LINK)]
            shown += [*between, *block]
        return shown


def _most_needed_first(view: View) -> Sequence[Ruling]:
    """All rulings: first what is asked now, and what one can do before how a game ends. There may be no room for all."""
    turn, take, reserve, buy, refill, tokens, deal = turn_rulings()
    nobles, end, winner, *others = match_rulings(view.catalogue, view.options.target)
    beside_prices = N_("{rule} On a card, {left} is what is left to pay.", rule=buy.text, left="=2")
    buy = buy._replace(text=beside_prices)  # only large cards show it so, and only beside these is there this pane
    rulings = [take, reserve, buy, tokens, nobles, end, winner, turn, refill, deal, *others]
    asked = {Phase.RETURN_GEMS: tokens, Phase.CHOOSE_NOBLE: nobles}.get(view.phase, take)
    return [asked, *(ruling for ruling in rulings if ruling is not asked)]
