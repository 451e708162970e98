"""What keys do in the learning game: what they do at the table, as far as it is of use there."""

from dataclasses import replace
from typing import Final

from splendor_tui.tui.keys.key_commands import KeyCommands, by_id
from splendor_tui.tui.keys.pace_commands import PACE
from splendor_tui.tui.keys.table_commands import TABLE
from splendor_tui.words import N_

_NEVER: Final = {"table.redo", "table.answer-now", *(command.id for command in PACE)}
_OTHERWISE: Final[KeyCommands] = (
    replace(
        by_id(TABLE, "table.confirm"),
        about=N_("Go on; or do what the prompt line says, or choose what the cursor is on."),
    ),
    replace(
        by_id(TABLE, "table.hint"),
        words=N_("show me"),
        title=N_("Show me"),
        about=N_("Choose what is asked for, so that one key is left."),
    ),
    replace(
        by_id(TABLE, "table.undo"),
        words=N_("step back"),
        title=N_("Step back"),
        about=N_("Go back to the step before."),
    ),
    replace(
        by_id(TABLE, "table.menu"),
        words=N_("leave"),
        title=N_("Leave"),
        about=N_("Back to the first screen. The learning game goes on at this step another time."),
    ),
)
"""Commands that do something else here."""

_HERE: Final = {command.id: command for command in _OTHERWISE}
LESSON: Final[KeyCommands] = tuple(_HERE.get(command.id, command) for command in TABLE if command.id not in _NEVER)
