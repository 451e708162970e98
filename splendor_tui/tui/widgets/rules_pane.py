"""The rules beside the table in a large window."""

from collections.abc import Sequence

from textual.content import Content

from splendor_tui.presentation.rulebook import Ruling, match_rulings, turn_rulings
from splendor_tui.rules.state import Phase
from splendor_tui.rules.view import View
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_message import draw_message, link, wrap_text
from splendor_tui.tui.widgets.framed_pane import FramedPane, spaced
from splendor_tui.tui.widgets.screen_model import ModelWidget, ScreenModel
from splendor_tui.words import N_


class RulesPane(ModelWidget, FramedPane):
    """As many complete rulings as fit, most important first, and a link to the rest."""

    def watch_model(self, before: ScreenModel, after: ScreenModel) -> None:
        """Redraw if the glyphs or the phase changed."""
        if (before.glyphs, before.view.phase) != (after.glyphs, after.view.phase):
            self.refresh()

    def render(self) -> Content:
        """Render the rules."""
        return self.framed(((f" {N_('Rules')} ", theme.TITLE),), self.model.glyphs)

    def rows_of(self, cells: int, rows: int) -> list[Content]:
        """Return the rulings, separated by empty rows if there is room."""
        glyphs = self.model.glyphs
        blocks = [
            wrap_text(
                Content.assemble((str(ruling.title), theme.TITLE), "  ", draw_message(ruling.text, glyphs)), cells
            )
            for ruling in _most_needed_first(self.model.view)
        ]
        if sum(map(len, blocks)) > rows:
            rules, hide = self.model.rules_keys
            more = link(glyphs.write(f"{rules} {N_('More rules')}"), "app.rules", theme.LINK)
            links = Content("   ").join([more, link(f"{hide} {N_('Hide')}", "app.rules_pane", theme.LINK)])
            blocks = [*_fitting(blocks, rows - 1), [links]]
        return spaced(blocks, rows)


def _fitting(blocks: Sequence[list[Content]], rows: int) -> list[list[Content]]:
    """Return the blocks that fit, in order. A shorter block may fit even if an earlier one did not."""
    fitting = []
    for block in blocks:
        if len(block) <= rows:
            fitting.append(block)
            rows -= len(block)
    return fitting


def _most_needed_first(view: View) -> Sequence[Ruling]:
    """Return all rulings, first the one for the current phase, then the possible actions, then the end of the game."""
    turn, take, reserve, buy, refill, tokens, deal = turn_rulings()
    nobles, end, winner, *others = match_rulings(view.catalogue, view.options.target)
    beside_prices = N_("{rule} On a card, {left} is what is left to pay.", rule=buy.text, left="=2")
    buy = buy._replace(text=beside_prices)  # this pane only appears beside large cards, which show prices this way
    rulings = [take, reserve, buy, tokens, nobles, end, winner, turn, refill, deal, *others]
    asked = {Phase.RETURN_GEMS: tokens, Phase.CHOOSE_NOBLE: nobles}.get(view.phase, take)
    return [asked, *(ruling for ruling in rulings if ruling is not asked)]
