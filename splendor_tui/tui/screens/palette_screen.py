"""The command palette: searches the commands of the screen below."""

from collections.abc import Sequence
from typing import ClassVar

from splendor_tui.tui.keys.key_commands import KeyCommands
from splendor_tui.tui.screens.search_screen import SearchRow, SearchScreen
from splendor_tui.words import N_, Message


class PaletteScreen(SearchScreen[str]):
    """Returns the id of the command to run, or None when the player goes back."""

    ABOUT = N_("All commands of the previous screen.")
    QUESTION: ClassVar[Message] = N_("What would you like to do?")

    def __init__(self, commands: KeyCommands) -> None:
        super().__init__()
        self._commands = [command for command in commands if command.in_palette]

    def rows(self) -> Sequence[SearchRow]:
        """The commands with their keys."""
        write, key = self.glyphs.write, self.game.key_of(tuple(self._commands))
        return [SearchRow(write(one.title), write(one.alone or one.about), key(one.id)) for one in self._commands]

    def chosen(self, index: int) -> None:
        """Return the command, which the screen below runs."""
        self.dismiss(self._commands[index].id)
