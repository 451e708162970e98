"""The first row of the table: the state of the game."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from textual.geometry import Size

from splendor_tui.inputs.player_names import MAX_CELLS
from splendor_tui.presentation.table_model import ShownClock, TableModel
from splendor_tui.rules.constants import DEFAULT_TARGET
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.paint import Line, Picture, cut_name, gap, joined, side_by_side, spread, width
from splendor_tui.tui.widgets.model_widget import Look
from splendor_tui.tui.widgets.table_section import Canvas
from splendor_tui.words import N_, NN_, Message

MAX_NAME: Final = 12
_MAX_RIVAL_NAME: Final = 6
"""Maximum width of the name beside another player's time bank, unless the row has room for longer ones."""
_MIN_NAME: Final = 4
"""To this width names are cut before the score of a series is omitted."""
_BETWEEN: Final = 2
"""Minimum space between the left side and the right one."""


class StatusLine(Canvas):
    """Round, player to move, target, last round, clock, and a banner for important warnings."""

    def paint(self, model: TableModel, look: Look, size: Size) -> Picture:
        """Paint the row."""
        return Picture((status_line(model, look, size.width),))


def status_line(model: TableModel, look: Look, cells: int) -> Line:
    """Paint the row at this width. The right side is never cut: banner, last round and clock.

    If space is short, the names beside the clocks are shortened first, then the left side, and then the others' remaining
    time is omitted.
    """
    glyphs = look.glyphs
    last = str(N_("LAST ROUND")) if model.view.final_round and not model.over else ""
    signals: Line = joined(
        (((f" {model.banner} ", theme.ALERT),) if model.banner else (), ((f" {last} ", theme.CHOSEN),) if last else ())
    )
    left: Line = ()
    right: Line = ()
    for clocks, most in zip(_clocks(model, look), (1, 1, None, None), strict=True):
        right = (*joined((signals, clocks)), *gap(1))
        room = cells - _BETWEEN - width(right)
        for left in islice(_left_sides(model, glyphs, room), most):
            if width(left) <= room:
                return spread(left, right, cells, glyphs.ellipsis)
    return spread(left, right, cells, glyphs.ellipsis)


def _left_sides(model: TableModel, glyphs: Glyphs, room: int) -> Iterator[Line]:
    """Yield the left side in fewer and fewer words: without the unit of the target, the title, and the full name.

    The score of a series then loses its goal, and its names are shortened to fit in this room, if need be without the target
    and with a shorter name of the player to move. Then a tournament only names some players. The score is omitted last.
    Until the last round, an unusual target stays: the name of the player to move and the round make room for it.
    """
    view = model.view
    dot: Line = ((f" {glyphs.dot} ", theme.QUIET),)
    title: Line = ((f" {N_('Splendor')}  ", theme.TITLE),)
    number: Line = ((str(N_("round {round}", round=model.round)), theme.PLAIN),)
    whole, state, *shorter = (
        (*dot, (str(N_("game over")), theme.TITLE))
        if model.over
        else (*dot, (f"{glyphs.turn} {cut_name(model.names[model.active], longest, glyphs.ellipsis)}", theme.CAN))
        for longest in (MAX_CELLS, MAX_NAME, *range(2 * _MIN_NAME, _MIN_NAME - 1, -1))
    )
    target: Line = (*dot, (str(N_("to {target}", target=view.options.target)), theme.PLAIN))
    points = NN_("to {count} point", "to {count} points", view.options.target)
    starts: tuple[Line, ...] = (
        (*title, *number, *whole, *dot, (str(points), theme.PLAIN)),
        (*title, *number, *whole, *target),
        (*gap(1), *number, *whole, *target),
        (*gap(1), *number, *state, *target),
    )
    shortest: Line = (*gap(1), *number, *state)
    narrow: Sequence[Line] = (shortest, (*gap(1), *number, *shorter[-1]))
    if view.options.target != DEFAULT_TARGET and not model.over and not view.final_round:
        narrow = [(*gap(1), *number, *name, *target) for name in shorter] + [(*gap(1), *shorter[-1][1:], *target)]
    if series := model.series:
        briefs = series.briefs()
        for brief in briefs:
            yield from ((*start, *dot, (glyphs.write(brief), theme.QUIET)) for start in starts)
        for brief in (briefs[-1], *series.excerpts(model.names)):

            def score(names: Sequence[str], told: Message = brief) -> str:
                return glyphs.write(told.renamed(dict(zip(series.names, names, strict=True))))

            for start in (starts[-1], *narrow):
                left = room - width((*start, *dot))
                cut = side_by_side(series.names, score, left, glyphs.ellipsis, least=_MIN_NAME)
                yield (*start, *dot, (cut, theme.QUIET))
    yield from (*starts, shortest)


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
