"""The keys of the table, drawn as they lie on the table and on the keyboard."""

from collections.abc import Mapping
from itertools import zip_longest
from typing import Final

from splendor_tui.presentation.table_model import PILES, TOP_DOWN
from splendor_tui.rules.cards import LEVELS
from splendor_tui.rules.gems import Colour
from splendor_tui.rules.state import COLUMNS, HAND_LIMIT
from splendor_tui.tui.keys.keymap import key_label
from splendor_tui.tui.keys.table_commands import CURSOR, card_id, deck_id, pile_id, reserved_id
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import ROMAN, Glyphs
from splendor_tui.tui.look.paint import Block, Line, Span, beside, blank, box, cut, gap, joined
from splendor_tui.words import _

WIDEST_CAP: Final = 9
CARD_ROWS: Final = 3

PICTURED: Final = frozenset(
    (
        *(card_id(level, column) for level in LEVELS for column in range(COLUMNS)),
        *map(deck_id, LEVELS),
        *map(pile_id, (*Colour, None)),
        *(reserved_id(index) for index in range(HAND_LIMIT)),
        *(action.id for action in CURSOR),
    )
)


def small_picture(keys: Mapping[str, str], glyphs: Glyphs) -> list[Line]:
    """The cards and decks, and beside them the rest, in four rows. `keys` are the keys in force by the ids of `PICTURED`."""
    cells = _cap_cells(keys)
    heads: Line = ((f"{_('deck'):<{cells}}  {_('cards'):<{COLUMNS * (cells + 1)}}", theme.QUIET),)
    rows: list[Line] = [heads]
    for level in TOP_DOWN:
        cards = joined(_cap(_label(keys, card_id(level, column)), cells) for column in range(COLUMNS))
        rows.append((*_cap(_label(keys, deck_id(level)), cells), *gap(2), *cards, (f" {ROMAN[level]:<4}", theme.QUIET)))
    others = [(), _gems(keys, glyphs), _reserved(keys), _cursor(keys)]
    return [(*row, *gap(2), *other) for row, other in zip(rows, others, strict=True)]


def large_picture(keys: Mapping[str, str], glyphs: Glyphs) -> list[Line]:
    """The same with every card as a card, in fifteen rows."""
    cells = _cap_cells(keys) + 4
    rows: list[Line] = []
    for level in TOP_DOWN:
        deck = _card(_label(keys, deck_id(level)), cells, glyphs, ROMAN[level])
        cards = [_card(_label(keys, card_id(level, column)), cells, glyphs, "") for column in range(COLUMNS)]
        rows += beside(deck, blank(1, len(deck)), *cards)
    return [*rows, (), _gems(keys, glyphs), (), _reserved(keys), (), _cursor(keys)]


def _label(keys: Mapping[str, str], action_id: str) -> str:
    return key_label(keys[action_id])


def _cap_cells(keys: Mapping[str, str]) -> int:
    """How wide a key is drawn: as wide as the longest of the cards' needs, within reason."""
    slots = PICTURED - {action.id for action in CURSOR}
    return min(WIDEST_CAP, 2 + max(len(_label(keys, action_id)) for action_id in slots))


def _cap(label: str, cells: int) -> Line:
    return ((f"{cut(label, cells, ''):^{cells}}", theme.BACK),)


def _card(label: str, cells: int, glyphs: Glyphs, level: str) -> Block:
    """A key on a card, or on a deck of this level."""
    cap = _cap(label, cells - 2)
    head: Line = ((f" {level} ", theme.QUIET),) if level else ()
    return box([cap], cells, CARD_ROWS, glyphs.calm, theme.LINE, head=head)


def _gems(keys: Mapping[str, str], glyphs: Glyphs) -> Line:
    piles = (
        (*_cap(label := _label(keys, pile_id(pile)), len(label) + 2), (glyphs.named(pile), theme.gem_ink(pile)))
        for pile in PILES
    )
    return (_name(_("gems")), *joined(piles))


def _reserved(keys: Mapping[str, str]) -> Line:
    labels = [_label(keys, reserved_id(index)) for index in range(HAND_LIMIT)]
    return (_name(_("reserve")), *joined(_cap(label, len(label) + 2) for label in labels))


def _cursor(keys: Mapping[str, str]) -> Line:
    """All keys that move the cursor: first those in force of each direction, then the others."""
    each = [list(map(key_label, keys[action.id].split(","))) for action in CURSOR]
    words = [" ".join(labels) for labels in zip_longest(*each, fillvalue="")]
    return (_name(_("cursor")), *gap(1), ("   ".join(" ".join(word.split()) for word in words), theme.TITLE))


def _name(words: str) -> Span:
    return f"{words:<9}", theme.QUIET
