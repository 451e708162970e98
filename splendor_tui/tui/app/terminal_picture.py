"""The cells that the terminal shows, so that an update writes only those that change.

Textual writes whole rows of a widget, sets and resets the style of every segment, and paints a new screen several times
before it is complete. Over a slow line, bytes are time. All cells of one style are written together, because a move of
the cursor takes fewer bytes than a colour. Nothing is used that some terminals lack, such as repetition, or erasing in
the background colour. No public method gives access to an update before it is written.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import compress
from operator import ne
from typing import Any, Final, NamedTuple, TypeAlias

from rich.cells import split_graphemes
from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate

_BEGINS: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 21, 51, 52, 53)
_ENDS: Final = (22, 22, 23, 24, 25, 25, 27, 28, 29, 24, 54, 54, 55)
"""The codes that begin and end Rich's attributes, by their bits."""
_SEEN_ON_BLANKS: Final = ~0b10_0000_0111
"""The attributes that also change a blank: all but bold, dim, italic and concealed."""
_RESET: Final = "\x1b[0m"


class _Look(NamedTuple):
    """How cells are drawn: the codes of their colours, and attributes as bits. Blanks may have any ink."""

    ground: str
    ink: str
    attributes: int

    @property
    def any_ink(self) -> bool:
        """Whether the colour of text does not matter, as there is none."""
        return not self.ink


def _common(one: _Look, other: _Look) -> _Look | None:
    """A look for cells of both, if there is one."""
    if one == other:
        return one
    if one.ground == other.ground:
        for look, blank in ((one, other), (other, one)):
            if blank.any_ink and not look.attributes & _SEEN_ON_BLANKS:
                return look
    return None


_PLAIN: Final = _Look("49", "39", 0)
_Cell: TypeAlias = tuple[str, _Look]
"""The text that begins in a cell, and its look. After the first cell of wide text, the text is empty."""
_Part: TypeAlias = tuple[int, int, Iterable[Segment]]
"""Some cells of the screen: row, first column and content."""


class _Run(NamedTuple):
    """Neighbouring cells that are written together."""

    y: int
    start: int
    stop: int
    text: str


class TerminalPicture:
    """The cells that the terminal shows."""

    def __init__(self) -> None:
        self._rows: defaultdict[int, list[_Cell | None]] = defaultdict(list)
        """The cells by row. None is unknown."""

    def forget(self) -> None:
        """Forget what the terminal shows, so that updates are written completely."""
        self._rows.clear()

    def update(self, update: Any) -> Any:
        """The same update, but when it is rendered, it writes only what differs from this picture."""
        return PictureUpdate(update, self) if isinstance(update, ChopsUpdate | LayoutUpdate) else update

    def change(self, parts: Iterable[_Part], colours: ColorSystem) -> str:
        """Change parts of the screen. Returns what to write to the terminal, which begins and ends without a style."""
        runs: defaultdict[_Look, list[_Run]] = defaultdict(list)
        for y, start, segments in parts:
            cells = [cell for text, style, _control in segments for cell in _cells(text, style, colours)]
            for look, run in self._change_row(y, start, cells):
                runs[look].append(run)
        for look in [look for look in runs if look.any_ink]:
            if (same := next((other for other in runs if other != look and _common(other, look)), None)) is not None:
                runs[same] = sorted(runs[same] + runs.pop(look))
        pen, written = _PLAIN, ""
        for look in sorted(runs):
            pen, codes = _change_pen(pen, look)
            written += codes + _in_places(runs[look])
        return written if pen == _PLAIN else written + _RESET

    def _change_row(self, y: int, start: int, cells: list[_Cell]) -> Iterator[tuple[_Look, _Run]]:
        """Change cells of a row. Yields the runs that differ."""
        row, stop = self._rows[y], start + len(cells)
        row += [None] * (stop - len(row))
        before, row[start:stop] = row[start:stop], cells
        if before == cells:
            return
        look, first, last = _PLAIN, 0, -1
        pieces: list[str] = []
        for x, end in _changes(before, cells):
            piece, wanted = cells[x]
            both = (look if look is wanted else _common(look, wanted)) if last == x else None
            if both is None:
                if pieces:
                    yield look, _Run(y, start + first, start + last, "".join(pieces))
                pieces, first, both = [], x, wanted
            look, last = both, end
            pieces.append(piece)
        if pieces:
            yield look, _Run(y, start + first, start + last, "".join(pieces))


