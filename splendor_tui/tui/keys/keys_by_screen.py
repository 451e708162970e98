"""All key commands, by screen."""

from typing import Final

from splendor_tui.inputs.settings import Settings
from splendor_tui.tui.keys.key_commands import EVERYWHERE, KeyCommand, KeyCommands
from splendor_tui.tui.keys.keymap import clashes, key_label
from splendor_tui.tui.keys.menu_keys import GAMES, HELP, HOME, KEYS, NEW_GAME, READ_RULES, SETTINGS, STATISTICS
from splendor_tui.tui.keys.puzzle_keys import PUZZLE, PUZZLES
from splendor_tui.tui.keys.replay_keys import READ_STANDINGS, REPLAY
from splendor_tui.tui.keys.review_keys import REVIEW
from splendor_tui.tui.keys.table_keys import GAME_OVER, HAND_OVER, INSPECTION, PAUSE, READ_COPY, READ_LOG, TABLE
from splendor_tui.words import N_, Message, listed, quoted

COMMANDS_BY_SCREEN: Final[tuple[tuple[Message, KeyCommands], ...]] = (
    (N_("At the table"), TABLE),
    (N_("Between two players"), HAND_OVER),
    (N_("During a pause"), PAUSE),
    (N_("Inspecting a player"), INSPECTION),
    (N_("Reading the log"), READ_LOG),
    (N_("Reading the rules"), READ_RULES),
    (N_("Reading a copy"), READ_COPY),
    (N_("After a game"), GAME_OVER),
    (N_("Watching a game"), REPLAY),
    (N_("Reading the standings"), READ_STANDINGS),
    (N_("Reviewing a game"), REVIEW),
    (N_("On the home screen"), HOME),
    (N_("Before a new game"), NEW_GAME),
    (N_("Puzzles"), PUZZLES),
    (N_("Solving a puzzle"), PUZZLE),
    (N_("Past games"), GAMES),
    (N_("Statistics"), STATISTICS),
    (N_("In the settings"), SETTINGS),
    (N_("Changing keys"), KEYS),
    (N_("Reading the help"), HELP),
    (N_("Everywhere"), EVERYWHERE),
)
"""The commands of each screen, by its name. A key never has two commands on the same screen.

The commands in the last entry work on every screen.
"""


def command_of(command_id: str) -> KeyCommand:
    """The command with this id."""
    return next(command for _place, commands in COMMANDS_BY_SCREEN for command in commands if command.id == command_id)


def shared_key(settings: Settings, changed: str | None = None) -> Message | None:
    """Name a key that has several commands on the same screen, and these commands.

    If `changed` is a command, only its keys count, and only the other commands are named.
    """
    for place, commands in COMMANDS_BY_SCREEN:
        for key, ids in clashes(settings, tuple(dict.fromkeys((*commands, *EVERYWHERE)))).items():
            others = [quoted(str(command_of(one).label)) for one in ids if one != changed]
            if others and (changed is None or changed in ids):
                return N_(
                    "{place}: {key} is used for {other}.",
                    place=place,
                    key=key_label(key),
                    other=listed(others),
                )
    return None
