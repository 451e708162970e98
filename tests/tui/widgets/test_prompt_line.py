"""The last two rows: the prompt, and the key labels, of which the least useful are omitted first."""

from collections.abc import Sequence

import pytest
from textual.app import App, ComposeResult
from textual.content import Content
from textual.pilot import Pilot
from textual.style import Style
from textual.widgets import Static

from splendor_tui.presentation import commands
from splendor_tui.presentation.table_model import NobleSlot, Phrase
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import NO_GEMS, Tokens
from splendor_tui.tui.keys.key_hint import Hint
from splendor_tui.tui.look.glyphs import UNICODE
from splendor_tui.tui.widgets.key_row import KeyRow, fitting, hints_content
from splendor_tui.tui.widgets.prompt_line import prompt_row, two_rows
from splendor_tui.words import N_
from tests.tui.scenes import SCENES, on_stage

DO = Phrase(N_("Do this"), commands.CONFIRM)
FACT = Phrase(N_("or so it is said"))
ELSE = Phrase(N_("or that"), commands.RESERVE)


def prompt(*phrases: Phrase, cells: int = 80) -> Content:
    """These phrases in a row of this width."""
    return prompt_row(phrases, UNICODE, lambda row: row.cell_length <= cells, {})


@pytest.mark.parametrize(
    ("cells", "row"), [(34, "Do this  or so it is said  or that"), (33, "Do this  or that"), (3, "Do this  or that")]
)
def test_only_facts_are_omitted_from_a_narrow_prompt_unless_they_are_first(cells: int, row: str) -> None:
    assert prompt(DO, FACT, ELSE, cells=cells).plain == row
    assert prompt(FACT, cells=cells).plain == "or so it is said"


@pytest.mark.parametrize(
    ("first_cells", "second_cells", "rows"),
    [
        (24, 20, ("Do this  or so it is", "said  or that")),
        (26, 20, ("Do this  or so it is said", "or that")),
        (17, 30, ("Do this", "or so it is said  or that")),
    ],
)
def test_two_rows_split_between_phrases_if_both_fit(first_cells: int, second_cells: int, rows: tuple[str, str]) -> None:
    first, rest = two_rows(prompt(DO, FACT, ELSE), first_cells, second_cells)
    assert (first.plain.rstrip(), rest.plain) == rows


@pytest.mark.parametrize("cells", [0, -2])
def test_prompt_can_change_before_it_is_laid_out(cells: int) -> None:
    first, rest = two_rows(prompt(DO, FACT, ELSE), cells, 80)
    assert first.plain + rest.plain == "Do this  or so it is said  or that"


def test_click_on_the_name_of_a_noble_picks_this_noble() -> None:
    row = prompt(Phrase(N_("one"), NobleSlot(0)), Phrase(N_("another"), NobleSlot(2)))
    styles = [span.style for span in row.spans if isinstance(span.style, Style)]
    assert [style.meta["@click"] for style in styles if style.meta] == ["screen.noble(0)", "screen.noble(2)"]


def test_long_name_is_cut_and_no_tokens_are_called_nothing() -> None:
    sentence = N_("{name} returned {tokens}.", name="Maximiliane Anna", tokens=Tokens(NO_GEMS, 0))
    assert prompt(Phrase(sentence)).plain == "Maximiliane… returned nothing."


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
    shown, between = fitting(HINTS, cells)
    assert (" " * between).join(f"{hint.key} {hint.label}" for hint in shown) == row


async def test_keys_of_finished_games_fit_in_the_smallest_window(catalogue: Catalogue) -> None:
    async with on_stage(catalogue, SCENES["games"]) as pilot:
        await pilot.press("down")
        await pilot.finish_drawing()
        assert "  i import  " in pilot.text


def test_row_without_hints_is_empty() -> None:
    assert hints_content((), 10).plain == ""


