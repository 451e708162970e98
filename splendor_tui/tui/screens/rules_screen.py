"""The rules of the game on one page."""

from collections.abc import Sequence
from itertools import chain, zip_longest
from typing import Any, Final

from rich.cells import cell_len
from textual.content import Content
from textual.geometry import Size

from splendor_tui.inputs.house_rules import MatchRules
from splendor_tui.presentation.commands import IN_RULES
from splendor_tui.presentation.rulebook import Ruling, disputed_rulings, match_rulings, rules_in_brief, turn_rulings
from splendor_tui.presentation.table_model import PILES
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.keys.commands_by_screen import TABLE
from splendor_tui.tui.keys.keyboard_presets import slot_labels
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_message import draw_message, hanging, wrap_text
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.paint import Line
from splendor_tui.tui.look.paint import page as sheet_page
from splendor_tui.tui.screens.base_screen import BaseScreen
from splendor_tui.tui.screens.pages import TextScreen
from splendor_tui.tui.widgets.board import players_at_table
from splendor_tui.tui.widgets.card_faces import LEGEND
from splendor_tui.tui.widgets.table_guide import TableSizes, annotated_table
from splendor_tui.words import N_, NP_

GUTTER: Final = 2
MARGIN: Final = 1
_MAX_WIDTH: Final = 116
ROOMY: Final = 50
_MIN_COLUMN: Final = 44
"""Minimum width of a column beside another."""
_STONES: Final = (
    N_("white diamond"),
    N_("blue sapphire"),
    N_("green emerald"),
    N_("red ruby"),
    N_("black onyx"),
    NP_("token", "gold"),
)


class RulesScreen(TextScreen):
    """The rules in ten sentences, and all rulings."""

    ABOUT = N_("The rules of the game as played here.")
    HEADING = N_("The rules of Splendor")
    KEY_COMMANDS = IN_RULES

    def __init__(self, rules: MatchRules) -> None:
        super().__init__()
        self._rules = rules

    def paint(self, size: Size) -> Content:
        """The ten sentences, the guide to the table, and the rulings."""
        cells = page_width(size.width)
        picture = sheet_page(table_guide(self, Size(cells, size.height)))
        lines = [
            row
            for number, line in enumerate(rules_in_brief(self._rules.target), start=1)
            for row in hanging(Content.styled(f"{number:>3}. ", theme.TITLE), draw_message(line, self.glyphs), cells)
        ]
        columns = rule_columns(self.services.catalogue, self._rules)
        margin = Content(" " * ((size.width - cells) // 2))
        above = [Content(), *lines, Content(), *picture.split("\n", allow_blank=True), Content()]
        return Content("\n").join([*(margin + row for row in above), rules_page(columns, self.glyphs, size)])


def rule_columns(catalogue: Catalogue, rules: MatchRules) -> Sequence[Sequence[Ruling]]:
    """The rules of a turn and of a match, each with the disputed cases."""
    disputed = disputed_rulings()
    return (
        (*turn_rulings(open_reserves=rules.open_reserves), *disputed[:3]),
        (*match_rulings(catalogue, rules), *disputed[3:]),
    )


def table_guide(screen: BaseScreen[Any], room: Size) -> list[Line]:
    """Paint the guide to the table, with the player's keys and the sizes that a table has in this window."""
    settings, stack = screen.services.settings, screen.app.screen_stack
    labels = slot_labels(settings, TABLE)
    sizes = TableSizes.in_window(screen.app.size, settings.layout, players_at_table(stack))
    return annotated_table(screen.services.catalogue, labels, screen.glyphs, screen.program.jewels, room, sizes)


def page_width(cells: int) -> int:
    """The width of the centred page in a window of this width."""
    return min(cells, _MAX_WIDTH) - 2 * MARGIN


def rules_page(columns: Sequence[Sequence[Ruling]], glyphs: Glyphs, size: Size) -> Content:
    """Lay out the rulings under the names of the gems, in columns if they are wide enough.

    Empty rows separate the rulings if there is room.
    """
    room = page_width(size.width)
    if room < len(columns) * (_MIN_COLUMN + GUTTER):
        columns = [list(chain(*columns))]
    cells = max(1, (room - GUTTER * (len(columns) - 1)) // len(columns))
    for space in (1, 0):
        blocks = [_column(column, cells, space, glyphs) for column in columns]
        lines = zip_longest(*blocks, fillvalue=Content())
        rows = [Content(" " * GUTTER).join(_fit(part, cells) for part in line) for line in lines]
        names = [_gem_names(glyphs, room), *[Content()] * space]
        if len(names) + len(rows) <= size.height:
            break
    margin = Content(" " * ((size.width - room) // 2))
    return Content("\n").join(margin + row for row in [*[Content()] * space, *names, *rows])


def _column(rulings: Sequence[Ruling], cells: int, space: int, glyphs: Glyphs) -> list[Content]:
    titles = max(cell_len(str(ruling.title)) for ruling in rulings) + GUTTER
    blocks = [[*_ruling(ruling, titles, cells, glyphs), *[Content()] * space] for ruling in rulings]
    return list(chain.from_iterable(blocks))


def _ruling(ruling: Ruling, titles: int, cells: int, glyphs: Glyphs) -> list[Content]:
    """Lay out a ruling. Its title has its own column of `titles` cells if there is room, and otherwise precedes the text."""
    title, text = Content.styled(str(ruling.title), theme.TITLE), draw_message(ruling.text, glyphs)
    if cells < ROOMY:
        return wrap_text(Content.assemble(title, "  ", text), cells)
    return hanging(_fit(title, titles), text, cells)


def _fit(content: Content, cells: int) -> Content:
    return content.pad_right(max(0, cells - content.cell_length))


def _gem_names(glyphs: Glyphs, cells: int) -> Content:
    """The gem legend, spread over the full width. Stones are named if they fit."""
    for words in (_STONES, LEGEND):
        names = [
            Content.assemble((glyphs.gem(pile), theme.gem_ink(pile)), f" {word}")
            for pile, word in zip(PILES, words, strict=True)
        ]
        between = (cells - sum(name.cell_length for name in names)) // (len(names) - 1)
        if between > 0:
            break
    return Content(" " * max(1, between)).join(names)
