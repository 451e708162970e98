"""The points of all players by round as lines: a colour, a pattern of strokes and a digit for each seat.

The digit and the pattern tell the lines apart without colours; digits stand where rounds are numbered, at the end, and where
players are level later on, side by side. Lines are braille, of 2 by 4 dots a cell, or made of the digits in plain ASCII.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias

from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.paint import Block, Line, Span, fit

SEAT_INKS: Final = (theme.CAN, theme.TITLE, theme.NEW, theme.STRONG)
STROKES: Final = ("#", "####..", "#..", "#####..#..")
"""The dots along the line of each seat: drawn through, dashed, dotted, dashes and dots."""
AXIS: Final = 4
"""Cells for the points at the left."""
LEAST_ROWS: Final = 5
"""Fewer could not tell apart who is above the target, on its line and below."""
_MOST_STRETCH: Final = 10
_LABELLED: Final = 5  # every so many rounds one is numbered
_ACROSS: Final = 2
_DOWN: Final = 4
_BRAILLE: Final = 0x2800
_DOTS: Final = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
"""The bits of a braille character by column and row."""

_Rounds: TypeAlias = Sequence[tuple[int, Sequence[int]]]
_Cell: TypeAlias = tuple[int, int]


def seat_chip(seat: int) -> Span:
    """The digit of a seat in the chart, as it is shown next to the player's name."""
    return (str(seat + 1), SEAT_INKS[seat])


def points_chart(
    points: Sequence[Sequence[int]], target: int, cells: int, rows: int, glyphs: Glyphs, *, first: int = 1
) -> Block:
    """The chart at this size, at least LEAST_ROWS high: points upwards, rounds to the right, a line at the target.

    `points` are by round, of which the first has the number `first`, then by seat. More rounds than cells are drawn one in
    several.
    """
    height, room = rows - 2, cells - AXIS
    places = room - max((len(row) - 1 for row in points), default=0)
    scale = _Scale(target, max((number for row in points for number in row), default=0), height)
    shown = _sampled(list(enumerate(points, start=first)), places)
    stretch = max(1, min(_MOST_STRETCH, (places - 1) // max(1, len(shown) - 1)))
    canvas: list[list[Span]] = [[(" ", theme.PLAIN)] * room for _row in range(height)]
    canvas[scale.line] = [(glyphs.calm.across if x % 2 == 0 else " ", theme.LINE) for x in range(room)]
    for (x, y), span in _lines(shown, scale, stretch, glyphs):
        canvas[y][x] = span
    for place, (number, row) in enumerate(shown):
        wanted = place == len(shown) - 1 or _is_labelled(number, first)
        for y, seats in _seats_by_row(row, scale).items():
            if wanted or (1 < len(seats) < stretch and y != scale.row(0)):
                canvas[y][place * stretch : place * stretch + len(seats)] = map(seat_chip, seats)
    lines = [_labelled(y, spans, scale, glyphs) for y, spans in enumerate(canvas)]
    lines.append(((" " * (AXIS - 1) + glyphs.calm.bottom_left, theme.LINE), (glyphs.calm.across * room, theme.LINE)))
    lines.append(_rounds([number for number, _row in shown], first, stretch, room))
    return tuple(fit(line, cells) for line in lines)


@dataclass(frozen=True, slots=True)
class _Scale:
    """Converts points to dots of the chart, counted from above. Points below the target lie in cells below its line."""

    target: int
    most: int
    height: int

    @property
    def line(self) -> int:
        """The row of cells in which the line of the target is."""
        if self.most <= self.target:
            return 0
        return max(1, self.height - 1 - round((self.height - 1) * self.target / self.most))

    def dot(self, points: int) -> int:
        """The row of dots of this many points; the target is the lowest one of its cell."""
        lowest, line = _DOWN * self.height - 1, _DOWN * (self.line + 1) - 1
        if points < self.target:
            return lowest - points * (lowest - line) // self.target
        return line - (points - self.target) * line // max(1, self.most - self.target)

    def row(self, points: int) -> int:
        """The row of cells of this many points."""
        return self.dot(points) // _DOWN

    def label(self, row: int) -> str:
        """The points of a row that is labelled."""
        marks = {self.row(number): str(number) for number in (0, max(self.target, self.most), self.target)}
        return marks.get(row, "")


def _lines(shown: _Rounds, scale: _Scale, stretch: int, glyphs: Glyphs) -> Iterator[tuple[_Cell, Span]]:
    """The cells that lines run through, as they look; where several do, the dots of all are there."""
    bits: dict[_Cell, int] = {}
    through: dict[_Cell, list[int]] = {}
    for seat in range(len(shown[0][1]) if shown else 0):
        corners = [(_ACROSS * stretch * place, scale.dot(row[seat])) for place, (_number, row) in enumerate(shown)]
        strokes = STROKES[seat] if glyphs.braille else STROKES[0]
        for number, (x, y) in enumerate(_walked(corners)):
            if strokes[number % len(strokes)] == "#":
                cell = (x // _ACROSS, y // _DOWN)
                bits[cell] = bits.get(cell, 0) | _DOTS[x % _ACROSS][y % _DOWN]
                seats = through.setdefault(cell, [])
                if seat not in seats:
                    seats.append(seat)
    for cell, seats in through.items():
        seat = seats[cell[0] % len(seats)]
        yield cell, (chr(_BRAILLE + bits[cell]), SEAT_INKS[seat]) if glyphs.braille else seat_chip(seat)


def _walked(corners: Sequence[_Cell]) -> Iterator[_Cell]:
    """All dots from corner to corner, without a gap."""
    for (x, y), (next_x, next_y) in pairwise(corners):
        steps = max(next_x - x, abs(next_y - y))
        for step in range(steps):
            yield round(x + (next_x - x) * step / steps), round(y + (next_y - y) * step / steps)


def _seats_by_row(points: Sequence[int], scale: _Scale) -> dict[int, list[int]]:
    """Who stands in which row after a round."""
    rows: dict[int, list[int]] = {}
    for seat, number in enumerate(points):
        rows.setdefault(scale.row(number), []).append(seat)
    return rows


def _is_labelled(number: int, first: int) -> bool:
    return number == first or number % _LABELLED == 0


def _sampled(numbered: _Rounds, room: int) -> _Rounds:
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
        if _is_labelled(number, first) and free:
            text[at : at + len(label)] = label
    return ((" " * AXIS, theme.PLAIN), ("".join(text), theme.QUIET))
