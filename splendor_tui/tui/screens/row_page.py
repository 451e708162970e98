"""A page with rows on the left, and a description of the highlighted row on the right."""

from collections.abc import Callable, Sequence
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widget import Widget

from splendor_tui.tui.keys.key_commands import BACK, CHOOSE, LESS, MORE, SHOW_HELP
from splendor_tui.tui.keys.key_hint import Hint, press
from splendor_tui.tui.screens.game_screen import GameScreen
from splendor_tui.tui.widgets.choice_list import ChoiceList
from splendor_tui.tui.widgets.heading import Heading, with_chips
from splendor_tui.tui.widgets.hint_row import HintRow
from splendor_tui.tui.widgets.sheet import Text
from splendor_tui.words import N_, Message


def row_page(
    screen: GameScreen[Any],
    title: Message,
    rows: ChoiceList,
    about: Callable[[str], Content],
    hints: Callable[[], Sequence[Hint]],
) -> ComposeResult:
    """Compose a title, rows, the text that `about` returns for the highlighted row, and the key hints.

    The screen has `CSS_PATH = "row_page.tcss"`.
    """
    with Widget(id="row-page"), Vertical(id="page"):
        yield Heading(lambda: with_chips(title, screen.glyphs))
        with Horizontal(id="body"):
            with VerticalScroll(id="rows", can_focus=False):
                yield rows
            yield Text(lambda: rows.explained(about(rows.highlighted)), "about", "panel")
        yield HintRow(hints)


def row_hints(screen: GameScreen[Any], rows: ChoiceList) -> tuple[Hint, ...]:
    """Return the key hints for the highlighted row."""
    if rows.typing:
        return press("enter", N_("OK"), primary=True), press("escape", N_("cancel"))
    row = rows.row
    label = N_("edit") if row.typed is not None else N_("next value") if row.turns else N_("choose")
    turns = (screen.hint_of_pair(LESS, MORE, N_("change")),) if row.turns else ()
    return (screen.hint(CHOOSE, label, primary=True), *turns, screen.hint(BACK), screen.hint(SHOW_HELP))
