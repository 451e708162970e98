"""The layout for a big window: large cards, tableaus, and beneath them the log and, where there is room for it, the rules."""

from typing import Final

from textual.geometry import Region, Size

from splendor_tui.tui.widgets.layouts.places import Places, below, centred, column

LEAST: Final = Size(160, 50)
_DECK: Final = 10
_COLUMNS: Final = 4
_CARD_ROWS: Final = range(10, 14)
_LEAST_CARD: Final = 25
_BANK: Final = 4
_TITLE: Final = 1
"""The row above the own reserve that says whose it is."""
_LEAST_LOG: Final = 7
_PLAYER: Final = range(48, 61)
_TWO_COLUMNS: Final = 84
"""From so many cells on, players sit side by side."""
_HIGHEST: Final = 76


def arrange(room: Size, players: int) -> Places:
    """The places for this many players: cards as large as there is room for four rows of them, everything else around."""
    rows = max(_CARD_ROWS.start, min((room.height - _BANK - _TITLE) // 4, _CARD_ROWS.stop - 1))
    for wanted in (_TWO_COLUMNS, _PLAYER.start):
        cells = min(2 * rows + 5, (room.width - wanted - _DECK - 1) // _COLUMNS)
        if cells >= _LEAST_CARD:
            break
    table = _DECK + _COLUMNS * cells
    beside = room.width - table - 1
    pairs = beside >= _TWO_COLUMNS and players > 1
    beside = min(beside, 2 * (_PLAYER.stop - 1) if pairs else _PLAYER.stop - 1)
    size = Size(table + 1 + beside, min(room.height, _HIGHEST))
    x, y = centred(size, room)
    bank = y + 3 * rows
    hand = bank + _BANK
    right = Region(x + table + 1, y, beside, size.height)
    seats, log, rules = (_pairs if pairs else _one_column)(right, players)
    return Places(
        nobles=Region(x, hand, _DECK + cells, y + size.height - hand),
        grid=Region(x, y, table, 3 * rows),
        bank=Region(x, bank, table, _BANK),
        reserve=Region(x + _DECK + cells, hand, table - _DECK - cells, y + size.height - hand),
        log=log,
        players=seats,
        rules=rules,
    )


def _one_column(right: Region, players: int) -> tuple[tuple[Region, ...], Region, Region | None]:
    """The players one below the other, and the log under them."""
    seats = column(Region(right.x, right.y, right.width, right.height - _LEAST_LOG), players)
    return seats, below(right, seats[-1].bottom - right.y), None


def _pairs(right: Region, players: int) -> tuple[tuple[Region, ...], Region, Region | None]:
    """Two players in a row, and under them log and rules side by side."""
    half = right.width // 2
    halves = (Region(right.x, right.y, half, right.height), Region(right.x + half, right.y, half, right.height))
    lines = (players + 1) // 2
    rows = min(16, right.height // (lines + 1))
    seats = tuple(Region(halves[seat % 2].x, right.y + seat // 2 * rows, half, rows) for seat in range(players))
    log, rules = (below(side, lines * rows) for side in halves)
    return seats, log, rules
