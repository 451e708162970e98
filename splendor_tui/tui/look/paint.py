"""Styled text laid out in cells, from which the table's widgets are painted.

A span is a string and its ink (a Textual style string), a line is a list of spans, and a block is a list of lines of
equal width. Nothing is parsed as markup.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, groupby, zip_longest
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from rich import _wrap
from rich.cells import cell_len, set_cell_size
from textual.content import Content
from textual.geometry import Offset, Region

from splendor_tui.presentation.table_model import Slot
from splendor_tui.tui.look.glyphs import Border
from splendor_tui.tui.look.theme import PLAIN, QUIET

# Rich breaks a line at any space, even a non-breaking one such as that before a French colon. Textual uses the
# same function, and neither lets it be replaced: https://github.com/Textualize/rich/issues/3545.
# A separating dot, or a dash in ASCII, does not start a row.
_wrap.re_word = re.compile(r"[^\S\xa0]*[\S\xa0]+(?:[^\S\xa0]+[·-](?!\S))*[^\S\xa0]*")

Span: TypeAlias = tuple[str, str]
Line: TypeAlias = tuple[Span, ...]
Block: TypeAlias = tuple[Line, ...]


class Picture(NamedTuple):
    """A part of the table, and the places of its slots."""

    lines: Block
    places: tuple[tuple[Slot, Region], ...] = ()

    def at(self, offset: Offset) -> Slot | None:
        """The slot at a cell of the picture, if any."""
        return next((slot for slot, region in self.places if region.contains_point(offset)), None)

    def differences(self, before: "Picture") -> list[Region]:
        """The parts that differ from another picture of the same size, row by row from the left."""
        rows = enumerate(zip(before.lines, self.lines, strict=True))
        return [region for y, (old, new) in rows if old != new for region in _differences(old, new, y)]


_CHEAP_SPANS: Final = 2
_CHEAP_CELLS: Final = 12
"""Rewriting this many cells costs the terminal less than skipping them."""


def _differences(old: Line, new: Line, y: int) -> Iterator[Region]:
    """Yield the differing parts of two lines. Parts are merged unless skipping the gap saves output."""
    kept = set(_placed(old))
    start: int | None = None
    stop = spans = 0
    for placed in _placed(new):
        at, (text, _ink) = placed
        if placed in kept:
            spans += 1
            continue
        if start is not None and (spans > _CHEAP_SPANS or at - stop > _CHEAP_CELLS):
            yield Region(start, y, stop - start, 1)
            start = None
        start = at if start is None else start
        stop, spans = at + cell_len(text), 0
    if start is not None:
        yield Region(start, y, stop - start, 1)


def _placed(line: Line) -> Iterator[tuple[int, Span]]:
    """Yield the spans of a line with the columns where they start."""
    at = 0
    for span in line:
        yield at, span
        at += cell_len(span[0])


def width(line: Line) -> int:
    """The width of a line in cells."""
    return sum(cell_len(text) for text, _ in line)


def plain(lines: Block) -> str:
    """The text without inks."""
    return "\n".join("".join(text for text, _ in line) for line in lines)


def gap(cells: int) -> Line:
    """Empty cells, or none if the number is negative."""
    return ((" " * cells, PLAIN),) if cells > 0 else ()


def cut(text: str, cells: int, ellipsis: str) -> str:
    """Shorten text to this many cells. Wide and combining characters count as in a terminal."""
    if cell_len(text) <= cells:
        return text
    return set_cell_size(text, max(0, cells - cell_len(ellipsis))).rstrip() + ellipsis if cells > 0 else ""


def cut_name(name: str, cells: int, ellipsis: str) -> str:
    """Shorten a name like `cut`. A final number is kept, because it may distinguish two players."""
    words, _, number = name.rpartition(" ")
    if cell_len(name) <= cells or not words or not number.isdecimal():
        return cut(name, cells, ellipsis)
    room = cells - cell_len(number)
    return f"{cut(words + ' ', room, ellipsis)}{number}" if room > 1 else cut(name, cells, ellipsis)


def padded(text: str, cells: int) -> str:
    """Pad text to at least this width."""
    return text + " " * (cells - cell_len(text))


def fit(line: Line, cells: int) -> Line:
    """Cut or pad a line to exactly this many cells."""
    surplus = width(line) - cells
    if surplus <= 0:
        return line + gap(-surplus)
    kept: list[Span] = []
    for text, ink in line:
        room = cells - cell_len(text)
        if room < 0:
            return (*kept, (set_cell_size(text, cells), ink))
        kept.append((text, ink))
        cells = room
    return tuple(kept)


def clipped(line: Line, cells: int, ellipsis: str) -> Line:
    """Cut a line to at most this many cells. A cut line ends with an ellipsis."""
    if width(line) <= cells:
        return line
    room = cells - cell_len(ellipsis)
    if room <= 0:
        return fit(((ellipsis, QUIET),), max(0, cells))
    *kept, (last, ink) = fit(line, room)
    return (*kept, (last.rstrip(), ink), (ellipsis, QUIET))


def wording(cells: int, ellipsis: str, *texts: str) -> str:
    """The first of several wordings that fits, otherwise the last one, cut."""
    return next((text for text in texts if cell_len(text) <= cells), "") or cut(texts[-1], cells, ellipsis)


def spread(left: Line, right: Line, cells: int, ellipsis: str) -> Line:
    """Align one part left and one right. The left one is cut if both do not fit."""
    room = cells - width(right)
    return fit(clipped(left, room, ellipsis), room) + right


def side_by_side(
    names: Sequence[str], join: Callable[[Sequence[str]], str], cells: int, ellipsis: str, *, least: int
) -> str:
    """Join names in a row of this width. The longest ones are cut as needed, but not below `least` cells."""
    row = join(names)
    shorter = shorter_names(names, ellipsis, least=least)
    while cell_len(row) > cells and (cut_names := next(shorter, None)):
        row = join(cut_names)
    return row


def shorter_names(names: Sequence[str], ellipsis: str, *, least: int) -> Iterator[Sequence[str]]:
    """Yield the names with the longest ones cut by one more cell each time, but not below `least` cells."""
    for cells in range(max(map(cell_len, names), default=0) - 1, least - 1, -1):
        yield [cut_name(name, cells, ellipsis) for name in names]


def joined(lines: Iterable[Line], space: int = 1) -> Line:
    """Join parts in a row with empty cells between them."""
    parts = [part for part in lines if part]
    return tuple(chain.from_iterable(part if not i else gap(space) + part for i, part in enumerate(parts)))


def merged(cells: Iterable[Span]) -> Line:
    """Merge neighbouring spans of the same ink. A picture of single cells would have thousands of spans otherwise."""
    return tuple(("".join(text for text, _ink in run), ink) for ink, run in groupby(cells, key=itemgetter(1)))


def flowed(parts: Iterable[Line], between: Line, cells: int) -> list[Line]:
    """Lay out parts with a separator between them, in as many rows of this width as needed."""
    rows: list[Line] = []
    for part in parts:
        if rows and width(rows[-1] + between + part) <= cells:
            rows[-1] += between + part
        else:
            rows.append(part)
    return rows


def beside(*blocks: Block) -> Block:
    """Put blocks of equal height side by side."""
    return tuple(tuple(chain.from_iterable(lines)) for lines in zip(*blocks, strict=True))


def abreast(left: Iterable[Line], right: Iterable[Line], cells: int) -> list[Line]:
    """Put rows beside others. The left ones take this many cells."""
    return [(*fit(one, cells), *other) for one, other in zip_longest(left, right, fillvalue=())]


def blank(cells: int, rows: int) -> Block:
    """An empty block."""
    return (gap(cells),) * rows


def filled(lines: Iterable[Line], cells: int, rows: int) -> Block:
    """Fit the lines into a block of exactly this size."""
    block = tuple(fit(line, cells) for line in lines)[:rows]
    return block + blank(cells, rows - len(block))


def box(
    inner: Iterable[Line],
    cells: int,
    rows: int,
    border: Border,
    ink: str,
    *,
    head: Line = (),
    head_end: Line = (),
    foot: Line = (),
    foot_end: Line = (),
    inset: bool = True,
) -> Block:
    """Draw a box of this outer size, with titles at both ends of its top and bottom edges, `inset` if there is room."""
    room = cells - 2
    side = ((border.down, ink),)
    return (
        _edge(border.top_left, border.top_right, border.across, ink, head, head_end, room, inset),
        *(side + line + side for line in filled(inner, room, rows - 2)),
        _edge(border.bottom_left, border.bottom_right, border.across, ink, foot, foot_end, room, inset),
    )


def _edge(start: str, stop: str, across: str, ink: str, left: Line, right: Line, room: int, inset: bool) -> Line:
    """Draw an edge of a box. `inset` titles leave one cell of border at each end, if there is room."""
    right = fit(right, min(width(right), room))
    left = fit(left, min(width(left), room - width(right)))
    free = room - width(left) - width(right)
    margin = across if inset and free >= 3 else ""
    first, last = margin if left else "", margin if right else ""
    between = across * (free - len(first) - len(last))
    return ((start + first, ink), *left, (between, ink), *right, (last + stop, ink))


def page(lines: Iterable[Line]) -> Content:
    """Join painted lines into one `Content`."""
    return Content("\n").join(Content.assemble(*line) for line in lines)


def centred(lines: Iterable[Line], cells: int, room: int) -> list[Line]:
    """Put painted lines of this width into the middle of `room`."""
    return [(*gap((room - cells) // 2), *line) for line in lines]


def wrapped(text: str, cells: int, ink: str) -> list[Line]:
    """Wrap text in one ink to this width. Empty if the width is zero."""
    return [((line.plain, ink),) for line in Content(text).wrap(cells)] if cells > 0 else []
