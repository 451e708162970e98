"""What keys do about computer players at the table: to watch them move at one's own pace."""

from typing import Final

from splendor_tui.presentation.pace import FASTER, HOLD, SLOWER, STEP
from splendor_tui.tui.keys.key_commands import KeyCommand, KeyCommands
from splendor_tui.words import N_

_ABOUT: Final = N_("Let computer players wait or go on, move once, slower or faster.")
"""Of all of them, so that the help tells them in one row."""

PACE: Final[KeyCommands] = (
    KeyCommand(HOLD, "comma", "hold", N_("pause computer players"), N_("Pause computer players"), _ABOUT),
    KeyCommand(STEP, "full_stop,semicolon", "step", N_("step"), N_("Step"), _ABOUT),
    KeyCommand(SLOWER, "minus", "pace(1)", N_("slower"), N_("Slower"), _ABOUT),
    KeyCommand(FASTER, "plus,equals_sign", "pace(-1)", N_("faster"), N_("Faster"), _ABOUT),
)
