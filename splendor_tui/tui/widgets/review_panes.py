"""The panes below the chart of a review: the selected turn, and the whole game."""

from collections.abc import Iterator
from typing import Final

from textual.content import Content
from textual.style import Style

from splendor_tui.presentation.hint import percent, percent_between
from splendor_tui.presentation.review_session import ReviewSession, ToldTurn
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_message import drawn, in_rows
from splendor_tui.tui.look.glyphs import UNICODE, Glyphs
from splendor_tui.tui.look.paint import Line, cut_name, spread, width
from splendor_tui.tui.widgets.framed_pane import FramedPane
from splendor_tui.tui.widgets.plot import SEAT_STROKES
from splendor_tui.tui.widgets.sheet import wrapped
from splendor_tui.words import N_, Message

_LEAST_NAME: Final = 4
"""Shorter names could not be told apart."""


class TurnPane(FramedPane):
    """The action, its value, and a better action."""

    def __init__(self) -> None:
        super().__init__()
        self._told: ToldTurn | None = None
        self._glyphs = UNICODE

    def show(self, told: ToldTurn, glyphs: Glyphs) -> None:
        """Show this turn."""
        self._told, self._glyphs = told, glyphs
        self.refresh()

    def render(self) -> Content:
        """Draw the pane."""
        if self._told is None or not self.size:
            return Content()
        title: Line = ((f" {self._glyphs.write(self._told.heading)} ", theme.TITLE),)
        whole: Line = (*title, (f" {self._told.cost} ", theme.LIT)) if self._told.cost else title
        return self.framed(whole if width(whole) <= self.room[0] else title, self._glyphs)

    def rows_of(self, cells: int, rows: int) -> list[Content]:
        """The sentences, separated by empty rows if there is room.

        If space is short, the effects of the turn are omitted, then the rest is visibly cut.
        """
        assert self._told is not None
        told, glyphs = self._told, self._glyphs
        happened = [in_rows(drawn(one, glyphs, theme.STRONG), cells) for one in told.happened]
        did = [in_rows(drawn(told.deed, glyphs), cells)] if told.deed else []
        verdict = [in_rows(drawn(one, glyphs), cells) for one in told.verdict]
        blocks = [*happened, *did, *verdict]
        if sum(map(len, blocks)) > rows:
            blocks = [*happened, *verdict]
        airy = sum(map(len, blocks)) + len(blocks) - 1 <= rows
        shown: list[Content] = []
        for block in blocks:
            shown += [Content(), *block] if airy and shown else block
        if len(shown) > rows:
            shown = [*shown[: rows - 1], Content.assemble(shown[rows - 1].rstrip(), glyphs.ellipsis)]
        return shown


class GamePane(FramedPane):
    """Each player's losses, the turning points, and the best move; a click selects a turn."""

    def __init__(self) -> None:
        super().__init__()
        self.auto_links = False  # the rows have their own inks
        self._session: ReviewSession | None = None
        self._glyphs = UNICODE

    def show(self, session: ReviewSession, glyphs: Glyphs) -> None:
        """Show the results of this review so far."""
        self._session, self._glyphs = session, glyphs
        self.refresh()

    def render(self) -> Content:
        """Draw the pane."""
        if self._session is None or not self.size:
            return Content()
        return self.framed(((f" {self._glyphs.write(N_('The whole game'))} ", theme.TITLE),), self._glyphs)

    def rows_of(self, cells: int, rows: int) -> list[Content]:
        """Three groups, separated by empty rows if there is room."""
        assert self._session is not None
        groups = [list(group(self._session, cells)) for group in (self._given_away, self._turned)]
        groups.append(list(self._best(self._session, cells, headed=sum(map(len, groups)) + 2 <= rows)))
        airy = sum(map(len, groups)) + len(groups) - 1 <= rows
        shown: list[Content] = []
        for group in groups:
            shown += [Content(), *group] if airy and shown else group
        return shown[:rows]

    def _given_away(self, session: ReviewSession, cells: int) -> Iterator[Content]:
        yield _heading(N_("Chance given away per turn"), cells, self._glyphs)
        for seat, name in enumerate(session.review.names):
            average = session.review.average_loss(seat)
            end = "" if average is None else str(N_("{loss:.1f}%", loss=100 * average))
            start: Line = (SEAT_STROKES[seat].chip, (f" {name}", theme.STRONG))
            yield Content.assemble(*spread(start, _end(end, self._glyphs), cells, self._glyphs.ellipsis))

    def _turned(self, session: ReviewSession, cells: int) -> Iterator[Content]:
        yield _heading(N_("Whose chance changed most"), cells, self._glyphs)
        if not session.complete:
            for line in wrapped(str(N_("Known after the review.")), cells, theme.QUIET):
                yield Content.assemble(*line)
        signs = session.course.signs
        for place, point in session.turning_points:
            change = N_("{before} to {then}", before=percent(point.before), then=percent(point.then))
            start: Line = ((signs[place], theme.NEW), (f" {_round(session, place)} ", theme.PLAIN))
            yield self._turn_row(session, place, start, point.seat, change, cells)

    def _best(self, session: ReviewSession, cells: int, *, headed: bool) -> Iterator[Content]:
        """The best move under a heading, or in a single row."""
        if session.best_move is None:
            return
        place, best = session.best_move
        if headed:
            words = N_("Best move and its lead") if session.complete else N_("Best move so far")
            yield _heading(words, cells, self._glyphs)
        which = _round(session, place) if headed else N_("best in round {round}:", round=best.turn.view.round)
        start: Line = ((session.course.signs.get(place, " "), theme.NEW), (f" {which} ", theme.PLAIN))
        lead = N_("+{lead}", lead=percent_between(best.judgement.other_chance or 0, best.after))
        yield self._turn_row(session, place, start, best.turn.seat, lead, cells)

    def _turn_row(
        self, session: ReviewSession, place: int, start: Line, seat: int, end: Message, cells: int
    ) -> Content:
        """One turn and its player, by name or, if space is tight, by glyph; a click selects the turn."""
        glyphs, right = self._glyphs, _end(str(end), self._glyphs)
        room = cells - width((*start, *right))
        name = cut_name(session.review.names[seat], room, glyphs.ellipsis)
        left: Line = (*start, (name, theme.STRONG) if room >= _LEAST_NAME else SEAT_STROKES[seat].chip)
        row = Content.assemble(*spread(left, right, cells, glyphs.ellipsis))
        return row.stylize(Style.from_meta({"@click": f"screen.look_at({place})"}))


def _round(session: ReviewSession, place: int) -> Message:
    return N_("round {round}:", round=session.review.turns[place].view.round)


def _heading(words: Message, cells: int, glyphs: Glyphs) -> Content:
    return Content.assemble(*spread(((glyphs.write(words), theme.QUIET),), (), cells, glyphs.ellipsis))


def _end(words: str, glyphs: Glyphs) -> Line:
    return ((f" {glyphs.write(words)}", theme.STRONG),)
