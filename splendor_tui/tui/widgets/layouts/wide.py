"""The layout for a window of 120 columns: cards with a small jewel, nobles as tiles, the bank's tokens to be counted."""

from typing import Final

from textual.geometry import Region, Size

from splendor_tui.tui.widgets.layouts.places import Places, below, column

LEAST: Final = Size(120, 40)
_LEFT: Final = 76
_WIDEST: Final = 136
_NOBLES, _CARDS, _BANK, _HAND = 4, 18, 3, 6


def arrange(room: Size, players: int) -> Places:
    """The places for this many players."""
    width = min(room.width, _WIDEST)
    x = (room.width - width) // 2
    left = Region(x, _NOBLES, _LEFT, max(0, room.height - _NOBLES))
    bank, reserve = below(left, _CARDS), below(left, _CARDS + _BANK)
    return Places(
        nobles=Region(x, 0, width, _NOBLES),
        grid=Region(x, _NOBLES, _LEFT, _CARDS),
        bank=Region(x, bank.y, _LEFT, _BANK),
        reserve=Region(x, reserve.y, _LEFT, _HAND),
        log=below(reserve, _HAND),
        players=column(Region(x + _LEFT, _NOBLES, width - _LEFT, left.height), players),
    )
