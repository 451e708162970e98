"""The complete table, for a match or a replay, and its board: all parts with a common cursor."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, Final

from textual.app import ComposeResult
from textual.geometry import NULL_REGION, Region, Size
from textual.layout import Layout
from textual.reactive import reactive
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget

from splendor_tui.presentation.moved_pieces import Flight, flights, visits
from splendor_tui.presentation.table_model import TOP_DOWN, CardSlot, PlayerSlot, Slot, TableModel
from splendor_tui.rules.cards import Noble
from splendor_tui.tui.widgets.animation import FRAMES, SECONDS, VISIT_SECONDS, Motion, visit_sprite
from splendor_tui.tui.widgets.card_grid import CardGrid, Reserve
from splendor_tui.tui.widgets.cursor import Direction, nearest
from splendor_tui.tui.widgets.hint_panel import HintPanel
from splendor_tui.tui.widgets.key_row import TableHints
from splendor_tui.tui.widgets.layouts import ROWS_AROUND, Places, TableLayout, column, places
from splendor_tui.tui.widgets.model_widget import Look, ModelWidget
from splendor_tui.tui.widgets.nobles import Nobles
from splendor_tui.tui.widgets.player_tableau import PlayerTableau
from splendor_tui.tui.widgets.prompt_line import PromptLine, PromptStart
from splendor_tui.tui.widgets.side_panes import LogPane, RulesPane
from splendor_tui.tui.widgets.status_line import StatusLine
from splendor_tui.tui.widgets.table_section import Canvas, Section, SlotPicked, Sprite
from splendor_tui.tui.widgets.token_bank import TokenBank

HOME: Final = CardSlot(TOP_DOWN[0], 0)


class Board(ModelWidget, can_focus=True):
    """Nobles, cards, bank, reserve, log and a fixed number of players, with the hint on top.

    A click moves the cursor and bubbles to the screen as SlotPicked or SlotConfirmed. The screen handles keys: it
    calls `move` and reads `cursor`.
    """

    cursor: reactive[Slot] = reactive[Slot](HOME, layout=False, repaint=False)
    frame: reactive[float] = reactive(float(FRAMES), layout=False, repaint=False)
    """The current frame of the animation, which ends at FRAMES."""

    def __init__(self, model: TableModel, look: Look) -> None:
        super().__init__(model, look)
        self._log, self._rules = LogPane(model, look), RulesPane(model, look)
        self.prompt_start = PromptStart(lambda: self.places_on(self.size))
        self._table = tuple(part(model, look) for part in (Nobles, CardGrid, TokenBank, Reserve))
        self.hint = HintPanel(model, look, self.prompt_start, lambda: self.places_on(self.size))
        self._players = [PlayerTableau(model, look, seat) for seat in range(len(model.view.players))]
        self._sections: list[Section] = [*self._table, *self._players]
        self._motion: Motion | None = None
        self._visits: list[tuple[int, Noble]] = []
        self._visits_end: Timer | None = None

    @cached_property
    def layout(self) -> Layout:
        """The layout, which gives each part its region."""
        return TableLayout(self._regions)

    def compose(self) -> ComposeResult:
        """Compose all parts. They are created only once."""
        yield from self._table
        yield from (self._log, self.prompt_start)
        yield from self._players
        yield from (self._rules, self.hint)

    def places_on(self, room: Size) -> Places:
        """The layout of a board of this size."""
        two_rows = self.prompt_start.display
        return places(room, len(self._players), self.look.layout, rules=self.look.rules, two_rows=two_rows)

    def _regions(self, size: Size) -> dict[Widget, Region]:
        """The regions of all parts on a board of this size."""
        where = self.places_on(size)
        sections = (where.nobles, where.grid, where.bank, where.reserve, *self._above_hint(where.players))
        log = where.log
        if self.hint.display and self.hint.place.overlaps(log):  # the remaining rows show the latest events
            log = Region(log.x, log.y, log.width, max(0, self.hint.place.y - log.y)) or log
        return {
            **dict(zip(self._sections, sections, strict=True)),
            self.prompt_start: where.prompt if self.prompt_start.display else NULL_REGION,
            self._log: log,
            self._rules: where.rules or NULL_REGION,
            self.hint: self.hint.place,
        }

    def _above_hint(self, players: tuple[Region, ...]) -> tuple[Region, ...]:
        """If the hint would cover a single column of players' boxes, squeeze them into the room above.

        All get the same height, so that they show the same rows.
        """
        first, last, count = players[0], players[-1], len(players)
        room = Region(first.x, first.y, first.width, (self.hint.place.y - first.y) // count * count)
        covered = self.hint.display and self.hint.place.overlaps(last)
        if not covered or first.x != last.x:
            return players
        return column(room, count)

    def on_resize(self) -> None:
        """End the animation, and lay out the hint once the log has its new size."""
        self.end_motion()
        self._end_visits()
        self.call_after_refresh(self.hint.repaint)

    def watch_model(self, before: TableModel, model: TableModel) -> None:
        """Update all parts. The cursor is reset if the viewer has changed or its slot has disappeared."""
        if not self.is_mounted:
            return
        moved = self._moved(before, model)
        was_at = self.places() if moved else {}
        if before.view.viewer != model.view.viewer:
            self.set_reactive(Board.cursor, HOME)
        with self.app.batch_update():
            for section in self._sections:
                section.look = section.look._replace(cursor=self._cursor_of(model))
                section.model = model
            self._log.model = self._rules.model = model
            self.hint.model = model
            if self.place_of(self.cursor) is None:
                self.cursor = HOME
            if before.view.ply != model.view.ply:
                self.end_motion()
                self._announce(visits(before.view, model.view))
            elif self._visits:
                self._draw_motion()
            if moved:
                self._show_motion(Motion(moved, was_at, self.places(), self.look.glyphs))

    def redraw_texts(self) -> None:
        """Redraw the parts that show text. Textual then recomputes the positions of the parts around the hint."""
        self.hint.refresh(layout=True)
        self._log.redraw()
        self._rules.refresh()
        self.hint.repaint()
        if self._visits:
            self._draw_motion()

    # --- animations ----------------------------------------------------------------------------------------------------

    def _moved(self, before: TableModel, model: TableModel) -> tuple[Flight, ...]:
        """The movements to animate."""
        if self.look.still or self.app.animation_level != "full":
            return ()
        return flights(before.view, model.view)

    def _show_motion(self, motion: Motion) -> None:
        """Start the animation of changes that are already drawn. Nothing waits for it to end."""
        self._motion = motion
        self.set_reactive(Board.frame, 0.0)
        self._draw_motion()
        self.animate("frame", float(FRAMES), duration=SECONDS, easing="out_quad")

    def watch_frame(self, before: float, frame: float) -> None:
        """Draw the next frame."""
        if int(before) != int(frame):
            self._draw_motion()

    def _draw_motion(self) -> None:
        sprites = list(self._motion.sprites(int(self.frame)) if self._motion else ())
        if self._visits:
            places = self.places()
            sprites += [
                visit_sprite(self.model, self.look, *visit, places[PlayerSlot(visit[0])]) for visit in self._visits
            ]
        for section in self._sections:
            away = -section.region.offset
            section.lay_over([Sprite(sprite.region.translate(away), sprite.block) for sprite in sprites])

    def _announce(self, visits: Sequence[tuple[int, Noble]]) -> None:
        """Show visiting nobles over their new owners' boxes for a moment, even without animations."""
        self._end_visits()
        if visits:
            self._visits = [*visits]
            self._visits_end = self.set_timer(VISIT_SECONDS, self._end_visits)
            self._draw_motion()

    def _end_visits(self) -> None:
        if self._visits_end is not None:
            self._visits_end.stop()
            self._visits_end, self._visits = None, []
            self._draw_motion()

    def end_motion(self) -> None:
        """Finish the animation."""
        self.app.animator.force_stop_animation(self, "frame")

    def on_key(self) -> None:
        """Finish the animation. The screen handles the key."""
        self.end_motion()
        self._end_visits()

    def on_mouse_down(self) -> None:
        """Finish the animation."""
        self.on_key()

    # --- the cursor ----------------------------------------------------------------------------------------------------

    def watch_cursor(self) -> None:
        """Redraw the cursor."""
        for section in self._sections:
            section.move_cursor(self._cursor_of(self.model))

    def _cursor_of(self, model: TableModel) -> Slot | None:
        """The cursor, or None if no slot can be picked by key."""
        return self.cursor if model.keys else None

    def on_slot_picked(self, message: SlotPicked) -> None:
        """Move the cursor to the clicked slot."""
        self.cursor = message.slot

    def move(self, direction: Direction) -> None:
        """Move the cursor to the nearest slot in a direction, if there is one."""
        self.cursor = nearest(self.places(), self.cursor, direction)

    def place_of(self, slot: Slot) -> Region | None:
        """The region of a slot in screen coordinates, if it is on the board. Finds it faster than `places`."""
        for section in self._sections:
            for one, region in section.picture.places:
                if one == slot:
                    return region.translate(section.region.offset)
        return None

    def places(self) -> dict[Slot, Region]:
        """The regions of all slots, in screen coordinates."""
        return {
            slot: region.translate(section.region.offset)
            for section in self._sections
            for slot, region in section.picture.places
        }


