"""A close look at what a player has."""

from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size

from splendor_tui.presentation.table_model import TableModel
from splendor_tui.tui.keys.key_commands import BACK, by_id
from splendor_tui.tui.keys.key_hint import Hint
from splendor_tui.tui.keys.table_keys import INSPECTION
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_message import link
from splendor_tui.tui.look.paint import cut_name, gap
from splendor_tui.tui.screens.game_screen import GameScreen
from splendor_tui.tui.screens.player_details import player_details
from splendor_tui.tui.widgets.heading import Heading
from splendor_tui.tui.widgets.hint_row import HintRow
from splendor_tui.tui.widgets.layouts import ROWS_AROUND, places
from splendor_tui.tui.widgets.screen_model import ScreenModel
from splendor_tui.tui.widgets.sheet import Sheet, Text, page
from splendor_tui.words import N_

MARGIN: Final = 1
MAX_TAB: Final = 16
MIN_BESIDE: Final = 84
"""If there are this many cells beside the cards, the screen does not cover the cards."""


class InspectScreen(GameScreen[None]):
    """Shows one player at a time, as seen by the viewer. In a large window, the cards stay visible."""

    ABOUT = N_("Everything a player has. Other players' reserved cards are face down.")
    KEY_COMMANDS = INSPECTION
    CSS_PATH = "inspect_screen.tcss"
    STOPS_CLOCK = False

    def __init__(self, model: TableModel, seat: int) -> None:
        super().__init__()
        self._model = model
        self._seat = seat

    def compose(self) -> ComposeResult:
        """Compose the heading, the tabs of the players, the details, and the key hints below everything."""
        with Vertical(id="panel"):
            yield Heading(self._heading, bar=True)
            with Vertical(id="page"):
                yield Text(self._tabs, "tabs")
                yield Sheet(self._look)
        yield HintRow(self._hints)

    def on_mount(self) -> None:
        """Leave the cards visible if there is room."""
        self.show()

    def on_resize(self) -> None:
        """Recompute the width, so that the cards stay visible if there is room."""
        self.show()

    def show(self) -> None:
        """Redraw in the whole window, or only in the part beside the cards if the window is large."""
        settings, window = self.services.settings, self.app.size
        where = places(
            Size(window.width, window.height - ROWS_AROUND),
            len(self._model.names),
            settings.layout,
            rules=settings.rules_pane,
        )
        cells = window.width - min(box.x for box in where.players)
        beside = cells >= MIN_BESIDE
        self.set_class(beside, "-beside")
        self.query_one("#panel").styles.width = cells if beside else "100%"
        super().show()

    def _heading(self) -> Content:
        kind = self._model.kinds[self._seat] or ""
        return Content.assemble((self._model.names[self._seat], theme.TITLE), (f"  {kind}", theme.QUIET))

    def _hints(self) -> list[Hint]:
        return [self.hint(by_id(INSPECTION, "inspect.right")), self.hint(BACK)]

    def match_changed(self, model: TableModel) -> None:
        """Show what the player has now."""
        if model.view != self._model.view:
            self._model = model
            self.show()

    def action_turn(self, seats: int) -> None:
        """Inspect the player this many seats further on."""
        self.action_show((self._seat + seats) % len(self._model.names))

    def action_show(self, seat: int) -> None:
        """Inspect the player in this seat, if there is one."""
        if seat < len(self._model.names):
            self._seat = seat
            self.show()

    def _tabs(self) -> Content:
        """Return the players with their keys. The selected one is in brackets."""
        tabs = []
        for seat, name in enumerate(self._model.names):
            short = cut_name(name, MAX_TAB - 4, self.glyphs.ellipsis)
            key = self.key(f"inspect.seat-{seat + 1}")
            text, ink = (f"[{key} {short}]", theme.CHOSEN) if seat == self._seat else (f" {key} {short} ", theme.QUIET)
            tabs.append(link(text, f"screen.show({seat})", ink))
        return Content("  ").join(tabs)

    def _look(self, size: Size) -> Content:
        model = ScreenModel.of(self._model, glyphs=self.glyphs)
        lines = player_details(model, self._seat, Size(size.width - 2 * MARGIN, size.height))
        return page((*gap(MARGIN), *line) for line in lines)
