"""The log in rows: a row for each turn, or running text in a very short pane."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import chain, groupby
from typing import Final

from textual.content import Content

from splendor_tui.match.log import LogKind, LogLine, lines_in_effect
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_message import draw_message, unbroken, wrap_text
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.words import N_, Message

ROOMY: Final = 70
"""Minimum width for round headings like `Round 3` instead of just the number."""
MIN_ROWS: Final = 3
"""Height of the smallest pane, unless a hint or a long prompt covers some of it."""
HANGING_INDENT: Final = 2
"""Indent of continuation rows."""
_ROUND: Final = re.compile(r"([0-9]{1,2})\s?:")
_KINDS_WITHOUT_NAME: Final = frozenset({LogKind.RETURNED, LogKind.NOBLE, LogKind.FINAL_ROUND})
"""Kinds of lines whose brief message omits the player's name, as the previous line gives it."""
NAME_WIDTHS: Final = (24, 12, 11, 10, 9, 8, 7, 6)
"""Maximum widths of names in brief sentences, tried in this order."""


def log_page(log: Sequence[LogLine], glyphs: Glyphs) -> Content:
    """Draw the full log, unwrapped, with a heading for each round. Lines of undone actions say so."""
    rows: list[Content] = []
    in_effect = {id(line) for line in lines_in_effect(log)}  # a redone line equals the undone one
    for lines in _rounds(log):
        rows.append(_heading(lines))
        for line in lines:
            stands = id(line) in in_effect or line.kind in {LogKind.UNDONE, LogKind.REDONE}
            message = line.message if stands else N_("Undone: {line}", line=line.message)
            rows.append(draw_message(message, glyphs))
    return Content("\n").join(rows)


def log_rows(log: Sequence[LogLine], players: int, glyphs: Glyphs, cells: int, rows: int, wanted: int) -> list[Content]:
    """Draw the last rows of the log, at most `wanted`, for a pane of this size.

    Each turn has its own row if the pane has at least two more rows than there are players, or just as many in a wide
    pane. A shorter pane shows brief sentences, with names cut so that every player's last turn fits: a row for each
    turn if there are more rows than players and the turns fit, otherwise running text. If a hint or a long prompt
    leaves fewer than MIN_ROWS rows, only the last turn must fit. The text starts with a complete sentence unless
    `wanted` is more than `rows`.
    """
    log = lines_in_effect(log)
    if rows > players + 1 or (cells >= ROOMY and rows >= players):
        headed = rows >= 2 * (players + 1)  # two rounds, each with its heading
        listed = partial(_headed if headed else _listed, glyphs=glyphs, cells=cells)
        begin = 0 if wanted > rows else _first_complete_turn(log, listed, rows, headed=headed)
        latest = _last(_rounds(log[begin:]), listed, wanted)
        if begin and headed and len(latest) < wanted:  # the turn before may fit without the heading of its round
            begin = _first_complete_turn(log, listed, rows + 1, headed=headed)
            latest = _last(_rounds(log[begin:]), listed, wanted)
        return [*[Content()] * (wanted - len(latest)), *latest] if begin else latest
    turns = _start_of_last_turns(log, players if rows >= MIN_ROWS else 1)
    draw = cache(partial(draw_message, glyphs=glyphs))  # because each line is laid out many times
    layouts = [
        partial(brief, glyphs=glyphs, cells=cells, draw=partial(draw, max_name=longest))
        for brief in ((_brief_rows, _paragraph) if rows > players else (_paragraph,))
        for longest in NAME_WIDTHS
    ]
    layout = next((one for one in layouts if len(one(log[turns:])) <= rows), layouts[-1])
    begin = len(log)
    for at in range(len(log) - 1, -1, -1):
        if len(layout(log[at:])) > rows:
            break
        # In brief form, only the first line of a turn names the player.
        if not at or (log[at].round, log[at].seat) != (log[at - 1].round, log[at - 1].seat):
            begin = at
    # Fewer turns leave room for longer names.
    layout = next((one for one in layouts if len(one(log[begin:])) <= rows), layout)
    latest = layout(log[begin:])
    before = _last(_rounds(log[:begin]), layout, wanted - len(latest)) if wanted > rows else []
    return [*before, *latest[max(0, len(latest) - wanted) :]]


def _rounds(log: Sequence[LogLine]) -> Iterator[Sequence[LogLine]]:
    """Split the log into rounds."""
    return (list(lines) for _, lines in groupby(log, key=lambda line: line.round))


def _turns(lines: Sequence[LogLine]) -> Iterator[Sequence[LogLine]]:
    """Split the lines into turns. A line without a seat counts as a separate turn."""
    groups = groupby(lines, key=lambda line: (line.round, id(line) if line.seat is None else line.seat))
    return (list(turn) for _key, turn in groups)