class Row(App[None]):
    """A row of key labels that changes."""

    CSS = "KeyRow { height: 1; }"

    def __init__(self) -> None:
        super().__init__()
        self.hints = HINTS
        self.closed: list[str] = []

    def action_close(self, label: str) -> None:
        """Remove a label."""
        self.closed.append(label)
        self.hints = tuple(hint for hint in self.hints if hint.label != label)
        self.query_one(KeyRow).refresh()

    def action_clear(self) -> None:
        """Change the label of the same command."""
        self.closed.append(str(self.hints[0].label))
        self.hints = (self.hints[0]._replace(label="leave"),)
        self.query_one(KeyRow).refresh()

    def compose(self) -> ComposeResult:
        """The row, and a target for the pointer beside it."""
        yield KeyRow(lambda: self.hints)
        yield Static("below")

    async def shown(self, pilot: Pilot[None], hints: Sequence[Hint]) -> str:
        """The text of the row with these labels."""
        self.hints = tuple(hints)
        self.query_one(KeyRow).refresh()
        await pilot.pause()
        return self.query_one(KeyRow).render().plain.rstrip()


async def test_hint_under_the_pointer_keeps_its_place_or_else_the_next_one() -> None:
    a, c, e, g = HINTS
    new, long = Hint("x", "y", "app.new"), c._replace(label="long words")
    row = Row()
    async with row.run_test() as pilot:
        assert await row.shown(pilot, HINTS) == "a b   c d   e f   g h"
        await pilot.hover(KeyRow, offset=(7, 0))
        assert await row.shown(pilot, [new, *HINTS]) == "x y   a b   c d   e f   g h", "there is no room before it"
        await pilot.click(KeyRow, offset=(12, 0))
        assert await row.shown(pilot, [new, a, long, e]) == "x y   a b   c long words   e f"
        assert await row.shown(pilot, [a, c, e, g]) == "a b         c d   e f   g h"
        assert await row.shown(pilot, [a, e, g, new]) == "a b               e f   g h   x y", "it has gone"
        wide = [a, c._replace(label="a label of many words"), e]
        assert await row.shown(pilot, wide) == "a b   c a label of many words   e f"
        await pilot.hover(KeyRow, offset=(7, 0))
        assert await row.shown(pilot, [a, e]) == "a b   e f", "a larger gap would look broken"
        await pilot.hover(Static)
        assert await row.shown(pilot, [c, e, g]) == "c d   e f   g h"
        await pilot.hover(KeyRow, offset=(7, 0))
        assert await row.shown(pilot, [c._replace(label="dd"), e, g]) == "c dd   e f   g h", "the gaps never shrink"


async def test_centred_row_starts_elsewhere_to_keep_a_hint_in_its_place() -> None:
    row = Row()
    async with row.run_test(size=(25, 24)) as pilot:
        row.query_one(KeyRow).styles.text_align = "center"
        assert await row.shown(pilot, HINTS) == "  a b   c d   e f   g h"
        await pilot.hover(KeyRow, offset=(8, 0))
        assert await row.shown(pilot, HINTS[:2]) == "  a b   c d"


async def test_double_click_runs_neither_another_command_nor_another_effect_of_the_same_key() -> None:
    row = Row()
    async with row.run_test() as pilot:
        await row.shown(pilot, [Hint(key, key, f"app.close('{key}')") for key in "abcd"])
        await pilot.click(KeyRow, offset=(6, 0), times=2)
        assert row.closed == ["b"]
        await pilot.click(KeyRow, offset=(12, 0))
        assert row.closed == ["b", "c"]
        await row.shown(pilot, [Hint("x", "clear", "app.clear")])
        await pilot.click(KeyRow, offset=(3, 0), times=2)
        assert row.closed == ["b", "c", "clear"]
        await pilot.click(KeyRow, offset=(3, 0))
        assert row.closed == ["b", "c", "clear", "leave"]


async def test_no_hint_is_cut_or_omitted_to_keep_another_in_its_place() -> None:
    words = "   ".join(f"{number} yyyyyyyy" for number in range(5))
    others = tuple(Hint(str(number), "y" * 8, f"app.{number}") for number in range(5))
    row = Row()
    async with row.run_test(size=(68, 24)) as pilot:
        await row.shown(pilot, HINTS)
        await pilot.hover(KeyRow, offset=(1, 0))
        assert await row.shown(pilot, (*others, HINTS[0])) == f"{words}   a b"
        await pilot.hover(KeyRow, offset=(20, 0))
        assert await row.shown(pilot, (HINTS[1], *others)) == f"c d   {words}"
