"""Two panes of the review: the chosen turn, and the whole game."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from rich.cells import cell_len
from textual.content import Content

from splendor_tui.presentation.review_report import NO_TURNING_POINTS
from splendor_tui.presentation.review_session import ReviewSession, TurnReport
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_message import clickable, draw_message, whole_clauses, wrap_text
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.paint import Line, cut_name, spread, width
from splendor_tui.tui.widgets.base_widgets import Part
from splendor_tui.tui.widgets.plot_canvas import SEAT_STROKES
from splendor_tui.tui.widgets.side_panes import FramedPane, spaced
from splendor_tui.words import N_, Message
from splendor_tui.words.percent import percent, percent_between

_MIN_NAME: Final = 4
"""Shorter names might be ambiguous."""


class TurnPane(Part, FramedPane):
    """A turn's action, its value, and a better action."""

    def __init__(self, report: Callable[[], TurnReport]) -> None:
        super().__init__()
        self._report = report

    def render(self) -> Content:
        """Render the pane."""
        report = self._report()
        title: Line = ((f" {self.glyphs.write(report.heading)} ", theme.TITLE),)
        whole: Line = (*title, (f" {report.cost} ", theme.LIT)) if report.cost else title
        return self.framed(whole if width(whole) <= self.size.width - 2 else title, self.glyphs)

    def rows_of(self, cells: int, rows: int) -> list[Content]:
        """The sentences of the report."""
        return report_rows(self._report(), self.glyphs, cells, rows)


def report_rows(report: TurnReport, glyphs: Glyphs, cells: int, rows: int) -> list[Content]:
    """The sentences, separated by empty rows if there is room.

    If space is short, the effects of the turn are omitted, then the last clauses about the other action, then the reason
    for a later change. If even that is not enough, the rest is cut, with an ellipsis.
    """
    happened = [wrap_text(draw_message(one, glyphs, theme.STRONG), cells) for one in report.happened]
    did = [wrap_text(draw_message(report.merit, glyphs), cells)] if report.merit else []
    verdict = [wrap_text(draw_message(one, glyphs), cells) for one in report.verdict]
    blocks = [*happened, *did, *verdict]
    if sum(map(len, blocks)) > rows:
        *judged, other = verdict
        blocks = [*happened, *verdict]
        for kept in ([*happened, *judged], [*happened, *judged[:1]]):
            if clauses := _clauses_within(other, rows - sum(map(len, kept))):
                blocks = [*kept, clauses]
                break
    shown = spaced(blocks, rows)
    if len(shown) > rows:
        last = wrap_text(shown[rows - 1].rstrip(), cells - cell_len(glyphs.ellipsis))[0]
        shown = [*shown[: rows - 1], Content.assemble(last.rstrip(), glyphs.ellipsis)]
    return shown


def _clauses_within(sentence: list[Content], rows: int) -> list[Content]:
    """As much of a wrapped sentence as fits: all, whole clauses, or at least the action before them. Otherwise empty."""
    if len(sentence) <= rows:
        return sentence
    kept = sentence[: max(0, rows)]
    has_action = "".join(row.plain for row in kept).count(":") > 1  # "Better for Ann (28%): Take 2●: …"
    return whole_clauses(kept, ";:" if has_action else ";")


