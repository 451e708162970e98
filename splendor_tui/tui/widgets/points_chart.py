"""A line chart of all players' points by round, with a colour, a stroke pattern and a digit for each seat.

Without colours, digit and pattern still tell the lines apart. Digits mark the lines at numbered rounds, at the end, and
where players draw level. Where lines meet, commas separate the digits.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.paint import Block, fit
from splendor_tui.tui.widgets.plot import ACROSS, DOWN, SEAT_STROKES, Mark, Plot, end_room, evenly_spaced, seats_by_row
from splendor_tui.words import N_

AXIS: Final = 4
"""The width of the points on the left."""
MIN_ROWS: Final = 5
"""With fewer rows, points above, at and below the target could not be told apart."""
_LABELLED: Final = 5  # the interval between numbered rounds

_Rounds: TypeAlias = Sequence[tuple[int, Sequence[int]]]


def points_chart(
    points: Sequence[Sequence[int]], target: int, cells: int, rows: int, glyphs: Glyphs, *, first: int = 1
) -> Block:
    """Paint the chart at this size, at least MIN_ROWS high, with a line at the target.

    `points` is indexed by round (the first is number `first`), then by seat. If there are more rounds than cells, some
    are skipped.
    """
    height, room = rows - 2, cells - AXIS
    seats = max((len(row) for row in points), default=1)
    scale = _Scale(target, max((number for row in points for number in row), default=0), height)
    shown = _sampled(list(enumerate(points, start=first)), room - end_room(seats))
    columns = evenly_spaced(len(shown), room - end_room(seats))
    plot = Plot(room, height, glyphs)
    plot.dash(scale.line)
    plot.draw(
        (stroke, [(ACROSS * x, scale.dot(row[seat])) for x, (_number, row) in zip(columns, shown, strict=True)])
        for seat, stroke in enumerate(SEAT_STROKES[:seats])
    )
    plot.name(N_("points"))
    marks: list[Mark] = []
    before: dict[int, list[int]] = {}
    for x, (number, row) in zip(columns, shown, strict=True):
        wanted = number == shown[-1][0] or _is_labelled(number, first)
        here = seats_by_row(map(scale.row, row))
        for y, level in here.items():
            if wanted or (len(level) > 1 and level != before.get(y) and y != scale.row(0)):
                marks.append(Mark(x, y, level))
        before = here
    plot.mark(marks)
    labels = {scale.row(number): str(number) for number in (0, max(target, scale.most), target)}
    numbered = [(x, n) for x, (n, _row) in zip(columns, shown, strict=True) if _is_labelled(n, first)]
    return tuple(fit(line, cells) for line in plot.with_axes(AXIS, labels, numbered, N_("round")))


@dataclass(frozen=True, slots=True)
class _Scale:
    """Converts points to dots, counted from the top. Points below the target are drawn below its line."""

    target: int
    most: int
    height: int

    @property
    def line(self) -> int:
        """The row of cells with the target line."""
        if self.most <= self.target:
            return 0
        return max(1, self.height - 1 - round((self.height - 1) * self.target / self.most))

    def dot(self, points: int) -> int:
        """Return the row of dots for these points. The target is the lowest dot in its cell."""
        lowest, line = DOWN * self.height - 1, DOWN * (self.line + 1) - 1
        if points < self.target:
            return lowest - points * (lowest - line) // self.target
        return line - (points - self.target) * line // max(1, self.most - self.target)

    def row(self, points: int) -> int:
        """Return the row of cells for these points."""
        return self.dot(points) // DOWN


def _is_labelled(number: int, first: int) -> bool:
    return number == first or number % _LABELLED == 0


def _sampled(numbered: _Rounds, room: int) -> _Rounds:
    """Return all numbered rounds, or evenly spaced ones if they do not fit. Always includes the last."""
    if len(numbered) <= room:
        return numbered
    return [numbered[(place + 1) * len(numbered) // room - 1] for place in range(room)]
