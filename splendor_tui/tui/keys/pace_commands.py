"""What keys do about computer players at the table: to watch them move at one's own pace."""

from typing import Final

from splendor_tui.presentation.pace import FASTER, HOLD, SLOWER, STEP
from splendor_tui.tui.keys.key_commands import KeyCommand, KeyCommands
from splendor_tui.words import N_

PACE: Final[KeyCommands] = (
    KeyCommand(
        HOLD,
        "comma",
        "hold",
        N_("pause computer players"),
        N_("Pause computer players"),
        N_("Let computer players wait before each move, or go on by themselves."),
    ),
    KeyCommand(
        STEP,
        "full_stop,semicolon",
        "step",
        N_("step"),
        N_("Step"),
        N_("Let the computer player that is to move do so, and the next one wait."),
    ),
    KeyCommand(
        SLOWER,
        "minus",
        "pace(1)",
        N_("slower"),
        N_("Slower"),
        N_("Let computer players move slower or faster."),
    ),
    KeyCommand(
        FASTER,
        "plus,equals_sign",
        "pace(-1)",
        N_("faster"),
        N_("Faster"),
        N_("Let computer players move slower or faster."),
    ),
)
