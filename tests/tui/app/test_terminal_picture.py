"""The terminal shows what Textual has drawn, at every size and colour depth, and few bytes are written for it."""

from collections.abc import Callable
from typing import Any, Final

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.color import ColorSystem
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


class Emulator:
    """A terminal that interprets all that the app writes."""

    def __init__(self, columns: int, rows: int) -> None:
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.Stream(self.screen)
        self.written = 0

    def feed(self, text: str) -> None:
        """Interpret text."""
        self.written += len(text.encode())
        self._stream.feed(text)

    def lose(self, columns: int, rows: int) -> None:
        """Become this size, and lose all that was shown."""
        self.screen.resize(rows, columns)
        self.screen.reset()

    def cells(self) -> list[list[tuple[object, ...]]]:
        """The visible properties of each cell."""
        columns, rows = range(self.screen.columns), range(self.screen.lines)
        return [[_visible(self.screen.buffer[y][x]) for x in columns] for y in rows]


def _visible(cell: pyte.screens.Char) -> tuple[object, ...]:
    on_blanks = cell.bg, cell.underscore, cell.strikethrough, cell.reverse
    is_blank = cell.data == " " and not any(on_blanks[1:])
    return ("", *on_blanks) if is_blank else (cell.data, *on_blanks, cell.fg, cell.bold, cell.italics)


def drawn_by_textual(app: SplendorApp) -> Emulator:
    """The screen as Textual alone would draw it."""
    whole: Any = app.screen._compositor.render_update(full=True, screen_stack=app._background_screens)  # noqa: SLF001
    emulator = Emulator(*app.size)
    emulator.feed(whole.render_segments(app.console))
    return emulator


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
async def test_terminal_shows_what_textual_draws(
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
                assert emulated.cells() == drawn_by_textual(pilot.app).cells(), (size, keys)


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
