"""The help: the commands of the screen below, and their keys."""

from collections.abc import Mapping, Sequence
from itertools import groupby, zip_longest
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual.content import Content
from textual.events import Key
from textual.geometry import Size

from splendor_tui.presentation.commands import CURSOR, EVERYWHERE, IN_HELP, Command, Commands
from splendor_tui.presentation.table_model import PILES, TOP_DOWN, CardSlot, DeckSlot, PileSlot, ReservedSlot, Slot
from splendor_tui.rules.cards import ROMAN
from splendor_tui.rules.constants import COLUMNS, HAND_LIMIT
from splendor_tui.tui.keys.commands_by_screen import SLOT_IDS
from splendor_tui.tui.keys.keyboard_presets import key_label, keys_of
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.paint import (
    Block,
    Line,
    abreast,
    beside,
    blank,
    box,
    centred,
    cut,
    flowed,
    gap,
    joined,
    padded,
    page,
    width,
    wrapped,
)
from splendor_tui.tui.screens.pages import TextScreen
from splendor_tui.tui.screens.rules_screen import page_width, table_guide
from splendor_tui.tui.widgets.card_faces import gem_names
from splendor_tui.words import N_, NP_, Message

GUTTER: Final = 5
MIN_BESIDE: Final = 48
_MAX_KEYS: Final = 17
_MAX_CAP: Final = 9
_MIN_NAME: Final = 9
CARD_ROWS: Final = 3
PICTURED: Final = frozenset((*SLOT_IDS.values(), *(command.id for command in CURSOR)))
_MOUSE: Final = N_(
    "With the mouse, click a card, deck or noble to choose it, and click it again to confirm. For gems, click the "
    "text that says what you take. You can also click any text with a key, or a player to inspect them."
)


class HelpScreen(TextScreen):
    """Describes a screen, and lists its commands with their current keys."""

    ABOUT = N_("What the keys do on the previous screen.")
    HEADING = NP_("noun", "Help")
    KEY_COMMANDS = IN_HELP

    def __init__(self, about: Message, commands: Commands) -> None:
        super().__init__()
        self._about = about
        self._commands = commands

    def explain_unused(self, event: Key) -> None:
        """Explain nothing, as the help already shows the keys."""

    def paint(self, size: Size) -> Content:
        """The commands, below a guide to the table if the screen has one, with as much explanation as fits."""
        keys = keys_of(self.services.settings, self._commands)
        picture: list[Line] = []
        mouse: list[Line] = []
        if any(command.id in PICTURED for command in self._commands):
            cells = page_width(size.width)
            named = [*table_guide(self, Size(cells, size.height)), *gem_names(self.glyphs, cells)]
            picture = [*centred(named, cells, size.width), ()]
            text = wrapped(self.glyphs.write(_MOUSE), cells, theme.PLAIN)
            mouse = [(), *centred(text, cells, size.width)]
        left = Size(size.width, size.height - len(picture) - len(mouse))
        return page([*picture, *help_page(self._about, self._commands, keys, self.glyphs, left), *mouse])


class Entry(NamedTuple):
    """The keys of one command, or of several with the same description."""

    keys: str
    about: str


def help_page(about: Message, commands: Commands, keys: Mapping[str, str], glyphs: Glyphs, size: Size) -> list[Line]:
    """The page at this size, with every key, and as much explanation as fits."""
    room = page_width(size.width)
    everywhere = [command for command in commands if command in EVERYWHERE]
    own = [command for command in commands if command not in EVERYWHERE and command.id not in PICTURED]
    here, always = _entries(own, keys, glyphs), _entries(everywhere, keys, glyphs)
    label = min(_MAX_KEYS, 2 + max(cell_len(entry.keys) for entry in (*here, *always)))
    intro = [*wrapped(glyphs.write(about), room, theme.PLAIN), ()]
    small = large = []
    if any(command.id in PICTURED for command in commands):
        small, large = [*_small_picture(keys, glyphs), ()], _large_picture(keys, glyphs)
    left = max(map(width, large), default=0) + GUTTER
    pages: list[list[Line]] = []
    for space in (1, 0):
        if large and room - left >= MIN_BESIDE:
            lists = [*_listed(here, label, room - left, space), (), *_listed(always, label, room - left, space)]
            pages.append([(), *intro, *abreast(large, lists, left)])
        lists = [*_listed(here, label, room, space), ()]
        pages.append([(), *intro, *small, *lists, *_listed(always, label, room, space)])
    shortest = [*lists, *_in_rows(everywhere, keys, glyphs, room)]
    close = [*intro[:-1], *small[:-1], *shortest]
    pages += [[*intro, *small, *shortest], close, [line for line in close if line]]
    chosen = next((lines for lines in pages if len(lines) <= size.height), close)
    return centred(chosen, room, size.width)


def _entries(commands: Sequence[Command], keys: Mapping[str, str], glyphs: Glyphs) -> list[Entry]:
    """The commands in order. Those with the same description are combined."""
    entries = []
    for about, alike in groupby(commands, key=lambda command: command.together or command.about):
        first, *others = alike
        labels = [key_label(key) for command in (first, *others) for key in keys[command.id].split(",")]
        entries.append(Entry(glyphs.write(" ".join(labels)), glyphs.write(about if others else first.about)))
    return entries


