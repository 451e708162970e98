"""The command palette, which searches the commands of the screen below."""

from textual.app import ComposeResult

from splendor_tui.tui.keys.key_commands import KeyCommands
from splendor_tui.tui.screens.search_box import SearchBox, SearchRow, SearchScreen
from splendor_tui.words import N_


class PaletteScreen(SearchScreen[str]):
    """Returns the id of the command to run, or None if the player goes back."""

    ABOUT = N_("All commands of the previous screen.")

    def __init__(self, commands: KeyCommands) -> None:
        super().__init__()
        self._commands = [command for command in commands if command.in_palette]

    def compose(self) -> ComposeResult:
        """Compose a searchable list of the commands with their keys."""
        write, key = self.glyphs.write, self.game.key_of(tuple(self._commands))
        rows = [SearchRow(write(one.title), write(one.alone or one.about), key(one.id)) for one in self._commands]
        yield SearchBox(N_("What would you like to do?"), rows, lambda index: self.dismiss(self._commands[index].id))
