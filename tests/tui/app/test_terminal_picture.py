"""Terminals show what Textual has drawn, at every size and colour depth, and few bytes are written for it."""

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

import pyghostty
import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyte import graphics
from rich.cells import split_graphemes
from rich.color import Color, ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual._compositor import CompositorUpdate

from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.app.app import SplendorApp
from splendor_tui.tui.app.robust_app import RobustApp
from splendor_tui.tui.app.terminal_picture import TerminalPicture
from tests.tui.gallery import MANY, SIXTEEN, shown
from tests.tui.scenes import SIZES

pytestmark = pytest.mark.drawn
MAX_MOVE: Final = 500
MAX_FIRST: Final = 5500
"""Bytes. Textual writes 1,100 for the same move of the cursor, and 18,000 for the same screen."""


DEFAULT: Final = "default"
PALETTE: Final[list[str]] = graphics.FG_BG_256
NAMED: Final = {
    names[first + number]: PALETTE[number + bright]
    for names, first, bright in (
        (graphics.FG_ANSI, 30, 0),
        (graphics.BG_ANSI, 40, 0),
        (graphics.FG_AIXTERM, 90, 8),
        (graphics.BG_AIXTERM, 100, 8),
    )
    for number in range(8)
}
"""Pyte's names of the sixteen colours."""


class Cell(NamedTuple):
    """The visible properties of a cell."""

    text: str
    ground: str = DEFAULT
    underlined: bool = False
    struck: bool = False
    reversed: bool = False
    ink: str = DEFAULT
    bold: bool = False
    italic: bool = False

    @property
    def seen(self) -> "Cell":
        """The same cell, but a blank has no ink."""
        is_blank = self.text == " " and not (self.underlined or self.struck or self.reversed)
        return Cell("", self.ground) if is_blank else self


Grid = list[list[Cell]]


class Emulator:
    """Two terminals, pyte and Ghostty, that interpret all that the app writes."""

    def __init__(self, columns: int, rows: int) -> None:
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.Stream(self.screen)
        self._ghostty = pyghostty.Terminal(columns, rows)
        self.written = 0

    def feed(self, text: str) -> None:
        """Interpret text."""
        self.written += len(text.encode())
        self._stream.feed(text)
        self._ghostty.feed(text)

    def lose(self, columns: int, rows: int) -> None:
        """Become this size, and lose all that was shown."""
        self.screen.resize(rows, columns)
        self.screen.reset()
        self._ghostty = pyghostty.Terminal(columns, rows)

    def cells(self) -> Grid:
        """The cells in pyte."""
        return [
            [_cell_of_pyte(self.screen.buffer[y][x]).seen for x in range(self.screen.columns)]
            for y in range(self.screen.lines)
        ]

    def cells_of_ghostty(self) -> Grid:
        """The cells in Ghostty. Reading them takes longer than drawing them."""
        shown = self._ghostty.text().splitlines()
        texts = [list(_pieces(row.ljust(self.screen.columns))) for row in shown]
        texts += [[" "] * self.screen.columns] * (self.screen.lines - len(texts))
        return [
            [_cell_of_ghostty(text, self._ghostty.style(x, y)).seen for x, text in enumerate(row)]
            for y, row in enumerate(texts)
        ]


def _cell_of_pyte(cell: pyte.screens.Char) -> Cell:
    ground, ink = (NAMED.get(colour, colour) for colour in (cell.bg, cell.fg))
    return Cell(cell.data, ground, cell.underscore, cell.strikethrough, cell.reverse, ink, cell.bold, cell.italics)


def _cell_of_ghostty(text: str, style: dict[str, Any]) -> Cell:
    def named(colour: tuple[str, Any] | None) -> str:
        if colour is None:
            return DEFAULT
        kind, value = colour
        return PALETTE[value] if kind == "palette" else bytes(value).hex()

    return Cell(
        text,
        named(style["bg"]),
        bool(style["underline"]),
        style["strikethrough"],
        style["inverse"],
        named(style["fg"]),
        style["bold"],
        style["italic"],
    )


def meant(app: SplendorApp) -> Grid:
    """The cells that Textual has drawn."""
    whole: Any = app.screen._compositor.render_update(full=True, screen_stack=app._background_screens)  # noqa: SLF001
    colours: Any = app.console._color_system  # noqa: SLF001
    return [[cell for strip in strips for cell in _meant_cells(strip, colours)] for strips in whole.strips]


