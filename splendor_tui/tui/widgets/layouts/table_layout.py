"""Chooses the layout for a window, and puts the parts of a board where it says."""

from collections.abc import Callable, Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

from textual.geometry import NULL_OFFSET, NULL_REGION, NULL_SPACING, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget

from splendor_tui.tui.widgets.layouts import compact, grand, wide
from splendor_tui.tui.widgets.layouts.places import Places

LayoutName: TypeAlias = Literal["auto", "compact", "wide"]
"""The largest layout that a person wants; `auto` is whatever fits."""

ROWS_AROUND: Final = 3
"""The rows of a window that the board does not have: status, prompt and key hints."""


class _Kind(NamedTuple):
    """A layout, and the least window for it."""

    name: str
    least: Size
    arrange: Callable[[Size, int], Places]


KINDS: Final = (
    _Kind("grand", grand.LEAST, grand.arrange),
    _Kind("wide", wide.LEAST, wide.arrange),
    _Kind("compact", compact.LEAST, compact.arrange),
)
"""All layouts, from the largest to the smallest."""


def places(room: Size, players: int, largest: LayoutName) -> Places:
    """Where everything lies on a board of this size: by the largest layout that fits and is wanted, else by the smallest."""
    names = [kind.name for kind in KINDS]
    wanted = KINDS[0 if largest == "auto" else names.index(largest) :]
    fitting = (
        kind for kind in wanted if room.width >= kind.least.width and room.height + ROWS_AROUND >= kind.least.height
    )
    return next(fitting, KINDS[-1]).arrange(room, players)


class TableLayout(Layout):
    """Puts each part of the board into its region; `regions` answers with all of them for a size."""

    name = "table"

    def __init__(self, regions: Callable[[Size], Mapping[Widget, Region]]) -> None:
        self._regions = regions

    def arrange(
        self,
        parent: Widget,
        children: list[Widget],
        size: Size,
        greedy: bool = True,  # noqa: ARG002  Textual declares it so
    ) -> ArrangeResult:
        """The placements of the children."""
        parent.pre_layout(self)
        regions = self._regions(size)
        return [
            WidgetPlacement(regions.get(child, NULL_REGION), NULL_OFFSET, NULL_SPACING, child) for child in children
        ]
