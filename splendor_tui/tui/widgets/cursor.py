"""Where the cursor moves from a slot."""

from collections.abc import Mapping
from enum import StrEnum

from textual.geometry import Region

from splendor_tui.presentation.table_model import Slot


class Direction(StrEnum):
    """A direction in which the cursor can move."""

    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"


def nearest(places: Mapping[Slot, Region], here: Slot, direction: Direction) -> Slot:
    """The next slot in a direction: the closest one in line with `here`, otherwise the closest."""
    if here not in places:
        return here
    start = _facing(places[here], direction)

    def remoteness(slot: Slot) -> tuple[bool, int, int]:
        left, right, near, _ = _facing(places[slot], direction)
        apart = left >= start[1] or right <= start[0]
        return apart, near - start[3], abs(left + right - start[0] - start[1])

    ahead = [slot for slot in places if _facing(places[slot], direction)[2] >= start[3]]
    return min(ahead, key=remoteness, default=here)


def _facing(region: Region, direction: Direction) -> tuple[int, int, int, int]:
    """A region as seen in a direction: its two sides, then its near and far ends."""
    x, y, right, bottom = region.x, region.y, region.right, region.bottom
    return {
        Direction.LEFT: (y, bottom, -right, -x),
        Direction.RIGHT: (y, bottom, x, right),
        Direction.UP: (x, right, -bottom, -y),
        Direction.DOWN: (x, right, y, bottom),
    }[direction]
