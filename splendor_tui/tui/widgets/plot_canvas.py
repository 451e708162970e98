"""A canvas for plots of lines, with axes and marks, in braille or as rows of symbols in plain ASCII.

Lines differ in colour, stroke pattern and symbol, so they can be told apart without colours.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from rich.cells import cell_len

from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.paint import Line, Span, cut, gap, merged
from splendor_tui.words import Message

MIN_ROWS: Final = 5
"""With fewer rows, points above, at and below the target could not be told apart."""

_ACROSS: Final = 2
DOTS_DOWN: Final = 4
"""Dots per cell, horizontally and vertically."""
_BRAILLE: Final = 0x2800
_DOTS: Final = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
"""The bits of a braille character by column and row."""
_LABELLED: Final = 5
"""The interval between numbered rounds or games."""

_Place: TypeAlias = tuple[int, int]
"""A cell or a dot: column and row."""


class Stroke(NamedTuple):
    """The style of a line. `pattern` is repeated, with a # for each dot drawn."""

    symbol: str
    ink: str
    pattern: str

    @property
    def chip(self) -> Span:
        """The symbol of the line, in its ink."""
        return self.symbol, self.ink


SEAT_STROKES: Final = (
    Stroke("1", theme.CAN, "#"),
    Stroke("2", theme.TITLE, "####.."),
    Stroke("3", theme.NEW, "#.."),
    Stroke("4", theme.STRONG, "#####..#.."),
)
"""The strokes by seat: solid, dashed, dotted, dash-dotted."""


