"""The standings of a replayed game."""

from itertools import chain, pairwise
from typing import Final

from textual.content import Content
from textual.geometry import Size

from splendor_tui.match.log import timed_out_seats
from splendor_tui.presentation.commands import IN_STANDINGS
from splendor_tui.presentation.playback import Playback
from splendor_tui.presentation.result import points_by_round, winners_sentence
from splendor_tui.presentation.table_model import shown_kinds
from splendor_tui.rules.outcome import agreed_outcome, outcome
from splendor_tui.tui.look.paint import centred, page
from splendor_tui.tui.screens.pages import TextScreen
from splendor_tui.tui.widgets.final_standings import final_table
from splendor_tui.tui.widgets.line_charts import points_chart
from splendor_tui.tui.widgets.plot_canvas import MIN_ROWS
from splendor_tui.words import N_, Message

_MAX_WIDTH: Final = 112
_MARGIN: Final = 2


class StandingsScreen(TextScreen):
    """Shows the standings of a finished game, and a chart of the points."""

    ABOUT = N_("How the game ended: who won, why, and where the points came from.")
    KEY_COMMANDS = IN_STANDINGS

    def __init__(self, game: Playback) -> None:
        super().__init__()
        self._playback = game

    def heading(self) -> Message:
        """The winners."""
        return winners_sentence(self._playback.winners)

    def paint(self, size: Size) -> Content:
        """The standings, and the chart if there is room."""
        game, last = self._playback, self._playback.views[-1]
        ended = outcome(last) or agreed_outcome(last)
        lines = list(chain.from_iterable(game.log))
        late = timed_out_seats(lines)
        cells = max(1, min(size.width, _MAX_WIDTH) - 2 * _MARGIN)
        kinds = shown_kinds(game.names, game.kinds)
        rows = [(), *final_table(ended, last, game.names, kinds, late, cells, self.glyphs), ()]
        room = size.height - len(rows) - 1
        if room >= MIN_ROWS:
            rows += points_chart(points_by_round(pairwise(game.views)), last.options.target, cells, room, self.glyphs)
        return page(centred(rows, cells, size.width))
