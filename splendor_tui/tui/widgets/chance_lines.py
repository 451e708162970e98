"""A line chart of each player's chance of winning by turn. A click selects a turn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from rich.cells import cell_len
from textual.content import Content
from textual.events import Click
from textual.message import Message as Event
from textual.widget import Widget

from splendor_tui.presentation.review_session import ChanceChart
from splendor_tui.review.chances import percent
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import UNICODE, Glyphs
from splendor_tui.tui.look.paint import Block, Line, fit
from splendor_tui.tui.widgets.plot import ACROSS, DOWN, SEAT_STROKES, Mark, Plot, end_room, evenly_spaced, seats_by_row
from splendor_tui.tui.widgets.sheet import page
from splendor_tui.words import N_

MIN_ROWS: Final = 5
_LABELLED: Final = 5  # the interval between numbered rounds
_HALF: Final = 0.5


class ChanceLines(Widget):
    """A chart of the chances over a game."""

    ALLOW_SELECT: ClassVar[bool] = False
    DEFAULT_CSS = """
    ChanceLines {
        width: 1fr;
        text-wrap: nowrap;
    }
    """

    @dataclass
    class Picked(Event):
        """Posted when a turn is clicked, numbered from 0."""

        turn: int

    @dataclass
    class Wheeled(Event):
        """Posted when the wheel moves. `by` is the number of turns to go forward, or back if negative."""

        by: int

    def __init__(self) -> None:
        super().__init__()
        self._course: ChanceChart | None = None
        self._glyphs = UNICODE

    def show(self, course: ChanceChart, glyphs: Glyphs) -> None:
        """Show the chances of a game."""
        self._course, self._glyphs = course, glyphs
        self.refresh()

    def render(self) -> Content:
        """Render the chart."""
        if self._course is None or self.size.height < MIN_ROWS:
            return Content()
        return page(chance_lines(self._course, *self.size, self._glyphs))

    def on_click(self, event: Click) -> None:
        """Report the turn nearest to the click."""
        if self._course is not None and self._course.rounds:
            columns = _columns(self._course, self.size.width)[:-1]
            x = event.x - _axis()
            self.post_message(self.Picked(min(range(len(columns)), key=lambda turn: abs(columns[turn] - x))))

    def on_mouse_scroll_down(self) -> None:
        """Report a step to the next turn."""
        self.post_message(self.Wheeled(1))

    def on_mouse_scroll_up(self) -> None:
        """Report a step to the previous turn."""
        self.post_message(self.Wheeled(-1))


def chance_lines(course: ChanceChart, cells: int, rows: int, glyphs: Glyphs) -> Block:
    """Paint the chart at this size, at least MIN_ROWS high, with a vertical line at the selected turn.

    Digits mark the lines at numbered rounds and at the end. Where lines meet, commas separate the digits.
    """
    axis, height, columns = _axis(), rows - 2, _columns(course, cells)
    plot = Plot(cells - axis, height, glyphs)
    plot.dash(_row(_HALF, height))
    if course.rounds:
        plot.rule(columns[course.at], theme.CURSOR)
    known = sorted(course.chances)
    plot.draw(
        (stroke, [(ACROSS * columns[turn], _dot(course.chances[turn][seat], height)) for turn in known])
        for seat, stroke in enumerate(SEAT_STROKES[: _seats(course)])
    )
    plot.name(N_("chance of winning"))
    numbered = _numbered(course.rounds)
    plot.mark(
        [
            Mark(columns[turn], y, seats)
            for turn in known
            if turn in numbered or turn == known[-1]
            for y, seats in seats_by_row(_row(chance, height) for chance in course.chances[turn]).items()
        ]
    )
    labels = {_row(chance, height): str(percent(chance)) for chance in (0, _HALF, 1)}
    firsts = [(columns[turn], number) for turn, number in sorted(numbered.items())]
    lines = plot.with_axes(axis, labels, firsts, N_("round"))
    lines[height] = _with_signs(lines[height], course, columns, glyphs)
    return tuple(fit(line, cells) for line in lines)


def _axis() -> int:
    """Return the width of labels and axis, which depends on the language."""
    return cell_len(str(percent(1))) + 1


def _seats(course: ChanceChart) -> int:
    return max(map(len, course.chances.values()), default=0)


def _columns(course: ChanceChart, cells: int) -> Sequence[int]:
    """Return the columns of the turns and of the end. They leave room on the right for the marks of all seats."""
    return evenly_spaced(len(course.rounds) + 1, cells - _axis() - end_room(_seats(course)))


def _dot(chance: float, height: int) -> int:
    return round((1 - chance) * (DOWN * height - 1))


def _row(chance: float, height: int) -> int:
    return _dot(chance, height) // DOWN


def _numbered(rounds: Sequence[int]) -> Mapping[int, int]:
    """Map the first turn of the game, and of every fifth round, to its round number."""
    firsts = {number: turn for turn, number in reversed(list(enumerate(rounds)))}
    return {turn: number for number, turn in firsts.items() if turn == 0 or number % _LABELLED == 0}


def _with_signs(axis: Line, course: ChanceChart, columns: Sequence[int], glyphs: Glyphs) -> Line:
    """Add the symbols of the turning points to the axis, and a mark below the selected turn."""
    corner, *spans = axis
    for turn, symbol in course.symbols.items():
        spans[columns[turn]] = (symbol, theme.NEW)
    if course.rounds:
        here = course.symbols.get(course.at, glyphs.heavy.across)
        spans[columns[course.at]] = (here, theme.CHOSEN)
    return (corner, *spans)
