"""The choice of a level that plays for an unavailable engine."""

from typing import ClassVar

from textual.content import Content

from splendor_tui.bots.levels import LEVELS, level_description, level_name
from splendor_tui.tui.keys.key_commands import BACK, WALK, KeyCommands
from splendor_tui.tui.screens.row_screen import RowScreen
from splendor_tui.tui.widgets.choice_list import Row, Rows
from splendor_tui.words import N_, Message

_COMMANDS: KeyCommands = (*WALK, BACK)


class StandInScreen(RowScreen[str | None]):
    """Returns the id of a level, or None when the player goes back. `problem` names the engine and the reason."""

    ABOUT = N_("This game has an engine that is not started. Choose the level that plays in its place.")
    KEY_COMMANDS: ClassVar[KeyCommands] = _COMMANDS
    HEADING = N_("Who takes over?")

    def __init__(self, problem: Message) -> None:
        super().__init__()
        self._problem = problem

    def rows(self) -> Rows:
        """The levels."""
        return [Row(level, level_name(level)) for level in LEVELS]

    def about(self, row_id: str) -> Content:
        """The engine, how the level plays, and how to restore the engine."""
        back = N_("Add the engine to the settings, in the table {table}, and it will play again.", table="[engines]")
        return Content("\n\n".join(map(self.glyphs.write, (self._problem, level_description(row_id), back))))

    def chosen(self, row_id: str) -> None:
        """Choose this level."""
        self.dismiss(row_id)