class GamePane(Part, FramedPane):
    """Each player's losses, the turning points, and the best move. A click selects a turn."""

    def __init__(self, session: Callable[[], ReviewSession]) -> None:
        super().__init__()
        self._session = session

    def render(self) -> Content:
        """Render the pane."""
        return self.framed(((f" {self.glyphs.write(N_('The whole game'))} ", theme.TITLE),), self.glyphs)

    def rows_of(self, cells: int, rows: int) -> list[Content]:
        """Three groups of rows, separated by empty rows if there is room."""
        session = self._session()
        groups = [list(group(session, cells)) for group in (self._given_away, self._turned)]
        groups.append(list(self._best(session, cells, headed=sum(map(len, groups)) + 2 <= rows)))
        return spaced(groups, rows)[:rows]

    def _given_away(self, session: ReviewSession, cells: int) -> Iterator[Content]:
        yield _heading(N_("Chance given away per turn"), cells, self.glyphs)
        for seat, name in enumerate(session.review.names):
            average = session.review.average_loss(seat)
            end = "" if average is None else str(N_("{loss:.1f}%", loss=100 * average))
            start: Line = (SEAT_STROKES[seat].chip, (f" {name}", theme.STRONG))
            yield Content.assemble(*spread(start, _end(end, self.glyphs), cells, self.glyphs.ellipsis))

    def _turned(self, session: ReviewSession, cells: int) -> Iterator[Content]:
        if session.complete and not session.turning_points:
            yield from wrap_text(Content.styled(self.glyphs.write(NO_TURNING_POINTS), theme.QUIET), cells)
            return
        yield _heading(N_("Turning points, by round"), cells, self.glyphs)
        if not session.complete:
            yield from wrap_text(Content.styled(str(N_("Known after the review.")), theme.QUIET), cells)
        changes = [
            (place, point.seat, N_("{before} to {then}", before=percent(point.before), then=percent(point.then)))
            for place, point in session.turning_points
        ]
        names = session.review.names
        chances = [str(N_("{name}'s chance", name=name)) for name in names]  # another player may have moved
        for_whom = [str(N_("for {name}", name=name)) for name in names]
        ways = [(_number, words) for words in (chances, for_whom, names)]
        yield from self._turn_rows(session, changes, ways, cells)

    def _best(self, session: ReviewSession, cells: int, *, headed: bool) -> Iterator[Content]:
        """Yield the best move, under a heading or in a single row."""
        if session.best_move is None:
            return
        place, best = session.best_move
        if headed:
            heading = N_("Best move and its lead") if session.complete else N_("Best move so far")
            yield _heading(heading, cells, self.glyphs)
        lead = N_("+{lead}", lead=percent_between(best.judgement.other_chance or 0, best.after))
        words = [_round, _number] if headed else [_best_round]
        ways = [(way, session.review.names) for way in words]
        yield from self._turn_rows(session, [(place, best.turn.seat, lead)], ways, cells)

    def _turn_rows(
        self,
        session: ReviewSession,
        turns: Sequence[tuple[int, int, Message]],
        ways: Sequence[tuple[Callable[[int], Message], Sequence[str]]],
        cells: int,
    ) -> Iterator[Content]:
        """Yield a row for each turn, with its seat and a sentence. A click on it selects the turn.

        `ways` format the round, and name the seats. The first one that leaves room for full names is used, otherwise the
        last one. A name that does not fit is cut, or replaced by the symbol of the player's line in the chart.
        """
        glyphs, symbols = self.glyphs, session.chart.symbols
        for way, names in ways:
            starts: list[Line] = [
                (
                    (symbols.get(place, " "), theme.NEW),
                    (f" {way(session.review.turns[place].view.round)} ", theme.PLAIN),
                )
                for place, *_ in turns
            ]
            ends = [_end(str(words), glyphs) for _place, _seat, words in turns]
            rooms = [cells - width((*start, *end)) for start, end in zip(starts, ends, strict=True)]
            needed = [max(cell_len(names[seat]), _MIN_NAME) for _place, seat, _words in turns]
            if all(need <= room for need, room in zip(needed, rooms, strict=True)):
                break
        for (place, seat, _words), start, end, room in zip(turns, starts, ends, rooms, strict=True):
            name = cut_name(names[seat], room, glyphs.ellipsis)
            left: Line = (*start, (name, theme.STRONG) if room >= _MIN_NAME else SEAT_STROKES[seat].chip)
            row = Content.assemble(*spread(left, end, cells, glyphs.ellipsis))
            yield clickable(row, f"screen.look_at({place})")


def _round(number: int) -> Message:
    return N_("round {round}:", round=number)


def _number(number: int) -> Message:
    return N_("{round}:", round=number)


def _best_round(number: int) -> Message:
    return N_("best in round {round}:", round=number)


def _heading(words: Message, cells: int, glyphs: Glyphs) -> Content:
    return Content.assemble(*spread(((glyphs.write(words), theme.QUIET),), (), cells, glyphs.ellipsis))


def _end(words: str, glyphs: Glyphs) -> Line:
    return ((f" {glyphs.write(words)}", theme.STRONG),)
