"""Columns are aligned with their headings in every language."""

from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import UNICODE
from splendor_tui.tui.look.paint import plain
from splendor_tui.tui.widgets.long_list import Column, headings, in_columns, widths_of
from splendor_tui.words import N_
from tests.words.pseudo import pseudo_language

COLUMNS = (Column(N_("Player")), Column(N_("Points"), 6, right=True), Column(cells=3))
ROW = ((("Ann", ""),), (("15", ""),), (("x", ""),))


def test_column_is_as_wide_as_its_heading() -> None:
    with pseudo_language():
        widths = widths_of(COLUMNS, 30)
        head, row = plain((headings(COLUMNS, widths, UNICODE), in_columns(COLUMNS, widths, ROW, UNICODE))).splitlines()
        assert str(N_("Points")) in head
        assert head.index(str(N_("Points"))) + len(str(N_("Points"))) == row.index("15") + 2


def test_cut_cell_ends_with_an_ellipsis() -> None:
    long_name = (("a name without end", ""),)
    row = plain((in_columns(COLUMNS, widths_of(COLUMNS, 20), (long_name, *ROW[1:]), UNICODE),))
    assert row == "a name…      15  x  "


def test_heading_of_the_sorted_column_stands_out() -> None:
    columns = (COLUMNS[0], COLUMNS[1]._replace(sorted_by=True))
    assert ("Points", theme.STRONG) in headings(columns, widths_of(columns, 20), UNICODE)
