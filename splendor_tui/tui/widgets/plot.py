"""A plot in text: axes, lines and marks. Lines are drawn in braille, or as rows of their symbols in plain ASCII."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from rich.cells import cell_len

from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.paint import Line, Span, gap, merged
from splendor_tui.words import Message

_ACROSS: Final = 2
DOWN: Final = 4
"""Dots per cell, horizontally and vertically."""
_BRAILLE: Final = 0x2800
_DOTS: Final = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
"""The bits of a braille character by column and row."""
_LABELLED: Final = 5
"""The interval between numbered rounds or games."""

_Cell: TypeAlias = tuple[int, int]
_Dot: TypeAlias = tuple[int, int]


class Mark(NamedTuple):
    """A cell that shows the symbols of the lines that meet there."""

    x: int
    y: int
    seats: Sequence[int]


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

    def name(self, upwards: Message) -> None:
        """Write the title of the vertical axis in the upper left corner. Call it before `mark`."""
        self.write(1, 0, [(symbol, theme.QUIET) for symbol in f" {upwards} "[: len(self._rows[0]) - 1]])

    def rule(self, x: int, ink: str) -> None:
        """Draw a vertical line."""
        for row in self._rows:
            row[x] = (self._glyphs.calm.down, ink)

    def write(self, x: int, y: int, spans: Sequence[Span]) -> None:
        """Write one-cell symbols next to each other."""
        self._rows[y][x : x + len(spans)] = spans

    def mark(self, marks: Sequence[Mark]) -> None:
        """Write the symbols of the lines that meet in these cells, from left to right.

        A mark too close to a later one is omitted.
        """
        free_to = [len(row) + 2 for row in self._rows]
        for x, y, seats in reversed(marks):
            spans: list[Span] = [SEAT_STROKES[seats[0]].chip]
            for seat in seats[1:]:
                spans += [(",", theme.QUIET), SEAT_STROKES[seat].chip]
            if x + len(spans) + 1 < free_to[y]:
                self.write(x, y, spans)
                free_to[y] = x

    def draw(self, lines: Iterable[tuple[Stroke, Iterable[tuple[int, int]]]]) -> None:
        """Draw lines through corners: pairs of a column of cells and a row of dots. Lines that meet in a cell share it.

        Parts above or below the chart are cut.
        """
        bits: dict[_Cell, int] = {}
        through: dict[_Cell, list[Stroke]] = {}
        for stroke, corners in lines:
            pattern = stroke.pattern if self._glyphs.braille else "#"
            for number, (x, y) in enumerate(_dots_between([(_ACROSS * x, y) for x, y in corners])):
                if pattern[number % len(pattern)] == "#" and 0 <= y < DOWN * len(self._rows):
                    cell = (x // _ACROSS, y // DOWN)
                    bits[cell] = bits.get(cell, 0) | _DOTS[x % _ACROSS][y % DOWN]
                    strokes = through.setdefault(cell, [])
                    if stroke not in strokes:
                        strokes.append(stroke)
        for (x, y), strokes in through.items():
            stroke = strokes[x % len(strokes)]
            braille = chr(_BRAILLE + bits[x, y]), stroke.ink
            self._rows[y][x] = braille if self._glyphs.braille else stroke.chip


def seats_by_row(rows: Iterable[int]) -> dict[int, list[int]]:
    """Map each row to the seats whose lines are in it, given the row of each seat's line."""
    seats: dict[int, list[int]] = {}
    for seat, row in enumerate(rows):
        seats.setdefault(row, []).append(seat)
    return seats


def end_room(seats: int) -> int:
    """The width of the marks at the ends of the lines, after the last column."""
    return max(0, 2 * (seats - 1))


def evenly_spaced(number: int, cells: int) -> list[int]:
    """The columns of evenly spaced marks, from the first cell to the last."""
    return [round(place * (cells - 1) / max(1, number - 1)) for place in range(number)]


def _axis_numbers(numbered: Iterable[tuple[int, int]], counted: Message, cells: int) -> str:
    """Left-align numbers below their columns. Omits numbers that would be cut or are too close to the previous one.

    `numbered` are pairs of column and number. The unit `counted` is on the right, or after the first number. Without
    room for that, the unit replaces the last numbers, or is omitted if it is too long.
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
    first, rest = text[: text.find(" ")], text[text.find(" ") :]
    if len(text) >= right and rest.startswith(" " * (len(name) + 2)):
        return f"{first} {name}{rest[len(name) + 1 :]}"
    return f"{shorter:<{right}}{name}"


def is_labelled(number: int, first: int) -> bool:
    """Whether a round or game has its number below the axis: the first, and every fifth."""
    return number == first or number % _LABELLED == 0


def _dots_between(corners: Sequence[_Dot]) -> Iterator[_Dot]:
    """Yield all dots from corner to corner, without gaps."""
    for (x, y), (next_x, next_y) in pairwise(corners):
        steps = max(next_x - x, abs(next_y - y))
        for step in range(steps):
            yield round(x + (next_x - x) * step / steps), round(y + (next_y - y) * step / steps)


@dataclass(frozen=True, slots=True)
class Scale:
    """Converts ratings or chances to dots, counted from the top."""

    least: float
    most: float
    height: int

    def shows(self, value: float) -> bool:
        """Whether a value is visible."""
        return self.least <= value <= self.most

    def dot(self, value: float) -> int:
        """The row of dots for a value. It is outside the chart if the value is not visible."""
        return round((DOWN * self.height - 1) * (self.most - value) / (self.most - self.least))

    def row(self, value: float) -> int:
        """The row of cells for a value."""
        return self.dot(value) // DOWN
