"""The prompt in one row: what fits, with the symbols of the terminal."""

import pytest
from textual.content import Content
from textual.style import Style

from splendor_tui.presentation import commands
from splendor_tui.presentation.table_model import NobleSlot, Phrase
from splendor_tui.rules.gems import NO_GEMS, Tokens
from splendor_tui.tui.look.glyphs import UNICODE
from splendor_tui.tui.widgets.prompt_line import prompt_row, two_rows
from splendor_tui.words import N_

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
