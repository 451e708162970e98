"""The first row: where the game stands."""

from typing import Final, NoReturn

from textual.geometry import Size

from splendor_tui.presentation.table_model import TableModel
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.paint import Line, Picture, cut, gap, joined, spread
from splendor_tui.tui.widgets.canvas import Painted
from splendor_tui.words import _

LONGEST_NAME: Final = 12


class StatusLine(Painted[NoReturn]):
    """Round, player to move, target, last round, clock, and a banner for what must not be missed."""

    def paint(self, model: TableModel, size: Size) -> Picture[NoReturn]:
        """The row."""
        return Picture((status_line(model, size.width),))


def status_line(model: TableModel, cells: int) -> Line:
    """The row at this width. What stands on the right is never cut: banner, last round and clock."""
    view, glyphs = model.view, model.glyphs
    dot = ((f" {glyphs.dot} ", theme.QUIET),)
    left: Line = ((f" {_('Splendor')}  ", theme.TITLE), (_("round {round}").format(round=view.round), theme.PLAIN))
    if model.over:
        left += (*dot, (_("game over"), theme.TITLE))
    else:
        name = cut(model.names[view.seat], LONGEST_NAME, glyphs.ellipsis)
        place = _("{seat} of {players}").format(seat=view.seat + 1, players=len(view.players))
        left += (*dot, (f"{glyphs.turn} {name}", theme.CAN), (f" {place}", theme.QUIET))
    left += (*dot, (_("to {target}").format(target=view.options.target), theme.PLAIN))
    last = _("LAST ROUND") if view.final_round and not model.over else ""
    right = joined(
        (
            ((f" {model.banner} ", theme.ALERT),) if model.banner else (),
            ((f" {last} ", theme.CHOSEN),) if last else (),
            ((model.clock, theme.STRONG),) if model.clock else (),
        )
    )
    return spread(left, (*right, *gap(1)), cells)
