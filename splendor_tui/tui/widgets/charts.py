"""Line charts: points by round, chances of winning by turn, and a player's rating after each game.

Lines differ in colour, stroke pattern and symbol, so they can be told apart without colours. They are drawn in braille,
or as rows of their symbols in plain ASCII.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from rich.cells import cell_len
from textual.content import Content
from textual.events import Click

from splendor_tui.bots.levels import get_level
from splendor_tui.presentation.review_session import ChanceChart
from splendor_tui.ratings import LEVEL_RATINGS, Rating
from splendor_tui.tui.keys.commands_by_screen import NEXT_TURN, PREVIOUS_TURN
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.paint import Block, Line, Span, cut, fit, gap, merged, page
from splendor_tui.tui.widgets.base_widgets import Part
from splendor_tui.words import N_, NP_, Message, enumerated
from splendor_tui.words.percent import percent

MIN_ROWS: Final = 5
"""With fewer rows, points above, at and below the target could not be told apart."""

# --- plots -------------------------------------------------------------------------------------------------------------

_ACROSS: Final = 2
_DOWN: Final = 4
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

    def mark(self, columns: Sequence[tuple[int, Iterable[int]]]) -> None:
        """Write the symbols of the lines that meet in a cell, from left to right.

        `columns` are pairs of a column and the row of each seat's line there. A mark too close to a later one is omitted.
        """
        free_to = [len(row) + 2 for row in self._rows]
        for x, rows in reversed(columns):
            spans: dict[int, list[Span]] = {}
            for y, stroke in zip(rows, SEAT_STROKES, strict=False):
                spans[y] = [*spans[y], (",", theme.QUIET), stroke.chip] if y in spans else [stroke.chip]
            for y, mark in spans.items():
                if x + len(mark) + 1 < free_to[y]:
                    self.write(x, y, mark)
                    free_to[y] = x

    def draw(self, lines: Iterable[tuple[Stroke, Iterable[tuple[int, int]]]]) -> None:
        """Draw lines through corners: pairs of a column of cells and a row of dots. Lines that meet in a cell share it.

        Parts above or below the chart are cut.
        """
        bits: dict[_Place, int] = {}
        through: dict[_Place, list[Stroke]] = {}
        for stroke, corners in lines:
            pattern = stroke.pattern if self._glyphs.braille else "#"
            for number, (x, y) in enumerate(_dots_between([(_ACROSS * x, y) for x, y in corners])):
                if pattern[number % len(pattern)] == "#" and 0 <= y < _DOWN * len(self._rows):
                    cell = (x // _ACROSS, y // _DOWN)
                    bits[cell] = bits.get(cell, 0) | _DOTS[x % _ACROSS][y % _DOWN]
                    strokes = through.setdefault(cell, [])
                    if stroke not in strokes:
                        strokes.append(stroke)
        for (x, y), strokes in through.items():
            stroke = strokes[x % len(strokes)]
            braille = chr(_BRAILLE + bits[x, y]), stroke.ink
            self._rows[y][x] = braille if self._glyphs.braille else stroke.chip


def _end_room(seats: int) -> int:
    """The width of the marks at the ends of the lines, after the last column."""
    return max(0, 2 * (seats - 1))


def _evenly_spaced(number: int, cells: int) -> list[int]:
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
    first, rest = text[: text.find(" ")], text[text.find(" ") :]
    if len(text) >= right and rest.startswith(" " * (len(name) + 2)):
        return f"{first} {name}{rest[len(name) + 1 :]}"
    return f"{shorter:<{right}}{name}"


def _is_labelled(number: int, first: int) -> bool:
    """Whether a round or game has its number below the axis: the first, and every fifth."""
    return number == first or number % _LABELLED == 0


def _dots_between(corners: Sequence[_Place]) -> Iterator[_Place]:
    """Yield all dots from corner to corner, without gaps."""
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
        return round((_DOWN * self.height - 1) * (self.most - value) / (self.most - self.least))

    def row(self, value: float) -> int:
        """The row of cells for a value."""
        return self.dot(value) // _DOWN


# --- points by round ---------------------------------------------------------------------------------------------------

_POINTS: Final = 4
"""The width of the points on the left."""
_Rounds: TypeAlias = Sequence[tuple[int, Sequence[int]]]


def points_chart(points: Mapping[int, Sequence[int]], target: int, cells: int, rows: int, glyphs: Glyphs) -> Block:
    """Paint a line for each player at this size, at least MIN_ROWS high, and a line at the target.

    Digits mark the lines at numbered rounds and at the end. `points` is by round and seat; a game that began from a custom
    position lacks the first rounds. If there are more rounds than cells, some are skipped.
    """
    height, room, first = rows - 2, cells - _POINTS, min(points, default=1)
    seats = max(map(len, points.values()), default=1)
    scale = _PointsScale(target, max((max(row) for row in points.values()), default=0), height)
    shown = _sampled(list(points.items()), room - _end_room(seats))
    columns = _evenly_spaced(len(shown), room - _end_room(seats))
    plot = Plot(room, height, glyphs)
    plot.dash(scale.line)
    plot.draw(
        (stroke, [(x, scale.dot(row[seat])) for x, (_number, row) in zip(columns, shown, strict=True)])
        for seat, stroke in enumerate(SEAT_STROKES[:seats])
    )
    plot.name(N_("points"))
    plot.mark(
        [
            (x, map(scale.row, row))
            for x, (number, row) in zip(columns, shown, strict=True)
            if _is_labelled(number, first) or number == shown[-1][0]
        ]
    )
    labels = {scale.row(number): str(number) for number in (0, max(target, scale.most), target)}
    numbered = [(x, n) for x, (n, _row) in zip(columns, shown, strict=True) if _is_labelled(n, first)]
    return tuple(fit(line, cells) for line in plot.with_axes(_POINTS, labels, numbered, N_("round")))


class _PointsScale(NamedTuple):
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
        """The row of dots for these points. The target is the lowest dot in its cell."""
        lowest, line = _DOWN * self.height - 1, _DOWN * (self.line + 1) - 1
        if points < self.target:
            return lowest - points * (lowest - line) // self.target
        return line - (points - self.target) * line // max(1, self.most - self.target)

    def row(self, points: int) -> int:
        """The row of cells for these points."""
        return self.dot(points) // _DOWN


def _sampled(numbered: _Rounds, room: int) -> _Rounds:
    """All numbered rounds, or evenly spaced ones if they do not fit. Always includes the last."""
    if len(numbered) <= room:
        return numbered
    return [numbered[(place + 1) * len(numbered) // room - 1] for place in range(room)]


# --- chances of winning ------------------------------------------------------------------------------------------------

_HALF: Final = 0.5


class ChanceLines(Part):
    """A chart of the chances over a game. A click or the wheel selects a turn."""

    def __init__(self, course: Callable[[], ChanceChart]) -> None:
        super().__init__()
        self._course = course

    def render(self) -> Content:
        """Render the chart."""
        if self.size.height < MIN_ROWS:
            return Content()
        return page(_chance_lines(self._course(), *self.size, self.glyphs))

    async def on_click(self, event: Click) -> None:
        """Select the turn nearest to the click."""
        columns = _columns(self._course(), self.size.width)[:-1]
        x = event.x - _axis()
        nearest = min(range(len(columns)), key=lambda turn: abs(columns[turn] - x))
        await self.run_action(f"screen.look_at({nearest})")

    async def on_mouse_scroll_down(self) -> None:
        """Select the next turn."""
        await self.run_action(NEXT_TURN.action)

    async def on_mouse_scroll_up(self) -> None:
        """Select the previous turn."""
        await self.run_action(PREVIOUS_TURN.action)


def _chance_lines(course: ChanceChart, cells: int, rows: int, glyphs: Glyphs) -> Block:
    """Paint the chart at this size, at least MIN_ROWS high, with a vertical line at the selected turn.

    Digits mark the lines at numbered rounds and at the end. Where lines meet, commas separate the digits.
    """
    axis, scale, columns = _axis(), Scale(0, 1, rows - 2), _columns(course, cells)
    plot = Plot(cells - axis, scale.height, glyphs)
    plot.dash(scale.row(_HALF))
    if course.rounds:
        plot.rule(columns[course.at], theme.CURSOR)
    known = sorted(course.chances)
    plot.draw(
        (stroke, [(columns[turn], scale.dot(course.chances[turn][seat])) for turn in known])
        for seat, stroke in enumerate(SEAT_STROKES[: _seats(course)])
    )
    plot.name(N_("chance of winning"))
    numbered = _numbered(course.rounds)
    marked = [turn for turn in known if turn in numbered or turn == known[-1]]
    plot.mark([(columns[turn], map(scale.row, course.chances[turn])) for turn in marked])
    labels = {scale.row(chance): str(percent(chance)) for chance in (0, _HALF, 1)}
    firsts = [(columns[turn], number) for turn, number in sorted(numbered.items())]
    lines = plot.with_axes(axis, labels, firsts, N_("round"))
    lines[scale.height] = _with_signs(lines[scale.height], course, columns, glyphs)
    return tuple(fit(line, cells) for line in lines)


def _axis() -> int:
    """The width of labels and axis, which depends on the language."""
    return cell_len(str(percent(1))) + 1


def _seats(course: ChanceChart) -> int:
    return max(map(len, course.chances.values()), default=0)


def _columns(course: ChanceChart, cells: int) -> Sequence[int]:
    """The columns of the turns and of the end. They leave room on the right for the marks of all seats."""
    return _evenly_spaced(len(course.rounds) + 1, cells - _axis() - _end_room(_seats(course)))


def _numbered(rounds: Sequence[int]) -> Mapping[int, int]:
    """Map the first turn of the game, and of every fifth round, to its round number."""
    firsts = {number: turn for turn, number in reversed(list(enumerate(rounds)))}
    return {turn: number for number, turn in firsts.items() if _is_labelled(number, rounds[0])}


def _with_signs(axis: Line, course: ChanceChart, columns: Sequence[int], glyphs: Glyphs) -> Line:
    """Add the symbols of the turning points to the axis, and a mark below the selected turn."""
    corner, *spans = axis
    for turn, symbol in course.symbols.items():
        spans[columns[turn]] = (symbol, theme.NEW)
    if course.rounds:
        here = course.symbols.get(course.at, glyphs.heavy.across)
        spans[columns[course.at]] = (here, theme.CHOSEN)
    return (corner, *spans)


# --- ratings -----------------------------------------------------------------------------------------------------------

_RATING_STROKE: Final = Stroke("*", theme.CAN, "#")
_ERROR_STROKE: Final = Stroke(".", theme.QUIET, "#..")
_RATINGS: Final = 6
"""The width of the ratings on the left."""
_BESIDE: Final = 60.0  # margin above and below, in rating points


def rating_chart(ratings: Sequence[Rating], cells: int, rows: int, glyphs: Glyphs) -> Block:
    """Paint the chart at this size, with a dashed line for each visible level. Requires at least one rating.

    The rating is a solid line. The ends of its interval are dotted.
    """
    height = rows - 2
    scale = _scale(ratings, height)
    levels: dict[int, list[str]] = {}
    for level, elo in LEVEL_RATINGS.items():
        if scale.shows(elo):
            levels.setdefault(scale.row(elo), []).append(level)
    names = {y: str(enumerated([get_level(level).name for level in here])) for y, here in levels.items()}
    widest = min(max(map(cell_len, names.values()), default=0), cells // 3)
    room = cells - _RATINGS - widest - 2
    shown = ratings[-room:]  # if there are more games than cells, only the latest
    columns = _evenly_spaced(len(shown), room)
    plot = Plot(room, height, glyphs)
    for y in levels:
        plot.dash(y)
    for stroke, sign in ((_ERROR_STROKE, 1), (_ERROR_STROKE, -1), (_RATING_STROKE, 0)):
        drawn = zip(columns, (one.elo + sign * one.error for one in shown), strict=True)
        plot.draw([(stroke, [(x, scale.dot(elo)) for x, elo in drawn])])
    plot.name(NP_("strength", "rating"))
    if len(shown) == 1:  # a line needs two points, so the error is drawn as a bar
        top, bottom = sorted(scale.row(shown[0].elo + sign * shown[0].error) for sign in (1, -1))
        for y in range(top, bottom + 1):
            plot.write(columns[0], y, [_ERROR_STROKE.chip])
    for x, one in ((columns[0], shown[0]), (columns[-1], shown[-1])):
        plot.write(x, scale.row(one.elo), [_RATING_STROKE.chip])
    labels = {y: f"{LEVEL_RATINGS[here[0]]:.0f}" for y, here in levels.items()}
    first = len(ratings) - len(shown) + 1
    numbered = [(x, game) for game, x in enumerate(columns, first) if _is_labelled(game, first)]
    lines = plot.with_axes(_RATINGS, labels, numbered, N_("game"))
    for y, name in names.items():
        lines[y] += ((f"  {cut(name, widest, glyphs.ellipsis)}", theme.STRONG),)
    return tuple(fit(line, cells) for line in lines)


def _scale(ratings: Sequence[Rating], height: int) -> Scale:
    """A scale that shows all ratings, the last interval, and the nearest levels above and below it."""
    last = ratings[-1]
    ends = [*(one.elo for one in ratings), last.elo - last.error, last.elo + last.error]
    ends += [elo for elo in LEVEL_RATINGS.values() if elo <= last.elo][-1:]
    ends += [elo for elo in LEVEL_RATINGS.values() if elo >= last.elo][:1]
    return Scale(min(ends) - _BESIDE, max(ends) + _BESIDE, height)
