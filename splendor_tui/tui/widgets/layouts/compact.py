"""The layout that fits everywhere: nobles in a row, cards with the least that they must tell, players at the right."""

from typing import Final

from textual.geometry import Region, Size

from splendor_tui.tui.widgets.layouts.places import Places, below, column

LEAST: Final = Size(80, 24)
_LEFT: Final = 56
_WIDEST: Final = 116
_TALL: Final = 37
"""From so many rows of the board on, cards and nobles are as high as in the wide layout."""


def arrange(room: Size, players: int) -> Places:
    """The places for this many players."""
    tall = room.height >= _TALL
    nobles, cards, hand = (4, 18, 6) if tall else (1, 12, 4)
    width = min(room.width, _WIDEST)
    x = (room.width - width) // 2
    left = Region(x, nobles, _LEFT, max(0, room.height - nobles))
    bank, reserve = below(left, cards), below(left, cards + 1)
    return Places(
        nobles=Region(x, 0, width, nobles),
        grid=Region(x, nobles, _LEFT, cards),
        bank=Region(x, bank.y, _LEFT, 1),
        reserve=Region(x, reserve.y, _LEFT, hand),
        log=below(reserve, hand),
        players=column(Region(x + _LEFT, nobles, width - _LEFT, left.height), players),
    )
