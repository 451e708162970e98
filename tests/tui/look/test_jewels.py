"""Jewels: every stone has a different outline, fills its area, and uses only available colours."""

from itertools import combinations

import pytest

from splendor_tui.rules.gems import Colour
from splendor_tui.tui.look.jewel_paint import IN_COLOUR, JewelStyle, jewel_block
from splendor_tui.tui.look.jewels import sampled
from splendor_tui.tui.look.paint import plain, width

WAYS = (IN_COLOUR, JewelStyle("few"), JewelStyle("shades"), JewelStyle("ascii"))


in_all_ways = pytest.mark.parametrize("style", WAYS, ids=lambda style: style.way)


@in_all_ways
@pytest.mark.parametrize("jewel", Colour)
def test_a_jewel_has_exactly_its_size_and_fills_it(jewel: Colour, style: JewelStyle) -> None:
    for cells, rows in ((6, 3), (12, 6), (16, 9)):
        block = jewel_block(jewel, cells, rows, style)
        assert len(block) == rows
        assert {width(line) for line in block} == {cells}
    covers = [[pixel.cover > 0 for pixel in row] for row in sampled(jewel, 16, 16)]
    for turned in (covers, [*zip(*covers, strict=True)]):
        assert any(map(any, turned[:3]))
        assert any(map(any, turned[-3:]))


def test_two_stones_can_be_told_by_their_outlines() -> None:
    outlines = {jewel: [pixel.cover > 0.5 for row in sampled(jewel, 12, 12) for pixel in row] for jewel in Colour}
    for one, other in combinations(Colour, 2):
        apart = sum(a != b for a, b in zip(outlines[one], outlines[other], strict=True))
        assert apart >= 12, (one, other)


@in_all_ways
def test_a_jewel_has_light_and_shade_and_its_glint_can_be_seen(style: JewelStyle) -> None:
    for jewel in Colour:
        block = jewel_block(jewel, 12, 6, style)
        looks = {span for line in block for span in line if span[0].strip()}
        assert len({ink if style.way in {"few", "many"} else text for text, ink in looks}) >= 2
        white_already = jewel is Colour.WHITE and style.way == "few"
        assert white_already or jewel_block(jewel, 12, 6, style, glint=True) != block


def test_few_colours_are_those_of_the_terminal_and_plain_signs_are_ascii() -> None:
    for jewel in Colour:
        inks = {ink for line in jewel_block(jewel, 12, 6, JewelStyle("few"), glint=True) for _, ink in line}
        assert all(part.startswith("ansi_") for ink in inks if ink for part in ink.split(" on "))
        assert plain(jewel_block(jewel, 12, 6, JewelStyle("ascii"))).isascii()
