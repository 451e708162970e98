"""The table itself: the one widget with the focus, and the cursor that moves over all of it."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.geometry import Region
from textual.reactive import reactive
from textual.widget import Widget

from splendor_tui.presentation.table_model import TOP_DOWN, CardSlot, Slot
from splendor_tui.tui.widgets.canvas import Section, SlotPicked
from splendor_tui.tui.widgets.card_grid import CardGrid
from splendor_tui.tui.widgets.hint_panel import HintPanel
from splendor_tui.tui.widgets.log_pane import LogPane
from splendor_tui.tui.widgets.nobles import Nobles
from splendor_tui.tui.widgets.player_tableau import PlayerTableau
from splendor_tui.tui.widgets.prompt_line import PromptStart
from splendor_tui.tui.widgets.reserve import Reserve
from splendor_tui.tui.widgets.screen_model import ScreenModel
from splendor_tui.tui.widgets.token_bank import TokenBank


class Direction(StrEnum):
    """Where the cursor can be sent."""

    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"


HOME: Final = CardSlot(TOP_DOWN[0], 0)


class Board(Widget, can_focus=True):
    """Nobles, cards, bank, reserve, log and players, for one number of players, and over them the hint.

    A click moves the cursor and goes on to the screen as SlotPicked or SlotConfirmed. Keys are the screen's: it calls `move`
    and reads `cursor`.
    """

    model: reactive[ScreenModel | None] = reactive(None, layout=False, repaint=False)
    cursor: reactive[Slot] = reactive[Slot](HOME, layout=False, repaint=False)

    def __init__(self, model: ScreenModel) -> None:
        super().__init__()
        self._sections: list[Section] = []
        self.prompt_start = PromptStart()
        self.set_reactive(Board.model, model)

    def compose(self) -> ComposeResult:
        """All parts; they are created only once."""
        model = self.model
        assert model is not None
        nobles, grid, bank, reserve = Nobles(model), CardGrid(model), TokenBank(model), Reserve(model)
        log = LogPane(model)
        players = [PlayerTableau(model, seat) for seat in range(len(model.view.players))]
        self._sections = [nobles, grid, bank, reserve, *players]
        yield nobles
        with Horizontal(id="middle"):
            with Vertical(id="table"):
                yield grid
                yield bank
                yield reserve
                yield log
                yield self.prompt_start
            with Vertical(id="players"):
                yield from players
        yield HintPanel(model, log, self.prompt_start)

    def on_resize(self) -> None:
        """Lay out the hint anew, once the log has its new size."""
        self.call_after_refresh(self.query_one(HintPanel).repaint)

    def watch_model(self, model: ScreenModel | None) -> None:
        """Give the model to all parts; a cursor whose place is gone goes home."""
        if not self._sections:
            return
        with self.app.batch_update():
            for section in self._sections:
                section.model = model
            self.query_one(LogPane).model = model
            self.query_one(HintPanel).model = model
            if self.cursor not in self.places():
                self.cursor = HOME

    def watch_cursor(self, cursor: Slot) -> None:
        """Show the cursor."""
        for section in self._sections:
            section.cursor = cursor

    def on_slot_picked(self, message: SlotPicked) -> None:
        """Bring the cursor along."""
        self.cursor = message.slot

    def move(self, direction: Direction) -> None:
        """Send the cursor to the nearest thing in a direction; at the edge of the table it stays."""
        self.cursor = nearest(self.places(), self.cursor, direction)

    def places(self) -> dict[Slot, Region]:
        """Where everything is on the screen."""
        return {
            slot: region.translate(section.region.offset)
            for section in self._sections
            for slot, region in section.picture.places
        }


def nearest(places: Mapping[Slot, Region], here: Slot, direction: Direction) -> Slot:
    """The thing that lies next in a direction: what is level with `here` comes before what is not, then the closest."""
    if here not in places:
        return here
    start = _facing(places[here], direction)

    def remoteness(slot: Slot) -> tuple[bool, int, int]:
        left, right, near, _ = _facing(places[slot], direction)
        apart = left >= start[1] or right <= start[0]
        return apart, near - start[3], abs(left + right - start[0] - start[1])

    ahead = [slot for slot in places if _facing(places[slot], direction)[2] >= start[3]]
    return min(ahead, key=remoteness, default=here)


def _facing(region: Region, direction: Direction) -> tuple[int, int, int, int]:
    """The region seen by a walker in a direction: from and to across the way, then its near and its far end."""
    x, y, right, bottom = region.x, region.y, region.right, region.bottom
    return {
        Direction.LEFT: (y, bottom, -right, -x),
        Direction.RIGHT: (y, bottom, x, right),
        Direction.UP: (x, right, -bottom, -y),
        Direction.DOWN: (x, right, y, bottom),
    }[direction]
