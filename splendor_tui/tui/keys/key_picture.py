"""A picture of the table's keys, arranged as on the table and the keyboard."""

from collections.abc import Mapping
from itertools import zip_longest
from typing import Final

from rich.cells import cell_len

from splendor_tui.presentation.table_model import PILES, TOP_DOWN
from splendor_tui.rules.cards import LEVELS, ROMAN
from splendor_tui.rules.gems import Colour
from splendor_tui.rules.state import COLUMNS, HAND_LIMIT
from splendor_tui.tui.keys.keymap import key_label
from splendor_tui.tui.keys.table_keys import CURSOR, card_id, deck_id, pile_id, reserved_id
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.paint import Block, Line, beside, blank, box, cut, gap, joined, padded
from splendor_tui.words import N_, NP_

MAX_CAP: Final = 9
MIN_NAME: Final = 9
CARD_ROWS: Final = 3

PICTURED: Final = frozenset(
    (
        *(card_id(level, column) for level in LEVELS for column in range(COLUMNS)),
        *map(deck_id, LEVELS),
        *map(pile_id, (*Colour, None)),
        *(reserved_id(index) for index in range(HAND_LIMIT)),
        *(command.id for command in CURSOR),
    )
)


def small_picture(keys: Mapping[str, str], glyphs: Glyphs) -> list[Line]:
    """Draw the keys for cards and decks beside the other keys, in four rows.

    `keys` maps the ids of `PICTURED` to keys.
    """
    cells = _cap_cells(keys)
    deck = padded(str(N_("deck")), cells)
    others = padded(str(N_("cards")), COLUMNS * (cells + 1))
    rows: list[Line] = [((f"{deck}  {others}", theme.QUIET),)]
    for level in TOP_DOWN:
        cards = joined(_cap(_label(keys, card_id(level, column)), cells) for column in range(COLUMNS))
        rows.append((*_cap(_label(keys, deck_id(level)), cells), *gap(2), *cards, (f" {ROMAN[level]:<4}", theme.QUIET)))
    beside_them = [(), *_others(keys, glyphs)]
    return [(*row, *gap(2), *other) for row, other in zip(rows, beside_them, strict=True)]


def large_picture(keys: Mapping[str, str], glyphs: Glyphs) -> list[Line]:
    """Draw the same keys as `small_picture` in fifteen rows, with a frame for each card."""
    cells = _cap_cells(keys) + 4
    rows: list[Line] = []
    for level in TOP_DOWN:
        deck = _card(_label(keys, deck_id(level)), cells, glyphs, ROMAN[level])
        cards = [_card(_label(keys, card_id(level, column)), cells, glyphs, "") for column in range(COLUMNS)]
        rows += beside(deck, blank(1, len(deck)), *cards)
    gems, reserved, cursor = _others(keys, glyphs)
    return [*rows, (), gems, (), reserved, (), cursor]


def _label(keys: Mapping[str, str], command_id: str) -> str:
    return key_label(keys[command_id])


def _cap_cells(keys: Mapping[str, str]) -> int:
    """Return the width of each key, which fits the longest label within limits."""
    slots = PICTURED - {command.id for command in CURSOR}
    return min(MAX_CAP, 2 + max(len(_label(keys, command_id)) for command_id in slots))


def _cap(label: str, cells: int) -> Line:
    return ((f"{cut(label, cells, ''):^{cells}}", theme.BACK),)


def _card(label: str, cells: int, glyphs: Glyphs, level: str) -> Block:
    """Draw a key on a card, or on the deck of this level."""
    cap = _cap(label, cells - 2)
    head: Line = ((f" {level} ", theme.QUIET),) if level else ()
    return box([cap], cells, CARD_ROWS, glyphs.calm, theme.LINE, head=head)


def _others(keys: Mapping[str, str], glyphs: Glyphs) -> tuple[Line, Line, Line]:
    """Draw the keys for gems, reserve and cursor, each after its name."""
    names = [str(name) for name in (N_("gems"), NP_("noun", "reserve"), NP_("noun", "cursor"))]
    cells = max(MIN_NAME, 2 + max(map(cell_len, names)))
    rows = (_gems(keys, glyphs), _reserved(keys), _cursor(keys))
    gems, reserved, cursor = (((padded(name, cells), theme.QUIET), *row) for name, row in zip(names, rows, strict=True))
    return gems, reserved, cursor


def _gems(keys: Mapping[str, str], glyphs: Glyphs) -> Line:
    return joined(
        (*_cap(label := _label(keys, pile_id(pile)), len(label) + 2), (glyphs.gem(pile), theme.gem_ink(pile)))
        for pile in PILES
    )


def _reserved(keys: Mapping[str, str]) -> Line:
    labels = [_label(keys, reserved_id(index)) for index in range(HAND_LIMIT)]
    return joined(_cap(label, len(label) + 2) for label in labels)


def _cursor(keys: Mapping[str, str]) -> Line:
    """Draw all cursor keys, main key of each direction first."""
    each = [list(map(key_label, keys[command.id].split(","))) for command in CURSOR]
    labels = [" ".join(filter(None, row)) for row in zip_longest(*each, fillvalue="")]
    return (*gap(1), ("   ".join(labels), theme.TITLE))
