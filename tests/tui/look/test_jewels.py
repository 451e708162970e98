"""Jewels: every stone has a different outline, fills its area, and uses only available colours."""

from itertools import combinations

import pytest

from splendor_tui.rules.gems import Colour
from splendor_tui.tui.look.jewels import IN_COLOUR, JewelStyle, jewel_block, sampled
from splendor_tui.tui.look.paint import plain, width

WAYS = (IN_COLOUR, JewelStyle("few"), JewelStyle("shades"), JewelStyle("ascii"))


in_all_ways = pytest.mark.parametrize("style", WAYS, ids=lambda style: style.way)


@in_all_ways
@pytest.mark.parametrize("jewel", Colour)
def test_jewel_fills_exactly_its_size(jewel: Colour, style: JewelStyle) -> None:
    for cells, rows in ((6, 3), (12, 6), (16, 9)):
        block = jewel_block(jewel, cells, rows, style)
        assert len(block) == rows
        assert {width(line) for line in block} == {cells}
    covers = [[pixel.cover > 0 for pixel in row] for row in sampled(jewel, 16, 16)]
    for turned in (covers, [*zip(*covers, strict=True)]):
        assert any(map(any, turned[:3]))
        assert any(map(any, turned[-3:]))


def test_jewels_differ_in_outline() -> None:
    outlines = {jewel: [pixel.cover > 0.5 for row in sampled(jewel, 12, 12) for pixel in row] for jewel in Colour}
    for one, other in combinations(Colour, 2):
        apart = sum(a != b for a, b in zip(outlines[one], outlines[other], strict=True))
        assert apart >= 12, (one, other)


@in_all_ways
def test_jewel_has_light_shade_and_a_visible_glint(style: JewelStyle) -> None:
    for jewel in Colour:
        block = jewel_block(jewel, 12, 6, style)
        looks = {span for line in block for span in line if span[0].strip()}
        assert len({ink if style.way in {"few", "many"} else text for text, ink in looks}) >= 2
        white_already = jewel is Colour.WHITE and style.way == "few"
        assert white_already or jewel_block(jewel, 12, 6, style, glint=True) != block


def test_simple_jewels_use_terminal_colours_and_plain_ones_ascii() -> None:
    for jewel in Colour:
        inks = {ink for line in jewel_block(jewel, 12, 6, JewelStyle("few"), glint=True) for _, ink in line}
        assert all(part.startswith("ansi_") for ink in inks if ink for part in ink.split(" on "))
        assert plain(jewel_block(jewel, 12, 6, JewelStyle("ascii"))).isascii()
