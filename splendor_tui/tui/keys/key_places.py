"""The list of all key commands, by where they do something."""

from typing import Final

from splendor_tui.tui.keys.key_commands import EVERYWHERE, Actions
from splendor_tui.tui.keys.menu_commands import GAMES, HELP, HOME, KEYS, NEW_GAME, SETTINGS, STATISTICS
from splendor_tui.tui.keys.table_commands import GAME_OVER, HAND_OVER, LOOK, PAUSE, READ, REPLAY, TABLE
from splendor_tui.words import _

PLACES: Final[tuple[tuple[str, Actions], ...]] = (
    (_("At the table"), TABLE),
    (_("Between two players"), HAND_OVER),
    (_("In a pause"), PAUSE),
    (_("Looking closely"), LOOK),
    (_("Reading the log"), READ),
    (_("After a game"), GAME_OVER),
    (_("Watching a game"), REPLAY),
    (_("On the first screen"), HOME),
    (_("Before a new game"), NEW_GAME),
    (_("Past games"), GAMES),
    (_("Statistics"), STATISTICS),
    (_("In the settings"), SETTINGS),
    (_("Changing keys"), KEYS),
    (_("Reading the help"), HELP),
    (_("Everywhere"), EVERYWHERE),
)
"""Where keys do something: what is done at one place needs keys of its own there, and everywhere means at each."""