def _changes(before: list[_Cell | None], after: list[_Cell]) -> Iterator[tuple[int, int]]:
    """The cells that differ, as the first column of each piece of text and the column after it."""
    end = 0
    for column in compress(range(len(after)), map(ne, before, after)):
        if column >= end:
            x, end = column, column + 1
            while x and not after[x][0]:
                x -= 1
            while end < len(after) and not after[end][0]:
                end += 1
            yield x, end


@lru_cache(8192)
def _cells(text: str, style: Style | None, colours: ColorSystem) -> tuple[_Cell, ...]:
    """The cells of a segment."""
    look, blank = _looks(style, colours)
    return tuple((piece, blank if piece == " " else look) for piece in _pieces(text))


@lru_cache(4096)
def _looks(style: Style | None, colours: ColorSystem) -> tuple[_Look, _Look]:
    """The looks of text and of blanks in a style."""
    if style is None:
        return _PLAIN, _PLAIN._replace(ink="")
    attributes = style._attributes & style._set_attributes  # noqa: SLF001 - as Textual does
    ground = ";".join(style.bgcolor.downgrade(colours).get_ansi_codes(foreground=False)) if style.bgcolor else "49"
    ink = ";".join(style.color.downgrade(colours).get_ansi_codes()) if style.color else "39"
    look = _Look(ground, ink, attributes)
    return look, look if attributes & _SEEN_ON_BLANKS else _Look(ground, "", 0)


def _pieces(text: str) -> Iterator[str]:
    """The text that begins in each cell."""
    for start, stop, width in split_graphemes(text)[0]:
        yield text[start:stop]
        yield from [""] * (width - 1)


def _change_pen(pen: _Look, look: _Look) -> tuple[_Look, str]:
    """The pen for a look, and the sequence that changes it."""
    if look.any_ink:
        look = _Look(look.ground, pen.ink, pen.attributes & ~_SEEN_ON_BLANKS)
    bits = range(len(_BEGINS))
    ended = {_ENDS[bit]: None for bit in bits if (pen.attributes & ~look.attributes) >> bit & 1}
    kept = 0 if ended else pen.attributes  # bold and dim have the same end
    begun = [_BEGINS[bit] for bit in bits if (look.attributes & ~kept) >> bit & 1]
    colours = [new for old, new in ((pen.ink, look.ink), (pen.ground, look.ground)) if old != new]
    return look, f"\x1b[{';'.join(map(str, (*ended, *begun, *colours)))}m" if look != pen else ""


def _in_places(runs: list[_Run]) -> str:
    """The texts, each after a move of the cursor to its place.

    After text of several characters in one cell, the cursor's column is unknown, as terminals disagree on its width.
    """
    written, row, column = "", -1, -1
    for y, start, stop, text in runs:
        if y != row or start < column:
            written += f"\x1b[{y + 1};{start + 1}H"
        elif start > column:
            written += f"\x1b[{start - column}C"
        written += text
        row, column = (y, stop) if len(text) == stop - start else (-1, -1)
    return written


class PictureUpdate(CompositorUpdate):
    """An update of the terminal's picture."""

    def __init__(self, update: ChopsUpdate | LayoutUpdate, picture: TerminalPicture) -> None:
        self._update = update
        self._picture = picture

    def render_segments(self, console: Console) -> str:
        """The changes, as sent to the terminal."""
        parts = _whole_rows(self._update) if isinstance(self._update, LayoutUpdate) else _changed_parts(self._update)
        return self._picture.change(parts, console._color_system or ColorSystem.TRUECOLOR)  # noqa: SLF001 - as Textual


def _whole_rows(update: LayoutUpdate) -> Iterator[_Part]:
    for y, strips in enumerate(update.strips, update.region.y):
        yield y, update.region.x, (segment for strip in strips for segment in strip)


def _changed_parts(update: ChopsUpdate) -> Iterator[_Part]:
    for y, left, right in update.spans:
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            start, stop = max(left, x), min(right, end)
            if strip is not None and start < stop:
                yield y, start, strip.crop(start - x, stop - x)
