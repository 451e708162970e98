"""The log as rows: a sentence a row, or where there are few rows one sentence after the other."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Final

from textual.content import Content

from splendor_tui.match.log import LogLine, in_force
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_message import drawn, in_rows
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.words import N_

ROOMY: Final = 70
"""Where there are as many cells, the number of a round stands beside the word."""
HANGING: Final = 2
"""By so many cells a row is indented that goes on with the one above it."""
BRIEF_NAMES: Final = (24, 10, 6)
"""The most cells of a name in a brief sentence, whole if possible, and where that is too long."""


def log_page(log: Sequence[LogLine], glyphs: Glyphs) -> Content:
    """The whole log, not wrapped: a heading for each round, and its lines."""
    rows: list[Content] = []
    for lines in _rounds(log):
        rows += [_heading(lines), *(drawn(line.message, glyphs) for line in lines)]
    return Content("\n").join(rows)


def log_rows(log: Sequence[LogLine], players: int, glyphs: Glyphs, cells: int, rows: int, wanted: int) -> list[Content]:
    """The last rows of what stands of the log, at most `wanted`, for a place of this many cells and rows.

    Where the last turn of every player does not fit sentence by sentence, not even with the oldest of these turns in brief, they
    come one after the other, and all in brief, if only so they fit; the first of these rows begins with a sentence.
    """
    log = in_force(log)
    turns = _start_of_last_turns(log, players)
    headed = rows >= 2 * (players + 1)  # two rounds, each with its heading
    listed = partial(_headed if headed else _listed, glyphs=glyphs, cells=cells)

    def fits(last: Sequence[LogLine]) -> bool:
        return sum(len(listed(lines)) for lines in _rounds(last)) <= rows

    whole = rows > players + 1 or fits(log[turns:])
    shorter = log if whole else (*log[:turns], *_first_turn_in_brief(log[turns:]))
    if whole or fits(shorter[turns:]):
        log = shorter
        begin = 0 if wanted > rows else _first_whole(log, listed, rows, headed=headed)
        latest = _last(_rounds(log[begin:]), listed, wanted)
        return [*[Content()] * (wanted - len(latest)), *latest] if begin else latest
    ways = [
        partial(_paragraph, glyphs=glyphs, cells=cells, longest_name=longest_name, apart=apart)
        for longest_name in (None, *BRIEF_NAMES)
        for apart in (True, False)
    ]
    told = next((way for way in ways if len(way(log[turns:])) <= rows), ways[-1])
    begin = len(log)
    for at in range(len(log) - 1, -1, -1):
        if len(told(log[at:])) > rows:
            break
        if not at or _names_whom(log[at - 1], log[at]):
            begin = at
    told = next(way for way in ways if len(way(log[begin:])) <= rows)  # what is left may need less cutting
    latest = told(log[begin:])
    before = _last(_rounds(log[:begin]), told, wanted - len(latest)) if wanted > rows else []
    return [*before, *latest[max(0, len(latest) - wanted) :]]


def _rounds(log: Sequence[LogLine]) -> Iterator[Sequence[LogLine]]:
    """The lines of each round."""
    return (list(lines) for _number, lines in groupby(log, key=lambda line: line.round))


def _first_whole(
    log: Sequence[LogLine], listed: Callable[[Sequence[LogLine]], list[Content]], rows: int, *, headed: bool
) -> int:
    """Where in the log the lines begin that fit whole, one below the other; 0 where not even the last one does."""
    later: int | None = None
    for at in range(len(log) - 1, -1, -1):
        rows -= len(listed([log[at]])) - (headed and log[at].round == later)  # a round has one heading
        later = log[at].round
        if rows < 0:
            return (at + 1) % len(log)
    return 0


def _names_whom(before: LogLine, line: LogLine) -> bool:
    """Whether a line can be understood without the one before it: told in brief, it may leave out whom both are about."""
    return (line.round, line.seat) != (before.round, before.seat)


def _first_turn_in_brief(log: Sequence[LogLine]) -> Sequence[LogLine]:
    """The lines with those of the first turn in brief: whoever played it is to move again, and knows best what it was."""

    def told(line: LogLine) -> LogLine:
        own = (line.round, line.seat) == (log[0].round, log[0].seat)
        return replace(line, message=line.brief) if own and line.brief else line

    return [told(line) for line in log]


def _start_of_last_turns(log: Sequence[LogLine], players: int) -> int:
    """Where in the log the last turns of all players begin."""
    turns: set[tuple[int, int]] = set()
    for at in range(len(log) - 1, -1, -1):
        line = log[at]
        if line.seat is not None:
            turns.add((line.round, line.seat))
        if len(turns) > players:
            return at + 1
    return 0


def _last(
    parts: Iterable[Sequence[LogLine]], told: Callable[[Sequence[LogLine]], list[Content]], wanted: int
) -> list[Content]:
    """The last rows, at most `wanted`, of the parts of a log; only those are drawn that are needed."""
    rows: list[Content] = []
    for lines in reversed(list(parts)):
        if len(rows) >= wanted:
            break
        rows[:0] = told(lines)
    return rows[-wanted:] if wanted > 0 else []


def _headed(lines: Sequence[LogLine], glyphs: Glyphs, cells: int) -> list[Content]:
    """A round as lines under a heading."""
    return [_heading(lines), *(row for line in lines for row in _hanging(drawn(line.message, glyphs), cells))]


def _listed(lines: Sequence[LogLine], glyphs: Glyphs, cells: int) -> list[Content]:
    """A round as lines, with its number before the first."""
    number = _heading(lines) if cells >= ROOMY else _number(lines)
    indent = number.cell_length + 1
    rows = [row for line in lines for row in _hanging(drawn(line.message, glyphs), cells - indent)]
    return [number.pad_right(1) + rows[0], *(row.pad_left(indent) for row in rows[1:])]


def _paragraph(
    lines: Sequence[LogLine], glyphs: Glyphs, cells: int, longest_name: int | None, *, apart: bool
) -> list[Content]:
    """Rounds as one text, or `apart`, each beginning in a row of its own; with brief sentences where names are cut."""
    texts: list[Content] = []
    for told in _rounds(lines):
        if longest_name is None:
            words = [_heading(told), *(drawn(line.message, glyphs) for line in told)]
        else:
            brief = (drawn(line.brief or line.message, glyphs, longest_name=longest_name) for line in told)
            words = [_number(told), *brief]
        texts.append(Content(" ").join(words))
    if not apart and texts:
        texts = [Content(" ").join(texts)]
    return [row for text in texts for row in _hanging(text, cells)]


def _hanging(text: Content, cells: int) -> list[Content]:
    """The text in rows, all but the first of them indented."""
    first, *rest = in_rows(text, cells - HANGING)
    return [first, *(row.pad_left(HANGING) for row in rest)]


def _heading(lines: Sequence[LogLine]) -> Content:
    return Content.styled(str(N_("Round {number}", number=lines[0].round)), theme.TITLE)


def _number(lines: Sequence[LogLine]) -> Content:
    return Content.styled(f"{lines[0].round:>2}:", theme.TITLE)
