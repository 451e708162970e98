"""What can be done on the screen that was left for it, and with which keys."""

from collections.abc import Mapping, Sequence
from itertools import groupby, zip_longest
from typing import ClassVar, Final, NamedTuple

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Size

from splendor_tui.presentation.table_model import Hint
from splendor_tui.tui.keys.key_commands import EVERYWHERE, Actions, KeyCommand, bindings
from splendor_tui.tui.keys.key_picture import PICTURED, large_picture, small_picture
from splendor_tui.tui.keys.keymap import key_label, keys_of
from splendor_tui.tui.keys.menu_commands import CLOSE_HELP
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.paint import Line, fit, gap, joined, width
from splendor_tui.tui.screens.game_screen import GameScreen
from splendor_tui.tui.widgets.sheet import Heading, Sheet, page, wrapped
from splendor_tui.words import _

MARGIN: Final = 1
WIDEST: Final = 116
GUTTER: Final = 5
LEAST_BESIDE: Final = 48
WIDEST_KEYS: Final = 16


class HelpScreen(GameScreen[None]):
    """Says where one is, and tells every action of that screen with the keys that are in force."""

    ABOUT = _("What the keys do on the screen that you came from.")
    ACTIONS: ClassVar[Actions] = (CLOSE_HELP,)
    BINDINGS: ClassVar[list[BindingType]] = bindings(ACTIONS)

    def __init__(self, about: str, actions: Actions) -> None:
        super().__init__()
        self._about = about
        self._actions = actions

    def compose(self) -> ComposeResult:
        """The page under its heading."""
        title = Content.styled(_("Help"), theme.TITLE)
        yield Heading(title, [Hint(self.game.key_of(self.ACTIONS)(CLOSE_HELP.id), CLOSE_HELP.words, CLOSE_HELP.run)])
        yield Sheet(self._page)

    def settings_changed(self) -> None:
        """Tell the keys and draw with the signs of now."""
        self.refresh(recompose=True)

    def _page(self, size: Size) -> Content:
        keys = keys_of(self.house.settings, self._actions)
        return page(help_page(self._about, self._actions, keys, self.glyphs, size))


class Entry(NamedTuple):
    """The keys of an action, or of several of which the same can be said, and what they do."""

    keys: str
    about: str


def help_page(about: str, actions: Actions, keys: Mapping[str, str], glyphs: Glyphs, size: Size) -> list[Line]:
    """The page at this size: as much as there is room for, and always every key."""
    room = min(size.width, WIDEST) - 2 * MARGIN
    everywhere = [action for action in actions if action in EVERYWHERE]
    here = _entries([action for action in actions if action not in EVERYWHERE and action.id not in PICTURED], keys)
    always = _entries(everywhere, keys)
    label = min(WIDEST_KEYS, 2 + max(len(entry.keys) for entry in (*here, *always)))
    intro = [*wrapped(about, room, theme.PLAIN), ()]
    small = large = []
    if any(action.id in PICTURED for action in actions):
        small, large = [*small_picture(keys, glyphs), ()], large_picture(keys, glyphs)
    left = max(map(width, large), default=0) + GUTTER
    pages: list[list[Line]] = []
    for space in (1, 0):
        if large and room - left >= LEAST_BESIDE:
            lists = [*_listed(here, label, room - left, space), (), *_listed(always, label, room - left, space)]
            pages.append([(), *intro, *_side_by_side(large, lists, left)])
        lists = [*_listed(here, label, room, space), ()]
        pages.append([(), *intro, *small, *lists, *_listed(always, label, room, space)])
    pages.append([*intro, *small, *lists, _in_a_row(everywhere, keys)])
    chosen = next((lines for lines in pages if len(lines) <= size.height), pages[-1])
    return [(*gap((size.width - room) // 2), *line) for line in chosen]


def _side_by_side(left: Sequence[Line], right: Sequence[Line], cells: int) -> list[Line]:
    return [(*fit(one, cells), *other) for one, other in zip_longest(left, right, fillvalue=())]


def _entries(actions: Sequence[KeyCommand], keys: Mapping[str, str]) -> list[Entry]:
    """The actions in their order; those of which the same is told come together."""
    return [
        Entry(" ".join(key_label(key) for action in alike for key in keys[action.id].split(",")), about)
        for about, alike in groupby(actions, key=lambda action: action.about)
    ]


def _listed(entries: Sequence[Entry], keys_cells: int, cells: int, space: int) -> list[Line]:
    """An entry a row, or several where its sentence is long, and empty rows between them."""
    lines: list[Line] = []
    for entry in entries:
        labels = wrapped(entry.keys, keys_cells - 2, theme.CAN)
        lines += _side_by_side(labels, wrapped(entry.about, cells - keys_cells, theme.PLAIN), keys_cells)
        lines += [()] * space
    return lines


def _in_a_row(actions: Sequence[KeyCommand], keys: Mapping[str, str]) -> Line:
    """Only the words of the actions."""
    return joined([((key_label(keys[a.id]), theme.CAN), (f" {a.words}", theme.QUIET)) for a in actions], 3)
