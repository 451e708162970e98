"""A close look at what a player has."""

from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from splendor_tui.match.log import LogLine
from splendor_tui.presentation.table_model import Changes, TableModel
from splendor_tui.rules.view import View
from splendor_tui.tui.keys.key_commands import BACK, KeyCommands, by_id
from splendor_tui.tui.keys.key_hint import Hint
from splendor_tui.tui.keys.table_commands import LOOK
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_message import link
from splendor_tui.tui.look.paint import cut_name, gap
from splendor_tui.tui.screens.game_screen import GameScreen
from splendor_tui.tui.screens.player_details import player_details
from splendor_tui.tui.widgets.heading import Heading
from splendor_tui.tui.widgets.hint_row import hints_content
from splendor_tui.tui.widgets.screen_model import ScreenModel
from splendor_tui.tui.widgets.sheet import Sheet, page
from splendor_tui.words import N_, Message

MARGIN: Final = 1
WIDEST_TAB: Final = 16


class InspectScreen(GameScreen[None]):
    """Shows one player at a time, as the view lets its viewer see them."""

    ABOUT = N_("A close look at what a player has. Reserved cards of others show their backs.")
    KEY_COMMANDS: ClassVar[KeyCommands] = LOOK
    CSS_PATH = "inspect_screen.tcss"
    STOPS_CLOCK: ClassVar[bool] = False

    def __init__(
        self,
        view: View,
        names: tuple[str, ...],
        kinds: tuple[Message | None, ...],
        seat: int,
        *,
        open_reserves: bool,
        log: tuple[LogLine, ...] = (),
    ) -> None:
        super().__init__()
        self._view = view
        self._names = names
        self._kinds = kinds
        self._seat = seat
        self._open_reserves = open_reserves
        self._log = log

    def compose(self) -> ComposeResult:
        """Whose it is, the players to choose from, and the possessions."""
        yield Heading(self._heading, lambda room: hints_content(self._hints(), room, between=2), bar=True)
        tabs = Static(id="tabs")
        tabs.auto_links = False  # brackets and inks say which is shown
        with Vertical(id="page"):
            yield tabs
            yield Sheet(self._look)

    def on_mount(self) -> None:
        """Show the player who was asked for."""
        self.settings_changed()

    def settings_changed(self) -> None:
        """Redraw with the current settings."""
        self.query_one(Heading).refresh()
        self.query_one("#tabs", Static).update(self._tabs())
        self.query_one(Sheet).refresh()

    def _heading(self) -> Content:
        kind = self._kinds[self._seat] or ""
        return Content.assemble((self._names[self._seat], theme.TITLE), (f"  {kind}", theme.QUIET))

    def _hints(self) -> list[Hint]:
        return [self.hint(by_id(LOOK, "inspect.right")), self.hint(BACK)]

    def match_changed(self, model: TableModel) -> None:
        """Show what the player has now."""
        if model.view != self._view:
            self._view, self._open_reserves, self._log = model.view, model.open_reserves, model.log
            self.settings_changed()

    def action_turn(self, seats: int) -> None:
        """Look at the player this many seats further."""
        self.action_show((self._seat + seats) % len(self._names))

    def action_show(self, seat: int) -> None:
        """Look at the player of this seat, if there is one."""
        if seat < len(self._names):
            self._seat = seat
            self.settings_changed()

    def _tabs(self) -> Content:
        """The players with the keys that show them; the one shown is in brackets."""
        tabs = []
        for seat, name in enumerate(self._names):
            short = cut_name(name, WIDEST_TAB - 4, self.glyphs.ellipsis)
            key = self.key(f"inspect.seat-{seat + 1}")
            text, ink = (f"[{key} {short}]", theme.CHOSEN) if seat == self._seat else (f" {key} {short} ", theme.QUIET)
            tabs.append(link(text, f"screen.show({seat})", ink))
        return Content("  ").join(tabs)

    def _look(self, size: Size) -> Content:
        model = ScreenModel(
            view=self._view,
            names=self._names,
            kinds=self._kinds,
            changes=Changes.between(self._view, self._view),
            glyphs=self.glyphs,
            open_reserves=self._open_reserves,
            log=self._log,
        )
        lines = player_details(model, self._seat, Size(size.width - 2 * MARGIN, size.height))
        return page((*gap(MARGIN), *line) for line in lines)
