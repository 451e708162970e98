"""The name of the game, with a jewel for each letter."""

from typing import Final

from textual.content import Content

from splendor_tui.presentation.table_model import PILES
from splendor_tui.rules.gems import Colour
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.paint import Line, beside, gap

_NAME: Final = "SPLENDOR"
_STONES: Final[tuple[Colour | None, ...]] = (*PILES, Colour.BLUE, Colour.WHITE)


def logo(glyphs: Glyphs, *, large: bool) -> Content:
    """Draw eight jewels in a row: 63 x 3 cells, or 79 x 5 if `large`."""
    cells, rows = (9, 5) if large else (7, 3)
    jewels = [_jewel(letter, stone, glyphs, cells, rows) for letter, stone in zip(_NAME, _STONES, strict=True)]
    between = (gap(1),) * rows
    blocks = [block for jewel in jewels for block in (jewel, between)][:-1]
    return Content("\n").join(Content.assemble(*line) for line in beside(*blocks))


def _jewel(letter: str, stone: Colour | None, glyphs: Glyphs, cells: int, rows: int) -> tuple[Line, ...]:
    texts = [""] * rows
    texts[0] = f" {glyphs.gem(stone)}"
    texts[rows // 2] = letter.center(cells)
    return tuple(((text.ljust(cells), theme.gem_ink(stone)),) for text in texts)