class Table(ModelWidget):
    """Status, board, prompt and key hints of one model."""

    def __init__(self, model: TableModel, look: Look) -> None:
        super().__init__(model, look)
        self.board = Board(model, look)
        self._status = StatusLine(model, look)
        self._prompt = PromptLine(model, look, self.board.prompt_start)
        self._keys = TableHints(model, look)

    def compose(self) -> ComposeResult:
        """Compose the rows from top to bottom."""
        yield self._status
        yield self.board
        yield from (self._prompt, self._keys)

    @cached_property
    def layout(self) -> Layout:
        """The layout. It places rows above and below the board, which are as wide as the board's content."""
        return TableLayout(self._regions)

    def _regions(self, size: Size) -> dict[Widget, Region]:
        rows = Size(size.width, max(0, size.height - ROWS_AROUND))
        left, right = self.board.places_on(rows).edges

        def row(y: int) -> Region:
            return Region(left, y, right - left, 1)

        return {
            self._status: row(0),
            self.board: Region(0, 1, *rows),
            self._prompt: row(1 + rows.height),
            self._keys: row(2 + rows.height),
        }

    def watch_model(self, model: TableModel) -> None:
        """Show the new model in one update."""
        with self.app.batch_update():
            self._status.model = model
            self.board.model = model
            self._prompt.model = model
            self._keys.model = model

    def redraw(self, model: TableModel, look: Look) -> None:
        """Redraw everything with another look, even if nothing has changed, for example after switching languages."""
        moved = (self.look.layout, self.look.rules) != (look.layout, look.rules)
        for part in (self, self._keys, *self.query(ModelWidget)):
            part.look = look._replace(cursor=part.look.cursor)
        self.model = model
        with self.app.batch_update():
            for canvas in self.query(Canvas):
                canvas.repaint()
            self.board.redraw_texts()
            self._prompt.repaint()
            self._keys.refresh()
            if moved:
                self.board.refresh(layout=True)

    def show_status(self, model: TableModel) -> None:
        """Update only the status: the clock, and whether everything is saved."""
        self._status.model = model

    def show_thinking(self, model: TableModel) -> None:
        """Update only the prompt and the hint: the thinking player, and the results so far."""
        with self.app.batch_update():
            self._prompt.model = model
            self.board.hint.model = model


def players_at_table(screens: Iterable[Screen[Any]]) -> int:
    """The number of players at the open table, or 2 if no table is open."""
    tables = chain.from_iterable(screen.query(Table) for screen in screens)
    return next((len(table.model.names) for table in tables), 2)
