"""Panes of text, framed if they are tall enough: the log, and the rules beside the table."""

from collections.abc import Sequence
from typing import Final

from textual.content import Content
from textual.events import MouseScrollDown, MouseScrollUp
from textual.geometry import NULL_SIZE, Region
from textual.reactive import reactive
from textual.widget import Widget

from splendor_tui.presentation.commands import LOG, RULES, RULES_PANE
from splendor_tui.presentation.rulebook import Ruling, match_rulings, turn_rulings
from splendor_tui.presentation.table_model import TableModel
from splendor_tui.rules.state import Phase
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_log import log_rows
from splendor_tui.tui.look.drawn_message import draw_message, link, wrap_text
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.paint import Line, box, clipped
from splendor_tui.tui.widgets.model_widget import Look, ModelWidget
from splendor_tui.words import N_, NP_

MIN_ROWS: Final = 5
"""A pane with fewer rows has no frame."""


class FramedPane(Widget):
    """A pane with a title, and the rows that `rows_of` returns for the space inside the frame."""

    def rows_of(self, cells: int, rows: int) -> list[Content]:
        """At most `rows` rows of this width."""
        raise NotImplementedError

    @property
    def is_framed(self) -> bool:
        """Whether there is room for a frame."""
        return self.size.height >= MIN_ROWS

    @property
    def room(self) -> tuple[int, int]:
        """The cells and rows inside the frame, or inside a margin of one cell if there is none."""
        width, height = self.size
        return (max(1, width - 4), height - 2) if self.is_framed else (max(1, width - 2), height)

    def framed(self, title: Line, glyphs: Glyphs) -> Content:
        """The pane with its frame. Empty while the pane has no size."""
        return Content("\n").join(self.framed_rows(title, glyphs)) if self.size else Content()

    def framed_rows(self, title: Line, glyphs: Glyphs) -> list[Content]:
        """The rows of the pane with its frame."""
        cells, rows = self.room
        inner = self.rows_of(cells, rows)
        if not self.is_framed:
            return [Content(" ") + row for row in inner]
        head = clipped(title, max(0, self.size.width - 2), glyphs.ellipsis)
        top, *_, bottom = box((), self.size.width, 2, glyphs.calm, theme.LINE, head=head)
        side = Content.styled(glyphs.calm.down, theme.LINE)
        empty = [Content()] * (rows - len(inner))
        middle = [
            Content.assemble(side, " ", row, " " * max(0, cells - row.cell_length), " ", side)
            for row in [*inner, *empty]
        ]
        return [Content.assemble(*top), *middle, Content.assemble(*bottom)]


def spaced(blocks: Sequence[Sequence[Content]], rows: int) -> list[Content]:
    """The rows of all blocks, separated by empty rows if this many rows have room for them."""
    between = [Content()] * (sum(map(len, blocks)) + len(blocks) - 1 <= rows)
    return [row for number, block in enumerate(blocks) for row in (*(between if number else ()), *block)]


