"""Line charts: points by round, chances of winning by turn, and a player's rating after each game."""

from collections.abc import Callable, Mapping, Sequence
from math import ceil
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual.content import Content
from textual.events import Click

from splendor_tui.bots.levels import get_level
from splendor_tui.presentation.commands import NEXT_TURN, PREVIOUS_TURN
from splendor_tui.presentation.review_session import ChanceChart
from splendor_tui.presentation.series import Series
from splendor_tui.presentation.tournaments import Tournament
from splendor_tui.ratings import LEVEL_RATINGS, Rating
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.paint import Block, Line, cut, fit, joined, page, width
from splendor_tui.tui.widgets.base_widgets import Part
from splendor_tui.tui.widgets.plot_canvas import (
    DOTS_DOWN,
    MIN_ROWS,
    SEAT_STROKES,
    Plot,
    Scale,
    Stroke,
    end_room,
    evenly_spaced,
    is_labelled,
)
from splendor_tui.words import N_, NP_, Message, enumerated
from splendor_tui.words.percent import percent

# --- points by round ---------------------------------------------------------------------------------------------------

_POINTS: Final = 4
"""The width of the points on the left."""
_LONGEST_BAR: Final = 10
_UPWARDS: Final = N_("points")
_COUNTED: Final = N_("round")


def score_bars(series: Series | Tournament, cells: int, glyphs: Glyphs) -> Line:
    """The score as a bar for each player, with its free end up to the wins that decide the series.

    Without the bars if they do not fit.
    """
    most = max(series.wins_needed or 0, *series.wins)
    scale = min(1, _LONGEST_BAR / max(1, most))
    bars = joined(
        [
            (
                (f"{name} ", theme.STRONG),
                (glyphs.heavy.across * round(scale * won), theme.TITLE),
                (glyphs.calm.across * (round(scale * most) - round(scale * won)), theme.LINE),
                (glyphs.write(Message(" {won:g}", {"won": won})), theme.STRONG),
            )
            for name, won in zip(series.names, series.wins, strict=True)
        ],
        3,
    )
    return bars if width(bars) <= cells else ((glyphs.write(series.score()), theme.STRONG),)


def series_chart(series: Series | Tournament, names: Sequence[str], cells: int, rows: int, glyphs: Glyphs) -> Block:
    """Paint the wins of these players, or their points in a tournament, after each game, as in `points_chart`."""
    strokes = strokes_in(series, names)
    target = series.wins_needed or ceil(max(1, *series.wins))
    upwards = N_("points in the tournament") if isinstance(series, Tournament) else N_("wins")
    return points_chart(series.wins_by_game(names), target, cells, rows, glyphs, upwards, N_("game"), strokes)


def strokes_in(series: Series | Tournament | None, names: Sequence[str]) -> Sequence[Stroke]:
    """The stroke of each of these players, in the order of the seats. In a series, that of the seat in its first game."""
    if not isinstance(series, Series) or {*series.names} != {*names}:
        return SEAT_STROKES
    return [SEAT_STROKES[series.names.index(name)] for name in names]


def points_chart(
    points: Mapping[int, Sequence[float]],
    target: int,
    cells: int,
    rows: int,
    glyphs: Glyphs,
    upwards: Message = _UPWARDS,
    counted: Message = _COUNTED,
    strokes: Sequence[Stroke] = SEAT_STROKES,
) -> Block:
    """Paint a line for each player at this size, at least MIN_ROWS high, and a line at the target. Nothing without points.

    `strokes` are those of the players.

    Digits mark the lines at numbered rounds and at the end. `points` is by round and seat; a game that began from a custom
    position lacks the first rounds. If there are more rounds than cells, some are skipped.
    """
    numbers = [*points]
    most = ceil(max(points[numbers[-1]])) if numbers else 0
    if not most:
        return ()
    height, room = rows - 2, cells - _POINTS
    first, last = numbers[0], numbers[-1]
    seats = len(points[last])
    scale = _PointsScale(target, most, height)
    shown = _sampled(numbers, room - end_room(seats))
    columns = evenly_spaced(len(shown), room - end_room(seats))
    placed = [(x, number, points[number]) for x, number in zip(columns, shown, strict=True)]
    plot = Plot(room, height, glyphs)
    plot.dash(scale.line)
    plot.draw(
        (stroke, [(x, scale.dot(row[seat])) for x, _number, row in placed])
        for seat, stroke in enumerate(strokes[:seats])
    )
    plot.name(upwards, end_room(seats))
    plot.mark([(x, map(scale.row, row)) for x, n, row in placed if is_labelled(n, first, last) or n == last], strokes)
    labels = {scale.row(number): str(number) for number in (0, max(target, scale.most), target)}
    numbered = [(x, n) for x, n, _row in placed if is_labelled(n, first, last)]
    return tuple(fit(line, cells) for line in plot.with_axes(_POINTS, labels, numbered, counted))


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

    def dot(self, points: float) -> int:
        """The row of dots for these points. The target is the lowest dot in its cell."""
        lowest, line = DOTS_DOWN * self.height - 1, DOTS_DOWN * (self.line + 1) - 1
        if points < self.target:
            return lowest - int(points * (lowest - line) // self.target)
        return line - int((points - self.target) * line // max(1, self.most - self.target))

    def row(self, points: float) -> int:
        """The row of cells for these points."""
        return self.dot(points) // DOTS_DOWN


def _sampled(numbers: Sequence[int], room: int) -> Sequence[int]:
    """All rounds, or evenly spaced ones if they do not fit. Always includes the last."""
    if len(numbers) <= room:
        return numbers
    return [numbers[(place + 1) * len(numbers) // room - 1] for place in range(room)]


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
    plot.name(N_("chance of winning"), end_room(_seats(course)))
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
    return evenly_spaced(len(course.rounds) + 1, cells - _axis() - end_room(_seats(course)))


def _numbered(rounds: Sequence[int]) -> Mapping[int, int]:
    """Map the first turn of the numbered rounds to the number."""
    firsts = {number: turn for turn, number in reversed(list(enumerate(rounds)))}
    return {turn: number for number, turn in firsts.items() if is_labelled(number, rounds[0], rounds[-1])}


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
    columns = evenly_spaced(len(shown), room)
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
    numbered = [(x, game) for game, x in enumerate(columns, first) if is_labelled(game, first, len(ratings))]
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
