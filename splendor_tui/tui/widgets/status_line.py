"""The first row of the table: the state of the game."""

from typing import Final

from textual.geometry import Size

from splendor_tui.inputs.player_names import MAX_CELLS
from splendor_tui.presentation.table_model import ShownClock, TableModel
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.paint import Line, Picture, cut_name, gap, joined, spread, width
from splendor_tui.tui.widgets.model_widget import Look
from splendor_tui.tui.widgets.table_section import Canvas
from splendor_tui.words import N_, NN_

MAX_NAME: Final = 12
_MAX_RIVAL_NAME: Final = 6
"""Maximum width of the name beside another player's time bank, unless the row has room for longer ones."""

_BETWEEN: Final = 2
"""Minimum space between the left side and the right one."""


class StatusLine(Canvas):
    """Round, player to move, target, last round, clock, and a banner for important warnings."""

    def paint(self, model: TableModel, look: Look, size: Size) -> Picture:
        """Paint the row."""
        return Picture((status_line(model, look, size.width),))


def status_line(model: TableModel, look: Look, cells: int) -> Line:
    """Paint the row at this width. The right side is never cut: banner, last round and clock.

    If space is short, names are shortened first. Then the title of the game is omitted, then the score of the series is
    shortened and omitted, then the target, then the others' remaining time.
    """
    view, glyphs = model.view, look.glyphs
    dot = ((f" {glyphs.dot} ", theme.QUIET),)
    title: Line = ((f" {N_('Splendor')}  ", theme.TITLE),)
    number: Line = ((str(N_("round {round}", round=model.round)), theme.PLAIN),)
    if model.over:
        whole = state = (*dot, (str(N_("game over")), theme.TITLE))
    else:
        name = model.names[model.active]
        whole, state = (
            (*dot, (f"{glyphs.turn} {one}", theme.CAN)) for one in (name, cut_name(name, MAX_NAME, glyphs.ellipsis))
        )
    target: Line = (*dot, (str(N_("to {target}", target=view.options.target)), theme.PLAIN))
    points = NN_("to {count} point", "to {count} points", view.options.target)
    in_words: Line = (*dot, (str(points), theme.PLAIN))
    briefs = model.series.briefs(model.names) if model.series else ()
    scores: list[Line] = [(*dot, (glyphs.write(brief), theme.QUIET)) for brief in briefs]
    last = str(N_("LAST ROUND")) if view.final_round and not model.over else ""
    signals: Line = joined(
        (((f" {model.banner} ", theme.ALERT),) if model.banner else (), ((f" {last} ", theme.CHOSEN),) if last else ())
    )
    rows: tuple[Line, ...] = (
        (*title, *number, *state, *in_words),
        (*title, *number, *state, *target),
        (*title, *number, *state),
        (*gap(1), *number, *state),
    )
    starts = (
        (*title, *number, *state, *in_words),
        (*title, *number, *state, *target),
        (*gap(1), *number, *state, *target),
    )
    rows = (*((*start, *score) for score in scores for start in starts), *rows)
    longest, roomy, *ends = ((*joined((signals, clock)), *gap(1)) for clock in _clocks(model, look))
    pairs = [
        ((*title, *number, *whole, *in_words, *(scores[0] if scores else ())), longest),
        (rows[0], roomy),
        *((left, right) for right in ends for left in rows),
    ]
    left, right = next((pair for pair in pairs if width(pair[0] + pair[1]) <= cells - _BETWEEN), pairs[-1])
    return spread(left, right, cells, glyphs.ellipsis)


def _clocks(model: TableModel, look: Look) -> tuple[Line, ...]:
    """Four versions: all clocks with whole, short and shorter names, then only the active player's time."""
    clock, glyphs = model.clock, look.glyphs
    if clock is None or model.over:
        return (), (), (), ()
    rows = []
    for longest in (MAX_CELLS, MAX_NAME, _MAX_RIVAL_NAME):
        others: list[Line] = [
            ((f"{cut_name(model.names[seat], longest, glyphs.ellipsis)} {reserve}", theme.QUIET),)
            for seat, reserve in clock.others.items()
        ]
        own = clock_of_active(model, glyphs, longest) if others else _time(clock)
        rows.append(joined((*others, own), 2))
    return (*rows, _time(clock))


def clock_of_active(model: TableModel, glyphs: Glyphs, longest: int = MAX_NAME) -> Line:
    """The time left for the player to move, with the name cut to this width. Empty without a clock."""
    if model.clock is None or model.over:
        return ()
    return ((f"{cut_name(model.names[model.active], longest, glyphs.ellipsis)} ", theme.STRONG), *_time(model.clock))


def _time(clock: ShownClock) -> Line:
    return ((f" ! {clock.text} ", theme.ALERT) if clock.urgent else (clock.text, theme.STRONG),)
