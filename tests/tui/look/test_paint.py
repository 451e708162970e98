"""Text laid out in cells: exact widths for all characters, and complete differences."""

from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.content import Content
from textual.geometry import Region

from splendor_tui.tui.look.drawn_message import draw_message, wrap_text
from splendor_tui.tui.look.glyphs import ABSENT, TIERS, UNICODE, Glyphs
from splendor_tui.tui.look.paint import (
    Line,
    Picture,
    box,
    clipped,
    cut,
    cut_name,
    fit,
    flowed,
    joined,
    plain,
    side_by_side,
    spread,
    width,
    wording,
)
from splendor_tui.words import N_

texts = st.text(alphabet="ab 名前é\u0301שW", max_size=6)
lines = st.lists(st.tuples(texts, st.sampled_from(["", "bold", "$table-can"])), max_size=6).map(tuple)


def cells(line: Line) -> list[tuple[str, str]]:
    """The cells of the line, with their inks."""
    return [(character, ink) for text, ink in line for character in text]


@given(texts, st.integers(0, 10**6), st.integers(0, 12))
def test_cut_text_or_name_fits_and_ends_with_an_ellipsis(text: str, number: int, room: int) -> None:
    short = cut(text, room, UNICODE.ellipsis)
    assert cell_len(short) <= room
    assert short == text or short.endswith(UNICODE.ellipsis) or room == 0
    assert cell_len(cut_name(f"{text} {number}", room, UNICODE.ellipsis)) <= room


@pytest.mark.parametrize(
    ("name", "cells", "shown"),
    [
        ("Journeyman 2", 12, "Journeyman 2"),
        ("Journeyman 2", 11, "Journeyma…2"),
        ("Journeyman 2", 10, "Journeym…2"),
        ("Ann Journeyman", 10, "Ann Journ…"),
        ("Journeyman2", 10, "Journeyma…"),
        ("A 123456789012", 6, "A 123…"),
    ],
)
def test_cut_name_keeps_its_distinguishing_number(name: str, cells: int, shown: str) -> None:
    assert cut_name(name, cells, "…") == shown


def test_row_never_starts_with_a_separating_dot() -> None:
    assert [row.plain.rstrip() for row in wrap_text(Content("Ann · Bo · today"), 5)] == ["Ann ·", "Bo ·", "today"]
    assert [row.plain.rstrip() for row in wrap_text(Content("Ann · Bo · today"), 8)] == ["Ann ·", "Bo ·", "today"]


def test_row_never_breaks_inside_a_players_name() -> None:
    rows = wrap_text(draw_message(N_("{name} passed.", name="Apprentice 3"), UNICODE), 12)
    assert [row.plain for row in rows] == ["Apprentice\xa03", "passed."]


@given(lines, st.integers(0, 20))
def test_line_is_padded_to_its_width_or_clipped_with_an_ellipsis(line: Line, room: int) -> None:
    assert width(fit(line, room)) == room
    short = clipped(line, room, UNICODE.ellipsis)
    assert width(short) <= room
    assert short == line if width(line) <= room else plain((short,)).endswith(UNICODE.ellipsis) or room == 0


def test_first_wording_that_fits_is_used() -> None:
    ways = ("twelve short", "12 short", "-12")
    assert [wording(room, "…", *ways) for room in (12, 11, 7, 3, 2)] == ["twelve short", "12 short", "-12", "-12", "-…"]


@given(st.lists(lines.filter(bool), min_size=1, max_size=5), st.integers(4, 30))
def test_parts_flow_into_rows_without_loss(parts: list[Line], room: int) -> None:
    rows = flowed(parts, (("·", ""),), room)
    assert plain((joined(rows, 0),)).replace("·", "") == plain((joined(parts, 0),))
    widest = max(map(width, parts))
    assert all(width(row) <= max(room, widest) for row in rows)


@given(lines, lines, st.integers(30, 60))
def test_right_part_of_a_spread_line_is_never_cut(left: Line, right: Line, room: int) -> None:
    right = fit(right, 20)
    line = spread(left, right, room, "…")
    assert width(line) == room
    assert line[-len(right) :] == right


@given(st.integers(2, 30), st.integers(2, 6), lines, lines)
def test_box_has_exactly_its_size(cells_wide: int, rows: int, head: Line, foot: Line) -> None:
    block = box((head, foot), cells_wide, rows, UNICODE.calm, "", head=head, foot_end=foot)
    assert len(block) == rows
    assert {width(line) for line in block} == {cells_wide}


def test_box_titles_keep_a_border_cell_and_empty_parts_no_gap() -> None:
    assert plain((joined([(("a", ""),), (), (("b", ""),)], 2),)) == "a  b"
    block = box((), 16, 2, UNICODE.calm, "", head=((" q ", ""),), head_end=((" new ", ""),), foot_end=((" can ", ""),))
    assert plain(block) == "╭─ q ──── new ─╮\n╰──────── can ─╯"


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["", "bold"])), min_size=8, max_size=8), st.data())
def test_differences_cover_every_changed_cell(old: list[tuple[str, str]], data: st.DataObject) -> None:
    new = list(old)
    for place in data.draw(st.lists(st.integers(0, 7), max_size=3)):
        new[place] = data.draw(st.tuples(st.sampled_from("abc"), st.sampled_from(["", "bold"])))
    after = Picture((tuple(new),))
    regions = after.differences(Picture((tuple(old),)))
    differing = [
        x for x, pair in enumerate(zip(cells(tuple(old)), cells(tuple(new)), strict=True)) if pair[0] != pair[1]
    ]
    shown = {x for region in regions for x in range(region.x, region.right)}
    assert shown >= set(differing)
    assert {edge for region in regions for edge in (region.x, region.right - 1)} <= set(differing)


def test_expensive_unchanged_cells_between_differences_are_not_rewritten() -> None:
    jewel = tuple(("▀", f"#{shade:02x}0000") for shade in range(9))
    before = Picture(((("|", ""), *jewel, ("|", "")),))
    after = Picture(((("I", ""), *jewel, ("I", "")),))
    assert after.differences(before) == [Region(0, 0, 1, 1), Region(10, 0, 1, 1)]


@pytest.mark.parametrize("glyphs", TIERS.values(), ids=TIERS)
def test_every_symbol_is_one_cell_wide_and_has_no_emoji_form(glyphs: Glyphs) -> None:
    named = (glyphs.gold, glyphs.turn, glyphs.back, glyphs.noble, glyphs.none, glyphs.ellipsis, glyphs.dot)
    borders = (glyphs.heavy, glyphs.chosen, ABSENT, *glyphs.levels)
    symbols = [*glyphs.gems, *named, *chain.from_iterable(borders)]
    assert {cell_len(symbol) for symbol in symbols} == {1}
    assert not {"\ufe0f", "♦", "♥", "♟", "✔", "⚜"} & set("".join(symbols))
    assert len(set(glyphs.gems)) == len(glyphs.gems)


def test_longest_of_several_texts_is_cut_first() -> None:
    names = ["Elisabeth of Austria", "Anne", "Charles V"]
    assert side_by_side(names, ", ".join, 40, "…", least=5) == "Elisabeth of Austria, Anne, Charles V"
    assert side_by_side(names, ", ".join, 27, "…", least=5) == "Elisabeth…, Anne, Charles V"
    assert side_by_side(names, ", ".join, 3, "…", least=5) == "Elis…, Anne, Char…", "there is less room than the least"