def _meant_cells(segments: list[Segment], colours: ColorSystem) -> Iterator[Cell]:
    def named(colour: Color | None) -> str:
        if colour is None or colour.is_default:
            return DEFAULT
        reduced = colour.downgrade(colours)
        return PALETTE[reduced.number] if reduced.number is not None else bytes(reduced.triplet or ()).hex()

    for text, style, _control in segments:
        look = style or Style.null()
        lines = bool(look.underline), bool(look.strike), bool(look.reverse)
        for piece in _pieces(text):
            yield Cell(piece, named(look.bgcolor), *lines, named(look.color), bool(look.bold), bool(look.italic)).seen


def _pieces(text: str) -> Iterator[str]:
    """The text that begins in each cell."""
    for start, stop, width in split_graphemes(text)[0]:
        yield text[start:stop]
        yield from [""] * (width - 1)


@pytest.fixture
def emulated(monkeypatch: pytest.MonkeyPatch) -> Emulator:
    """The terminal of the next app."""
    emulator = Emulator(*SIZES[0])

    def display(app: RobustApp[Any], _screen: object, update: Any) -> None:
        written = app._picture.update(update)  # noqa: SLF001
        if isinstance(written, CompositorUpdate) and not app._batch_count:  # noqa: SLF001
            emulator.feed(written.render_segments(app.console))

    monkeypatch.setattr(RobustApp, "_display", display)
    return emulator


@pytest.mark.parametrize("look", ["dark", MANY, SIXTEEN])
@pytest.mark.parametrize("scene", ["late", "hint", "new-game", "game-over", "puzzle"])
async def test_terminals_show_what_textual_draws(
    catalogue: Catalogue, emulated: Emulator, scene: str, look: str
) -> None:
    async with shown(catalogue, scene, SIZES[0], look) as pilot:
        for size in SIZES:
            if size != SIZES[0]:
                emulated.lose(*size)
                await pilot.resize_terminal(*size)
            for keys in ("", "down", "right up", "question_mark", "escape"):
                await pilot.type(keys)
                await pilot.finish_drawing()
                assert emulated.cells() == meant(pilot.app), (size, keys)
            assert emulated.cells_of_ghostty() == emulated.cells(), size


async def test_smaller_window_shows_nothing_of_the_larger_one(catalogue: Catalogue, emulated: Emulator) -> None:
    async with shown(catalogue, "late", SIZES[0], "dark") as pilot:
        for size in (SIZES[-1], SIZES[0]):
            emulated.lose(*size)
            await pilot.resize_terminal(*size)
            await pilot.finish_drawing()
            assert emulated.cells() == meant(pilot.app), size


async def test_few_bytes_are_written(catalogue: Catalogue, emulated: Emulator) -> None:
    async with shown(catalogue, "last-round", SIZES[0], "dark") as pilot:
        before = emulated.written
        await pilot.type("down")
        assert 0 < emulated.written - before < MAX_MOVE
        before = emulated.written
        pilot.app.repaint()
        await pilot.finish_drawing()
        assert 0 < emulated.written - before < MAX_FIRST


STYLES: Final = tuple(map(Style.parse, ("red", "bold red on blue", "dim red on blue", "reverse red", "underline", "")))
TEXTS: Final = st.lists(st.sampled_from(["a", " ", "▲", "漢", "e\u0301"]), max_size=6).map("".join)
ROWS: Final = st.lists(st.tuples(TEXTS, st.sampled_from(STYLES)).map(lambda piece: Segment(*piece)), max_size=5)


@given(st.lists(ROWS, min_size=2, max_size=4))
def test_row_that_replaces_another_looks_as_if_it_were_alone(rows: list[list[Segment]]) -> None:
    def fill(row: list[Segment]) -> list[Segment]:
        return Segment.adjust_line_length(row, 30)

    def emulate(change: Callable[[list[Segment]], str], *some: list[Segment]) -> Emulator:
        emulator = Emulator(30, 1)
        for row in some:
            emulator.feed(change(fill(row)))
        return emulator

    picture = TerminalPicture()
    one_by_one = emulate(lambda row: picture.change([(0, 0, row)], ColorSystem.STANDARD), *rows)
    alone = emulate(lambda row: TerminalPicture().change([(0, 0, row)], ColorSystem.STANDARD), rows[-1])
    assert one_by_one.cells() == alone.cells()