def _listed(entries: Sequence[Entry], keys_cells: int, cells: int, space: int) -> list[Line]:
    """One row for each entry, or several for a long sentence, with empty rows between the entries."""
    lines: list[Line] = []
    for entry in entries:
        labels = wrapped(entry.keys, keys_cells - 2, theme.CAN)
        lines += abreast(labels, wrapped(entry.about, cells - keys_cells, theme.PLAIN), keys_cells)
        lines += [()] * space
    return lines


def _in_rows(commands: Sequence[Command], keys: Mapping[str, str], glyphs: Glyphs, cells: int) -> list[Line]:
    """Only the names of the commands, as running text."""
    parts: list[Line] = [
        ((glyphs.write(key_label(keys[command.id])), theme.CAN), (f" {glyphs.write(command.label)}", theme.QUIET))
        for command in commands
    ]
    return flowed(parts, gap(3), cells)


# --- a picture of the keys, arranged as on the table and the keyboard ---------------------------------------------------


def _small_picture(keys: Mapping[str, str], glyphs: Glyphs) -> list[Line]:
    """Draw the keys for cards and decks beside the other keys, in four rows.

    `keys` maps the ids of `PICTURED` to keys.
    """
    cells = _cap_cells(keys)
    deck = padded(str(N_("deck")), cells)
    others = padded(str(N_("cards")), COLUMNS * (cells + 1))
    rows: list[Line] = [((f"{deck}  {others}", theme.QUIET),)]
    for level in TOP_DOWN:
        cards = joined(_cap(_label(keys, CardSlot(level, column)), cells) for column in range(COLUMNS))
        rows.append(
            (*_cap(_label(keys, DeckSlot(level)), cells), *gap(2), *cards, (f" {ROMAN[level]:<4}", theme.QUIET))
        )
    beside_them = [(), *_others(keys, glyphs)]
    return [(*row, *gap(2), *other) for row, other in zip(rows, beside_them, strict=True)]


def _large_picture(keys: Mapping[str, str], glyphs: Glyphs) -> list[Line]:
    """Draw the same keys as `_small_picture` in fifteen rows, with a frame for each card."""
    cells = _cap_cells(keys) + 4
    rows: list[Line] = []
    for level in TOP_DOWN:
        deck = _card(_label(keys, DeckSlot(level)), cells, glyphs, ROMAN[level])
        cards = [_card(_label(keys, CardSlot(level, column)), cells, glyphs, "") for column in range(COLUMNS)]
        rows += beside(deck, blank(1, len(deck)), *cards)
    gems, reserved, cursor = _others(keys, glyphs)
    return [*rows, (), gems, (), reserved, (), cursor]


def _label(keys: Mapping[str, str], slot: Slot) -> str:
    return key_label(keys[SLOT_IDS[slot]])


def _cap_cells(keys: Mapping[str, str]) -> int:
    """The width of each key, which fits the longest label within limits."""
    return min(_MAX_CAP, 2 + max(len(_label(keys, slot)) for slot in SLOT_IDS))


def _cap(label: str, cells: int) -> Line:
    return ((f"{cut(label, cells, ''):^{cells}}", theme.BACK),)


def _card(label: str, cells: int, glyphs: Glyphs, level: str) -> Block:
    """Draw a key on a card, or on the deck of this level."""
    cap = _cap(label, cells - 2)
    head: Line = ((f" {level} ", theme.QUIET),) if level else ()
    return box([cap], cells, CARD_ROWS, glyphs.calm, theme.LINE, head=head)


def _others(keys: Mapping[str, str], glyphs: Glyphs) -> list[Line]:
    """Draw the keys for gems, reserve and cursor, each after its name."""
    names = [str(name) for name in (N_("gems"), NP_("noun", "reserve"), NP_("noun", "cursor"))]
    cells = max(_MIN_NAME, 2 + max(map(cell_len, names)))
    rows = (_gems(keys, glyphs), _reserved(keys), _cursor(keys, glyphs))
    return [((padded(name, cells), theme.QUIET), *row) for name, row in zip(names, rows, strict=True)]


def _gems(keys: Mapping[str, str], glyphs: Glyphs) -> Line:
    return joined(
        (*_cap(label := _label(keys, PileSlot(pile)), len(label) + 2), (glyphs.gem(pile), theme.gem_ink(pile)))
        for pile in PILES
    )


def _reserved(keys: Mapping[str, str]) -> Line:
    labels = [_label(keys, ReservedSlot(index)) for index in range(HAND_LIMIT)]
    return joined(_cap(label, len(label) + 2) for label in labels)


def _cursor(keys: Mapping[str, str], glyphs: Glyphs) -> Line:
    """Draw all cursor keys, main key of each direction first."""
    each = [list(map(key_label, keys[command.id].split(","))) for command in CURSOR]
    labels = [" ".join(filter(None, row)) for row in zip_longest(*each, fillvalue="")]
    return (*gap(1), (glyphs.write("   ".join(labels)), theme.TITLE))