def _first_complete_turn(
    log: Sequence[LogLine], listed: Callable[[Sequence[LogLine]], list[Content]], rows: int, *, headed: bool
) -> int:
    """The index of the earliest turn from which the log fits, or 0 if not even the last turn fits."""
    begin, later = len(log), 0
    for turn in reversed(list(_turns(log))):
        rows -= len(listed(turn)) - (headed and turn[0].round == later)  # a round has one heading
        later = turn[0].round
        if rows < 0:
            return begin % len(log)
        begin -= len(turn)
    return begin


def _start_of_last_turns(log: Sequence[LogLine], count: int) -> int:
    """The index at which the last `count` turns start."""
    turns: set[tuple[int, int]] = set()
    for at in range(len(log) - 1, -1, -1):
        line = log[at]
        if line.seat is not None:
            turns.add((line.round, line.seat))
        if len(turns) > count:
            return at + 1
    return 0


def _last(
    parts: Iterable[Sequence[LogLine]], layout: Callable[[Sequence[LogLine]], list[Content]], wanted: int
) -> list[Content]:
    """Draw the last rows of the log, at most `wanted`. Only the parts that are needed are laid out."""
    rows: list[Content] = []
    for lines in reversed(list(parts)):
        if len(rows) >= wanted:
            break
        rows[:0] = layout(lines)
    return rows[-wanted:] if wanted > 0 else []


def _headed(lines: Sequence[LogLine], glyphs: Glyphs, cells: int) -> list[Content]:
    """Draw a round as lines under a heading."""
    return [_heading(lines), *(row for line in lines for row in _hanging(draw_message(line.message, glyphs), cells))]


def _listed(lines: Sequence[LogLine], glyphs: Glyphs, cells: int) -> list[Content]:
    """Draw a round with a row for each turn. The round number precedes the first turn."""
    turns = [[first.message, *(line.brief or line.message for line in more)] for first, *more in _turns(lines)]
    sentences = [Content(" ").join(draw_message(one, glyphs) for one in turn) for turn in turns]
    return _numbered(_number(lines, glyphs, named=cells >= ROOMY), sentences, cells)


def _paragraph(
    lines: Sequence[LogLine], glyphs: Glyphs, cells: int, draw: Callable[[Message], Content]
) -> list[Content]:
    """Draw rounds as one paragraph of brief sentences."""
    words: list[Content] = []
    for part in _rounds(lines):
        first, *others = map(draw, chain.from_iterable(map(_brief, _turns(part))))
        # The number stays in one row with the beginning of its round.
        words += [_number(part, glyphs) + glyphs.write(unbroken(" ")) + first, *others]
    first, *rest = wrap_text(Content(" ").join(words), cells - HANGING_INDENT)
    return [first, *(row.pad_left(HANGING_INDENT - _digits_of_round(row)) for row in rest)]


def _digits_of_round(row: Content) -> int:
    """The number of digits of the round at the beginning of a row. 0 if the row begins in the middle of a round."""
    number = _ROUND.match(row.plain)
    return len(number[1]) if number else 0


def _brief_rows(
    lines: Sequence[LogLine], glyphs: Glyphs, cells: int, draw: Callable[[Message], Content]
) -> list[Content]:
    """Draw rounds with a row of brief sentences for each turn."""
    rows: list[Content] = []
    for part in _rounds(lines):
        sentences = [Content(" ").join(map(draw, _brief(turn))) for turn in _turns(part)]
        rows += _numbered(_number(part, glyphs), sentences, cells)
    return rows


def _brief(turn: Sequence[LogLine]) -> list[Message]:
    """The brief sentences of a turn. The first one names the player."""
    first, *more = turn
    brief = None if first.kind in _KINDS_WITHOUT_NAME else first.brief
    return [brief or first.message, *(line.brief or line.message for line in more)]


def _numbered(number: Content, turns: Iterable[Content], cells: int) -> list[Content]:
    """Wrap the turns of a round, with its number before the first one."""
    indent = number.cell_length + 1
    rows = [row for turn in turns for row in _hanging(turn, cells - indent)]
    return [number.pad_right(1) + rows[0], *(row.pad_left(indent) for row in rows[1:])]


def _hanging(text: Content, cells: int) -> list[Content]:
    """Wrap the text into rows, indented from the second row on."""
    first, *rest = wrap_text(text, cells - HANGING_INDENT)
    return [first, *(row.pad_left(HANGING_INDENT) for row in rest)]


def _heading(lines: Sequence[LogLine]) -> Content:
    return Content.styled(str(_round(lines)), theme.TITLE)


def _number(lines: Sequence[LogLine], glyphs: Glyphs, *, named: bool = False) -> Content:
    """The number of a round, or its heading if `named`, before sentences in the same row."""
    number = _round(lines) if named else f"{lines[0].round:>2}"
    return Content.styled(glyphs.write(N_("{round}:", round=number)), theme.TITLE)


def _round(lines: Sequence[LogLine]) -> Message:
    return N_("Round {number}", number=lines[0].round)
