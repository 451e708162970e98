"""What a layout answers: a region for each part of the table, counted from the corner of the board."""

from dataclasses import dataclass
from typing import Final

from textual.geometry import Region, Size

_MOST_ROWS: Final = 18
"""Of a player's box."""


@dataclass(frozen=True, slots=True)
class Places:
    """The regions of the table's parts; `rules` is only there where there is room for it."""

    nobles: Region
    grid: Region
    bank: Region
    reserve: Region
    log: Region
    players: tuple[Region, ...]
    rules: Region | None = None

    @property
    def edges(self) -> tuple[int, int]:
        """The first column of the table, and the one after its last."""
        parts = (self.nobles, self.grid, self.log, *self.players)
        return min(part.x for part in parts), max(part.right for part in parts)


def column(region: Region, parts: int, most: int = _MOST_ROWS) -> tuple[Region, ...]:
    """Regions of equal height one below the other, none higher than `most`."""
    rows = min(region.height // parts, most)
    return tuple(Region(region.x, region.y + part * rows, region.width, rows) for part in range(parts))


def below(region: Region, rows: int) -> Region:
    """What is left of a region under so many rows."""
    return Region(region.x, region.y + rows, region.width, max(0, region.height - rows))


def centred(size: Size, room: Size) -> tuple[int, int]:
    """The corner of something that lies in the middle of the room."""
    return max(0, (room.width - size.width) // 2), max(0, (room.height - size.height) // 2)