class Plot:
    """A plot. Later drawings cover earlier ones."""

    def __init__(self, cells: int, rows: int, glyphs: Glyphs) -> None:
        self._glyphs = glyphs
        self._rows: list[list[Span]] = [[(" ", theme.PLAIN)] * cells for _row in range(rows)]
        self._named_to = 0
        """The column after the title."""

    def with_axes(
        self, left: int, labels: Mapping[int, str], numbered: Iterable[tuple[int, int]], counted: Message
    ) -> list[Line]:
        """The rows after `left` cells for labels and the vertical axis, then the horizontal axis and its numbers.

        `labels` maps rows to their labels. See `_axis_numbers` for `numbered` and `counted`.
        """
        border, cells = self._glyphs.calm, len(self._rows[0])
        return [
            *(
                ((f"{labels.get(y, ''):>{left - 1}}", theme.QUIET), (border.down, theme.LINE), *merged(row))
                for y, row in enumerate(self._rows)
            ),
            ((" " * (left - 1) + border.bottom_left, theme.LINE), *[(border.across, theme.LINE)] * cells),
            (*gap(left), (_axis_numbers(numbered, counted, cells), theme.QUIET)),
        ]

    def dash(self, y: int) -> None:
        """Draw a dashed horizontal line."""
        row = self._rows[y]
        row[:] = [(self._glyphs.calm.across if x % 2 == 0 else " ", theme.LINE) for x in range(len(row))]

    def name(self, upwards: Message, room_at_end: int = 0) -> None:
        """Write the title of the vertical axis in the upper left corner. Call it before `mark`.

        It is cut before the last column, which leaves `room_at_end` cells after it.
        """
        title = cut(f" {upwards}", len(self._rows[0]) - room_at_end - 3, self._glyphs.ellipsis) + " "
        self.write(1, 0, [(symbol, theme.QUIET) for symbol in title])
        self._named_to = 1 + len(title)

    def rule(self, x: int, ink: str) -> None:
        """Draw a vertical line."""
        for row in self._rows:
            row[x] = (self._glyphs.calm.down, ink)

    def write(self, x: int, y: int, spans: Sequence[Span]) -> None:
        """Write one-cell symbols next to each other."""
        self._rows[y][x : x + len(spans)] = spans

    def mark(self, columns: Sequence[tuple[int, Iterable[int]]], strokes: Sequence[Stroke] = SEAT_STROKES) -> None:
        """Write the symbols of the lines that meet in a cell, from left to right.

        `columns` are pairs of a column and the row of each seat's line there, in the order of the `strokes`. A mark too close
        to a later one, or in the title, is omitted.
        """
        free_to = [len(row) + 2 for row in self._rows]
        for x, rows in reversed(columns):
            spans: dict[int, list[Span]] = {}
            for y, stroke in zip(rows, strokes, strict=False):
                spans[y] = [*spans[y], (",", theme.QUIET), stroke.chip] if y in spans else [stroke.chip]
            for y, mark in spans.items():
                if x + len(mark) + 1 < free_to[y] and (y > 0 or x == 0 or x >= self._named_to):
                    self.write(x, y, mark)
                    free_to[y] = x

    def draw(self, lines: Iterable[tuple[Stroke, Iterable[tuple[int, int]]]]) -> None:
        """Draw each line through its corners. Parts above or below the chart are cut.

        A corner is a column of cells and a row of dots. Where lines meet in a cell, their dots are combined.
        """
        bits: dict[_Place, int] = {}
        through: dict[_Place, list[Stroke]] = {}
        for stroke, corners in lines:
            pattern = stroke.pattern if self._glyphs.braille else "#"
            for number, (x, y) in enumerate(_dots_between([(_ACROSS * x, y) for x, y in corners])):
                if pattern[number % len(pattern)] == "#" and 0 <= y < DOTS_DOWN * len(self._rows):
                    cell = (x // _ACROSS, y // DOTS_DOWN)
                    bits[cell] = bits.get(cell, 0) | _DOTS[x % _ACROSS][y % DOTS_DOWN]
                    strokes = through.setdefault(cell, [])
                    if stroke not in strokes:
                        strokes.append(stroke)
        for (x, y), strokes in through.items():
            stroke = strokes[x % len(strokes)]
            braille = chr(_BRAILLE + bits[x, y]), stroke.ink
            self._rows[y][x] = braille if self._glyphs.braille else stroke.chip


def end_room(seats: int) -> int:
    """The width of the marks at the ends of the lines, after the last column."""
    return max(0, 2 * (seats - 1))


def evenly_spaced(number: int, cells: int) -> list[int]:
    """The columns of evenly spaced marks, from the first cell to the last."""
    return [round(place * (cells - 1) / max(1, number - 1)) for place in range(number)]


def _axis_numbers(numbered: Iterable[tuple[int, int]], counted: Message, cells: int) -> str:
    """Left-align numbers below their columns. Omits numbers that would be cut or are too close to the previous one.

    `numbered` are pairs of column and number. The unit `counted` is on the right, or after the first number. If it
    fits in neither place, it replaces the last numbers. A unit too long even for that is omitted.
    """
    text, shorter, name = "", "", str(counted)
    right = cells - cell_len(name)
    for column, number in numbered:
        label = str(number)
        if column + len(label) <= cells and (not text or column > len(text) + 1):
            text = f"{text:<{column}}{label}"
            shorter = text if len(text) < right else shorter
    if right < 0:
        return text
    first, _space, rest = text.partition(" ")
    if len(text) >= right and rest.startswith(" " * (len(name) + 1)):
        return f"{first} {name}{rest[len(name) :]}"
    return f"{shorter:<{right}}{name}"


def is_labelled(number: int, first: int, last: int) -> bool:
    """Whether the number of a round or game is below the axis: the first, and every multiple of five or else the last."""
    others = number % _LABELLED == 0 or (number == last and first // _LABELLED == last // _LABELLED)
    return number == first or others


def _dots_between(corners: Sequence[_Place]) -> Iterator[_Place]:
    """Yield the dots from corner to corner, without the last corner, where a symbol is written."""
    for (x, y), (next_x, next_y) in pairwise(corners):
        steps = max(next_x - x, abs(next_y - y))
        for step in range(steps):
            yield round(x + (next_x - x) * step / steps), round(y + (next_y - y) * step / steps)


class Scale(NamedTuple):
    """Converts ratings or chances to dots, counted from the top."""

    least: float
    most: float
    height: int

    def shows(self, value: float) -> bool:
        """Whether a value is visible."""
        return self.least <= value <= self.most

    def dot(self, value: float) -> int:
        """The row of dots for a value. It is outside the chart if the value is not visible."""
        return round((DOTS_DOWN * self.height - 1) * (self.most - value) / (self.most - self.least))

    def row(self, value: float) -> int:
        """The row of cells for a value."""
        return self.dot(value) // DOTS_DOWN
