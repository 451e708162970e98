"""Table layouts: a region for each part, for every window size."""

from collections.abc import Callable, Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

from textual.geometry import NULL_OFFSET, NULL_REGION, NULL_SPACING, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget

LayoutName: TypeAlias = Literal["auto", "compact", "wide"]
"""The largest layout that the player allows. `auto` is the largest that fits."""

ROWS_AROUND: Final = 3
"""The rows of a window outside the board: status, prompt and key hints."""
_MIN_BOX: Final = 5
_MAX_BOX: Final = 18
"""Minimum height of a player's box with a heading for the columns, and maximum height."""


class Places(NamedTuple):
    """The regions of the table's parts, relative to the board.

    `rules` is None if it does not fit. `prompt` is the first row of a two-row prompt.
    """

    nobles: Region
    grid: Region
    bank: Region
    reserve: Region
    log: Region
    players: tuple[Region, ...]
    rules: Region | None = None
    prompt: Region = NULL_REGION

    @property
    def edges(self) -> tuple[int, int]:
        """The first column of the table, and the column after its last."""
        parts = (self.nobles, self.grid, self.log, *self.players)
        return min(part.x for part in parts), max(part.right for part in parts)


class _Kind(NamedTuple):
    """A layout, and the smallest window for it."""

    name: str
    least: Size
    arrange: Callable[[Size, int, bool], Places]


def places(room: Size, players: int, largest: LayoutName, *, rules: bool = True, two_rows: bool = False) -> Places:
    """The regions on a board of this size, in the largest layout that fits and is allowed.

    `rules` means that the player wants the rules beside the table. `two_rows` means that the prompt needs a second
    row.
    """
    names = [kind.name for kind in KINDS]
    wanted = KINDS[0 if largest == "auto" else names.index(largest) :]
    fitting = (
        kind for kind in wanted if room.width >= kind.least.width and room.height + ROWS_AROUND >= kind.least.height
    )
    arrange = next(fitting, KINDS[-1]).arrange
    where = arrange(room, players, rules)
    left, right = where.edges
    if where.log.x == left:  # the log is above the prompt and lends it a row
        log = Region(*where.log.offset, where.log.width, where.log.height - two_rows)
        return where._replace(log=log, prompt=Region(left, where.log.bottom - 1, log.width, 1))
    if two_rows:
        where = arrange(Size(room.width, room.height - 1), players, rules)
    return where._replace(prompt=Region(left, room.height - 1, right - left, 1))


def column(region: Region, parts: int) -> tuple[Region, ...]:
    """Split a column into regions. If it cannot be divided evenly, the last ones are a row taller.

    If some are too low for a heading above their numbers, those are the last ones, with a heading above them.
    """
    rows, surplus = divmod(region.height, parts)
    is_short = rows < _MIN_BOX
    if rows > _MAX_BOX:
        rows, surplus = _MAX_BOX, 0
    boxes: list[Region] = []
    for part in range(parts):
        y = boxes[-1].bottom if boxes else region.y
        is_taller = part < surplus if is_short else part >= parts - surplus
        boxes.append(Region(region.x, y, region.width, rows + is_taller))
    return tuple(boxes)


def _below(region: Region, rows: int) -> Region:
    """A region without its first rows."""
    return Region(region.x, region.y + rows, region.width, max(0, region.height - rows))


# --- the layouts -------------------------------------------------------------------------------------------------------

_TALL: Final = 37
"""Minimum board height for cards and nobles that are as tall in the compact layout as in the wide one."""


def _compact(room: Size, players: int, _rules: bool) -> Places:
    """Lay out the compact table, which always fits: nobles in a row, small cards, players on the right."""
    tall = room.height >= _TALL
    nobles, cards, hand = (4, 18, 6) if tall else (1, 12, 4)
    return _beside_players(room, players, 119, 59, nobles, cards, 1, hand)


def _wide(room: Size, players: int, _rules: bool) -> Places:
    """Lay out the wide table: cards with a small jewel, noble tiles, bank tokens drawn individually."""
    return _beside_players(room, players, 139, 79, 4, 18, 3, 6)


def _beside_players(
    room: Size, players: int, widest: int, grid: int, nobles: int, cards: int, bank: int, hand: int
) -> Places:
    """Lay out nobles on top, then cards, bank, reserve and log, with the players beside them."""
    width = min(room.width, widest)
    x = (room.width - width) // 2
    left = Region(x, nobles, grid, max(0, room.height - nobles))
    return Places(
        nobles=Region(x, 0, width, nobles),
        grid=Region(x, nobles, grid, cards),
        bank=Region(x, nobles + cards, grid, bank),
        reserve=Region(x, nobles + cards + bank, grid, hand),
        log=_below(left, cards + bank + hand),
        players=column(Region(x + grid, nobles, width - grid, left.height), players),
    )


