"""Key labels that do not fit are packed closer, then omitted, least useful first. None of them moves under the pointer."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.widgets import Static

from splendor_tui.tui.keys.key_hint import Hint
from splendor_tui.tui.widgets.hint_row import HintRow, hints_content

HINTS = tuple(Hint(key, words, f"app.{key}") for key, words in ("ab", "cd", "ef", "gh"))


@pytest.mark.parametrize(
    ("cells", "row"),
    [
        (21, "a b   c d   e f   g h"),
        (20, "a b  c d  e f  g h"),
        (18, "a b  c d  e f  g h"),
        (17, "a b  e f  g h"),
        (12, "a b  g h"),
        (7, "a b"),
        (1, "a b"),
    ],
)
def test_first_hint_and_last_two_hints_are_dropped_last(cells: int, row: str) -> None:
    assert hints_content(HINTS, cells).plain == row


def test_row_without_hints_is_empty() -> None:
    assert hints_content((), 10).plain == ""


class Row(App[None]):
    """A row of key labels that changes."""

    def __init__(self) -> None:
        super().__init__()
        self.hints = HINTS

    def compose(self) -> ComposeResult:
        """The row, and a target for the pointer beside it."""
        yield HintRow(lambda: self.hints)
        yield Static("below")

    async def shown(self, pilot: Pilot[None], hints: Sequence[Hint]) -> str:
        """The text of the row with these labels."""
        self.hints = tuple(hints)
        self.query_one(HintRow).refresh()
        await pilot.pause()
        content = self.query_one(HintRow).render()
        return content.plain.rstrip()


async def test_hints_do_not_move_under_the_pointer(monkeypatch: pytest.MonkeyPatch) -> None:
    a, c, e, g = HINTS
    new = Hint("x", "y", "app.new")
    async with Row().run_test() as pilot:
        assert isinstance(row := pilot.app, Row)
        assert await row.shown(pilot, HINTS) == "a b   c d   e f   g h"
        await pilot.hover(HintRow, offset=(7, 0))
        assert await row.shown(pilot, [new, a, c, g]) == "a b   c d         g h  x y"
        assert await row.shown(pilot, [a, e, c, g]) == "a b   c d   e f   g h"
        await pilot.hover(Static)
        assert await row.shown(pilot, [a, c, g]) == "a b   c d   g h"
        await pilot.hover(HintRow, offset=(7, 0))
        # As if the pointer had not moved recently.
        monkeypatch.setattr("splendor_tui.tui.widgets.hint_row.POINTER_SECONDS", 0.0)
        assert await row.shown(pilot, [new, g]) == "x y   g h"


async def test_hint_under_the_pointer_is_never_cut_or_omitted_for_its_place() -> None:
    a, c, e, g = HINTS
    long = replace(c, label="long words")
    many = tuple(Hint(str(number), "y" * 8, f"app.{number}") for number in range(5))
    async with Row().run_test() as pilot:
        row = pilot.app
        assert isinstance(row, Row)
        await row.shown(pilot, HINTS)
        await pilot.hover(HintRow, offset=(7, 0))
        assert await row.shown(pilot, [a, long, e, g]) == "a b   c long words   e f   g h"
        assert await row.shown(pilot, [g]) == " " * 27 + "g h"
        assert await row.shown(pilot, [g, *many]) == "g h   " + "   ".join(f"{number} yyyyyyyy" for number in range(5))
        await pilot.hover(HintRow, offset=(8, 0))
        assert await row.shown(pilot, HINTS) == "a b   c d   e f   g h", "no earlier hint is left"
