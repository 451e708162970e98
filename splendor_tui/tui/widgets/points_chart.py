"""The points of all players by round, drawn with the number of each seat so that it can be read without colours."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.paint import Block, Line, Span, fit

SEAT_INKS: Final = (theme.CAN, theme.TITLE, theme.NEW, theme.STRONG)
AXIS: Final = 4
"""Cells for the points at the left."""
LEAST_ROWS: Final = 5
"""Fewer could not tell apart who is above the target, on its line and below."""
_MOST_STRETCH: Final = 3
_LABELLED: Final = 5  # every so many rounds one is numbered


def seat_chip(seat: int) -> Span:
    """The digit of a seat in the chart, as it is shown next to the player's name."""
    return (str(seat + 1), SEAT_INKS[seat])


def points_chart(
    points: Sequence[Sequence[int]], target: int, cells: int, rows: int, glyphs: Glyphs, *, first: int = 1
) -> Block:
    """The chart at this size, at least LEAST_ROWS high: points upwards, rounds to the right, a line at the target.

    `points` are by round, of which the first has the number `first`, then by seat. Players at the same place take turns from
    round to round, and stand side by side in the last one. More rounds than cells are drawn one in several.
    """
    height, room = rows - 2, cells - AXIS
    places = room - max((len(row) - 1 for row in points), default=0)
    scale = _Scale(target, max((number for row in points for number in row), default=0), height)
    shown = _sampled(list(enumerate(points, start=first)), places)
    stretch = max(1, min(_MOST_STRETCH, places // max(1, len(shown))))
    canvas: list[list[Span]] = [[(" ", theme.PLAIN)] * room for _row in range(height)]
    canvas[scale.row(target)] = [(glyphs.calm.across if x % 2 == 0 else " ", theme.LINE) for x in range(room)]
    for place, (_round, row) in enumerate(shown):
        for y, seats in _seats_by_row(row, scale).items():
            drawn = seats if place == len(shown) - 1 else [seats[place % len(seats)]]
            at = place * stretch
            canvas[y][at : at + len(drawn)] = map(seat_chip, drawn)
    lines = [_labelled(y, spans, scale, glyphs) for y, spans in enumerate(canvas)]
    lines.append(((" " * (AXIS - 1) + glyphs.calm.bottom_left, theme.LINE), (glyphs.calm.across * room, theme.LINE)))
    lines.append(_rounds([number for number, _row in shown], first, stretch, room))
    return tuple(fit(line, cells) for line in lines)


@dataclass(frozen=True, slots=True)
class _Scale:
    """Converts points to rows of the chart, counted from above. Points below the target lie below its line."""

    target: int
    most: int
    height: int

    def row(self, points: int) -> int:
        """The row of this many points."""
        highest = self.height - 1
        line = highest if self.most <= self.target else min(highest - 1, round(highest * self.target / self.most))
        if points < self.target:
            return highest - points * line // self.target
        above = (points - self.target) * (highest - line) // max(1, self.most - self.target)
        return highest - line - above

    def label(self, row: int) -> str:
        """The points of a row that is labelled."""
        marks = {self.row(number): str(number) for number in (0, max(self.target, self.most), self.target)}
        return marks.get(row, "")


def _seats_by_row(points: Sequence[int], scale: _Scale) -> dict[int, list[int]]:
    """Who stands in which row after a round."""
    rows: dict[int, list[int]] = {}
    for seat, number in enumerate(points):
        rows.setdefault(scale.row(number), []).append(seat)
    return rows


def _sampled(numbered: list[tuple[int, Sequence[int]]], room: int) -> list[tuple[int, Sequence[int]]]:
    """Of the rounds with their numbers all, or as many as there is room for, the last one always included."""
    if len(numbered) <= room:
        return numbered
    return [numbered[(place + 1) * len(numbered) // room - 1] for place in range(room)]


def _labelled(y: int, row: Sequence[Span], scale: _Scale, glyphs: Glyphs) -> Line:
    """A row of the chart with its points at the left."""
    return ((f"{scale.label(y):>{AXIS - 1}}", theme.QUIET), (glyphs.calm.down, theme.LINE), *row)


def _rounds(numbers: Sequence[int], first: int, stretch: int, room: int) -> Line:
    """The numbers of some rounds beneath them."""
    text = [" "] * room
    for place, number in enumerate(numbers):
        at = place * stretch
        label = str(number)
        free = at + len(label) <= room and all(sign == " " for sign in text[max(0, at - 1) : at + len(label)])
        if (number == first or number % _LABELLED == 0) and free:
            text[at : at + len(label)] = label
    return ((" " * AXIS, theme.PLAIN), ("".join(text), theme.QUIET))