_DECK: Final = 10
_COLUMNS: Final = 4
_BANK: Final = 4
_NOBLES: Final = range(6, 9)
_CARD_ROWS: Final = range(9, 14)
_MIN_PITCH: Final = 25
"""Minimum distance from one large card to the next."""
_MIN_LOG: Final = 7
_PLAYER: Final = range(48, 61)
_TWO_COLUMNS: Final = 84
"""Minimum width for players side by side."""


def _grand(room: Size, players: int, rules: bool) -> Places:
    """Lay out the grand table: large cards with a jewel, bought cards as stacks, log and rules below the players."""
    rows = max(_CARD_ROWS.start, min((room.height - _BANK - _NOBLES.start) // 4, _CARD_ROWS.stop - 1))
    for wanted in (_TWO_COLUMNS, _PLAYER.start):
        pitch = min(2 * rows + 8, (room.width - wanted - _DECK) // _COLUMNS)
        if pitch >= _MIN_PITCH:
            break
    table = _DECK + _COLUMNS * pitch - 1
    beside = room.width - table - 1
    pairs = beside >= _TWO_COLUMNS and players > 1
    beside = min(beside, 2 * (_PLAYER.stop - 1) if pairs else _PLAYER.stop - 1)
    nobles = min(room.height - 4 * rows - _BANK, _NOBLES.stop - 1)
    height = nobles + 4 * rows + _BANK
    x, y = (room.width - table - 1 - beside) // 2, (room.height - height) // 2
    right = Region(x + table + 1, y, beside, height)
    seats, log, shown_rules = _side_by_side(right, players, rules) if pairs else _one_column(right, players)
    grid = Region(x, y + nobles, table, 3 * rows)
    return Places(
        nobles=Region(x, y, table, nobles),
        grid=grid,
        bank=Region(x, grid.bottom, table, _BANK),
        reserve=Region(x, grid.bottom + _BANK, table, rows),
        log=log,
        players=seats,
        rules=shown_rules,
    )


RULES_FROM: Final = _DECK + _COLUMNS * _MIN_PITCH + _TWO_COLUMNS
"""Minimum window width for the rules beside the table."""
_Right: TypeAlias = tuple[tuple[Region, ...], Region, Region | None]
"""The regions of players, log and rules."""


def _one_column(right: Region, players: int) -> _Right:
    """Lay out the players in a column, and the log below."""
    seats = column(Region(right.x, right.y, right.width, right.height - _MIN_LOG), players)
    return seats, _below(right, seats[-1].bottom - right.y), None


def _side_by_side(right: Region, players: int, rules: bool) -> _Right:
    """Lay out two or four players in pairs above log and rules, or three in a column beside log and rules."""
    one, other = right.split_vertical(right.width // 2)
    if players % 2:
        log, below = other.split_horizontal(other.height // 3)  # most of the room for the rules
        seats = column(one, players)
        return (seats, log, below) if rules else (seats, other, None)
    lines = players // 2
    rows = min(16, right.height // (lines + 1))
    seats = tuple(
        Region(half.x, right.y + line * rows, half.width, rows) for line in range(lines) for half in (one, other)
    )
    if not rules:
        return seats, _below(right, lines * rows), None
    return seats, _below(one, lines * rows), _below(other, lines * rows)


KINDS: Final = (
    _Kind("grand", Size(160, 50), _grand),
    _Kind("wide", Size(120, 40), _wide),
    _Kind("compact", Size(80, 23), _compact),
)
"""All layouts, largest first."""


class TableLayout(Layout):
    """Places each child in its region. `regions` returns all regions for a size."""

    name = "table"

    def __init__(self, regions: Callable[[Size], Mapping[Widget, Region]]) -> None:
        self._regions = regions

    def arrange(
        self,
        parent: Widget,
        children: list[Widget],
        size: Size,
        greedy: bool = True,  # noqa: ARG002 - required by Textual
    ) -> ArrangeResult:
        """The placements of the children."""
        parent.pre_layout(self)
        regions = self._regions(size)
        return [
            WidgetPlacement(regions.get(child, NULL_REGION), NULL_OFFSET, NULL_SPACING, child) for child in children
        ]