class LogPane(ModelWidget, FramedPane):
    """The end of the model's log. The wheel scrolls back, and a click opens the full log.

    The pane selects its rows itself, because a scrolling container would lay out the whole screen for every new line.
    """

    back: reactive[int] = reactive(0, init=False)

    def __init__(self, model: TableModel, look: Look) -> None:
        super().__init__(model, look)
        self._drawn: list[Content] = []
        self._drawn_size = NULL_SIZE

    def render(self) -> Content:
        """Render as many rows as fit. The size may have changed before the resize event."""
        if self._drawn_size != self.size:
            self._draw()
        return Content("\n").join(self._drawn)

    def redraw(self) -> None:
        """Redraw all rows."""
        self._draw()
        self.refresh()

    def watch_back(self) -> None:
        """Redraw after scrolling."""
        self.redraw()

    def watch_model(self, earlier: TableModel, model: TableModel) -> None:
        """Redraw only changed rows. In a large pane, most rows stay the same. A new line scrolls to the end."""
        if len(model.log) != len(earlier.log):
            self.back = 0
        if not self.size:  # before the first layout
            return
        before = self._drawn
        self._draw()
        if len(before) != len(self._drawn):
            self.refresh()
            return
        changed = [y for y, (old, new) in enumerate(zip(before, self._drawn, strict=True)) if not new.is_same(old)]
        if changed:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))

    def _draw(self) -> None:
        self._drawn = self.framed_rows(((f" {LOG.title} ", theme.TITLE),), self.look.glyphs)
        self._drawn_size = self.size

    def rows_of(self, cells: int, rows: int) -> list[Content]:
        """The end of the log without its last `back` rows."""
        lines = self._rows(cells, rows + self.back)
        stop = max(rows, len(lines) - self.back)
        return lines[max(0, stop - rows) : stop]

    async def on_click(self) -> None:
        """Open the full log."""
        await self.run_action(LOG.action)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Scroll up by a row, until the first row is at the top."""
        event.stop()
        cells, rows = self.room
        if len(self._rows(cells, rows + self.back + 1)) > rows + self.back:
            self.back += 1

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Scroll down by a row, until the last row is at the bottom."""
        event.stop()
        self.back = max(0, self.back - 1)

    def _rows(self, cells: int, wanted: int) -> list[Content]:
        """The last rows of the log at this width, at most `wanted`."""
        model, look = self.model, self.look
        log = [line for line in model.log if model.hint is None or line not in model.hint.news]
        return log_rows(log, len(model.view.players), look.glyphs, cells, self.room[1], wanted)


class RulesPane(ModelWidget, FramedPane):
    """As many complete rulings as fit, most important first, and a link to the rest."""

    def watch_model(self, before: TableModel, after: TableModel) -> None:
        """Redraw if the phase changed."""
        if before.view.phase != after.view.phase:
            self.refresh()

    def render(self) -> Content:
        """Render the rules."""
        return self.framed(((f" {N_('Rules')} ", theme.TITLE),), self.look.glyphs)

    def rows_of(self, cells: int, rows: int) -> list[Content]:
        """The rulings, separated by empty rows if there is room."""
        glyphs = self.look.glyphs
        blocks = [
            wrap_text(
                Content.assemble((str(ruling.title), theme.TITLE), "  ", draw_message(ruling.text, glyphs)), cells
            )
            for ruling in _most_needed_first(self.model)
        ]
        if sum(map(len, blocks)) > rows:
            rules, hide = self.look.key(RULES), self.look.key(RULES_PANE)
            more = link(glyphs.write(f"{rules} {N_('More rules')}"), "app.rules", theme.LINK)
            links = Content("   ").join([more, link(f"{hide} {N_('Hide')}", "app.rules_pane", theme.LINK)])
            blocks = [*_fitting(blocks, rows - 1), [links]]
        return spaced(blocks, rows)


def _fitting(blocks: Sequence[list[Content]], rows: int) -> list[list[Content]]:
    """The blocks that fit, in order. A shorter block may fit even if an earlier one did not."""
    fitting = []
    for block in blocks:
        if len(block) <= rows:
            fitting.append(block)
            rows -= len(block)
    return fitting


def _most_needed_first(model: TableModel) -> Sequence[Ruling]:
    """All rulings, first the one for the current phase, then the possible actions, then the end of the game."""
    view = model.view
    turn, take, reserve, buy, refill, tokens, deal = turn_rulings(open_reserves=model.reserves_rule)
    nobles, end, winner, *others = match_rulings(view.catalogue, view.options)
    # This pane only appears beside large cards, which show prices this way.
    price = Ruling(NP_("of a card", "Price"), N_("On a card, {left} is what is left to pay.", left="=2"))
    rulings = [take, reserve, buy, tokens, price, nobles, end, winner, turn, refill, deal, *others]
    asked = {Phase.RETURN_GEMS: tokens, Phase.CHOOSE_NOBLE: nobles}.get(view.phase, take)
    return [asked, *(ruling for ruling in rulings if ruling is not asked)]
