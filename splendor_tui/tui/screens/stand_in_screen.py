"""The choice of a level that replaces an unavailable engine."""

from textual.app import ComposeResult
from textual.content import Content

from splendor_tui.bots.levels import LEVELS, level_description, level_name
from splendor_tui.tui.keys.key_commands import BACK, WALK
from splendor_tui.tui.screens.game_screen import GameScreen
from splendor_tui.tui.screens.row_page import row_hints, row_page
from splendor_tui.tui.widgets.choice_list import ChoiceList, Row
from splendor_tui.words import N_, Message


class StandInScreen(GameScreen[str | None]):
    """Returns a level, or None if the player goes back. `problem` gives the engine and the reason."""

    ABOUT = N_("An engine in this game is not running. Choose a level to play in its place.")
    KEY_COMMANDS = (*WALK, BACK)
    CSS_PATH = "row_page.tcss"

    def __init__(self, problem: Message) -> None:
        super().__init__()
        self._problem = problem

    def compose(self) -> ComposeResult:
        """Compose the levels, and how the highlighted one plays."""
        rows = ChoiceList(
            lambda: [Row(level, level_name(level)) for level in LEVELS],
            lambda: self.glyphs,
            self.dismiss,
            single_click=False,
        )
        yield from row_page(self, N_("Who takes over?"), rows, self._about, lambda: row_hints(self, rows))

    def _about(self, row_id: str) -> Content:
        """Describe the engine, how the level plays, and how to restore the engine."""
        back = N_("Add the engine to the settings, in the table {table}, and it will play again.", table="[engines]")
        return Content("\n\n".join(map(self.glyphs.write, (self._problem, level_description(row_id), back))))
